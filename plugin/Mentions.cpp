//===- Mentions.cpp - Whether a source can have annotations ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Mentions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace heddle;

namespace {

bool hasWord(llvm::StringRef Text) {
  return Text.contains("heddle") || Text.contains("HEDDLE") ||
         Text.contains("Heddle");
}

class Reader {
public:
  explicit Reader(CompilerInstance &CI);
  bool mentions();

private:
  bool commandLineDecides() const;
  bool readText(llvm::StringRef Text, llvm::StringRef Folder);
  bool readDirective(llvm::StringRef Line, llvm::StringRef Folder);
  bool readFile(llvm::StringRef Folder, llvm::StringRef Name, bool &Found);
  bool follow(llvm::StringRef Name, bool Quoted, llvm::StringRef Folder);

  CompilerInstance &CI;
  std::vector<std::string> Quoted, Angled;
  llvm::StringSet<> Seen;
};

Reader::Reader(CompilerInstance &CI) : CI(CI) {
  for (const HeaderSearchOptions::Entry &E :
       CI.getHeaderSearchOpts().UserEntries) {
    if (E.Group == frontend::Quoted)
      Quoted.push_back(E.Path);
    else if (E.Group == frontend::Angled)
      Angled.push_back(E.Path);
  }
}

/// Where more comes in than texts that name each other.
bool Reader::commandLineDecides() const {
  const PreprocessorOptions &PP = CI.getPreprocessorOpts();
  const FrontendOptions &Front = CI.getFrontendOpts();
  const HeaderSearchOptions &Search = CI.getHeaderSearchOpts();
  for (const auto &[Macro, IsUndef] : PP.Macros)
    if (hasWord(Macro))
      return true;
  return !PP.ImplicitPCHInclude.empty() || !PP.ChainedIncludes.empty() ||
         !PP.MacroIncludes.empty() || !PP.RemappedFileBuffers.empty() ||
         !PP.RemappedFiles.empty() || CI.getLangOpts().Modules ||
         !Front.ModuleFiles.empty() || !Search.PrebuiltModuleFiles.empty() ||
         !Search.PrebuiltModulePaths.empty();
}

bool Reader::readFile(llvm::StringRef Folder, llvm::StringRef Name,
                      bool &Found) {
  llvm::SmallString<256> Path(Folder);
  if (llvm::sys::path::is_absolute(Name))
    Path = Name;
  else
    llvm::sys::path::append(Path, Name);
  CI.getFileManager().FixupRelativePath(Path);
  if (Seen.contains(Path)) {
    Found = true;
    return false;
  }
  auto Buffer = CI.getVirtualFileSystem().getBufferForFile(Path);
  if (!Buffer)
    return false;
  Found = true;
  Seen.insert(Path);
  return readText((*Buffer)->getBuffer(), llvm::sys::path::parent_path(Path));
}

/// A name that is not found here is a system header's, or missing, which is for
/// the compiler to say.
bool Reader::follow(llvm::StringRef Name, bool IsQuoted,
                    llvm::StringRef Folder) {
  bool Found = false;
  if (IsQuoted) {
    if (readFile(Folder, Name, Found))
      return true;
    for (size_t I = 0; I != Quoted.size() && !Found; ++I)
      if (readFile(Quoted[I], Name, Found))
        return true;
  }
  for (size_t I = 0; I != Angled.size() && !Found; ++I)
    if (readFile(Angled[I], Name, Found))
      return true;
  return false;
}

/// The rest of a directive after its #. True also where the file's name is not
/// spelled out.
bool Reader::readDirective(llvm::StringRef Line, llvm::StringRef Folder) {
  Line = Line.ltrim(" \t\v\f");
  llvm::StringRef Word =
      Line.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  llvm::StringRef After = Line.drop_front(Word.size()).ltrim(" \t\v\f");
  if (Word != "include" && Word != "include_next" && Word != "import")
    // A word broken over two lines, or behind a comment.
    return (Word.empty() && After.starts_with("/*")) || After.starts_with("\\");
  bool IsQuoted = After.consume_front("\"");
  if (!IsQuoted && !After.consume_front("<"))
    return true;
  size_t End = After.find(IsQuoted ? '"' : '>');
  return End == llvm::StringRef::npos ||
         follow(After.take_front(End), IsQuoted, Folder);
}

bool Reader::readText(llvm::StringRef Text, llvm::StringRef Folder) {
  if (hasWord(Text))
    return true;
  if (CI.getLangOpts().CPlusPlusModules && Text.contains("import"))
    return true;
  for (llvm::StringRef Mark : {"#", "%:"})
    for (size_t At = Text.find(Mark); At != llvm::StringRef::npos;
         At = Text.find(Mark, At + 1))
      if (readDirective(Text.substr(At + Mark.size()).split('\n').first,
                        Folder))
        return true;
  return false;
}

bool Reader::mentions() {
  if (commandLineDecides())
    return true;
  for (const std::string &Name : CI.getPreprocessorOpts().Includes)
    if (follow(Name, /*IsQuoted=*/true, "."))
      return true;
  SourceManager &SM = CI.getSourceManager();
  FileID Main = SM.getMainFileID();
  llvm::StringRef Folder = ".";
  if (OptionalFileEntryRef Entry = SM.getFileEntryRefForID(Main))
    Folder = Entry->getDir().getName();
  return readText(SM.getBufferOrFake(Main).getBuffer(), Folder);
}

} // namespace

bool heddle::mentionsHeddle(CompilerInstance &CI) {
  return Reader(CI).mentions();
}
