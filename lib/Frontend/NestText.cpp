//===- NestText.cpp - Text, holes and names of the nest ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/NestBuilder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- Places -----------------------------------------------------------===//

SourceRef NestBuilder::ref(SourceRange Range) const {
  SourceRef Result;
  Result.Begin = Range.getBegin().getRawEncoding();
  Result.End = (Range.getEnd().isValid() ? Range.getEnd() : Range.getBegin())
                   .getRawEncoding();
  return Result;
}

std::string NestBuilder::text(SourceRange Range) const {
  if (Range.isInvalid())
    return "implicit code";
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, Ctx.getLangOpts());
  if (Chars.isInvalid()) // partly out of a macro: what the user sees is its use
    Chars = CharSourceRange::getTokenRange(
        SM.getExpansionLoc(Range.getBegin()),
        SM.getExpansionRange(Range.getEnd()).getEnd());
  llvm::StringRef Source = Lexer::getSourceText(Chars, SM, Ctx.getLangOpts());
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
const Stmt *NestBuilder::lastBranch(const IfStmt *S) {
  if (S->isConstexpr() && isInstantiation())
    if (const IfStmt *Pattern = patternIf(S))
      S = Pattern;
  return S->getElse() ? S->getElse() : S->getThen();
}

/// The statement that the text of S ends with.
const Stmt *NestBuilder::lastStatement(const Stmt *S) {
  while (true) {
    if (const Stmt *Body = bodyOf(S))
      S = Body;
    else if (const auto *W = dyn_cast<WhileStmt>(S))
      S = W->getBody();
    else if (const auto *I = dyn_cast<IfStmt>(S))
      S = lastBranch(I);
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
SourceLocation NestBuilder::lastToken(const Stmt *S) {
  const Stmt *Last = lastStatement(S);
  SourceLocation End = SM.getExpansionRange(Last->getEndLoc()).getEnd();
  return holdsLastToken(Last) ? End : semicolonBehind(End);
}

//===--- The text ---------------------------------------------------------===//

/// Neither the loop's keyword nor its parentheses may come out of a macro.
bool NestBuilder::isWrittenInFile(const Stmt *For) {
  const auto *F = dyn_cast<ForStmt>(For);
  for (SourceLocation Loc :
       {keywordOf(For), F ? F->getLParenLoc() : keywordOf(For),
        closingOf(For)}) {
    if (Loc.isFileID())
      continue;
    llvm::StringRef Macro =
        Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts());
    if (SM.isMacroArgExpansion(Loc))
      error(DiagID::HD152, ref(SourceRange(keywordOf(For))), Macro);
    else
      error(DiagID::HD151, ref(SourceRange(keywordOf(For))), Macro)
          .note(ref(SourceRange(SM.getSpellingLoc(Loc))),
                "the loop is written here");
    return false;
  }
  return true;
}

/// Where, in the text of the nest, something begins or ends that is no part of
/// it: a macro may hold the nest's end and more. Every token belongs to some
/// statement of the function.
SourceLocation NestBuilder::strangerIn(const Stmt *S,
                                       SourceLocation Past) const {
  if (keywordOf(S).isValid() && keywordOf(S) == keywordOf(In.For))
    return {};
  auto IsInNest = [&](SourceLocation Loc) {
    Loc = SM.getExpansionLoc(Loc);
    return Loc.isValid() && SM.isWrittenInSameFile(Loc, Past) &&
           !SM.isBeforeInTranslationUnit(Loc, keywordOf(In.For)) &&
           SM.isBeforeInTranslationUnit(Loc, Past);
  };
  if (IsInNest(S->getBeginLoc()))
    return S->getBeginLoc();
  // What has the nest as its last part ends where that does.
  if (IsInNest(S->getEndLoc()) && S->getEndLoc() != In.For->getEndLoc())
    return S->getEndLoc();
  for (const Stmt *Child : S->children())
    if (Child)
      if (SourceLocation Found = strangerIn(Child, Past); Found.isValid())
        return Found;
  return {};
}

/// Where the nest's last token stands in the file of its first one.
SourceLocation NestBuilder::endOfNest() {
  const Stmt *Final = lastStatement(In.For);
  SourceLocation FinalEnd = Final->getEndLoc();
  auto Refuse = [&](llvm::StringRef Why, SourceLocation At) {
    error(DiagID::HD117, ref(SourceRange(SM.getExpansionLoc(At))), Why);
    return SourceLocation();
  };
  auto Macro = [&](SourceLocation Loc) {
    while (SM.getImmediateMacroCallerLoc(Loc).isMacroID())
      Loc = SM.getImmediateMacroCallerLoc(Loc);
    return Lexer::getImmediateMacroName(Loc, SM, Ctx.getLangOpts()).str();
  };
  SourceLocation Last = lastToken(In.For);
  if (FinalEnd.isMacroID() && (Last.isInvalid() || holdsLastToken(Final)))
    return Refuse("it ends inside the macro '" + Macro(FinalEnd) +
                      "'; put braces around the body",
                  FinalEnd);
  if (std::optional<Token> Next;
      Last.isInvalid() &&
      (Next = Lexer::findNextToken(FinalEnd, SM, Ctx.getLangOpts())) &&
      Next->is(tok::raw_identifier))
    return Refuse("its semicolon comes out of the macro '" +
                      Next->getRawIdentifier().str() +
                      "'; write it where it stands",
                  Next->getLocation());
  if (Last.isInvalid() || SM.getFileID(Last) != SM.getFileID(keywordOf(In.For)))
    return Refuse("it ends in another file", keywordOf(In.For));
  if (FinalEnd.isFileID())
    return Last;
  SourceLocation More =
      strangerIn(patternOf(In.Function)->getBody(), Last.getLocWithOffset(1));
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

bool NestBuilder::readText() {
  if (!isWrittenInFile(In.For))
    return false;
  SourceLocation Last = endOfNest();
  if (Last.isInvalid())
    return false;
  setText(keywordOf(In.For), Last);
  return true;
}

void NestBuilder::setText(SourceLocation Begin, SourceLocation Last) {
  auto [BeginFile, BeginOffset] = SM.getDecomposedLoc(Begin);
  File = BeginFile;
  FileText = SM.getBufferData(File);
  FileBegin = BeginOffset;
  unsigned End = SM.getDecomposedLoc(Last).second +
                 Lexer::MeasureTokenLength(Last, SM, Ctx.getLangOpts());
  Nest->Text = FileText.slice(FileBegin, End).str();
  Nest->TextColumn = SM.getSpellingColumnNumber(Begin);
  Nest->Where = ref(SourceRange(Begin));
}

std::optional<unsigned> NestBuilder::offset(SourceLocation Loc) const {
  if (!Loc.isFileID())
    return std::nullopt;
  auto [InFile, At] = SM.getDecomposedLoc(Loc);
  if (InFile != File || At < FileBegin || At > FileBegin + Nest->Text.size())
    return std::nullopt;
  return At - FileBegin;
}

bool NestBuilder::isWithinNest(SourceLocation Loc) const {
  return Loc.isValid() && offset(SM.getExpansionLoc(Loc)).has_value();
}

std::optional<std::pair<unsigned, unsigned>>
NestBuilder::offsets(SourceRange Range) const {
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, Ctx.getLangOpts());
  if (Chars.isInvalid())
    return std::nullopt;
  std::optional<unsigned> Begin = offset(Chars.getBegin());
  std::optional<unsigned> End = offset(Chars.getEnd());
  if (!Begin || !End)
    return std::nullopt;
  return std::make_pair(*Begin, *End);
}

bool NestBuilder::setOffsets(Loop &L, const Stmt *For) {
  if (!isWrittenInFile(For))
    return false;
  const Stmt *Body = bodyOf(For);
  SourceLocation Last = lastToken(For);
  std::optional<unsigned> Begin = offset(keywordOf(For));
  std::optional<unsigned> End = Last.isValid() ? offset(Last) : std::nullopt;
  std::optional<unsigned> BodyBegin = offset(bodyBegin(For));
  if (!Begin || !End || !BodyBegin) {
    SourceLocation Ends = For->getEndLoc();
    error(DiagID::HD151, ref(SourceRange(keywordOf(For))),
          Ends.isMacroID()
              ? Lexer::getImmediateMacroName(Ends, SM, Ctx.getLangOpts())
              : llvm::StringRef("#include"));
    return false;
  }
  L.TextBegin = *Begin;
  L.TextEnd = *End + Lexer::MeasureTokenLength(Last, SM, Ctx.getLangOpts());
  if (std::optional<unsigned> Close = offset(closingOf(For)))
    L.HeaderEnd = *Close + 1;
  L.BodyBegin = *BodyBegin;
  L.BodyEnd = L.TextEnd;
  if (isa<CompoundStmt>(Body) && Body->getBeginLoc().isFileID() &&
      Body->getEndLoc().isFileID()) {
    // Braces may be digraphs.
    L.BodyBegin +=
        Lexer::MeasureTokenLength(Body->getBeginLoc(), SM, Ctx.getLangOpts());
    L.BodyEnd = *End;
  }
  L.BodyLine =
      SM.getPresumedLineNumber(SM.getLocForStartOfFile(File).getLocWithOffset(
          static_cast<int>(FileBegin + L.BodyBegin)));
  return true;
}

//===--- Holes ------------------------------------------------------------===//

/// The range is one token (through macros too) that reads Text, or it is the
/// text of the nest.
bool NestBuilder::isSpelled(SourceRange Range, llvm::StringRef Text) const {
  if (Range.getBegin() == Range.getEnd()) {
    llvm::SmallString<32> Buffer;
    return Lexer::getSpelling(SM.getSpellingLoc(Range.getBegin()), Buffer, SM,
                              Ctx.getLangOpts()) == Text;
  }
  auto At = offsets(Range);
  return At && llvm::StringRef(Nest->Text).slice(At->first, At->second) == Text;
}

void NestBuilder::addHole(SourceRange Range, std::string Kernel) {
  auto At = offsets(Range);
  if (!At) {
    error(DiagID::HD159, ref(Range), text(Range), Kernel);
    return;
  }
  Nest->Holes.push_back({At->first, At->second, std::move(Kernel)});
}

void NestBuilder::addParentheses(const clang::Expr *E, llvm::StringRef Open) {
  if (!Wrapped.insert(E).second)
    return;
  auto At = offsets(E->getSourceRange());
  if (!At) {
    error(DiagID::HD159, ref(E), text(E), Open);
    return;
  }
  Nest->Holes.push_back({At->first, At->first, Open.str()});
  Nest->Holes.push_back({At->second, At->second, ")"});
}

/// Sorted, without repetitions. A hole inside another is covered by it: the
/// outer ones stand for whole constants.
void NestBuilder::finishHoles() {
  std::vector<TextHole> &Holes = Nest->Holes;
  llvm::stable_sort(Holes, [](const TextHole &A, const TextHole &B) {
    if (A.Begin != B.Begin)
      return A.Begin < B.Begin;
    bool PointA = A.Begin == A.End, PointB = B.Begin == B.End;
    return PointA != PointB ? PointA : A.End > B.End;
  });
  std::vector<TextHole> Kept;
  unsigned End = 0;
  for (TextHole &H : Holes) {
    if (H.Begin < End)
      continue;
    Kept.push_back(H);
    End = std::max(End, H.End);
  }
  Holes = std::move(Kept);
}

//===--- Names ------------------------------------------------------------===//

void NestBuilder::collectNames(const Stmt *S) {
  auto Note = [&](const NamedDecl *D) {
    if (const IdentifierInfo *Id = D->getIdentifier())
      NameUse[Id->getName()].insert(D->getCanonicalDecl());
  };
  if (const auto *E = dyn_cast<DeclRefExpr>(S)) {
    Note(E->getDecl());
    if (const SourceLocation Loc = E->getLocation();
        Loc.isMacroID() && !offset(SM.getSpellingLoc(Loc)))
      if (std::optional<unsigned> At = offset(SM.getExpansionLoc(Loc)))
        Nest->HiddenNames.push_back({*At, E->getDecl()->getNameAsString()});
  } else if (const auto *M = dyn_cast<MemberExpr>(S))
    Note(M->getMemberDecl());
  else if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<ValueDecl>(Declared)) {
        Note(V);
        NestDecls.insert(V);
        if (const auto *Several = dyn_cast<DecompositionDecl>(V))
          for (const BindingDecl *B : Several->bindings()) {
            Note(B);
            if (const VarDecl *Holder = B->getHoldingVar())
              NestDecls.insert(Holder);
          }
      }
  for (const Stmt *Child : S->children())
    if (Child)
      collectNames(Child);
}

const std::string &NestBuilder::kernelName(const Path &P) {
  auto [It, New] = NameOfPath.try_emplace(P.Key);
  if (!New)
    return It->second;
  auto IsFree = [&](llvm::StringRef Name, bool Own) {
    if (KernelNames.contains(Name) ||
        llvm::any_of(KernelTemplateParams,
                     [&](const auto &P) { return P.second == Name; }))
      return false;
    auto Use = NameUse.find(Name);
    if (Use == NameUse.end())
      return true;
    return Own && Use->second.size() == 1 &&
           Use->second.contains(P.Last->getCanonicalDecl());
  };
  std::string Name = P.Name;
  for (unsigned I = 1; !IsFree(Name, Name == P.Name); ++I)
    Name = P.Name + "_" + std::to_string(I);
  KernelNames.insert(Name);
  return NameOfPath[P.Key] = Name;
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
  case ExprKind::Opaque:
    break;
  }
  llvm_unreachable("what is not understood has no text of its own");
}

} // namespace heddle
