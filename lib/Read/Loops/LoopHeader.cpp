//===- LoopHeader.cpp - `for (...)` to Loop ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With Must, a header that is not of the counting form is an error; otherwise
// the loop is walked as a general one, whose counter is an ordinary local.
//===----------------------------------------------------------------------===//
#include "Read/Loops/LoopHeader.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/CountDown.h"
#include "Read/Loops/Privates.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {
namespace {

/// `i += c` written as `i = i + c`: the constant's expression and its sign.
struct Increment {
  const clang::Expr *Amount = nullptr;
  bool Negative = false;
  /// `i = ...`: the type in which the sum is computed.
  QualType Computed;
};

} // namespace

/// The variable that E names, through casts and parentheses.
static const VarDecl *variableIn(const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

/// An assignment or an increment somewhere in E; calls are judged elsewhere.
static bool hasEffect(const Stmt *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    if (B->isAssignmentOp())
      return true;
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->isIncrementDecrementOp())
      return true;
  return llvm::any_of(E->children(), [](const Stmt *Child) {
    return Child && hasEffect(Child);
  });
}

/// Does E mention V?
static bool mentions(const Stmt *E, const VarDecl *V) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (D->getDecl() == V)
      return true;
  for (const Stmt *Child : E->children())
    if (Child && mentions(Child, V))
      return true;
  return false;
}

/// The variable that E, an increment or an assignment, changes.
static const VarDecl *changedBy(const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return variableIn(U->getSubExpr());
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E)) // of an iterator
    return C->getOperator() == OO_PlusPlus || C->getOperator() == OO_PlusEqual
               ? variableIn(C->getArg(0))
               : nullptr;
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && B->isAssignmentOp() ? variableIn(B->getLHS()) : nullptr;
}

/// `++i, --j`: the parts, in the order of the text.
static void partsOf(const clang::Expr *E,
                    llvm::SmallVectorImpl<const clang::Expr *> &To) {
  E = skipMarkers(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || B->getOpcode() != BO_Comma) {
    To.push_back(E);
    return;
  }
  partsOf(B->getLHS(), To);
  partsOf(B->getRHS(), To);
}

const clang::Expr *incrementOf(const ForStmt *For, const VarDecl *V) {
  if (!For->getInc())
    return nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Parts;
  partsOf(For->getInc(), Parts);
  const clang::Expr *Found = nullptr;
  const auto *Declared = dyn_cast_or_null<DeclStmt>(For->getInit());
  for (const clang::Expr *Part : Parts) {
    const VarDecl *Changed = changedBy(Part);
    if (Changed == V && Found)
      return nullptr;
    if (Changed == V)
      Found = Part;
    else if (!Changed || !Declared ||
             !llvm::is_contained(Declared->decls(), Changed))
      return nullptr;
  }
  return Found;
}

/// Among the variables that the header declares the one that it changes and
/// asks for; null: there is none, or several.
static const VarDecl *countingVariable(const ForStmt *For, const DeclStmt *S) {
  if (S->isSingleDecl())
    return dyn_cast<VarDecl>(S->getSingleDecl());
  const VarDecl *Found = nullptr;
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !For->getCond() || !mentions(For->getCond(), V) ||
        !incrementOf(For, V))
      continue;
    if (Found)
      return nullptr;
    Found = V;
  }
  return Found;
}

/// The variable that the init sets, and to what: `int i = 0`, or `i = 0` where
/// it is the nest's own.
std::pair<const VarDecl *, const clang::Expr *> counterOf(const NestReader &NR,
                                                          const ForStmt *For) {
  if (const auto Assigned = assignedCounter(For);
      Assigned.first && isDeclaredInNest(NR, Assigned.first))
    return Assigned;
  const auto *S = dyn_cast_or_null<DeclStmt>(For->getInit());
  const VarDecl *V = S ? countingVariable(For, S) : nullptr;
  return {V, V ? V->getInit() : nullptr};
}

static const VarDecl *readInit(NestReader &NR, const ForStmt *For, Loop &L,
                               bool Must) {
  const auto [Outside, Value] = assignedCounter(For);
  if (Outside && !isDeclaredInNest(NR, Outside)) {
    Diagnostic &D =
        NR.error(DiagID::HD202, ref(NR, For->getInit()), Outside->getName());
    D.note(ref(NR, Outside->getSourceRange()), "declared here");
    notePrivate(NR, Outside, D);
    D.fix(ref(NR, SourceRange(For->getInit()->getBeginLoc())),
          Outside->getType().getUnqualifiedType().getAsString(
              NR.Ctx.getPrintingPolicy()) +
              " ",
          /*Insert=*/true);
    return nullptr;
  }
  const auto [V, Init] = counterOf(NR, For);
  if (!V || !Init || hasEffect(Init)) {
    if (Must) {
      SourceRef Where = For->getInit() ? ref(NR, For->getInit())
                                       : ref(NR, SourceRange(For->getForLoc()));
      NR.error(DiagID::HD201, Where);
    }
    return nullptr;
  }
  std::optional<IntType> Type = intType(NR, V->getType());
  if (!Type || Type->Bits < 32 || !V->getType()->isIntegerType() ||
      V->getType()->isEnumeralType() || V->getType().isVolatileQualified() ||
      V->isStaticLocal() || V->getType()->isAtomicType()) {
    if (Must)
      NR.error(DiagID::HD203, ref(NR, V->getSourceRange()), V->getName(),
               V->getType().getAsString(NR.Ctx.getPrintingPolicy()));
    return nullptr;
  }
  std::optional<std::string> Spelled =
      spell(NR, V->getType().getNonReferenceType(), writtenType(NR, V));
  if (!Spelled) {
    NR.error(DiagID::HD157, ref(NR, V->getSourceRange()),
             V->getType().getAsString(NR.Ctx.getPrintingPolicy()));
    return nullptr;
  }
  L.Name = V->getName().str();
  L.CxxType = *Spelled;
  L.Type = *Type;
  L.Init = convert(NR, expr(NR, Init), *Type);
  L.NameWhere = ref(NR, SourceRange(V->getLocation()));
  L.InitWhere = ref(NR, Init);
  return V;
}

static std::optional<Relation> relationOf(BinaryOperatorKind Op, bool Mirror) {
  switch (Op) {
  case BO_LT:
    return Mirror ? Relation::Gt : Relation::Lt;
  case BO_LE:
    return Mirror ? Relation::Ge : Relation::Le;
  case BO_GT:
    return Mirror ? Relation::Lt : Relation::Gt;
  case BO_GE:
    return Mirror ? Relation::Le : Relation::Ge;
  case BO_NE:
    return Relation::Ne;
  default:
    return std::nullopt;
  }
}

/// The counter, in parentheses and read; with Casts also converted.
static bool isCounter(const clang::Expr *E, const VarDecl *V, bool Casts) {
  while (true) {
    E = skipMarkers(E);
    if (const auto *D = dyn_cast<DeclRefExpr>(E))
      return D->getDecl() == V;
    const auto *C = dyn_cast<CastExpr>(E);
    if (!C || (!Casts && !isa<ImplicitCastExpr>(C)) ||
        (C->getCastKind() != CK_LValueToRValue && C->getCastKind() != CK_NoOp &&
         !(Casts && C->getCastKind() == CK_IntegralCast)))
      return false;
    E = C->getSubExpr();
  }
}

static bool isCastOf(const clang::Expr *E, const VarDecl *V) {
  return isCounter(E, V, /*Casts=*/true);
}

/// In a step a cast would change what is added to.
static bool isPlain(const clang::Expr *E, const VarDecl *V) {
  return isCounter(E, V, /*Casts=*/false);
}

/// The counter, with casts, plus or minus what is free of it: `i + 1`.
static bool isShifted(const clang::Expr *E, const VarDecl *Counter) {
  if (isCastOf(E, Counter))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || !B->isAdditiveOp() || !B->getType()->isIntegerType() ||
      hasEffect(B))
    return false;
  const clang::Expr *Left = B->getLHS(), *Right = B->getRHS();
  if (!mentions(Right, Counter))
    return isShifted(Left, Counter);
  return B->getOpcode() == BO_Add && !mentions(Left, Counter) &&
         isShifted(Right, Counter);
}

static bool readCondition(NestReader &NR, const ForStmt *For,
                          const VarDecl *Counter, Loop &L, bool Must) {
  auto Refuse = [&](const clang::Expr *E) {
    if (Must)
      NR.error(DiagID::HD204,
               E ? ref(NR, E) : ref(NR, SourceRange(For->getForLoc())), L.Name);
    return false;
  };
  if (!For->getCond() || For->getConditionVariable())
    return Refuse(For->getCond());
  const auto *B = dyn_cast<BinaryOperator>(skipMarkers(For->getCond()));
  // `k < n && more`: a bound, and a reason to stop before it.
  while (!Must && B && B->getOpcode() == BO_LAnd) {
    L.DataDependent = true;
    B = dyn_cast<BinaryOperator>(skipMarkers(B->getLHS()));
  }
  if (!B || !B->isComparisonOp())
    return Refuse(For->getCond());
  bool Mirror = !isShifted(B->getLHS(), Counter);
  const clang::Expr *Side = Mirror ? B->getRHS() : B->getLHS();
  const clang::Expr *Bound = Mirror ? B->getLHS() : B->getRHS();
  std::optional<Relation> Rel = relationOf(B->getOpcode(), Mirror);
  if (!Rel || !isShifted(Side, Counter) ||
      (*Rel == Relation::Ne && !isCastOf(Side, Counter)))
    return Refuse(B);
  // Kernels do not evaluate the header, so nothing may happen in it.
  if (mentions(Bound, Counter) || hasEffect(Bound))
    return Refuse(Bound);
  L.Rel = *Rel;
  L.CounterSide = expr(NR, Side);
  L.Bound = expr(NR, Bound);
  L.CondWhere = ref(NR, B);
  if (!(L.CounterSide->Type == L.Bound->Type))
    return Refuse(B);
  return true;
}

/// The amount that the expression adds to the counter, if it is of that form.
static std::optional<Increment> readIncrement(const BinaryOperator *B,
                                              const VarDecl *Counter) {
  Increment I;
  if (const auto *C = dyn_cast<CompoundAssignOperator>(B)) {
    if (C->getOpcode() != BO_AddAssign && C->getOpcode() != BO_SubAssign)
      return std::nullopt;
    I.Amount = C->getRHS();
    I.Negative = C->getOpcode() == BO_SubAssign;
    I.Computed = C->getComputationResultType();
    return I;
  }
  if (B->getOpcode() != BO_Assign)
    return std::nullopt;
  const auto *Sum =
      dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  if (!Sum)
    return std::nullopt;
  I.Computed = Sum->getType();
  bool Left = isPlain(Sum->getLHS(), Counter);
  bool Right = isPlain(Sum->getRHS(), Counter);
  if (Sum->getOpcode() == BO_Add && Left != Right)
    I.Amount = Left ? Sum->getRHS() : Sum->getLHS();
  else if (Sum->getOpcode() == BO_Sub && Left)
    I.Amount = Sum->getRHS();
  else
    return std::nullopt;
  I.Negative = Sum->getOpcode() == BO_Sub;
  return I;
}

const clang::Expr *stepAmount(const ForStmt *For, const VarDecl *Counter) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(incrementOf(For, Counter));
  std::optional<Increment> I = B ? readIncrement(B, Counter) : std::nullopt;
  return I ? I->Amount : nullptr;
}

std::optional<int64_t> stepOf(NestReader &NR, const clang::Expr *E,
                              const VarDecl *V, IntType Type,
                              const clang::Expr *&Cause) {
  Cause = E;
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (!U->isIncrementDecrementOp() || !isPlain(U->getSubExpr(), V))
      return std::nullopt;
    return U->isIncrementOp() ? 1 : -1;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isAssignmentOp() || !isPlain(B->getLHS(), V))
    return std::nullopt;
  std::optional<Increment> I = readIncrement(B, V);
  // The sum must be computed in the counter's own type: `i += 2L` wraps where
  // `i += 2` is undefined.
  std::optional<IntType> Computed = I ? intType(NR, I->Computed) : std::nullopt;
  if (!Computed || !(*Computed == Type))
    return std::nullopt;
  Cause = I->Amount;
  if (hasEffect(I->Amount))
    return std::nullopt;
  ExprRef Amount = expr(NR, I->Amount);
  // `i += -2` on an unsigned counter adds 2^w - 2: the same as subtracting 2,
  // which the constant no longer shows.
  if (Amount->Kind != ExprKind::Const || Amount->Value == 0 ||
      Amount->Value == INT64_MIN ||
      (!Type.Signed && Amount->Value > (int64_t(1) << 31) - 1))
    return std::nullopt;
  return I->Negative ? -Amount->Value : Amount->Value;
}

static bool readStep(NestReader &NR, const ForStmt *For, const VarDecl *Counter,
                     Loop &L, bool Must) {
  auto Refuse = [&](SourceRef Where) {
    if (Must)
      NR.error(DiagID::HD205, Where, L.Name);
    return false;
  };
  if (!For->getInc())
    return Refuse(ref(NR, SourceRange(For->getForLoc())));
  const clang::Expr *E = incrementOf(For, Counter);
  if (!E)
    return Refuse(ref(NR, For->getInc()));
  L.StepWhere = ref(NR, E);
  const clang::Expr *Cause = nullptr;
  const std::optional<int64_t> Step = stepOf(NR, E, Counter, L.Type, Cause);
  if (!Step)
    return Refuse(ref(NR, Cause));
  L.Step = *Step;
  return true;
}

/// A variable from outside of the loop may be written there, too.
static bool isCounterUntouched(NestReader &NR, const ForStmt *For,
                               const VarDecl *Counter, bool Must) {
  const std::optional<CountDown> Down = countDown(For, Counter);
  for (const clang::Expr *E : NR.Facts.writes(Counter)) {
    if (!NR.Facts.isWithin(E, For) || NR.Facts.isWithin(E, For->getInit()) ||
        NR.Facts.isWithin(E, For->getInc()) ||
        (Down && NR.Facts.isWithin(E, Down->Step)))
      continue;
    if (Must)
      NR.error(DiagID::HD206, ref(NR, E), Counter->getName());
    return false;
  }
  if (const clang::Expr *E = NR.Facts.escape(Counter)) {
    if (Must)
      NR.error(DiagID::HD207, ref(NR, E), Counter->getName());
    return false;
  }
  return true;
}

/// The form of OpenMP 5.0 that g++ 12 accepts, textually.
static bool isOmpCanonical(const NestReader &NR, const ForStmt *For,
                           const Loop &L) {
  const auto *B = dyn_cast<BinaryOperator>(For->getCond());
  if (!B || !For->getInc())
    return false;
  if (const auto *D = dyn_cast<DeclStmt>(For->getInit());
      D && !D->isSingleDecl())
    return false;
  // clang 22 runs past the end of `unsigned i = 1; i < m; i += 4` where `m` is
  // a wider signed number.
  if (!(L.CounterSide->Type == L.Type))
    return false;
  auto Plain = [&](const clang::Expr *E) {
    return isa<DeclRefExpr>(E->IgnoreImpCasts());
  };
  const VarDecl *V = counterOf(NR, For).first;
  bool Left = variableIn(B->getLHS()) == V && Plain(B->getLHS());
  bool Right = variableIn(B->getRHS()) == V && Plain(B->getRHS());
  if (Left == Right ||
      (isa<DeclStmt>(For->getInit()) && V->getInitStyle() != VarDecl::CInit))
    return false;
  if (const auto *A = dyn_cast<BinaryOperator>(For->getInc());
      A && (!Plain(A->getLHS()) ||
            (A->getOpcode() == BO_Assign &&
             !isa<BinaryOperator>(A->getRHS()->IgnoreImpCasts()))))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(For->getInc());
      U && !Plain(U->getSubExpr()))
    return false;
  if (!isa<BinaryOperator, UnaryOperator>(For->getInc()))
    return false;
  switch (L.Rel) {
  case Relation::Lt:
  case Relation::Le:
    return L.Step > 0;
  case Relation::Gt:
  case Relation::Ge:
    return L.Step < 0;
  case Relation::Ne:
    return L.Step == 1 || L.Step == -1;
  }
  return false;
}

std::optional<Loop> readHeader(NestReader &NR, const ForStmt *For, bool Must) {
  Loop L;
  L.Where = ref(NR, SourceRange(For->getForLoc(), For->getRParenLoc()));
  const VarDecl *Counter = readInit(NR, For, L, Must);
  if (!Counter)
    return std::nullopt;
  // The condition is an expression over the counter, so it must be known.
  LoopNest &M = NR.model();
  NR.Scope.Counters[Counter] = static_cast<unsigned>(M.Loops.size());
  M.Loops.push_back(L);
  const std::optional<CountDown> Down = countDown(For, Counter);
  bool Ok = true;
  if (Down && !(Down->Bound &&
                (mentions(Down->Bound, Counter) || hasEffect(Down->Bound))))
    readCountDown(NR, For, *Down, L);
  else
    Ok = readCondition(NR, For, Counter, L, Must) &&
         readStep(NR, For, Counter, L, Must);
  Ok = Ok && isCounterUntouched(NR, For, Counter, Must);
  M.Loops.pop_back();
  if (!Ok) {
    NR.Scope.Counters.erase(Counter);
    return std::nullopt;
  }
  L.OmpCanonical = isOmpCanonical(NR, For, L);
  return L;
}

bool hasCounter(const Expr &E) {
  return E.Kind == ExprKind::Counter ||
         llvm::any_of(E.Operands,
                      [](const ExprRef &Part) { return hasCounter(*Part); });
}

bool scalesCounter(const Expr &E) {
  const auto IsFixed = [](const ExprRef &Part) {
    const Expr *Inner = Part.get();
    while (Inner->Kind == ExprKind::Cast)
      Inner = Inner->Operands[0].get();
    return Inner->Kind == ExprKind::Const;
  };
  return (E.Kind == ExprKind::Mul && hasCounter(E) &&
          llvm::none_of(E.Operands, IsFixed)) ||
         llvm::any_of(E.Operands,
                      [](const ExprRef &Part) { return scalesCounter(*Part); });
}

} // namespace heddle
