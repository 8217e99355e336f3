//===- Wrappers.cpp - What stands around an expression --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Expr/Wrappers.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace heddle {

const clang::Expr *skipMarkers(const clang::Expr *E) {
  while (true) {
    const clang::Expr *Old = E;
    E = E->IgnoreParens();
    if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    if (E == Old)
      return E;
  }
}

const clang::Expr *assignedBy(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return B->getLHS();
  const auto *U = dyn_cast<UnaryOperator>(S);
  return U && U->isIncrementDecrementOp() ? U->getSubExpr() : nullptr;
}

const clang::Expr *skipTemporaries(const clang::Expr *E) {
  return skipTemporariesAnd(E, [](const clang::Expr *) { return nullptr; });
}

const clang::Expr *skipTemporariesAnd(
    const clang::Expr *E,
    llvm::function_ref<const clang::Expr *(const clang::Expr *)> Also) {
  while (true) {
    E = skipMarkers(E);
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const clang::Expr *Inner = Also(E))
      E = Inner;
    else
      return E;
  }
}

} // namespace heddle
