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
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace heddle {

static void forEachMacro(NestReader &NR, llvm::StringRef Name,
                         clang::SourceLocation At,
                         llvm::function_ref<bool(const clang::IdentifierInfo *,
                                                 const clang::MacroInfo *)>
                             Visit);

namespace {

/// As it stands in the file, before macros are expanded.
struct FileToken {
  tok::TokenKind Kind = tok::unknown;
  unsigned At = 0;
  llvm::StringRef Text;
  bool StartsDirective = false, InDirective = false;

  unsigned end() const { return At + static_cast<unsigned>(Text.size()); }
};

} // namespace

/// Offset: a byte of the nest's file.
static SourceLocation locationAt(const NestReader &NR, unsigned Offset) {
  return NR.SM.getLocForStartOfFile(NR.Spans.File)
      .getLocWithOffset(static_cast<int>(Offset));
}

/// The tokens of Text[Begin, End), which begins with a token.
static std::vector<FileToken> fileTokens(const SourceManager &SM, FileID File,
                                         const LangOptions &Lang,
                                         llvm::StringRef Text, unsigned Begin,
                                         unsigned End) {
  Lexer Raw(SM.getLocForStartOfFile(File), Lang, Text.begin(),
            Text.begin() + Begin, Text.end());
  std::vector<FileToken> Result;
  bool InDirective = false;
  Token Tok;
  while (true) {
    Raw.LexFromRawLexer(Tok);
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (Tok.is(tok::eof) || At >= End)
      return Result;
    bool Starts = Tok.is(tok::hash) && Tok.isAtStartOfLine();
    if (Tok.isAtStartOfLine())
      InDirective = Starts;
    Result.push_back({Tok.getKind(), At, Text.substr(At, Tok.getLength()),
                      Starts, InDirective});
  }
}

//===--- Pragmas ----------------------------------------------------------===//

/// Speaks of declarations, of diagnostics or of options, and not of the
/// statement that follows. Words: behind `pragma`.
static bool leavesLoopsAlone(llvm::StringRef Words) {
  Words = Words.ltrim();
  for (llvm::StringRef Vendor : {"GCC", "clang"})
    if (Words.consume_front(Vendor)) {
      llvm::StringRef Second = Words.ltrim();
      return !llvm::any_of(
          llvm::ArrayRef<llvm::StringRef>{"unroll", "nounroll", "ivdep",
                                          "novector", "loop", "__debug"},
          [&](llvm::StringRef W) { return Second.starts_with(W); });
    }
  llvm::StringRef First =
      Words.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  return llvm::is_contained({"STDC",
                             "comment",
                             "diag_default",
                             "diag_error",
                             "diag_suppress",
                             "diag_warning",
                             "endregion",
                             "mark",
                             "message",
                             "nv_diag_default",
                             "nv_diag_error",
                             "nv_diag_once",
                             "nv_diag_suppress",
                             "nv_diag_warning",
                             "nv_diagnostic",
                             "nv_exec_check_disable",
                             "once",
                             "pack",
                             "pop_macro",
                             "push_macro",
                             "region",
                             "warning",
                             "weak"},
                            First);
}

/// Name, or a macro that it stands for, says `_Pragma`.
static bool makesPragma(NestReader &NR, llvm::StringRef Name,
                        SourceLocation At) {
  bool Found = false;
  forEachMacro(NR, Name, At, [&](const IdentifierInfo *II, const MacroInfo *) {
    Found |= II->isStr("_Pragma");
    return !Found;
  });
  return Found;
}

/// A pragma directly before the annotation, even under a condition, would apply
/// to the launch.
static void checkPragmas(NestReader &NR, unsigned Annotation) {
  std::vector<FileToken> Tokens =
      fileTokens(NR.SM, NR.Spans.File, NR.Ctx.getLangOpts(), NR.Spans.FileText,
                 NR.Nest->Place.Insert.Begin, Annotation);
  auto At = [&](unsigned Offset) { return locationAt(NR, Offset); };
  auto Refuse = [&](const FileToken &T, llvm::StringRef Shown) {
    NR.error(DiagID::HD150, ref(NR, SourceRange(At(T.At))), Shown);
  };
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
    if (makesPragma(NR, Word.Text, At(Word.At)))
      Refuse(Word, Word.Text);
    return;
  }
}

//===--- Directives -------------------------------------------------------===//

/// Advises a compiler how to run the loop that follows, of which the values do
/// not depend on that. Words: behind `pragma`.
static bool isHint(llvm::StringRef Words) {
  auto First = [&] {
    Words = Words.ltrim();
    const llvm::StringRef Word =
        Words.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Words = Words.drop_front(Word.size());
    return Word;
  };
  const llvm::StringRef Vendor = First();
  if (Vendor == "omp")
    return First() == "simd";
  if (Vendor == "clang")
    return First() == "loop";
  const llvm::StringRef Word = Vendor == "GCC" ? First() : Vendor;
  return llvm::is_contained({"unroll", "nounroll", "ivdep", "vector",
                             "novector", "simd", "loop_count", "unroll_and_jam",
                             "nounroll_and_jam"},
                            Word);
}

/// Silences a warning about what follows, wherever that stands.
static bool isAboutWarnings(llvm::StringRef Words) {
  Words = Words.ltrim();
  return (Words.consume_front("GCC") || Words.consume_front("clang")) &&
         Words.ltrim().starts_with("diagnostic");
}

/// Takes the bytes [Begin, End) of the file out of the nest's text, which keeps
/// its lines and columns.
static void blankText(NestReader &NR, unsigned Begin, unsigned End) {
  for (unsigned At = std::max(Begin, NR.Spans.FileBegin); At < End; ++At)
    if (char &C = NR.Nest->Text[At - NR.Spans.FileBegin];
        C != '\n' && C != '\r')
      C = ' ';
}

/// Between the place At and the nest stand directives that may give a macro
/// another meaning, with these flags or with others.
static bool mayRedefine(const NestReader &NR, SourceLocation At) {
  auto [File, Begin] = NR.SM.getDecomposedLoc(At);
  auto [NestFile, End] = NR.SM.getDecomposedLoc(
      NR.SM.getExpansionLoc(NR.home()->In.Nest->getBeginLoc()));
  if (File != NestFile)
    return true;
  const std::vector<FileToken> Tokens =
      fileTokens(NR.SM, File, NR.Ctx.getLangOpts(), NR.SM.getBufferData(File),
                 std::min(Begin, End), std::max(Begin, End));
  for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
    const llvm::StringRef Word = Tokens[I + 1].Text;
    if (!Tokens[I].StartsDirective ||
        llvm::is_contained({"if", "ifdef", "ifndef", "elif", "elifdef",
                            "elifndef", "else", "endif", "line", "error"},
                           Word))
      continue;
    if (Word != "pragma" || I + 2 >= Tokens.size() ||
        Tokens[I + 2].Text.ends_with("_macro"))
      return true;
  }
  return false;
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
    std::optional<TextCondition> C = conditionAt(NR.PP, At, Word, Words);
    if (!C)
      return std::nullopt;
    // The output asks at the nest, wherever the text is.
    if (NR.isInCopy()) {
      if (mayRedefine(NR, At))
        return std::nullopt;
      const std::optional<TextCondition> There =
          conditionAt(NR.PP, NR.home()->In.Nest->getBeginLoc(), Word, Words);
      if (!There || There->Holds != C->Holds)
        return std::nullopt;
    }
    std::vector<TextCondition> &All = NR.model().TextConditions;
    const bool IsKnown = llvm::any_of(
        All, [&](const TextCondition &Other) { return Other.Text == C->Text; });
    const bool IsNumber = Words.size() == 1 && llvm::isDigit(Words[0].front());
    if (!IsKnown && !IsNumber)
      All.push_back(*C);
    return C->Holds;
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
  if (llvm::is_contained({"if", "ifdef", "ifndef", "elif", "elifdef",
                          "elifndef", "else", "endif"},
                         Word)) {
    if (!IsInNest || !takeConditional(NR, Groups, Directive))
      return false;
  } else if (Groups.areTaken() && !(Word == "pragma" && isHint(Words))) {
    return IsInNest && Word == "pragma" && isAboutWarnings(Words);
  }
  blankText(NR, Begin, End);
  return true;
}

/// A directive that the text cannot have, and why it cannot.
struct LeftDirective {
  SourceRef Where;
  llvm::StringRef Why;
};

/// Takes the directives from byte Begin of the file on out of the text.
static std::optional<LeftDirective> takeDirectives(NestReader &NR,
                                                   unsigned Begin) {
  unsigned End = NR.Spans.FileBegin + NR.Nest->Text.size();
  const std::vector<FileToken> Tokens =
      fileTokens(NR.SM, NR.Spans.File, NR.Ctx.getLangOpts(), NR.Spans.FileText,
                 Begin, End);
  ConditionalGroups Groups;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const FileToken &T = Tokens[I];
    if (!T.StartsDirective && !Groups.areTaken()) {
      blankText(NR, T.At, T.end());
      continue;
    }
    SourceLocation At = locationAt(NR, T.At);
    bool Pragma = T.Kind == tok::raw_identifier && makesPragma(NR, T.Text, At);
    if (!T.StartsDirective && !Pragma)
      continue;
    size_t Last = I + 1;
    while (Last < Tokens.size() && Tokens[Last].InDirective &&
           !Tokens[Last].StartsDirective)
      ++Last;
    if (T.StartsDirective &&
        takeDirective(NR, Groups, llvm::ArrayRef(Tokens).slice(I, Last - I))) {
      I = Last - 1;
      continue;
    }
    return LeftDirective{
        ref(NR, SourceRange(At)),
        T.At < NR.Spans.FileBegin
            ? "between annotation and loop would go with the annotation"
            : "inside the loop would be copied with it"};
  }
  if (Groups.areOpen())
    return LeftDirective{NR.Nest->Where,
                         "around the end of the loop would be copied in part"};
  return std::nullopt;
}

bool takeDirectives(NestReader &NR) {
  return !takeDirectives(NR, NR.Spans.FileBegin);
}

//===--- Macros -----------------------------------------------------------===//

/// Visits the identifier Name and, where it is a macro at that place, all that
/// its replacement names, and so on. Where Visit gives false, nothing further.
static void forEachMacro(
    NestReader &NR, llvm::StringRef Name, SourceLocation At,
    llvm::function_ref<bool(const IdentifierInfo *, const MacroInfo *)> Visit) {
  std::vector<const IdentifierInfo *> Work{NR.PP.getIdentifierInfo(Name)};
  llvm::SmallPtrSet<const IdentifierInfo *, 8> Met;
  while (!Work.empty()) {
    const IdentifierInfo *II = Work.back();
    Work.pop_back();
    if (!Met.insert(II).second)
      continue;
    const MacroInfo *Macro =
        NR.PP.getMacroDefinitionAtLoc(II, At).getMacroInfo();
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

/// Where the body's text begins. A fold that is the body has its parentheses in
/// the text alone.
SourceLocation bodyBegin(NestReader &NR, const Stmt *For) {
  const Stmt *Body = bodyOf(For);
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
  for (const FileToken &T : fileTokens(
           NR.SM, NR.Spans.File, NR.Ctx.getLangOpts(), NR.Spans.FileText,
           NR.Spans.FileBegin, NR.Spans.FileBegin + NR.Nest->Text.size())) {
    if (T.Kind != tok::raw_identifier || !Asked.insert(T.Text).second)
      continue;
    const IdentifierInfo *Changed = nullptr;
    SourceLocation Defined;
    forEachMacro(
        NR, T.Text, Loop, [&](const IdentifierInfo *II, const MacroInfo *Here) {
          const MacroInfo *There =
              NR.PP.getMacroDefinitionAtLoc(II, Kernel).getMacroInfo();
          bool Same =
              Here == There ||
              (Here && There &&
               Here->isIdenticalTo(*There, NR.PP, /*Syntactically=*/true));
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

void checkPreprocessing(NestReader &NR) {
  bool Annotated = !NR.In.AnnotationRange.File.empty();
  unsigned Annotation =
      Annotated ? NR.In.AnnotationRange.Begin : NR.Spans.FileBegin;
  checkPragmas(NR, Annotation);
  if (const std::optional<LeftDirective> Left = takeDirectives(NR, Annotation))
    NR.error(DiagID::HD156, Left->Where, Left->Why);
  checkMacros(NR, kernelPlace(NR));
}

} // namespace heddle
