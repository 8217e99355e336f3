//===- ConstantLoops.cpp - Loops over a constant range --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/ConstantLoops.h"
#include "Read/Loops/Privates.h"
#include "Read/Loops/UseFlow.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

std::optional<int64_t> constantOf(const NestReader &NR, const clang::Expr *E) {
  clang::Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, NR.Ctx) ||
      !Result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Result.Val.getInt().getExtValue();
}

bool jumps(const Stmt *S) {
  return isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, LabelStmt,
             ReturnStmt, SwitchStmt>(S) ||
         llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && jumps(C); });
}

static std::optional<Range> rangeOf(BinaryOperatorKind Op, int64_t First,
                                    int64_t Bound, bool Up) {
  if (Up && (Op == BO_LT || Op == BO_LE) && Bound < INT64_MAX)
    return Range{First, Bound + (Op == BO_LE)};
  if (!Up && (Op == BO_GT || Op == BO_GE) && Bound > INT64_MIN &&
      First < INT64_MAX)
    return Range{Bound + (Op == BO_GT), First + 1};
  return std::nullopt;
}

std::optional<ConstantLoop> constantLoop(const NestReader &NR,
                                         const ForStmt *For) {
  auto [V, Init] = assignedCounter(For);
  if (const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
      D && D->isSingleDecl())
    if (V = dyn_cast<VarDecl>(D->getSingleDecl()); V)
      Init = V->getInit();
  const auto *U = dyn_cast_or_null<UnaryOperator>(For->getInc());
  const auto *C = dyn_cast_or_null<BinaryOperator>(For->getCond());
  if (!V || !Init || !U || !U->isIncrementDecrementOp() ||
      named(U->getSubExpr()) != V || !C || !V->hasLocalStorage() ||
      !V->getType()->isIntegerType() || V->getType().isVolatileQualified() ||
      NR.Facts.escape(V) || NR.Facts.writeWithin(V, For->getBody()) ||
      named(C->getLHS()->IgnoreParenImpCasts()) != V)
    return std::nullopt;
  // Converted, the first value or the bound may be another number.
  const std::optional<int64_t> First = constantOf(NR, Init),
                               Bound = constantOf(NR, C->getRHS());
  if (!First || !Bound || *First < -MostOfConstantLoop ||
      *First > MostOfConstantLoop || *Bound < -MostOfConstantLoop ||
      *Bound > MostOfConstantLoop || NR.Ctx.getIntWidth(V->getType()) < 32 ||
      (!V->getType()->isSignedIntegerType() && (*First < 0 || *Bound <= 0)) ||
      !NR.Ctx.hasSameUnqualifiedType(C->getLHS()->getType(), V->getType()) ||
      !NR.Ctx.hasSameUnqualifiedType(C->getRHS()->getType(), V->getType()))
    return std::nullopt;
  const std::optional<Range> Values =
      rangeOf(C->getOpcode(), *First, *Bound, U->isIncrementOp());
  if (!Values || Values->Begin >= Values->End)
    return std::nullopt;
  return ConstantLoop{For, V, *Values};
}

const ConstantLoop *counterIn(const NestReader &NR, const clang::Expr *E,
                              llvm::ArrayRef<ConstantLoop> Loops,
                              int64_t &Shift) {
  E = E->IgnoreParenImpCasts();
  Shift = 0;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    const std::optional<int64_t> Amount = constantOf(NR, B->getRHS());
    if (!Amount || *Amount < 0 || *Amount > MostOfConstantLoop ||
        !B->getType()->isSignedIntegerType())
      return nullptr;
    Shift = B->getOpcode() == BO_Add ? *Amount : -*Amount;
    E = B->getLHS()->IgnoreParenImpCasts();
  }
  const VarDecl *V = named(E);
  const auto *It = llvm::find_if(llvm::reverse(Loops), [&](const auto &L) {
                     return L.Counter == V;
                   }).base();
  return V && It != Loops.begin() ? It - 1 : nullptr;
}

} // namespace heddle
