//===- UserLines.cpp - What the back end says, on the user's lines --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "UserLines.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace heddle;

//===--- Lines ------------------------------------------------------------===//

bool heddle::isFromDebugInfo(unsigned DiagID, const CompilerInstance &CI) {
  if (CI.getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    return false;
  switch (DiagID) {
  case diag::remark_fe_backend_optimization_remark:
  case diag::remark_fe_backend_optimization_remark_analysis:
  case diag::remark_fe_backend_optimization_remark_analysis_aliasing:
  case diag::remark_fe_backend_optimization_remark_analysis_fpcommute:
  case diag::remark_fe_backend_optimization_remark_missed:
  case diag::warn_fe_backend_optimization_failure:
  case diag::warn_fe_backend_unsupported:
  case diag::err_fe_backend_unsupported:
    return true;
  default:
    return false;
  }
}

void UserLines::add(const FileEntry &File, llvm::StringRef Code) {
  Codes[&File] = Code.str();
}

/// The text of line Number, from 1 on; empty if there is none.
static llvm::StringRef line(llvm::StringRef Text, unsigned Number) {
  for (; Number > 1 && !Text.empty(); --Number)
    Text = Text.split('\n').second;
  return Text.split('\n').first.rtrim('\r');
}

static llvm::StringRef nameAt(const SourceManager &SM, SourceLocation Where) {
  PresumedLoc P = SM.getPresumedLoc(Where);
  return P.isValid() ? P.getFilename() : "";
}

const UserLines::Lines &UserLines::linesOf(FileID File,
                                           const SourceManager &SM) {
  auto [At, New] = Known.try_emplace(File);
  if (!New)
    return At->second;
  llvm::StringRef Name = nameAt(SM, SM.getLocForStartOfFile(File));
  llvm::StringRef Text = SM.getBufferData(File);
  unsigned Number = 1;
  for (size_t Begin = 0; Begin < Text.size(); ++Number) {
    SourceLocation Start =
        SM.getLocForStartOfFile(File).getLocWithOffset(static_cast<int>(Begin));
    if (nameAt(SM, Start) == Name &&
        !Text.substr(Begin).ltrim(" \t").starts_with("#"))
      At->second.emplace(SM.getPresumedLineNumber(Start), Number);
    size_t End = Text.find('\n', Begin);
    Begin = End == llvm::StringRef::npos ? Text.size() : End + 1;
  }
  return At->second;
}

SourceLocation UserLines::find(SourceLocation Where, const SourceManager &SM) {
  if (Where.isInvalid())
    return {};
  auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(Where));
  auto Code = Codes.find(SM.getFileEntryForID(File));
  if (Code == Codes.end())
    return {};
  // Where the source itself names another file, clang has found no line at all
  // and taken the function's place.
  if (nameAt(SM, SM.getFileLoc(Where)) !=
      nameAt(SM, SM.getLocForStartOfFile(File)))
    return {};
  llvm::StringRef Text = SM.getBufferData(File);
  unsigned Number = SM.getLineNumber(File, Offset);
  unsigned Column = SM.getColumnNumber(File, Offset);
  // At the end of its line the column is what fitted, and not what was asked.
  if (Offset >= Text.size() || Text[Offset] == '\n' || Text[Offset] == '\r')
    Column = 0;
  llvm::StringRef Written = line(Code->second, Number);
  auto [Begin, End] = linesOf(File, SM).equal_range(Number);
  if (Begin == End)
    return {};
  // The text of a loop has lost its annotation, and what stands behind it.
  unsigned There = Begin->second;
  size_t Most = 0;
  for (auto L = Begin; L != End; ++L) {
    llvm::StringRef Part = line(Text, L->second).trim();
    if (Part.size() <= Most || !Written.contains(Part))
      continue;
    Most = Part.size();
    There = L->second;
  }
  size_t Blank = line(Text, There).find_first_not_of(" \t");
  if (Column == 0)
    Column =
        Blank == llvm::StringRef::npos ? 1 : static_cast<unsigned>(Blank) + 1;
  return SM.translateLineCol(File, There, Column);
}

//===--- Heddle's own headers ---------------------------------------------===//

namespace {

/// Turns the back end's diagnostics off where a file of Heddle's is entered
/// from one that is none, as pragmas there would, and on again behind it.
class Silencer : public PPCallbacks {
public:
  explicit Silencer(CompilerInstance &CI)
      : Diags(CI.getDiagnostics()), SM(CI.getSourceManager()),
        Files(CI.getFileManager()) {}

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    if (Reason == EnterFile) {
      Silent.push_back(!Silent.empty() && Silent.back());
      if (Silent.back() || !isOwn(SM.getPresumedLoc(Loc)))
        return;
      Silent.back() = true;
      silence(Loc);
    } else if (Reason == ExitFile && !Silent.empty()) {
      bool Was = Silent.back();
      Silent.pop_back();
      if (Was && (Silent.empty() || !Silent.back()))
        Diags.popMappings(Loc);
    }
  }

private:
  /// A file heddle/NAME beside which there is the runtime.
  bool isOwn(PresumedLoc P) {
    if (P.isInvalid())
      return false;
    llvm::StringRef Folder = llvm::sys::path::parent_path(P.getFilename());
    if (llvm::sys::path::filename(Folder) == "runtime")
      Folder = llvm::sys::path::parent_path(Folder);
    if (llvm::sys::path::filename(Folder) != "heddle")
      return false;
    auto [At, New] = Folders.try_emplace(Folder, false);
    if (New) {
      llvm::SmallString<128> Path(Folder);
      llvm::sys::path::append(Path, "runtime", "run.h");
      At->second = Files.getOptionalFileRef(Path).has_value();
    }
    return At->second;
  }

  void silence(SourceLocation Loc) {
    Diags.pushMappings(Loc);
    for (unsigned ID :
         {diag::warn_fe_backend_frame_larger_than,
          diag::warn_fe_backend_resource_limit,
          diag::warn_fe_backend_optimization_failure,
          diag::warn_fe_backend_unsupported,
          diag::remark_fe_backend_optimization_remark,
          diag::remark_fe_backend_optimization_remark_analysis,
          diag::remark_fe_backend_optimization_remark_analysis_aliasing,
          diag::remark_fe_backend_optimization_remark_analysis_fpcommute,
          diag::remark_fe_backend_optimization_remark_missed})
      Diags.setSeverity(ID, diag::Severity::Ignored, Loc);
  }

  DiagnosticsEngine &Diags;
  SourceManager &SM;
  FileManager &Files;
  std::vector<bool> Silent; ///< of the files that are open
  llvm::StringMap<bool> Folders;
};

} // namespace

void heddle::silenceOwnHeaders(CompilerInstance &CI) {
  CI.getPreprocessor().addPPCallbacks(std::make_unique<Silencer>(CI));
}
