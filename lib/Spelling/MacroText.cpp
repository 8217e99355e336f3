//===- MacroText.cpp - The text that a macro stands for -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expansion as the C standard has it, with a set of hidden macros for each
// token. Source: Prosser, "Complete Macro Expansion Algorithm", X3J11/86-196.
//===----------------------------------------------------------------------===//
#include "Spelling/MacroText.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <set>

using namespace clang;

namespace heddle {

namespace {

using Hidden = std::set<const IdentifierInfo *>;

struct TextToken {
  std::string Text;
  const IdentifierInfo *Name = nullptr;
  Hidden Hides;
};

using TextTokens = std::deque<TextToken>;

class Expander {
public:
  Expander(Preprocessor &PP, SourceLocation At) : PP(PP), At(At) {}
  std::optional<TextTokens> expand(TextTokens Rest);
  const MacroInfo *macro(const IdentifierInfo *II) const {
    return II ? PP.getMacroDefinitionAtLoc(II, At).getMacroInfo() : nullptr;
  }

private:
  std::optional<std::vector<TextTokens>> takeArguments(TextTokens &Rest,
                                                       Hidden &Hides);
  std::optional<TextTokens> replacement(const MacroInfo *M,
                                        llvm::ArrayRef<TextTokens> Arguments,
                                        const Hidden &Hides);

  Preprocessor &PP;
  SourceLocation At;
  unsigned Steps = 0;
};

} // namespace

/// Compilers spell what they and the system define each in its way; blanks in
/// literals count.
static bool isPlain(const SourceManager &SM, const MacroInfo *M) {
  return !M->isBuiltinMacro() && !M->isVariadic() &&
         !SM.isInSystemHeader(M->getDefinitionLoc()) &&
         !SM.isWrittenInBuiltinFile(M->getDefinitionLoc()) &&
         llvm::none_of(M->tokens(), [](const Token &T) {
           const IdentifierInfo *II = T.getIdentifierInfo();
           return T.isOneOf(tok::hash, tok::hashat, tok::hashhash) ||
                  tok::isStringLiteral(T.getKind()) ||
                  T.isOneOf(tok::char_constant, tok::wide_char_constant,
                            tok::utf8_char_constant, tok::utf16_char_constant,
                            tok::utf32_char_constant) ||
                  (II && (II->isStr("_Pragma") || II->isStr("defined")));
         });
}

/// Takes `( a , b )` off Rest; Hides becomes what the name and the closing
/// parenthesis both hide. Nothing: there is no end.
std::optional<std::vector<TextTokens>> Expander::takeArguments(TextTokens &Rest,
                                                               Hidden &Hides) {
  std::vector<TextTokens> Arguments(1);
  unsigned Depth = 0;
  while (!Rest.empty()) {
    TextToken T = std::move(Rest.front());
    Rest.pop_front();
    const bool IsOpen = T.Text == "(";
    if (IsOpen && Depth++ == 0)
      continue;
    if (T.Text == ")" && --Depth == 0) {
      for (const IdentifierInfo *II : Hidden(Hides))
        if (!T.Hides.count(II))
          Hides.erase(II);
      return Arguments;
    }
    if (T.Text == "," && Depth == 1)
      Arguments.emplace_back();
    else
      Arguments.back().push_back(std::move(T));
  }
  return std::nullopt;
}

/// The tokens of M, with these arguments for its parameters.
std::optional<TextTokens>
Expander::replacement(const MacroInfo *M, llvm::ArrayRef<TextTokens> Arguments,
                      const Hidden &Hides) {
  TextTokens New;
  for (const Token &T : M->tokens()) {
    const IdentifierInfo *II = T.getIdentifierInfo();
    const int Parameter = II ? M->getParameterNum(II) : -1;
    if (Parameter < 0) {
      New.push_back({PP.getSpelling(T), II, {}});
      continue;
    }
    std::optional<TextTokens> Argument =
        expand(Arguments[static_cast<size_t>(Parameter)]);
    if (!Argument)
      return std::nullopt;
    llvm::append_range(New, *Argument);
  }
  for (TextToken &T : New)
    T.Hides.insert(Hides.begin(), Hides.end());
  return New;
}

std::optional<TextTokens> Expander::expand(TextTokens Rest) {
  constexpr unsigned MostSteps = 10000;
  TextTokens Out;
  while (!Rest.empty()) {
    if (++Steps > MostSteps)
      return std::nullopt;
    TextToken T = std::move(Rest.front());
    Rest.pop_front();
    const MacroInfo *M = T.Hides.count(T.Name) ? nullptr : macro(T.Name);
    if (!M ||
        (M->isFunctionLike() && (Rest.empty() || Rest.front().Text != "("))) {
      Out.push_back(std::move(T));
      continue;
    }
    if (!isPlain(PP.getSourceManager(), M))
      return std::nullopt;
    std::vector<TextTokens> Arguments;
    if (M->isFunctionLike()) {
      auto Taken = takeArguments(Rest, T.Hides);
      if (!Taken || (Taken->size() != M->getNumParams() &&
                     !(M->getNumParams() == 0 && Taken->front().empty())))
        return std::nullopt;
      Arguments = std::move(*Taken);
    }
    T.Hides.insert(T.Name);
    std::optional<TextTokens> New = replacement(M, Arguments, T.Hides);
    if (!New)
      return std::nullopt;
    Rest.insert(Rest.begin(), New->begin(), New->end());
  }
  return Out;
}

std::optional<MacroText> macroText(Preprocessor &PP, const IdentifierInfo *II,
                                   SourceLocation At) {
  Expander All(PP, At);
  const MacroInfo *M = All.macro(II);
  if (!M)
    return std::nullopt;
  MacroText Result{II->getName().str(), ""};
  TextTokens Use{{Result.Use, II, {}}};
  const auto Add = [&](std::string Text) {
    Result.Use += Text;
    Use.push_back({std::move(Text), nullptr, {}});
  };
  if (M->isFunctionLike()) {
    Add("(");
    for (unsigned I = 0; I != M->getNumParams(); ++I) {
      if (I != 0)
        Add(",");
      Add("heddle_" + std::to_string(I));
    }
    Add(")");
  }
  const std::optional<TextTokens> Expanded = All.expand(Use);
  if (!Expanded)
    return std::nullopt;
  for (const TextToken &T : *Expanded)
    llvm::copy_if(T.Text, std::back_inserter(Result.Text),
                  [](char C) { return C != ' '; });
  return Result;
}

} // namespace heddle
