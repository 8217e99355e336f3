//===- AnnotatedLoop.cpp - Reads and checks one annotation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/AnnotationReader.h"
#include "Read/Annotation/Collect.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace heddle;

std::string AnnotationReader::text(const clang::Expr *E) const {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(SM.getFileLoc(E->getBeginLoc()),
                                            SM.getFileLoc(E->getEndLoc())),
             SM, Context.getLangOpts())
      .str();
}

/// The macro that stands in the file where Loc comes from an expansion.
llvm::StringRef AnnotationReader::outermostMacro(SourceLocation Loc) const {
  while (SM.getImmediateMacroCallerLoc(Loc).isMacroID())
    Loc = SM.getImmediateMacroCallerLoc(Loc);
  return Lexer::getImmediateMacroName(Loc, SM, Context.getLangOpts());
}

/// HEDDLE(...) itself, and not a macro around it, spelled its argument here.
bool AnnotationReader::inHeddleMacro(SourceLocation Loc) const {
  return outermostMacro(Loc) == "HEDDLE";
}

/// The loop after preprocessing may take the macros' place; that is
/// for those who read it. False after an error.
bool AnnotationReader::standsInMacro(DiagID ID, SourceLocation Where,
                                     llvm::StringRef Argument, bool MayExpand) {
  const SourceLocation At = SM.getExpansionLoc(Where);
  Report Said;
  Said.add(ID, {At.getRawEncoding(), At.getRawEncoding()}, Argument);
  if (!Out.InMacro)
    Out.InMacro = Said.Diagnostics.front();
  if (Out.For && MayExpand)
    return true;
  Failed = true;
  R.Diagnostics.push_back(Said.Diagnostics.front());
  return false;
}

void AnnotationReader::setRange(SourceLocation First, SourceLocation Nest) {
  FileRange &Range = Out.AnnotationRange;
  PresumedLoc Presumed = SM.getPresumedLoc(First);
  Range.File = Presumed.getFilename();
  Range.Begin = SM.getFileOffset(First);
  Range.End = SM.getFileOffset(Nest);
  Range.Line = Presumed.getLine();
  Range.Column = SM.getSpellingColumnNumber(First);
  Out.PragmasBegin = Range.Begin;
  const SourceLocation Pragmas = SM.getExpansionLoc(PragmasPlace);
  if (Pragmas.isValid() && SM.getFileID(Pragmas) == SM.getFileID(First))
    Out.PragmasBegin = SM.getFileOffset(Pragmas);
}

/// The annotation and the loop's first word are text of one file, so that they
/// can be replaced. Where the loop ends is for those who read it.
bool AnnotationReader::checkPlace() {
  const AttributedStmt *S = Out.Stmt;
  SourceLocation Begin = S->getBeginLoc();
  for (const Attr *A : S->getAttrs()) {
    SourceLocation Loc = A->getLocation();
    if (wordOf(A) && Loc.isMacroID() && !inHeddleMacro(Loc))
      Begin = Loc;
  }
  if (Begin.isMacroID() && !inHeddleMacro(Begin) &&
      !standsInMacro(DiagID::HD114, Begin, outermostMacro(Begin),
                     /*MayExpand=*/true))
    return false;
  SourceLocation First = SM.getExpansionLoc(S->getBeginLoc());
  SourceLocation Nest = Out.Nest->getBeginLoc();
  const bool IsApart =
      SM.getFileID(SM.getExpansionLoc(Nest)) != SM.getFileID(First);
  if (Nest.isMacroID() || IsApart) {
    const char *Why = isa_and_nonnull<ForStmt, CXXForRangeStmt>(Out.For)
                          ? "write the 'for' outside macros"
                          : "write its first word outside macros";
    if (!standsInMacro(DiagID::HD117, Nest, Why, /*MayExpand=*/!IsApart))
      return false;
  }
  setRange(First, SM.getExpansionLoc(Nest));
  return true;
}

/// In a template only its instances show whether it assigns a tensor.
bool AnnotationReader::checkStatement() {
  if (Out.For || tensorAssignment(Out.Nest))
    return true;
  for (const Attr *A : Out.Stmt->getAttrs())
    if (std::optional<Word> W = wordOf(A)) {
      error(DiagID::HD101, ref(A->getRange()), spelling(*W),
            describe(Out.Nest));
      break;
    }
  return false;
}

/// The number of dimensions by the first of bounds, step and width.
unsigned AnnotationReader::rank(SourceRef &Where, llvm::StringRef &Name) const {
  const Annotation &A = Out.Annot;
  if (A.HasBounds) {
    Where = A.BoundsWhere;
    Name = "bounds";
    return Out.UpperExprs.size();
  }
  if (!A.Step.empty()) {
    Where = A.StepWhere;
    Name = "step";
    return A.Step.size();
  }
  Where = A.WidthWhere;
  Name = "width";
  return A.Width.size();
}

void AnnotationReader::checkLengths() {
  SourceRef Where;
  llvm::StringRef Name;
  unsigned Rank = rank(Where, Name);
  if (Rank > max_rank)
    error(DiagID::HD105, Where, Name, std::to_string(Rank),
          std::to_string(max_rank));
  const Annotation &A = Out.Annot;
  auto Check = [&](llvm::StringRef Other, size_t Length, SourceRef OtherWhere) {
    if (Length && Length != Rank)
      error(DiagID::HD108, OtherWhere, ("'" + Name + "'").str(),
            std::to_string(Rank),
            ("'" + Other + "' has ").str() + std::to_string(Length))
          .note(Where, ("'" + Name + "' is here").str());
  };
  Check("step", A.Step.size(), A.StepWhere);
  Check("width", A.Width.size(), A.WidthWhere);
}

void AnnotationReader::checkSteps() {
  const Annotation &A = Out.Annot;
  for (size_t D = 0; D != A.Width.size(); ++D) {
    int64_t Step = A.Step.empty() ? 1 : A.Step[D];
    if (A.Width[D] <= Step)
      continue;
    Diagnostic &Found = error(DiagID::HD111, ref(WidthExprs[D]),
                              std::to_string(A.Width[D]), std::to_string(Step));
    if (A.Step.empty())
      Found.note(A.WidthWhere, "there is no 'step', so every step is 1");
    else
      Found.note(ref(StepExprs[D]), "the step of this dimension is here");
  }
}

void AnnotationReader::checkMapRank() {
  SourceRef Where;
  llvm::StringRef Name;
  unsigned Declared = rank(Where, Name);
  if (!Out.Annot.Map || !Declared)
    return;
  const auto [Fixed, Step] = combinators::rank_fixed_by(*Out.Annot.Map);
  if (!Fixed || static_cast<unsigned>(Fixed) == Declared)
    return;
  error(DiagID::HD118, Out.Annot.MapStepWhere[Step],
        name_of(Out.Annot.Map->steps[Step].kind), std::to_string(Fixed),
        ("'" + Name + "' has ").str() + std::to_string(Declared))
      .note(Where, ("'" + Name + "' is here").str());
}

/// inplace(x) and copy(x) contradict each other.
void AnnotationReader::checkDisjoint() {
  auto Named = [](const clang::Expr *E) -> const ValueDecl * {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref ? Ref->getDecl() : nullptr;
  };
  for (const clang::Expr *Copied : Out.CopyExprs)
    for (const clang::Expr *Kept : Out.InPlaceExprs)
      if (Named(Copied) && Named(Copied) == Named(Kept))
        error(DiagID::HD122, ref(Copied), text(Copied))
            .note(ref(Kept), "'inplace' names it here");
}

/// Several groups may each be apart, several arrays have extents or rows, and
/// several loops strips.
static bool mayBeRepeated(Word W) {
  return W == Word::NoAlias || W == Word::Extent || W == Word::Rows ||
         W == Word::Strip;
}

bool AnnotationReader::read() {
  if (!checkPlace() || !checkStatement())
    return false;
  std::vector<SourceRef> Seen(annotationWords().size());
  for (const Attr *A : Out.Stmt->getAttrs()) {
    std::optional<Word> W = wordOf(A);
    if (!W)
      continue;
    SourceRef Where = ref(A->getRange());
    if (!Out.Annot.Where.isValid())
      Out.Annot.Where = Where;
    SourceRef &Before = Seen[static_cast<unsigned>(*W)];
    if (Before.isValid() && !mayBeRepeated(*W)) {
      error(DiagID::HD119, Where, spelling(*W))
          .note(Before, "the first one is here");
      continue;
    }
    Before = Where;
    constexpr Word OfStatements[] = {Word::Map,     Word::InPlace, Word::Copy,
                                     Word::NoAlias, Word::Stage,   Word::Strip,
                                     Word::Roll,    Word::Tiles};
    if (!Out.For && !llvm::is_contained(OfStatements, *W)) {
      error(DiagID::HD162, Where, spelling(*W));
      continue;
    }
    readWord(*W, cast<AnnotateAttr>(A), Where);
  }
  if (Failed)
    return false;
  checkLengths();
  checkSteps();
  if (!Failed)
    checkMapRank();
  checkDisjoint();
  if (!Out.Annot.Map && !Out.Annot.Strategy)
    Out.Annot.Strategy = strategy{strategy_kind::Auto};
  return !Failed;
}

bool heddle::readAnnotation(ASTContext &Context,
                            const AnnotatedPlace::Instance &Instance,
                            AnnotatedLoop &Out, Report &R) {
  Out.Function = Instance.Function;
  Out.Stmt = Instance.Stmt;
  Out.Nest = Instance.Stmt->getSubStmt();
  Out.For = isa<ForStmt, CXXForRangeStmt>(Out.Nest) || algorithmCall(Out.Nest)
                ? Out.Nest
                : nullptr;
  return AnnotationReader(Context, Instance.Pragmas, Out, R).read();
}
