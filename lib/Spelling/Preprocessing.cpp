//===- Preprocessing.cpp - Directives and macros around the nest ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel repeats text of the nest at another place, and the launch stands
// where annotation and nest stood. Directives in that text, pragmas before it
// and macros that change in between would mean something else there.
//===----------------------------------------------------------------------===//
#include "Spelling/Preprocessing.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/NestReader.h"
#include "Spelling/Conditionals.h"
#include "Spelling/Definitions.h"
#include "Spelling/Directives.h"
#include "Spelling/Expansion.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace heddle {

/// Offset: a byte of the nest's file.
static SourceLocation locationAt(const NestReader &NR, unsigned Offset) {
  return locationAt(NR.SM, NR.Spans.File, Offset);
}

std::optional<std::vector<FileToken>> functionTokens(const NestReader &NR) {
  const Stmt *Body = NR.In.Function->getBody();
  const SourceLocation Begin = Body->getBeginLoc(), End = Body->getEndLoc();
  if (!Begin.isFileID() || !End.isFileID() ||
      NR.SM.getFileID(Begin) != NR.SM.getFileID(End))
    return std::nullopt;
  return fileTokens(NR.SM, NR.SM.getFileID(Begin), NR.Ctx.getLangOpts(),
                    NR.SM.getFileOffset(Begin), NR.SM.getFileOffset(End));
}

//===--- Pragmas ----------------------------------------------------------===//

/// Pragmas of other tools, of which compilers know nothing, directly before the
/// annotation: they are taken off the tokens, and the launch replaces them.
static void takeForeignPragmas(NestReader &NR, std::vector<FileToken> &Tokens) {
  Placement &Place = NR.Nest->Place;
  while (!Tokens.empty() && Tokens.back().InDirective) {
    size_t Begin = Tokens.size() - 1;
    while (!Tokens[Begin].StartsDirective)
      --Begin;
    if (Begin + 2 >= Tokens.size() || Tokens[Begin + 1].Text != "pragma" ||
        !isForeign(
            NR.Spans.FileText.slice(Tokens[Begin + 2].At, Tokens.back().end())))
      return;
    Place.Nest.Begin = Tokens[Begin].At;
    Place.Pragmas.insert(
        0,
        NR.Spans.FileText.slice(Tokens[Begin].At, Tokens.back().end()).str() +
            "\n");
    Tokens.resize(Begin);
  }
}

/// A pragma directly before the annotation, even under a condition, would apply
/// to the launch.
static void checkPragmas(NestReader &NR, unsigned Annotation) {
  std::vector<FileToken> Tokens =
      fileTokens(NR.SM, NR.Spans.File, NR.Ctx.getLangOpts(),
                 NR.Nest->Place.Insert.Begin, Annotation);
  auto At = [&](unsigned Offset) { return locationAt(NR, Offset); };
  auto Refuse = [&](const FileToken &T, llvm::StringRef Shown) {
    NR.error(DiagID::HD150, ref(NR, SourceRange(At(T.At))), Shown);
  };
  takeForeignPragmas(NR, Tokens);
  while (!Tokens.empty()) {
    size_t Begin = Tokens.size() - 1;
    if (Tokens[Begin].InDirective) {
      while (!Tokens[Begin].StartsDirective)
        --Begin;
      bool Pragma =
          Begin + 1 < Tokens.size() && Tokens[Begin + 1].Text == "pragma";
      unsigned From = Tokens[Begin].At;
      unsigned To = Tokens.back().end();
      if (Pragma && (Begin + 2 == Tokens.size() ||
                     !leavesLoopsAlone(
                         NR.Spans.FileText.slice(Tokens[Begin + 2].At, To))))
        return Refuse(Tokens[Begin], NR.Spans.FileText.slice(From, To));
      Tokens.resize(Begin);
      continue;
    }
    // `_Pragma("...")`, MACRO or MACRO(...)
    if (Tokens[Begin].Kind == tok::r_paren) {
      unsigned Depth = 0;
      do {
        Depth += Tokens[Begin].Kind == tok::r_paren;
        Depth -= Tokens[Begin].Kind == tok::l_paren;
      } while (Depth && Begin-- > 0);
      if (Begin == 0 || Depth)
        return;
      --Begin;
    }
    const FileToken &Word = Tokens[Begin];
    if (Word.Kind != tok::raw_identifier)
      return;
    if (Word.Text == "_Pragma" && Begin + 2 < Tokens.size() &&
        leavesLoopsAlone(Tokens[Begin + 2].Text.trim("\""))) {
      Tokens.resize(Begin);
      continue;
    }
    if (makesPragma(NR.PP, Word.Text, At(Word.At)))
      Refuse(Word, Word.Text);
    return;
  }
}

//===--- Directives -------------------------------------------------------===//

/// Takes the bytes [Begin, End) of the file out of the nest's text, which keeps
/// its lines and columns.
static void blankText(NestReader &NR, unsigned Begin, unsigned End) {
  for (unsigned At = std::max(Begin, NR.Spans.FileBegin); At < End; ++At)
    if (char &C = NR.Nest->Text[At - NR.Spans.FileBegin];
        C != '\n' && C != '\r')
      C = ' ';
}

/// Between the place At and the nest something may be said of what the words of
/// a condition name, with these flags or with others.
static bool mayRedefine(const NestReader &NR, SourceLocation At,
                        llvm::ArrayRef<llvm::StringRef> Words) {
  const SourceLocation Nest =
      NR.SM.getExpansionLoc(NR.home()->In.Nest->getBeginLoc());
  const auto IsBetween = [&](SourceLocation X) {
    return NR.SM.isBeforeInTranslationUnit(At, X) !=
           NR.SM.isBeforeInTranslationUnit(Nest, X);
  };
  const Definitions All = readDefinitions(NR.PP);
  bool Found = llvm::any_of(All.Hidden, IsBetween) ||
               llvm::any_of(All.Unread, IsBetween);
  for (const llvm::StringRef Word : Words)
    forEachMacro(NR.PP, Word, At,
                 [&](const IdentifierInfo *II, const MacroInfo *) {
                   for (const Definition &D : All.ByName.lookup(II->getName()))
                     Found |= IsBetween(D.Where);
                   return !Found;
                 });
  return Found;
}

std::optional<TextCondition>
lastingCondition(const NestReader &NR, SourceLocation At,
                 llvm::StringRef Directive,
                 llvm::ArrayRef<llvm::StringRef> Words) {
  std::optional<TextCondition> Here = conditionAt(NR.PP, At, Directive, Words);
  if (!Here || mayRedefine(NR, At, Words))
    return std::nullopt;
  const std::optional<TextCondition> There =
      conditionAt(NR.PP, NR.home()->In.Nest->getBeginLoc(), Directive, Words);
  return There && There->Holds == Here->Holds ? Here : std::nullopt;
}

void pin(NestReader &NR, TextCondition C) {
  std::vector<TextCondition> &All = NR.model().TextConditions;
  const bool IsKnown = llvm::any_of(
      All, [&](const TextCondition &Other) { return Other.Text == C.Text; });
  uint64_t Number;
  if (!IsKnown && llvm::StringRef(C.Text).rtrim("uUlL").getAsInteger(0, Number))
    All.push_back(std::move(C));
}

/// `#if` and what belongs to it. False: it cannot be followed.
static bool takeConditional(NestReader &NR, ConditionalGroups &Groups,
                            llvm::ArrayRef<FileToken> Directive) {
  const llvm::StringRef Word = Directive[1].Text;
  const SourceLocation At = locationAt(NR, Directive.front().At);
  std::vector<llvm::StringRef> Words;
  for (const FileToken &T : Directive.drop_front(2))
    Words.push_back(T.Text);
  return Groups.follow(Word, [&]() -> std::optional<bool> {
    // The output asks at the nest, wherever the text is.
    std::optional<TextCondition> C = NR.isInCopy()
                                         ? lastingCondition(NR, At, Word, Words)
                                         : conditionAt(NR.PP, At, Word, Words);
    if (!C)
      return std::nullopt;
    const bool Holds = C->Holds;
    pin(NR, std::move(*C));
    return Holds;
  });
}

/// A directive that may stand in a nest; hints and conditionals are taken out
/// of its text.
static bool takeDirective(NestReader &NR, ConditionalGroups &Groups,
                          llvm::ArrayRef<FileToken> Directive) {
  const unsigned Begin = Directive.front().At, End = Directive.back().end();
  const bool IsInNest = Begin >= NR.Spans.FileBegin;
  const llvm::StringRef Word =
      Directive.size() > 1 ? Directive[1].Text : llvm::StringRef();
  const llvm::StringRef Words =
      Directive.size() > 2 ? NR.Spans.FileText.slice(Directive[2].At, End)
                           : llvm::StringRef();
  if (isOfConditionals(Word)) {
    if (!IsInNest || !takeConditional(NR, Groups, Directive))
      return false;
  } else if (Groups.areTaken() &&
             !(Word == "pragma" && isHint(Words, IsInNest))) {
    return IsInNest && Word == "pragma" && isAboutWarnings(Words);
  }
  blankText(NR, Begin, End);
  return true;
}

/// `#define` in the body of a function that is copied, and `#undef` of the same
/// name behind it: the copy keeps both. Own: the macros that are defined there.
static bool keepMacro(const NestReader &NR, llvm::StringSet<> &Own,
                      llvm::ArrayRef<FileToken> Directive) {
  if (!NR.isInCopy() || Directive.size() < 3)
    return false;
  const llvm::StringRef Word = Directive[1].Text, Name = Directive[2].Text;
  if (Word == "undef")
    return Own.erase(Name);
  return Word == "define" &&
         !NR.PP
              .getMacroDefinitionAtLoc(NR.PP.getIdentifierInfo(Name),
                                       locationAt(NR, NR.Spans.FileBegin))
              .getMacroInfo() &&
         Own.insert(Name).second;
}

/// A directive that the text cannot have, and why it cannot.
struct LeftDirective {
  SourceRef Where;
  llvm::StringRef Why;
};

/// Takes the directives from byte Begin of the file on out of the text.
static std::optional<LeftDirective> takeDirectives(NestReader &NR,
                                                   unsigned Begin) {
  const std::vector<FileToken> Tokens = fileTokens(
      NR.SM, NR.Spans.File, NR.Ctx.getLangOpts(), Begin, NR.Spans.FileEnd);
  ConditionalGroups Groups;
  llvm::StringSet<> Own;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const FileToken &T = Tokens[I];
    if (!T.StartsDirective && !Groups.areTaken()) {
      blankText(NR, T.At, T.end());
      continue;
    }
    SourceLocation At = locationAt(NR, T.At);
    bool Pragma =
        T.Kind == tok::raw_identifier && makesPragma(NR.PP, T.Text, At);
    if (!T.StartsDirective && !Pragma)
      continue;
    const size_t Last = endOfDirective(Tokens, I);
    const auto Directive = llvm::ArrayRef(Tokens).slice(I, Last - I);
    if (T.StartsDirective &&
        ((!Groups.areOpen() && keepMacro(NR, Own, Directive)) ||
         takeDirective(NR, Groups, Directive))) {
      I = Last - 1;
      continue;
    }
    return LeftDirective{
        ref(NR, SourceRange(At)),
        T.At < NR.Spans.FileBegin
            ? "between annotation and loop would go with the annotation"
            : "inside the loop would be copied with it"};
  }
  if (Groups.areOpen() || !Own.empty())
    return LeftDirective{NR.Nest->Where,
                         "around the end of the loop would be copied in part"};
  return std::nullopt;
}

bool takeDirectives(NestReader &NR) {
  return !takeDirectives(NR, NR.Spans.FileBegin);
}

bool isAboutMacros(const Diagnostic &D) {
  return llvm::is_contained({DiagID::HD114, DiagID::HD117, DiagID::HD151,
                             DiagID::HD152, DiagID::HD155, DiagID::HD156,
                             DiagID::HD159},
                            D.ID);
}

//===--- Macros -----------------------------------------------------------===//

/// Where the body's text begins. A fold that is the body has its parentheses in
/// the text alone.
SourceLocation bodyBegin(NestReader &NR, const Stmt *For) {
  const Stmt *Body = bodyOf(For);
  if (NR.Spans.Expanded)
    return firstToken(NR, Body);
  if (isa<clang::Expr>(Body) && isInstantiation(NR))
    if (std::optional<Token> First =
            Lexer::findNextToken(closingOf(For), NR.SM, NR.Ctx.getLangOpts()))
      return First->getLocation();
  return NR.SM.getExpansionLoc(Body->getBeginLoc());
}

/// The semicolon behind an expression that ends at End, where it stands in the
/// text. The text between them belongs to the same statement: macros that stand
/// for nothing, and in an instantiation the rest of a fold, since the tree has
/// only what the fold has become.
SourceLocation semicolonBehind(NestReader &NR, SourceLocation End) {
  while (std::optional<Token> Next =
             Lexer::findNextToken(End, NR.SM, NR.Ctx.getLangOpts())) {
    if (Next->is(tok::semi))
      return Next->getLocation();
    bool IsNothing = false;
    if (Next->is(tok::raw_identifier)) {
      const IdentifierInfo *II =
          NR.PP.getIdentifierInfo(Next->getRawIdentifier());
      const MacroInfo *Macro =
          NR.PP.getMacroDefinitionAtLoc(II, Next->getLocation()).getMacroInfo();
      IsNothing = Macro && Macro->isObjectLike() && Macro->tokens().empty();
    }
    bool IsOfFold =
        Next->isOneOf(tok::r_paren, tok::ellipsis) ||
        getBinOpPrecedence(Next->getKind(), /*GreaterThanIsOperator=*/true,
                           /*CPlusPlus11=*/true) != prec::Unknown;
    if (!IsNothing && !(IsOfFold && isInstantiation(NR)))
      return {};
    End = Next->getLocation();
  }
  return {};
}

/// A macro that the text uses, directly or not, and that means something else
/// at the kernel; __COUNTER__ does with each copy of the text.
void checkMacros(NestReader &NR, SourceLocation Kernel) {
  auto At = [&](unsigned Offset) { return locationAt(NR, Offset); };
  SourceLocation Loop = At(NR.Spans.FileBegin);
  llvm::StringSet<> Asked;
  for (const FileToken &T :
       fileTokens(NR.SM, NR.Spans.File, NR.Ctx.getLangOpts(),
                  NR.Spans.FileBegin, NR.Spans.FileEnd)) {
    if (T.Kind != tok::raw_identifier || !Asked.insert(T.Text).second)
      continue;
    const IdentifierInfo *Changed = nullptr;
    SourceLocation Defined;
    forEachMacro(NR.PP, T.Text, Loop,
                 [&](const IdentifierInfo *II, const MacroInfo *Here) {
                   const MacroInfo *There =
                       NR.PP.getMacroDefinitionAtLoc(II, Kernel).getMacroInfo();
                   const bool Same = isSameMacro(NR.PP, Here, There);
                   if (Same && !II->isStr("__COUNTER__"))
                     return true;
                   Changed = II;
                   if (const MacroInfo *Any = Here ? Here : There; Any && !Same)
                     Defined = Any->getDefinitionLoc();
                   return false;
                 });
    if (!Changed)
      continue;
    Diagnostic &D = NR.error(DiagID::HD155, ref(NR, SourceRange(At(T.At))),
                             Changed->getName());
    if (Defined.isValid())
      D.note(ref(NR, SourceRange(Defined)), "defined here");
    return;
  }
}

SourceLocation kernelPlace(const NestReader &NR) {
  const NestReader &Home = *NR.home();
  return locationAt(Home, Home.Nest->Place.Insert.Begin);
}

/// The kernel has no macro that the text names, and neither has the loop's
/// place, where the text has them expanded.
static void checkExpanded(NestReader &NR) {
  std::optional<Note> &Unfit = NR.Spans.Expanded->Unfit;
  Unfit = whyNotExpanded(NR, NR.Spans.FileBegin, NR.Spans.FileEnd);
  for (SourceLocation At :
       {kernelPlace(NR), locationAt(NR, NR.Spans.FileBegin)})
    if (!Unfit)
      Unfit = macroAmongTokens(NR, At);
  NR.Failed |= Unfit.has_value();
}

void checkPreprocessing(NestReader &NR) {
  bool Annotated = !NR.In.AnnotationRange.File.empty();
  unsigned Annotation =
      Annotated ? NR.In.AnnotationRange.Begin : NR.Spans.FileBegin;
  checkPragmas(NR, Annotated ? NR.In.PragmasBegin : Annotation);
  if (NR.Spans.Expanded)
    return checkExpanded(NR);
  if (NR.In.InMacro)
    if (const auto Why = whyNotExpanded(NR, Annotation, NR.Spans.FileBegin)) {
      NR.Diags.Diagnostics.push_back(*NR.In.InMacro);
      NR.Diags.Diagnostics.back().note(Why->Where, Why->Text);
      NR.Failed = true;
    }
  if (const std::optional<LeftDirective> Left = takeDirectives(NR, Annotation))
    NR.error(DiagID::HD156, Left->Where, Left->Why);
  checkMacros(NR, kernelPlace(NR));
}

} // namespace heddle
