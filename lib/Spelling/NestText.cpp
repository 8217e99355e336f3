//===- NestText.cpp - Text, replacements and names of the nest ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Spelling/NestText.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/NestReader.h"
#include "Spelling/ExpandedText.h"
#include "Spelling/Placement.h"
#include "Spelling/Preprocessing.h"
#include "Spelling/TypeSpelling.h"
#include "Support/Identifiers.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- Places -----------------------------------------------------------===//

SourceRef ref(const NestReader &NR, SourceRange Range) {
  SourceRef Result;
  Result.Begin = Range.getBegin().getRawEncoding();
  Result.End = (Range.getEnd().isValid() ? Range.getEnd() : Range.getBegin())
                   .getRawEncoding();
  return Result;
}

std::string text(const NestReader &NR, SourceRange Range) {
  if (Range.isInvalid())
    return "implicit code";
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), NR.SM, NR.Ctx.getLangOpts());
  const auto Expanded = NR.Spans.Expanded
                            ? offsets(NR, Range)
                            : std::optional<std::pair<unsigned, unsigned>>();
  if (Chars.isInvalid()) // partly out of a macro: what the user sees is its use
    Chars = CharSourceRange::getTokenRange(
        NR.SM.getExpansionLoc(Range.getBegin()),
        NR.SM.getExpansionRange(Range.getEnd()).getEnd());
  llvm::StringRef Source =
      Expanded ? llvm::StringRef(NR.Nest->Text)
                     .slice(Expanded->first, Expanded->second)
               : Lexer::getSourceText(Chars, NR.SM, NR.Ctx.getLangOpts());
  std::string Result;
  for (char C : Source) {
    bool Blank = C == ' ' || C == '\t' || C == '\n' || C == '\r';
    if (!Blank)
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return Result;
}

/// In a template, what `if constexpr` discards is text all the same.
static const Stmt *lastBranch(NestReader &NR, const IfStmt *S) {
  if (S->isConstexpr() && isInstantiation(NR))
    if (const IfStmt *Pattern = patternIf(NR, S))
      S = Pattern;
  return S->getElse() ? S->getElse() : S->getThen();
}

SourceLocation firstToken(const NestReader &NR, const Stmt *S) {
  const auto *A = dyn_cast<AttributedStmt>(S);
  return NR.Spans.Expanded && A && !tokenAt(NR, S->getBeginLoc())
             ? firstToken(NR, A->getSubStmt())
             : S->getBeginLoc();
}

/// The statement that the text of S ends with.
static const Stmt *lastStatement(NestReader &NR, const Stmt *S) {
  while (true) {
    if (const Stmt *Body = bodyOf(S))
      S = Body;
    else if (const auto *W = dyn_cast<WhileStmt>(S))
      S = W->getBody();
    else if (const auto *I = dyn_cast<IfStmt>(S))
      S = lastBranch(NR, I);
    else if (const auto *A = dyn_cast<AttributedStmt>(S))
      S = A->getSubStmt();
    else
      return S;
  }
}

/// S knows its last token; expressions and the like lack their semicolon.
static bool holdsLastToken(const Stmt *S) {
  return isa<CompoundStmt, NullStmt, DeclStmt, SwitchStmt, CXXTryStmt>(S);
}

/// The last token of S, the semicolon included.
SourceLocation lastToken(NestReader &NR, const Stmt *S) {
  const Stmt *Last = lastStatement(NR, S);
  if (NR.Spans.Expanded) {
    const ExpandedText::Token *T = tokenAt(NR, Last->getEndLoc());
    if (!T || holdsLastToken(Last))
      return T ? T->Loc : SourceLocation();
    const ExpandedText::Token *Next = T + 1;
    const bool IsSemicolon =
        Next != NR.Spans.Expanded->Tokens.data() +
                    NR.Spans.Expanded->Tokens.size() &&
        llvm::StringRef(NR.Nest->Text).slice(Next->Begin, Next->End) == ";";
    return IsSemicolon ? Next->Loc : SourceLocation();
  }
  SourceLocation End = NR.SM.getExpansionRange(Last->getEndLoc()).getEnd();
  return holdsLastToken(Last) ? End : semicolonBehind(NR, End);
}

//===--- The text ---------------------------------------------------------===//

/// Neither the loop's keyword nor its parentheses may come out of a macro.
static bool isWrittenInFile(NestReader &NR, const Stmt *For) {
  const auto *F = dyn_cast<ForStmt>(For);
  for (SourceLocation Loc :
       {keywordOf(For), F ? F->getLParenLoc() : keywordOf(For),
        closingOf(For)}) {
    if (Loc.isFileID())
      continue;
    llvm::StringRef Macro =
        Lexer::getImmediateMacroName(Loc, NR.SM, NR.Ctx.getLangOpts());
    if (NR.SM.isMacroArgExpansion(Loc))
      NR.error(DiagID::HD152, ref(NR, SourceRange(keywordOf(For))), Macro);
    else
      NR.error(DiagID::HD151, ref(NR, SourceRange(keywordOf(For))), Macro)
          .note(ref(NR, SourceRange(NR.SM.getSpellingLoc(Loc))),
                "the loop is written here");
    return false;
  }
  return true;
}

/// Where, in the text of the nest, something begins or ends that is no part of
/// it: a macro may hold the nest's end and more. Every token belongs to some
/// statement of the function.
static SourceLocation strangerIn(const NestReader &NR, const Stmt *S,
                                 SourceLocation Past) {
  if (keywordOf(S).isValid() && keywordOf(S) == keywordOf(NR.In.For))
    return {};
  auto IsInNest = [&](SourceLocation Loc) {
    Loc = NR.SM.getExpansionLoc(Loc);
    return Loc.isValid() && NR.SM.isWrittenInSameFile(Loc, Past) &&
           !NR.SM.isBeforeInTranslationUnit(Loc, keywordOf(NR.In.For)) &&
           NR.SM.isBeforeInTranslationUnit(Loc, Past);
  };
  if (IsInNest(S->getBeginLoc()))
    return S->getBeginLoc();
  // A statement that has the nest as its last part ends where the nest does.
  if (IsInNest(S->getEndLoc()) && S->getEndLoc() != NR.In.For->getEndLoc())
    return S->getEndLoc();
  for (const Stmt *Child : S->children())
    if (Child)
      if (SourceLocation Found = strangerIn(NR, Child, Past); Found.isValid())
        return Found;
  return {};
}

/// Where the nest's last token stands in the file of its first one.
static SourceLocation endOfNest(NestReader &NR) {
  const Stmt *Final = lastStatement(NR, NR.In.For);
  SourceLocation FinalEnd = Final->getEndLoc();
  auto Refuse = [&](llvm::StringRef Why, SourceLocation At) {
    NR.error(DiagID::HD117, ref(NR, SourceRange(NR.SM.getExpansionLoc(At))),
             Why);
    return SourceLocation();
  };
  auto Macro = [&](SourceLocation Loc) {
    while (NR.SM.getImmediateMacroCallerLoc(Loc).isMacroID())
      Loc = NR.SM.getImmediateMacroCallerLoc(Loc);
    return Lexer::getImmediateMacroName(Loc, NR.SM, NR.Ctx.getLangOpts()).str();
  };
  SourceLocation Last = lastToken(NR, NR.In.For);
  if (FinalEnd.isMacroID() && (Last.isInvalid() || holdsLastToken(Final)))
    return Refuse("it ends inside the macro '" + Macro(FinalEnd) +
                      "'; put braces around the body",
                  FinalEnd);
  if (std::optional<Token> Next;
      Last.isInvalid() &&
      (Next = Lexer::findNextToken(FinalEnd, NR.SM, NR.Ctx.getLangOpts())) &&
      Next->is(tok::raw_identifier))
    return Refuse("its semicolon comes out of the macro '" +
                      Next->getRawIdentifier().str() +
                      "'; write it where it stands",
                  Next->getLocation());
  if (Last.isInvalid() ||
      NR.SM.getFileID(Last) != NR.SM.getFileID(keywordOf(NR.In.For)))
    return Refuse("it ends in another file", keywordOf(NR.In.For));
  if (FinalEnd.isFileID())
    return Last;
  SourceLocation More = strangerIn(NR, patternOf(NR.In.Function)->getBody(),
                                   Last.getLocWithOffset(1));
  if (More.isValid())
    return Refuse(More.isMacroID()
                      ? "the macro '" + Macro(More) +
                            "' stands for more than the loop's body; put "
                            "braces around what the loop is to run"
                      : "it ends inside the macro '" + Macro(FinalEnd) +
                            "'; put braces around the body",
                  FinalEnd);
  return Last;
}

bool readText(NestReader &NR) {
  if (NR.In.InMacro && !annotationStandsAlone(NR)) {
    NR.Failed = true;
    NR.Diags.Diagnostics.push_back(*NR.In.InMacro);
    return false;
  }
  if (!isWrittenInFile(NR, NR.In.For))
    return false;
  SourceLocation Last = endOfNest(NR);
  if (Last.isInvalid())
    return false;
  setText(NR, keywordOf(NR.In.For), Last);
  return true;
}

bool readExpandedText(NestReader &NR) {
  const Stmt *Last = lastStatement(NR, NR.In.For);
  return readExpandedText(NR, Last, holdsLastToken(Last));
}

void setText(NestReader &NR, SourceLocation Begin, SourceLocation Last) {
  auto [BeginFile, BeginOffset] = NR.SM.getDecomposedLoc(Begin);
  NR.Spans.File = BeginFile;
  NR.Spans.FileText = NR.SM.getBufferData(NR.Spans.File);
  NR.Spans.FileBegin = BeginOffset;
  unsigned End = NR.SM.getDecomposedLoc(Last).second +
                 Lexer::MeasureTokenLength(Last, NR.SM, NR.Ctx.getLangOpts());
  NR.Spans.FileEnd = End;
  NR.Nest->Text = NR.Spans.FileText.slice(NR.Spans.FileBegin, End).str();
  NR.Nest->TextColumn = NR.SM.getSpellingColumnNumber(Begin);
  NR.Nest->Where = ref(NR, SourceRange(Begin));
}

std::optional<unsigned> offset(const NestReader &NR, SourceLocation Loc) {
  if (NR.Spans.Expanded) {
    const ExpandedText::Token *T = tokenAt(NR, Loc);
    return T ? std::optional<unsigned>(T->Begin) : std::nullopt;
  }
  if (!Loc.isFileID())
    return std::nullopt;
  auto [InFile, At] = NR.SM.getDecomposedLoc(Loc);
  if (InFile != NR.Spans.File || At < NR.Spans.FileBegin ||
      At > NR.Spans.FileBegin + NR.Nest->Text.size())
    return std::nullopt;
  return At - NR.Spans.FileBegin;
}

std::optional<unsigned> beginOf(const NestReader &NR, SourceLocation Loc) {
  return offset(NR, NR.Spans.Expanded ? Loc : NR.SM.getExpansionLoc(Loc));
}

std::optional<unsigned> endOf(const NestReader &NR, SourceLocation Loc) {
  if (NR.Spans.Expanded) {
    const ExpandedText::Token *T = tokenAt(NR, Loc);
    return T ? std::optional<unsigned>(T->End) : std::nullopt;
  }
  const std::optional<unsigned> Begin = offset(NR, Loc);
  if (!Begin)
    return std::nullopt;
  return *Begin + Lexer::MeasureTokenLength(Loc, NR.SM, NR.Ctx.getLangOpts());
}

bool isWithinNest(const NestReader &NR, SourceLocation Loc) {
  return Loc.isValid() && beginOf(NR, Loc).has_value();
}

std::optional<std::pair<unsigned, unsigned>> offsets(const NestReader &NR,
                                                     SourceRange Range) {
  if (NR.Spans.Expanded) {
    const ExpandedText::Token *First = tokenAt(NR, Range.getBegin());
    const ExpandedText::Token *Last = tokenAt(NR, Range.getEnd());
    if (!First || !Last || First > Last)
      return std::nullopt;
    return std::make_pair(First->Begin, Last->End);
  }
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), NR.SM, NR.Ctx.getLangOpts());
  if (Chars.isInvalid())
    return std::nullopt;
  std::optional<unsigned> Begin = offset(NR, Chars.getBegin());
  std::optional<unsigned> End = offset(NR, Chars.getEnd());
  if (!Begin || !End)
    return std::nullopt;
  return std::make_pair(*Begin, *End);
}

bool setOffsets(NestReader &NR, Loop &L, const Stmt *For) {
  if (!NR.Spans.Expanded && !isWrittenInFile(NR, For))
    return false;
  const Stmt *Body = bodyOf(For);
  SourceLocation Last = lastToken(NR, For);
  std::optional<unsigned> Begin = offset(NR, keywordOf(For));
  std::optional<unsigned> End = Last.isValid() ? endOf(NR, Last) : std::nullopt;
  std::optional<unsigned> BodyBegin = offset(NR, bodyBegin(NR, For));
  if (!Begin || !End || !BodyBegin) {
    SourceLocation Ends = For->getEndLoc();
    NR.error(DiagID::HD151, ref(NR, SourceRange(keywordOf(For))),
             Ends.isMacroID() ? Lexer::getImmediateMacroName(
                                    Ends, NR.SM, NR.Ctx.getLangOpts())
                              : llvm::StringRef("#include"));
    return false;
  }
  L.TextBegin = *Begin;
  L.TextEnd = *End;
  if (std::optional<unsigned> Close = offset(NR, closingOf(For)))
    L.HeaderEnd = *Close + 1;
  L.BodyBegin = *BodyBegin;
  L.BodyEnd = L.TextEnd;
  const bool HasBraces =
      isa<CompoundStmt>(Body) &&
      (NR.Spans.Expanded ||
       (Body->getBeginLoc().isFileID() && Body->getEndLoc().isFileID()));
  if (HasBraces) {
    // Braces may be digraphs.
    L.BodyBegin = *endOf(NR, Body->getBeginLoc());
    L.BodyEnd = *offset(NR, Last);
  }
  L.BodyLine = NR.SM.getPresumedLineNumber(
      NR.Spans.Expanded ? NR.SM.getExpansionLoc(Body->getBeginLoc())
                        : NR.SM.getLocForStartOfFile(NR.Spans.File)
                              .getLocWithOffset(static_cast<int>(
                                  NR.Spans.FileBegin + L.BodyBegin)));
  return true;
}

//===--- Replacements -----------------------------------------------------===//

/// The range is one token (through macros too) that reads Text, or it is the
/// text of the nest.
bool isSpelled(const NestReader &NR, SourceRange Range, llvm::StringRef Text) {
  if (Range.getBegin() == Range.getEnd()) {
    llvm::SmallString<32> Buffer;
    return Lexer::getSpelling(NR.SM.getSpellingLoc(Range.getBegin()), Buffer,
                              NR.SM, NR.Ctx.getLangOpts()) == Text;
  }
  auto At = offsets(NR, Range);
  return At &&
         llvm::StringRef(NR.Nest->Text).slice(At->first, At->second) == Text;
}

void addReplacement(NestReader &NR, SourceRange Range, std::string Kernel) {
  auto At = offsets(NR, Range);
  if (!At) {
    NR.error(DiagID::HD159, ref(NR, Range), text(NR, Range), Kernel);
    return;
  }
  NR.Texts.Replacements.push_back({At->first, At->second, std::move(Kernel)});
}

void addParentheses(NestReader &NR, const clang::Expr *E,
                    llvm::StringRef Open) {
  if (!NR.Spans.Wrapped.insert(E).second)
    return;
  auto At = offsets(NR, E->getSourceRange());
  if (!At) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E), Open);
    return;
  }
  NR.Texts.Replacements.push_back({At->first, At->first, Open.str()});
  NR.Texts.Replacements.push_back({At->second, At->second, ")"});
}

/// Sorted, without repetitions. A replacement inside another is covered by it:
/// the outer ones stand for whole constants.
void finishReplacements(NestReader &NR) {
  std::vector<Replacement> &Replacements = NR.Texts.Replacements;
  llvm::stable_sort(Replacements,
                    [](const Replacement &A, const Replacement &B) {
                      if (A.Begin != B.Begin)
                        return A.Begin < B.Begin;
                      bool PointA = A.Begin == A.End, PointB = B.Begin == B.End;
                      return PointA != PointB ? PointA : A.End > B.End;
                    });
  std::vector<Replacement> Kept;
  unsigned End = 0;
  for (Replacement &H : Replacements) {
    if (H.Begin < End)
      continue;
    Kept.push_back(H);
    End = std::max(End, H.End);
  }
  Replacements = std::move(Kept);
}

//===--- Names ------------------------------------------------------------===//

void collectNames(NestReader &NR, const Stmt *S) {
  if (const auto *E = dyn_cast<DeclRefExpr>(S)) {
    NR.Names.note(E->getDecl());
    if (const SourceLocation Loc = E->getLocation();
        !NR.Spans.Expanded && Loc.isMacroID() &&
        !offset(NR, NR.SM.getSpellingLoc(Loc)))
      if (std::optional<unsigned> At = offset(NR, NR.SM.getExpansionLoc(Loc)))
        NR.Texts.HiddenNames.push_back({*At, E->getDecl()->getNameAsString()});
  } else if (const auto *M = dyn_cast<MemberExpr>(S))
    NR.Names.note(M->getMemberDecl());
  else if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<ValueDecl>(Declared)) {
        NR.Names.note(V);
        NR.Names.NestDecls.insert(V);
        if (const auto *Several = dyn_cast<DecompositionDecl>(V))
          for (const BindingDecl *B : Several->bindings()) {
            NR.Names.note(B);
            if (const VarDecl *Holder = B->getHoldingVar())
              NR.Names.NestDecls.insert(Holder);
          }
      }
  for (const Stmt *Part : partsOf(S))
    collectNames(NR, Part);
}

const std::string &kernelName(NestReader &NR, const Path &P) {
  auto [It, New] = NR.Names.NameOfPath.try_emplace(P.Key);
  if (!New)
    return It->second;
  auto IsFree = [&](llvm::StringRef Name, bool Own) {
    if (NR.Names.KernelNames.contains(Name) || NR.Place.hasTemplateParam(Name))
      return false;
    auto Use = NR.Names.NameUse.find(Name);
    if (Use == NR.Names.NameUse.end())
      return true;
    return Own && Use->second.size() == 1 &&
           Use->second.contains(P.Last->getCanonicalDecl());
  };
  std::string Name = freeName(P.Name, [&](const std::string &Wanted) {
    return !IsFree(Wanted, Wanted == P.Name);
  });
  NR.Names.KernelNames.insert(Name);
  return NR.Names.NameOfPath[P.Key] = Name;
}

//===--- Expressions as text ----------------------------------------------===//

static std::string typeText(IntType T) {
  if (T.Bits == 1)
    return "bool";
  std::string Name = T.Bits == 64   ? "long long"
                     : T.Bits == 32 ? "int"
                     : T.Bits == 16 ? "short"
                                    : "char";
  return (T.Signed ? (T.Bits == 8 ? "signed " : "") : "unsigned ") + Name;
}

std::string cxxText(const Expr &E, const LoopNest &Nest) {
  auto Operand = [&](unsigned I) { return cxxText(*E.Operands[I], Nest); };
  auto Infix = [&](const char *Op) {
    return "(" + Operand(0) + Op + Operand(1) + ")";
  };
  switch (E.Kind) {
  case ExprKind::Const:
    if (E.Type.Bits < 32 || E.Value == INT64_MIN)
      return "static_cast<" + typeText(E.Type) + ">(" +
             (E.Value == INT64_MIN ? "(-9223372036854775807LL - 1)"
                                   : std::to_string(E.Value)) +
             ")";
    return std::to_string(E.Value) + (E.Type.Signed ? "" : "u") +
           (E.Type.Bits == 64 ? "ll" : "");
  case ExprKind::Opaque:
    assert(!E.Local.empty() && "what is not understood has no text of its own");
    return E.Local;
  case ExprKind::Param:
    return Nest.Params[E.Index].Name;
  case ExprKind::Counter:
    return Nest.Loops[E.Index].Name;
  case ExprKind::Cast:
    return "static_cast<" + typeText(E.Type) + ">(" + Operand(0) + ")";
  case ExprKind::Neg:
    return "(-" + Operand(0) + ")";
  case ExprKind::Not:
    return "(!" + Operand(0) + ")";
  case ExprKind::Add:
    return Infix(" + ");
  case ExprKind::Sub:
    return Infix(" - ");
  case ExprKind::Mul:
    return Infix(" * ");
  case ExprKind::Div:
    return Infix(" / ");
  case ExprKind::Rem:
    return Infix(" % ");
  case ExprKind::Lt:
    return Infix(" < ");
  case ExprKind::Le:
    return Infix(" <= ");
  case ExprKind::Gt:
    return Infix(" > ");
  case ExprKind::Ge:
    return Infix(" >= ");
  case ExprKind::Eq:
    return Infix(" == ");
  case ExprKind::Ne:
    return Infix(" != ");
  case ExprKind::And:
    return Infix(" && ");
  case ExprKind::Or:
    return Infix(" || ");
  case ExprKind::Min:
    return "(" + Operand(1) + " < " + Operand(0) + " ? " + Operand(1) + " : " +
           Operand(0) + ")";
  case ExprKind::Max:
    return "(" + Operand(0) + " < " + Operand(1) + " ? " + Operand(1) + " : " +
           Operand(0) + ")";
  case ExprKind::Select:
    return "(" + Operand(0) + " ? " + Operand(1) + " : " + Operand(2) + ")";
  }
  llvm_unreachable("all kinds are above");
}

SourceRef ref(const NestReader &NR, const Stmt *S) {
  return ref(NR, S->getSourceRange());
}

std::string text(const NestReader &NR, const Stmt *S) {
  return text(NR, S->getSourceRange());
}

} // namespace heddle
