//===- AnnotatedLoop.cpp - Reads and checks one annotation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/AnnotatedLoop.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/Collect.h"
#include "Read/Annotation/MappingReader.h"
#include "Read/Annotation/NamedForms.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Tables.h"
#include "Read/Memory/VariableFacts.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace heddle;

namespace {

// Not the Expr and Diagnostic of the other namespace.
using Expr = clang::Expr;
using Diagnostic = heddle::Diagnostic;

class AnnotationReader {
public:
  AnnotationReader(ASTContext &Context, SourceLocation Pragmas,
                   AnnotatedLoop &Out, Report &R)
      : Context(Context), SM(Context.getSourceManager()), PragmasPlace(Pragmas),
        Out(Out), R(R) {}

  bool read();

private:
  SourceRef ref(SourceRange Range) const {
    return {SM.getFileLoc(Range.getBegin()).getRawEncoding(),
            SM.getFileLoc(Range.getEnd()).getRawEncoding()};
  }
  SourceRef ref(const Expr *E) const { return ref(E->getSourceRange()); }
  std::string text(const Expr *E) const;
  llvm::StringRef outermostMacro(SourceLocation Loc) const;

  bool standsInMacro(DiagID ID, SourceLocation Where, llvm::StringRef Argument,
                     bool MayExpand);
  bool checkPlace();
  void setRange(SourceLocation First, SourceLocation Nest);
  bool checkStatement();
  bool inHeddleMacro(SourceLocation Loc) const;
  void readWord(Word W, const AnnotateAttr *A, SourceRef Where);
  void readBounds(const AnnotateAttr *A, SourceRef Where);
  void readConstants(Word W, const AnnotateAttr *A, SourceRef Where);
  void readNames(Word W, const AnnotateAttr *A, SourceRef Where,
                 std::vector<const Expr *> &To);
  void readNoAlias(const AnnotateAttr *A, SourceRef Where);
  bool addNumber(Word W, const Expr *E, std::vector<const Expr *> &To);
  void readExtent(const AnnotateAttr *A, SourceRef Where);
  void readRows(const AnnotateAttr *A, SourceRef Where);
  void readPrivates(Word W, const AnnotateAttr *A, SourceRef Where);
  void readStrip(const AnnotateAttr *A, SourceRef Where);
  void readTiles(const AnnotateAttr *A, SourceRef Where);
  void readMap(const AnnotateAttr *A, SourceRef Where);
  bool addConstant(Word W, const Expr *E, std::vector<int64_t> &To);
  bool addInteger(Word W, const Expr *E, std::vector<const Expr *> &To);
  bool addEntries(Word W, const Expr *E, std::vector<const Expr *> &To);
  const Expr *asValue(const Expr *E) const;
  void checkLengths();
  void checkSteps();
  void checkMapRank();
  void checkDisjoint();
  unsigned rank(SourceRef &Where, llvm::StringRef &Name) const;
  Diagnostic &error(DiagID ID, SourceRef Where, llvm::StringRef A = "",
                    llvm::StringRef B = "", llvm::StringRef C = "") {
    Failed = true;
    return R.add(ID, Where, A, B, C);
  }

  ASTContext &Context;
  const SourceManager &SM;
  const SourceLocation PragmasPlace;
  AnnotatedLoop &Out;
  Report &R;
  bool Failed = false;
  std::vector<const Expr *> StepExprs, WidthExprs;
};

std::string AnnotationReader::text(const Expr *E) const {
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

/// Arguments inside braces have had no conversions applied.
const Expr *AnnotationReader::asValue(const Expr *E) const {
  if (!E->isGLValue() || E->getType()->isRecordType())
    return E;
  return ImplicitCastExpr::Create(
      Context, E->getType().getNonReferenceType().getUnqualifiedType(),
      CK_LValueToRValue, const_cast<Expr *>(E), nullptr, VK_PRValue,
      FPOptionsOverride());
}

bool AnnotationReader::addInteger(Word W, const Expr *E,
                                  std::vector<const Expr *> &To) {
  QualType Type = E->getType();
  if (isa<InitListExpr>(E->IgnoreParens()) || Type.isNull() ||
      Type->isBooleanType() || !Type->isIntegralOrUnscopedEnumerationType()) {
    error(DiagID::HD107, ref(E), spelling(W), text(E),
          isa<InitListExpr>(E->IgnoreParens())
              ? "a nested list"
              : "'" + Type.getAsString(Context.getPrintingPolicy()) + "'");
    return false;
  }
  To.push_back(asValue(E));
  return true;
}

/// A scalar, or a list in braces.
bool AnnotationReader::addEntries(Word W, const Expr *E,
                                  std::vector<const Expr *> &To) {
  const auto *List = dyn_cast<InitListExpr>(E->IgnoreParens());
  if (!List)
    return addInteger(W, E, To);
  if (List->isSemanticForm() && List->getSyntacticForm())
    List = List->getSyntacticForm();
  if (List->getNumInits() == 0) {
    error(DiagID::HD106, ref(E), spelling(W), "at least one entry in a list");
    return false;
  }
  bool Good = true;
  for (const Expr *Entry : List->inits())
    Good &= addInteger(W, Entry, To);
  return Good;
}

void AnnotationReader::readBounds(const AnnotateAttr *A, SourceRef Where) {
  Annotation &Annot = Out.Annot;
  Annot.HasBounds = true;
  Annot.BoundsWhere = Where;
  unsigned Count = A->args_size();
  if (Count != 1 && Count != 2) {
    error(DiagID::HD106, Where, "bounds",
          "the upper bounds, or the lower and the upper bounds");
    return;
  }
  const Expr *First = *A->args_begin();
  if (Count == 1) {
    addEntries(Word::Bounds, First, Out.UpperExprs);
    return;
  }
  const Expr *Second = *(A->args_begin() + 1);
  bool Good = addEntries(Word::Bounds, First, Out.LowerExprs);
  Good &= addEntries(Word::Bounds, Second, Out.UpperExprs);
  if (Good && Out.LowerExprs.size() != Out.UpperExprs.size())
    error(DiagID::HD108, ref(Second), "the lower bound",
          std::to_string(Out.LowerExprs.size()),
          "the upper bound has " + std::to_string(Out.UpperExprs.size()))
        .note(ref(First), "the lower bound is here");
}

/// Adds a constant from 1 on; false after an error.
bool AnnotationReader::addConstant(Word W, const Expr *E,
                                   std::vector<int64_t> &To) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsConstantExpr(Result, Context) || !Result.Val.isInt()) {
    error(DiagID::HD109, ref(E), spelling(W), text(E));
    return false;
  }
  const llvm::APSInt &Value = Result.Val.getInt();
  const bool Fits = Value.isSigned() ? Value.getSignificantBits() <= 64
                                     : Value.getActiveBits() <= 63;
  if (!Fits || Value.getExtValue() < 1) {
    error(DiagID::HD110, ref(E), spelling(W), llvm::toString(Value, 10));
    return false;
  }
  To.push_back(Value.getExtValue());
  return true;
}

void AnnotationReader::readConstants(Word W, const AnnotateAttr *A,
                                     SourceRef Where) {
  bool IsStep = W == Word::Step;
  (IsStep ? Out.Annot.StepWhere : Out.Annot.WidthWhere) = Where;
  std::vector<const Expr *> &Exprs = IsStep ? StepExprs : WidthExprs;
  std::vector<int64_t> &Values = IsStep ? Out.Annot.Step : Out.Annot.Width;
  if (A->args_size() == 0) {
    error(DiagID::HD106, Where, spelling(W), "one constant for each dimension");
    return;
  }
  for (const Expr *E : A->args())
    addEntries(W, E, Exprs);
  for (const Expr *E : Exprs)
    addConstant(W, E, Values);
}

void AnnotationReader::readNames(Word W, const AnnotateAttr *A, SourceRef Where,
                                 std::vector<const Expr *> &To) {
  if (A->args_size() == 0)
    error(DiagID::HD106, Where, spelling(W),
          W == Word::Reduce ? "the names of variables or arrays"
                            : "the names of arrays");
  for (const Expr *E : A->args()) {
    if (isArrayName(Context, E) || (W != Word::Reduce && isObject(E)) ||
        (!Out.For && isTensorType(E->getType())) ||
        (W == Word::Reduce && isVariable(E)))
      To.push_back(E);
    else if (W == Word::Reduce)
      error(DiagID::HD415, ref(E), text(E));
    else
      error(DiagID::HD120, ref(E), spelling(W), text(E));
  }
}

void AnnotationReader::readNoAlias(const AnnotateAttr *A, SourceRef Where) {
  Out.NoAliasExprs.emplace_back();
  if (A->args_size() == 1)
    error(DiagID::HD106, Where, "noalias", "the names of two arrays or more");
  else
    readNames(Word::NoAlias, A, Where, Out.NoAliasExprs.back());
}

/// Adds an integer that the launch evaluates.
bool AnnotationReader::addNumber(Word W, const Expr *E,
                                 std::vector<const Expr *> &To) {
  if (!addInteger(W, E, To))
    return false;
  if (E->HasSideEffects(Context, /*IncludePossibleEffects=*/false) ||
      !isValueAlone(Context, E))
    error(DiagID::HD124, ref(E), text(E));
  return true;
}

void AnnotationReader::readExtent(const AnnotateAttr *A, SourceRef Where) {
  const Expr *Array = A->args_size() == 2 ? *A->args_begin() : nullptr;
  std::vector<const Expr *> Elements;
  if (!Array)
    error(DiagID::HD106, Where, "extent",
          "the name of an array, and how many elements it has");
  else if (!isArrayName(Context, Array))
    error(DiagID::HD120, ref(Array), "extent", text(Array));
  else if (addNumber(Word::Extent, *(A->args_begin() + 1), Elements))
    Out.ExtentClaims.push_back({Array, Elements.front(), Where});
}

void AnnotationReader::readRows(const AnnotateAttr *A, SourceRef Where) {
  const Expr *Table = A->args_size() ? *A->args_begin() : nullptr;
  const unsigned Levels = Table ? pointerLevels(Context, Table->getType()) : 0;
  if (Table && !Levels) {
    error(DiagID::HD129, ref(Table), text(Table),
          containerOf(Context, Table->getType(), Table->getType())
              ? "a container says itself how many elements it has"
              : "it is no table of pointers");
    return;
  }
  if (A->args_size() != Levels + 2) {
    error(DiagID::HD106, Where, "rows",
          Levels > 1 ? "the name of a table, how many tables it leads to, how "
                       "many rows each of them has, and how many elements a "
                       "row has"
                     : "the name of a table, how many rows it has, and how "
                       "many elements a row has");
    return;
  }
  AnnotatedLoop::RowsClaim Claim{Table, {}, Where};
  for (const Expr *E : llvm::drop_begin(A->args()))
    if (!addNumber(Word::Rows, E, Claim.Extents))
      return;
  Out.RowsClaims.push_back(std::move(Claim));
}

void AnnotationReader::readPrivates(Word W, const AnnotateAttr *A,
                                    SourceRef Where) {
  if (A->args_size() == 0)
    error(DiagID::HD106, Where, spelling(W), "the names of variables");
  for (const Expr *E : A->args()) {
    const auto *Named = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
    if (V)
      Out.PrivateClaims.push_back({V, W == Word::LastPrivate, ref(E)});
    else
      error(DiagID::HD128, ref(E), spelling(W), text(E), "it is no variable");
  }
}

void AnnotationReader::readStrip(const AnnotateAttr *A, SourceRef Where) {
  const auto *Counter =
      A->args_size() == 2 ? dyn_cast<StringLiteral>(*A->args_begin()) : nullptr;
  std::vector<const Expr *> Exprs;
  std::vector<int64_t> Values;
  if (!Counter)
    error(DiagID::HD106, Where, "strip",
          "the counter of a loop, and how many of its iterations a strip has");
  else if (addInteger(Word::Strip, *(A->args_begin() + 1), Exprs) &&
           addConstant(Word::Strip, Exprs.front(), Values))
    Out.Annot.StripOf = {Counter->getString().str(), Values.front(), Where};
}

void AnnotationReader::readTiles(const AnnotateAttr *A, SourceRef Where) {
  constexpr size_t Most = 4;
  std::vector<const Expr *> Exprs;
  const auto IsName = [](const Expr *E) { return isa<StringLiteral>(E); };
  if (A->args_size() == 0 || A->args_size() > Most ||
      llvm::any_of(A->args(), IsName))
    error(DiagID::HD106, Where, "tiles", "one to four sizes, all constants");
  else
    for (const Expr *E : A->args())
      if (addInteger(Word::Tiles, E, Exprs))
        addConstant(Word::Tiles, Exprs.back(), Out.Annot.Tiles);
}

void AnnotationReader::readMap(const AnnotateAttr *A, SourceRef Where) {
  Annotation &Annot = Out.Annot;
  Annot.HasMap = true;
  Annot.MapWhere = Where;
  if (A->args_size() > 1) {
    error(DiagID::HD106, Where, "map", "one mapping or strategy");
    return;
  }
  if (A->args_size() == 0) {
    Annot.MapText = "Auto";
    return;
  }
  const Expr *E = *A->args_begin();
  Annot.MapWhere = ref(E);
  if (isa<InitListExpr>(E->IgnoreParens()))
    error(DiagID::HD112, ref(E), text(E), "a list");
  else if (!readMapping(Context, E, Annot, R))
    Failed = true;
}

void AnnotationReader::readWord(Word W, const AnnotateAttr *A,
                                SourceRef Where) {
  switch (W) {
  case Word::Bounds:
    return readBounds(A, Where);
  case Word::Step:
  case Word::Width:
    return readConstants(W, A, Where);
  case Word::Map:
    return readMap(A, Where);
  case Word::InPlace:
    Out.Annot.InPlaceWhere = Where;
    return readNames(W, A, Where, Out.InPlaceExprs);
  case Word::Copy:
    Out.Annot.CopyWhere = Where;
    return readNames(W, A, Where, Out.CopyExprs);
  case Word::NoAlias:
    return readNoAlias(A, Where);
  case Word::Reduce:
    Out.Annot.ReduceWhere = Where;
    return readNames(W, A, Where, Out.ReduceExprs);
  case Word::Extent:
    return readExtent(A, Where);
  case Word::Rows:
    return readRows(A, Where);
  case Word::Independent:
    return readNames(W, A, Where, Out.IndependentExprs);
  case Word::Private:
  case Word::LastPrivate:
    return readPrivates(W, A, Where);
  case Word::Stage:
    return readNames(W, A, Where, Out.StageExprs);
  case Word::Strip:
    return readStrip(A, Where);
  case Word::Tiles:
    Out.Annot.TilesWhere = Where;
    return readTiles(A, Where);
  case Word::Reuse:
  case Word::Pure:
    break; // of blocks and functions, which are no loops
  }
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
  auto Named = [](const Expr *E) -> const ValueDecl * {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref ? Ref->getDecl() : nullptr;
  };
  for (const Expr *Copied : Out.CopyExprs)
    for (const Expr *Kept : Out.InPlaceExprs)
      if (Named(Copied) && Named(Copied) == Named(Kept))
        error(DiagID::HD122, ref(Copied), text(Copied))
            .note(ref(Kept), "'inplace' names it here");
}

/// Several groups may each be apart, and several arrays have extents or rows.
static bool mayBeRepeated(Word W) {
  return W == Word::NoAlias || W == Word::Extent || W == Word::Rows;
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
    if (!Out.For && *W != Word::Map && *W != Word::InPlace &&
        *W != Word::Copy && *W != Word::NoAlias) {
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

} // namespace

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
