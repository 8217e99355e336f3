//===- Definitions.cpp - Where macros are defined, and when ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Spelling/Definitions.h"
#include "Spelling/Directives.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

bool isSameMacro(Preprocessor &PP, const MacroInfo *A, const MacroInfo *B) {
  return A == B || (A && B && A->isIdenticalTo(*B, PP, /*Syntactically=*/true));
}

void forEachMacro(
    Preprocessor &PP, llvm::StringRef Name, SourceLocation At,
    llvm::function_ref<bool(const IdentifierInfo *, const MacroInfo *)> Visit) {
  std::vector<const IdentifierInfo *> Work{PP.getIdentifierInfo(Name)};
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Met;
  while (!Work.empty()) {
    const IdentifierInfo *II = Work.back();
    Work.pop_back();
    if (!Met.insert(II).second)
      continue;
    const MacroInfo *Macro = PP.getMacroDefinitionAtLoc(II, At).getMacroInfo();
    if (!Visit(II, Macro))
      return;
    if (!Macro)
      continue;
    for (const Token &T : Macro->tokens())
      if (const IdentifierInfo *Named = T.getIdentifierInfo())
        if (Macro->getParameterNum(Named) < 0)
          Work.push_back(Named);
  }
}

bool makesPragma(Preprocessor &PP, llvm::StringRef Name, SourceLocation At) {
  bool Found = false;
  forEachMacro(PP, Name, At, [&](const IdentifierInfo *II, const MacroInfo *) {
    Found |= II->isStr("_Pragma");
    return !Found;
  });
  return Found;
}

Inclusions::Inclusions(const SourceManager &SM) {
  for (unsigned I = 0, N = SM.local_sloc_entry_size(); I != N; ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || Entry.getFile().getIncludeLoc().isInvalid())
      continue;
    auto [In, At] = SM.getDecomposedLoc(Entry.getFile().getIncludeLoc());
    ByFile[In].push_back(
        {At, SM.getFileID(SourceLocation::getFromRawEncoding(
                 static_cast<SourceLocation::UIntTy>(Entry.getOffset())))});
  }
}

std::vector<FileID> Inclusions::at(FileID File, unsigned Begin,
                                   unsigned End) const {
  std::vector<FileID> Found;
  if (const auto It = ByFile.find(File); It != ByFile.end())
    for (const Inclusion &I : It->second)
      if (I.At >= Begin && I.At < End)
        Found.push_back(I.Included);
  return Found;
}

namespace {

class DefinitionReader {
public:
  DefinitionReader(const Preprocessor &PP)
      : PP(PP), SM(PP.getSourceManager()), Brought(SM) {}
  void read(FileID File, llvm::ArrayRef<ConditionPlace> Around);

  Definitions All;

private:
  const Preprocessor &PP;
  const SourceManager &SM;
  const Inclusions Brought;
};

} // namespace

/// The file begins with `#ifndef NAME` and `#define NAME` as nothing, and
/// nothing but that conditional, without other branches, is a directive at its
/// top: it guards against a second inclusion.
static bool isIncludeGuard(llvm::ArrayRef<FileToken> Tokens) {
  if (Tokens.size() < 6 || !Tokens[0].StartsDirective ||
      Tokens[1].Text != "ifndef" || !Tokens[3].StartsDirective ||
      Tokens[4].Text != "define" || Tokens[5].Text != Tokens[2].Text ||
      endOfDirective(Tokens, 3) != 6)
    return false;
  unsigned Depth = 0;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (!Tokens[I].StartsDirective)
      continue;
    if ((I != 0 && Depth == 0) ||
        (Depth == 1 && Tokens[I + 1].Text.starts_with("el")))
      return false;
    Depth += Tokens[I + 1].Text.starts_with("if");
    Depth -= Tokens[I + 1].Text == "endif";
  }
  return true;
}

/// A name with a splice or an escape in it, or one of a pragma that changes
/// macros without a directive about them.
static bool isHidden(const FileToken &T) {
  if (T.Kind == tok::raw_identifier &&
      !llvm::all_of(T.Text, [](unsigned char C) {
        return C >= 0x80 || llvm::isAlnum(C) || C == '_' || C == '$';
      }))
    return true;
  return T.Text.contains("push_macro") || T.Text.contains("pop_macro");
}

void DefinitionReader::read(FileID File,
                            llvm::ArrayRef<ConditionPlace> Around) {
  const std::vector<FileToken> Tokens =
      fileTokens(SM, File, PP.getLangOpts(), 0, SM.getFileIDSize(File));
  const bool IsGuarded = isIncludeGuard(Tokens);
  for (const FileToken &T : Tokens)
    if (T.Kind != tok::comment && isHidden(T))
      All.Hidden.push_back(locationAt(SM, File, T.At));
  std::vector<std::vector<ConditionPlace>> Groups;
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    if (!Tokens[I].StartsDirective)
      continue;
    const SourceLocation Where = locationAt(SM, File, Tokens[I].At);
    const llvm::StringRef Word = Tokens[I + 1].Text;
    const llvm::ArrayRef<FileToken> Rest =
        llvm::ArrayRef(Tokens).slice(I + 2, endOfDirective(Tokens, I) - I - 2);
    ConditionPlace Here{Where, Word, {}};
    for (const FileToken &T : Rest)
      Here.Words.push_back(T.Text);
    std::vector<ConditionPlace> On = Around.vec();
    for (const auto &Group : Groups)
      On.insert(On.end(), Group.begin(), Group.end());
    if (Word.starts_with("if"))
      Groups.push_back(I == 0 && IsGuarded ? std::vector<ConditionPlace>()
                                           : std::vector<ConditionPlace>{Here});
    else if (Word == "endif" && !Groups.empty())
      Groups.pop_back();
    else if (Word.starts_with("elif") && !Groups.empty())
      Groups.back().push_back(Here);
    else if ((Word == "define" || Word == "undef") && !Rest.empty()) {
      // The guard's own macro is one like any other.
      if (IsGuarded && Rest.front().Text == Tokens[2].Text)
        On.push_back(
            {locationAt(SM, File, Tokens[0].At), "ifndef", {Tokens[2].Text}});
      All.ByName[Rest.front().Text].push_back(
          {locationAt(SM, File, Rest.front().At), std::move(On)});
    } else if ((Word.starts_with("include") || Word == "import") &&
               !Rest.empty()) {
      const std::vector<FileID> Files =
          Brought.at(File, Tokens[I].At, Rest.back().end());
      // Under no condition a file is left out that has been there before.
      if ((Files.empty() && !On.empty()) ||
          Rest.front().Kind == tok::raw_identifier)
        All.Unread.push_back(Where);
      for (FileID Included : Files)
        if (!SM.isInSystemHeader(SM.getLocForStartOfFile(Included)))
          read(Included, On);
    }
  }
}

Definitions readDefinitions(const Preprocessor &PP) {
  DefinitionReader Reader(PP);
  Reader.read(PP.getSourceManager().getMainFileID(), {});
  return std::move(Reader.All);
}

} // namespace heddle
