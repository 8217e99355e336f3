//===- CountDown.cpp - `for (long i = n; i-- > 0;)` -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/CountDown.h"
#include "Read/Expr/IntegerExpr.h"
#include "Spelling/NestText.h"

using namespace clang;

namespace heddle {

/// `i--` or `--i`, without conversions.
static const UnaryOperator *stepIn(const clang::Expr *E,
                                   const VarDecl *Counter) {
  const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (!U || !U->isDecrementOp())
    return nullptr;
  const auto *D = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
  return D && D->getDecl() == Counter ? U : nullptr;
}

std::optional<CountDown> countDown(const ForStmt *For, const VarDecl *Counter) {
  if (For->getInc() || !For->getCond() || For->getConditionVariable())
    return std::nullopt;
  CountDown C;
  // `for (unsigned i = n; i--;)`
  if ((C.Step = stepIn(For->getCond(), Counter))) {
    C.Rel = Relation::Ne;
    return C;
  }
  const auto *B = dyn_cast<BinaryOperator>(skipMarkers(For->getCond()));
  if (!B)
    return std::nullopt;
  const bool Left = stepIn(B->getLHS(), Counter) != nullptr;
  C.Step = stepIn(Left ? B->getLHS() : B->getRHS(), Counter);
  C.Bound = Left ? B->getRHS() : B->getLHS();
  if (!C.Step)
    return std::nullopt;
  const BinaryOperatorKind Op =
      Left || !B->isRelationalOp()
          ? B->getOpcode()
          : BinaryOperator::reverseComparisonOp(B->getOpcode());
  if (Op == BO_GT)
    C.Rel = Relation::Gt;
  else if (Op == BO_GE)
    C.Rel = Relation::Ge;
  else if (Op == BO_NE)
    C.Rel = Relation::Ne;
  else
    return std::nullopt;
  return C;
}

void readCountDown(NestReader &NR, const ForStmt *For, const CountDown &C,
                   Loop &L) {
  const ExprRef One = constant(NR, 1, L.Type, nullptr);
  const ExprRef Counter =
      counterExpr(static_cast<unsigned>(NR.Nest->Loops.size()) - 1, L.Type,
                  ref(NR, C.Step), L.Name);
  // Before the step the counter is greater by one.
  ExprRef Tested = C.Step->isPrefix() ? Counter
                                      : node(NR, ExprKind::Add, L.Type,
                                             {Counter, One}, C.Step);
  L.Init = node(NR, ExprKind::Sub, L.Type, {L.Init, One}, C.Step);
  L.Rel = C.Rel;
  L.Step = -1;
  L.StepsInCondition = true;
  L.StepWhere = ref(NR, C.Step);
  L.CondWhere = ref(NR, For->getCond());
  if (!C.Bound) {
    L.CounterSide = Tested;
    L.Bound = constant(NR, 0, L.Type, nullptr);
    return;
  }
  // C++ has brought both sides to one type, in which it compares.
  L.Bound = expr(NR, C.Bound);
  L.CounterSide = convert(NR, Tested, L.Bound->Type);
}

} // namespace heddle
