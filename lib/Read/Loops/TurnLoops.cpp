//===- TurnLoops.cpp - Loops whose turns are counted ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/TurnLoops.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// The loop goes on while Left Op Right; both may be null in place of zero.
struct Comparison {
  BinaryOperatorKind Op = BO_NE;
  const clang::Expr *Left = nullptr, *Right = nullptr;
};

/// A value that grows by By in each turn, and begins with First.
struct Linear {
  ExprRef First;
  int64_t By = 0;
};

} // namespace

//===--- Conditions -------------------------------------------------------===//

/// S reads or writes an element, or calls what may.
static bool usesMemory(const NestReader &NR, const Stmt *S) {
  if (const auto *E = dyn_cast<clang::Expr>(S);
      E && measuredContainer(NR.Ctx, E))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->getOpcode() == UO_Deref)
    return true;
  return isa<ArraySubscriptExpr, CallExpr, CXXConstructExpr>(S) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && usesMemory(NR, Child);
         });
}

/// A jump out of the loop around S, of which S is a part.
static bool hasBreak(const Stmt *S) {
  if (isa<ReturnStmt>(S))
    return true;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S))
    return false;
  return isa<BreakStmt>(S) || llvm::any_of(S->children(), [](const Stmt *C) {
           return C && hasBreak(C);
         });
}

/// The first operand of `&&` ends the loop, whatever the others say.
static Comparison comparisonOf(const clang::Expr *Cond, bool &IsAll) {
  IsAll = true;
  Cond = skipMarkers(Cond);
  const auto *B = dyn_cast<BinaryOperator>(Cond);
  for (; B && B->getOpcode() == BO_LAnd; B = dyn_cast<BinaryOperator>(Cond)) {
    Cond = skipMarkers(B->getLHS());
    IsAll = false;
  }
  if (B && B->isComparisonOp())
    return {B->getOpcode(), B->getLHS(), B->getRHS()};
  if (const auto *C = dyn_cast<ImplicitCastExpr>(Cond);
      C && C->getCastKind() == CK_IntegralToBoolean)
    return {BO_NE, C->getSubExpr(), nullptr};
  return {};
}

/// The distance of two pointers into one array, or null.
static ExprRef distance(NestReader &NR, const Comparison &C) {
  const auto Place = [&](const clang::Expr *E) {
    return attempt(NR, [&] { return pointer(NR, E, /*Evaluate=*/false); })
        .first;
  };
  const std::optional<Position> To = Place(C.Left), From = Place(C.Right);
  if (!To || !From || To->Private || From->Private ||
      To->Array != From->Array || To->Subs.size() != 1 ||
      From->Subs.size() != 1)
    return nullptr;
  return inElements(NR, scalarsBetween(NR, *From, *To), *From,
                    C.Left->getType()->getPointeeType());
}

//===--- Sums over the turns ----------------------------------------------===//

/// By how much E grows while the counter of Loop grows by one; none: not known.
static std::optional<int64_t> growth(const Expr &E, unsigned Loop) {
  if (E.Kind == ExprKind::Opaque)
    return std::nullopt;
  if (E.Kind == ExprKind::Counter)
    return E.Index == Loop;
  llvm::SmallVector<int64_t, 2> Parts;
  for (const ExprRef &Operand : E.Operands) {
    const std::optional<int64_t> Part = growth(*Operand, Loop);
    if (!Part)
      return std::nullopt;
    Parts.push_back(*Part);
  }
  if (llvm::all_of(Parts, [](int64_t Part) { return Part == 0; }))
    return 0;
  int64_t Sum = 0;
  const auto Scaled = [&](unsigned Moved, unsigned Factor) {
    return Parts[Factor] == 0 && E.Operands[Factor]->Kind == ExprKind::Const &&
           !llvm::MulOverflow(Parts[Moved], E.Operands[Factor]->Value, Sum);
  };
  switch (E.Kind) {
  case ExprKind::Cast:
    return Parts[0];
  case ExprKind::Neg:
    return -Parts[0];
  case ExprKind::Add:
    return Parts[0] + Parts[1];
  case ExprKind::Sub:
    return Parts[0] - Parts[1];
  case ExprKind::Mul:
    return Scaled(0, 1) || Scaled(1, 0) ? std::optional(Sum) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// E in the first turn of Loop.
static ExprRef inFirstTurn(const ExprRef &E, unsigned Loop) {
  auto Copy = std::make_shared<Expr>(*E);
  if (E->Kind == ExprKind::Counter && E->Index == Loop) {
    Copy->Kind = ExprKind::Const;
    Copy->Index = 0;
  }
  for (ExprRef &Operand : Copy->Operands)
    Operand = inFirstTurn(Operand, Loop);
  return Copy;
}

static std::optional<Linear> linear(const ExprRef &E, unsigned Loop) {
  const std::optional<int64_t> By = growth(*E, Loop);
  // Larger steps are none that people write.
  if (!By || std::abs(*By) > 65536)
    return std::nullopt;
  return Linear{inFirstTurn(E, Loop), *By};
}

/// Left - Right, in 64 bits.
static std::optional<Linear> difference(NestReader &NR, const Comparison &C,
                                        unsigned Loop) {
  if (C.Left->getType()->isPointerType()) {
    const ExprRef Elements = C.Right ? distance(NR, C) : nullptr;
    return Elements ? linear(convert(NR, Elements, Int64), Loop) : std::nullopt;
  }
  const ExprRef Left = expr(NR, C.Left),
                Right = C.Right ? expr(NR, C.Right)
                                : constant(NR, 0, Left->Type, nullptr);
  const std::optional<Linear> A = linear(Left, Loop), B = linear(Right, Loop);
  if (!A || !B || !(Left->Type == Right->Type))
    return std::nullopt;
  // An end that goes one by one meets the other one before it wraps around.
  if (Left->Type.mayWrap() &&
      ((A->By != 0 && B->By != 0) || std::abs(A->By - B->By) != 1 ||
       C.Op == BO_LE || C.Op == BO_GE))
    return std::nullopt;
  return Linear{
      node(NR, ExprKind::Sub, Int64,
           {convert(NR, A->First, Int64), convert(NR, B->First, Int64)},
           C.Left),
      A->By - B->By};
}

/// Completes L: turns while D Op 0.
static bool boundBy(NestReader &NR, Linear D, BinaryOperatorKind Op, Loop &L) {
  const auto Number = [&](int64_t N) {
    return constant(NR, N, Int64, nullptr);
  };
  const bool Falls = D.By < 0;
  if (D.By == 0)
    return false;
  // The distance that is left to go.
  ExprRef Way =
      Falls ? D.First : node(NR, ExprKind::Neg, Int64, {D.First}, nullptr);
  const int64_t By = std::abs(D.By);
  switch (Op) {
  case BO_NE:
    L.Rel = Relation::Ne;
    break;
  case BO_LT:
  case BO_LE:
  case BO_GT:
  case BO_GE:
    if (Falls != (Op == BO_GT || Op == BO_GE))
      return false;
    if (Op == BO_LE || Op == BO_GE)
      Way = node(NR, ExprKind::Add, Int64, {Way, Number(1)}, nullptr);
    break;
  default:
    return false;
  }
  if (By > 1 && Op == BO_NE)
    return false;
  if (By > 1) // Divided towards zero, what is no way stays none.
    Way = node(NR, ExprKind::Div, Int64,
               {node(NR, ExprKind::Add, Int64, {Way, Number(By - 1)}, nullptr),
                Number(By)},
               nullptr);
  L.Bound = Way;
  return true;
}

//===--- The loop ---------------------------------------------------------===//

Turns countTurns(NestReader &NR, const Stmt *S, const clang::Expr *Cond,
                 const Stmt *Body) {
  if (NR.isInCopy() || !Cond || !usesMemory(NR, Body))
    return Turns::Unknown;
  bool IsAll = true;
  const Comparison C = comparisonOf(Cond, IsAll);
  if (!C.Left || usesMemory(NR, C.Left) || (C.Right && usesMemory(NR, C.Right)))
    return Turns::Unknown;
  LoopNest &M = NR.model();
  const auto Index = static_cast<unsigned>(M.Loops.size());
  Loop L;
  L.Name = "turn#" + std::to_string(Index);
  L.CxxType = "long long";
  L.Type = Int64;
  L.Where = L.NameWhere = L.InitWhere = L.CondWhere = L.StepWhere =
      ref(NR, Cond);
  L.Init = constant(NR, 0, Int64, nullptr);
  L.CounterSide = counterExpr(Index, Int64, L.NameWhere, L.Name);
  L.Parent = NR.Scope.LoopStack.empty()
                 ? -1
                 : static_cast<int>(NR.Scope.LoopStack.back());
  M.Loops.push_back(L);
  NR.Scope.LoopOf[S] = Index;
  const std::optional<Linear> Left = difference(NR, C, Index);
  M.Loops.pop_back();
  if (!Left || !boundBy(NR, *Left, C.Op, L)) {
    NR.Scope.LoopOf.erase(S);
    return Turns::Unknown;
  }
  auto Bound = std::make_shared<Expr>(*L.Bound);
  Bound->Where = ref(NR, Cond);
  Bound->Text = text(NR, Cond);
  L.Bound = std::move(Bound);
  L.DataDependent = !IsAll || hasBreak(Body);
  const Turns Counted = L.DataDependent ? Turns::AtMost : Turns::Exact;
  M.Loops.push_back(std::move(L));
  return Counted;
}

void enterTurns(NestReader &NR, Turns Counted) {
  if (Counted != Turns::Unknown)
    NR.Scope.LoopStack.push_back(
        static_cast<unsigned>(NR.model().Loops.size()) - 1);
  NR.Scope.beginLoop(/*May=*/Counted != Turns::Exact);
}

void leaveTurns(NestReader &NR, Turns Counted) {
  NR.Scope.endLoop(/*May=*/Counted != Turns::Exact);
  if (Counted != Turns::Unknown)
    NR.Scope.LoopStack.pop_back();
}

} // namespace heddle
