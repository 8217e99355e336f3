//===- Conditionals.cpp - `#if` in the text of a nest ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nest has been read as the preprocessor has left it, so its text stands
// without the branches that were not taken. The output says `#error` where the
// conditions have other values; such a value must not depend on the pass.
//===----------------------------------------------------------------------===//
#include "Spelling/Conditionals.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

namespace {

class Evaluator {
public:
  Evaluator(Preprocessor &PP, SourceLocation At,
            llvm::ArrayRef<llvm::StringRef> Words)
      : PP(PP), At(At), Words(Words) {}

  std::optional<bool> run() {
    const int64_t Value = binary(0);
    if (!Words.empty())
      Understood = false;
    return Understood ? std::optional<bool>(Value != 0) : std::nullopt;
  }

private:
  bool take(llvm::StringRef Word) {
    if (Words.empty() || Words.front() != Word)
      return false;
    Words = Words.drop_front();
    return true;
  }
  int64_t fail() {
    Understood = false;
    Words = {};
    return 0;
  }
  const MacroInfo *macro(llvm::StringRef Name);
  int64_t value(llvm::StringRef Name);
  int64_t primary();
  int64_t binary(unsigned Level);

  Preprocessor &PP;
  SourceLocation At;
  llvm::ArrayRef<llvm::StringRef> Words;
  bool Understood = true;
  unsigned Depth = 0;
};

} // namespace

static std::optional<int64_t> number(llvm::StringRef Text) {
  int64_t Value;
  Text = Text.rtrim("uUlL");
  if (Text.getAsInteger(0, Value))
    return std::nullopt;
  return Value;
}

static bool isName(llvm::StringRef Word) {
  return !Word.empty() && (llvm::isAlpha(Word.front()) || Word.front() == '_');
}

/// Null: there is none. Names that compilers define begin with an underscore by the
/// standard's rule; NDEBUG is defined for one build and not for another.
const MacroInfo *Evaluator::macro(llvm::StringRef Name) {
  const SourceManager &SM = PP.getSourceManager();
  const MacroInfo *M =
      PP.getMacroDefinitionAtLoc(PP.getIdentifierInfo(Name), At).getMacroInfo();
  const bool IsOwn = !M || (!M->isBuiltinMacro() &&
                            !SM.isWrittenInBuiltinFile(M->getDefinitionLoc()));
  if (!IsOwn || Name.starts_with("_") || Name == "NDEBUG")
    fail();
  return M;
}

/// A macro that is one number, or another such macro; what is no macro is 0.
int64_t Evaluator::value(llvm::StringRef Name) {
  const MacroInfo *M = macro(Name);
  if (!M)
    return 0;
  if (!M->isObjectLike() || M->tokens().size() != 1 || ++Depth > 8)
    return fail();
  const std::string Only = PP.getSpelling(M->tokens().front());
  if (const std::optional<int64_t> Number = number(Only))
    return *Number;
  return isName(Only) && Only != "true" ? value(Only) : fail();
}

int64_t Evaluator::primary() {
  if (Words.empty())
    return fail();
  const llvm::StringRef Word = Words.front();
  Words = Words.drop_front();
  if (Word == "!")
    return !primary();
  if (Word == "(") {
    const int64_t Inside = binary(0);
    return take(")") ? Inside : fail();
  }
  if (Word == "defined") {
    const bool InParentheses = take("(");
    if (Words.empty() || !isName(Words.front()))
      return fail();
    const bool Found = macro(Words.front()) != nullptr;
    Words = Words.empty() ? Words : Words.drop_front();
    return !InParentheses || take(")") ? Found : fail();
  }
  if (const std::optional<int64_t> Number = number(Word))
    return *Number;
  return isName(Word) && Word != "true" && Word != "false" ? value(Word)
                                                           : fail();
}

/// Operators that bind at least as strongly as Level.
int64_t Evaluator::binary(unsigned Level) {
  static constexpr llvm::StringRef Levels[][4] = {
      {"||"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}};
  if (Level == std::size(Levels))
    return primary();
  int64_t Left = binary(Level + 1);
  while (!Words.empty() && !Words.front().empty() &&
         llvm::is_contained(Levels[Level], Words.front())) {
    const llvm::StringRef Op = Words.front();
    Words = Words.drop_front();
    const int64_t Right = binary(Level + 1);
    Left = Op == "||"   ? Left || Right
           : Op == "&&" ? Left && Right
           : Op == "==" ? Left == Right
           : Op == "!=" ? Left != Right
           : Op == "<"  ? Left < Right
           : Op == ">"  ? Left > Right
           : Op == "<=" ? Left <= Right
                        : Left >= Right;
  }
  return Left;
}

std::optional<TextCondition>
conditionAt(Preprocessor &PP, SourceLocation At, llvm::StringRef Directive,
            llvm::ArrayRef<llvm::StringRef> Words) {
  TextCondition C;
  std::vector<llvm::StringRef> Own(Words.begin(), Words.end());
  if (Directive.ends_with("def")) {
    if (Words.size() != 1)
      return std::nullopt;
    Own = {"defined", "(", Words.front(), ")"};
    if (Directive.ends_with("ndef"))
      Own.insert(Own.begin(), "!");
  }
  const std::optional<bool> Holds = Evaluator(PP, At, Own).run();
  if (!Holds)
    return std::nullopt;
  C.Text = llvm::join(Own, " ");
  C.Holds = *Holds;
  return C;
}

bool ConditionalGroups::follow(
    llvm::StringRef Directive,
    llvm::function_ref<std::optional<bool>()> Condition) {
  const bool Opens = Directive.starts_with("if");
  if (Opens)
    Open.push_back({areTaken(), false, false});
  else if (Open.empty())
    return false;
  Group &G = Open.back();
  if (Directive == "endif") {
    Open.pop_back();
    return true;
  }
  G.Taken = false;
  if (!G.Outside || G.Done)
    return true;
  const std::optional<bool> Holds =
      Directive == "else" ? std::optional<bool>(true) : Condition();
  if (!Holds)
    return false;
  G.Taken = G.Done = *Holds;
  return true;
}

} // namespace heddle
