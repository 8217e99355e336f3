//===- LastValues.cpp - Variables whose last value is read ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `last = e;` in each iteration becomes a variable of the body's own, and at
// the end of the body stands `if (!(i + 1 < n)) last_kept[0] = last;`: what the
// header would evaluate next says whether another iteration follows. Bounds
// must stay as they are while the loops run, so that this is so in whatever
// order.
//===----------------------------------------------------------------------===//
#include "Read/Loops/LastValues.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/ConstantLoops.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/LoopHeader.h"
#include "Read/Loops/PrivateClaims.h"
#include "Read/Loops/Privates.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

//===--- Which variables --------------------------------------------------===//

/// The value of E is the same before, in and behind the nest: it reads integers
/// of the function that only their names lead to, and that the nest leaves.
static bool isStable(const NestReader &NR, const clang::Expr *E) {
  if (!E || !E->getType()->isIntegralOrEnumerationType())
    return false;
  if (constantOf(NR, E))
    return true;
  E = E->IgnoreParenImpCasts();
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    return V && V->hasLocalStorage() && V->getDeclContext() == NR.In.Function &&
           V->getType()->isIntegralOrEnumerationType() &&
           !V->getType().isVolatileQualified() && !NR.Facts.escape(V) &&
           !NR.Facts.writeWithin(V, NR.In.For);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->isArithmeticOp() && isStable(NR, U->getSubExpr());
  if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
    return isStable(NR, C->getSubExpr());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isStable(NR, C->getCond()) && isStable(NR, C->getTrueExpr()) &&
           isStable(NR, C->getFalseExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && !B->isAssignmentOp() && !B->isCommaOp() &&
         isStable(NR, B->getLHS()) && isStable(NR, B->getRHS());
}

/// Counter: by which the loop counts; it need not be one of the nest's own yet.
static const clang::Expr *otherSide(const ForStmt *For,
                                    const VarDecl *Counter) {
  const auto *C = dyn_cast_or_null<BinaryOperator>(For->getCond());
  if (!Counter || !C || !C->isComparisonOp())
    return nullptr;
  if (named(C->getLHS()->IgnoreParenImpCasts()) == Counter)
    return C->getRHS();
  return named(C->getRHS()->IgnoreParenImpCasts()) == Counter ? C->getLHS()
                                                              : nullptr;
}

static std::pair<const VarDecl *, const clang::Expr *>
anyCounterOf(const NestReader &NR, const ForStmt *For) {
  const auto Assigned = assignedCounter(For);
  return Assigned.first ? Assigned : counterOf(NR, For);
}

static bool hasStableHeader(const NestReader &NR, const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (!For)
    return false;
  const auto Counter = anyCounterOf(NR, For);
  const clang::Expr *Bound = otherSide(For, Counter.first);
  return !hasOtherForm(For) && isStable(NR, Counter.second) &&
         isStable(NR, Bound) && isPlainText(NR, Counter.second) &&
         isPlainText(NR, Bound);
}

unsigned keptLevels(const NestReader &NR, const UseFlow &Flow, const VarDecl *V,
                    llvm::ArrayRef<const Stmt *> Loops) {
  if (V->getType()->isArrayType() || !hasStableHeader(NR, Loops.front()) ||
      isReduced(NR, V))
    return 0;
  if (isCountedBy(NR, Loops.front(), V))
    return static_cast<unsigned>(Loops.size());
  if (llvm::any_of(Loops, [&](const Stmt *L) { return isCountedBy(NR, L, V); }))
    return 0;
  unsigned Levels = 0;
  while (Levels < Loops.size() && hasStableHeader(NR, Loops[Levels]) &&
         !isInHeader(NR, Loops[Levels], V))
    ++Levels;
  for (; Levels > 0; --Levels)
    if ((isClaimedLast(NR, V) ||
         (!Flow.readFrom(Loops[Levels - 1], LoopExit::Body, V) &&
          Flow.isSetInBody(Loops[Levels - 1], V))) &&
        isa<CompoundStmt>(bodyOf(Loops[Levels - 1])))
      break;
  return Levels;
}

static const KeptPrivate *kept(const NestReader &NR, const VarDecl *V) {
  for (const KeptPrivate &K : NR.Scope.Privates.Kept)
    if (K.Variable == V)
      return &K;
  return nullptr;
}

bool isKept(const NestReader &NR, const VarDecl *V) {
  return kept(NR, V) != nullptr;
}

bool isStoredLast(const NestReader &NR, const VarDecl *V) {
  const KeptPrivate *K = kept(NR, V);
  return K && K->Levels != 0;
}

//===--- Counters ---------------------------------------------------------===//

static void refuse(NestReader &NR, const VarDecl *V, DiagID ID) {
  const SourceRef Where = ref(NR, NR.Facts.writeWithin(V, NR.In.For));
  Diagnostic &D =
      ID == DiagID::HD202
          ? NR.error(ID, Where, V->getName())
          : NR.error(ID, Where, V->getName(),
                     "declare it inside the loop if an iteration needs no "
                     "other's value, or write to an element of an array");
  D.note(ref(NR, V->getSourceRange()), "declared here");
  notePrivate(NR, V, D);
}

/// The side of the header that is compared, as it is written: the counter,
/// maybe converted.
static bool isPlainCounter(const Expr &E) {
  return E.Kind == ExprKind::Counter ||
         (E.Kind == ExprKind::Cast && isPlainCounter(*E.Operands[0]));
}

static void keepCounter(NestReader &NR, const VarDecl *V) {
  const Loop &L = NR.Nest->Loops.front();
  const auto *For = cast<ForStmt>(NR.In.For);
  const clang::Expr *Bound = otherSide(For, V);
  if (!Bound || !isPlainCounter(*L.CounterSide))
    return refuse(NR, V, DiagID::HD202);
  const std::string End = text(NR, Bound);
  const std::string Arguments =
      "<" + L.CxxType + ">(" + text(NR, assignedCounter(For).second) + ", " +
      End + ", " +
      std::to_string(L.Step < 0 ? 0 - static_cast<uint64_t>(L.Step)
                                : static_cast<uint64_t>(L.Step)) +
      ")";
  std::string Value;
  switch (L.Rel) {
  case Relation::Lt:
    Value = "::heddle::rt::behind_up" + Arguments;
    break;
  case Relation::Le:
    Value = "::heddle::rt::behind_up_to" + Arguments;
    break;
  case Relation::Gt:
    Value = "::heddle::rt::behind_down" + Arguments;
    break;
  case Relation::Ge:
    Value = "::heddle::rt::behind_down_to" + Arguments;
    break;
  case Relation::Ne:
    Value = "static_cast<" + L.CxxType + ">(" + End + ")";
    break;
  }
  if ((L.Step < 0) != (L.Rel == Relation::Gt || L.Rel == Relation::Ge) &&
      L.Rel != Relation::Ne)
    return refuse(NR, V, DiagID::HD202);
  NR.Nest->Kept.push_back({V->getName().str(), Value, "", ""});
}

//===--- Variables --------------------------------------------------------===//

/// Something that the launch knows as an array of one element.
static std::optional<unsigned> placeOf(NestReader &NR, const VarDecl *V) {
  std::optional<std::string> Type = spell(NR, V->getType(), writtenType(NR, V));
  if (!Type)
    return std::nullopt;
  Path P;
  P.Last = P.Root = V;
  P.Name = V->getName().str() + "_kept";
  P.Key = "kept:" + P.Name;
  ArrayInfo A;
  A.Name = V->getName().str();
  A.ElementType = *Type;
  A.ElementBytes = static_cast<unsigned>(
      NR.Ctx.getTypeSizeInChars(V->getType()).getQuantity());
  A.Integral = V->getType()->isIntegerType();
  A.Origin = Provenance::Object;
  A.ObjectKey = "object" + std::to_string(NR.Nest->Arrays.size());
  A.Extents = {constant(NR, 1, IntType{64, true}, nullptr)};
  A.KernelName = A.HostText = kernelName(NR, P);
  A.DeclPrefix = A.ElementType + " *";
  A.Unreachable = true;
  A.Where = ref(NR, SourceRange(V->getLocation()));
  return addArray(NR, P, std::move(A));
}

static ExprKind kindOf(Relation Rel) {
  switch (Rel) {
  case Relation::Lt:
    return ExprKind::Lt;
  case Relation::Le:
    return ExprKind::Le;
  case Relation::Gt:
    return ExprKind::Gt;
  case Relation::Ge:
    return ExprKind::Ge;
  case Relation::Ne:
    return ExprKind::Ne;
  }
  llvm_unreachable("a relation");
}

/// The comparison that the header of loop I would make next: as a condition of
/// the model, and as the two texts say it.
struct NextTest {
  ExprRef Cond;
  std::string Function, Kernel;
};

static std::optional<NextTest> nextTest(NestReader &NR, unsigned I,
                                        const ForStmt *For) {
  const Loop &L = NR.Nest->Loops[I];
  const clang::Expr *Bound = otherSide(For, counterOf(NR, For).first);
  if (!Bound || !isPlainCounter(*L.CounterSide) || L.Step > INT32_MAX ||
      L.Step < -INT32_MAX)
    return std::nullopt;
  ExprRef Counter = L.CounterSide;
  while (Counter->Kind == ExprKind::Cast)
    Counter = Counter->Operands[0];
  const ExprRef Next =
      node(NR, L.Step > 0 ? ExprKind::Add : ExprKind::Sub, L.Type,
           {Counter, constant(NR, std::abs(L.Step), L.Type, nullptr)}, Bound);
  const std::string Side = L.Name + (L.Step > 0 ? " + " : " - ") +
                           std::to_string(std::abs(L.Step)) +
                           relationText(L.Rel).str();
  NextTest T;
  T.Cond = node(NR, kindOf(L.Rel), IntType{1, false},
                {convert(NR, Next, L.Bound->Type), L.Bound}, Bound);
  T.Function = Side + "(" + text(NR, Bound) + ")";
  T.Kernel = Side + cxxText(*L.Bound, *NR.Nest);
  return T;
}

static bool storeLast(NestReader &NR, const KeptPrivate &K) {
  const VarDecl *V = K.Variable;
  LoopNest &N = *NR.Nest;
  const std::vector<const Stmt *> Loops = perfectLoops(NR.In.For);
  if (N.PerfectDepth != K.Levels || N.Continues)
    return false;
  const std::optional<unsigned> Array = placeOf(NR, V);
  if (!Array)
    return false;
  const size_t Guards = NR.Scope.GuardStack.size();
  std::string Function, Kernel;
  for (unsigned I = 0; I < K.Levels; ++I) {
    std::optional<NextTest> Test = nextTest(NR, I, cast<ForStmt>(Loops[I]));
    if (!Test)
      return false;
    pushGuard(NR, Test->Cond, /*Negated=*/true);
    const char *Between = I ? " && !(" : "!(";
    Function += Between + Test->Function + ")";
    Kernel += Between + Test->Kernel + ")";
  }
  Position At;
  At.Array = *Array;
  At.Subs = {constant(NR, 0, IntType{64, true}, nullptr)};
  At.Within = 1;
  nextStatement(NR);
  Access A = accessHere(NR, At);
  NR.Scope.GuardStack.resize(Guards);
  A.IsWrite = true;
  A.Where = ref(NR, NR.Facts.writeWithin(V, NR.In.For));
  A.Text = V->getName().str();
  N.Accesses.push_back(std::move(A));
  NR.Texts.Bases.resize(N.Accesses.size());
  const ArrayInfo &Place = N.Arrays[*Array];
  const std::string Store =
      ") " + Place.KernelName + "[0] = " + V->getName().str() + "; ";
  const unsigned End = N.Loops[N.PerfectDepth - 1].BodyEnd - 1;
  NR.Texts.Declarations.push_back(
      {End, End, "if (" + Function + Store, "if (" + Kernel + Store});
  N.Kept.push_back(
      {V->getName().str(), "", Place.KernelName, Place.DeclPrefix});
  return true;
}

void keepLastValues(NestReader &NR) {
  for (const KeptPrivate &K : NR.Scope.Privates.Kept) {
    if (NR.Failed)
      return;
    if (K.Levels == 0) {
      keepCounter(NR, K.Variable);
      continue;
    }
    // Parts of the body would each end for themselves.
    NR.Nest->Pieces.clear();
    if (!storeLast(NR, K))
      refuse(NR, K.Variable, DiagID::HD408);
  }
}

} // namespace heddle
