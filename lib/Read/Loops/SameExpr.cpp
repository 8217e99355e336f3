//===- SameExpr.cpp - Expressions that mean the same ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/SameExpr.h"
#include "Read/Expr/Wrappers.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace heddle {

ReducedKind reducedKind(QualType T, const ASTContext &Ctx) {
  if (T->isBooleanType())
    return ReducedKind::Bool;
  if (T->isRealFloatingType())
    return T == Ctx.FloatTy || T == Ctx.DoubleTy ? ReducedKind::Floating
                                                 : ReducedKind::None;
  // Operators of enumerations may be overloaded.
  if (T->isIntegerType() && !T->isEnumeralType() && !T->isBitIntType() &&
      Ctx.getIntWidth(T) <= 64)
    return ReducedKind::Integer;
  return ReducedKind::None;
}

const clang::Expr *withoutConversions(const clang::Expr *E) {
  while (true) {
    const clang::Expr *Old = E;
    E = skipMarkers(E->IgnoreParenImpCasts());
    if (E == Old)
      return E;
  }
}

QualType plainType(const clang::Expr *E) {
  return E->getType().getCanonicalType().getUnqualifiedType();
}

bool hasEffects(const Stmt *S) {
  if (assignedBy(S))
    return true;
  for (const Stmt *Child : S->children())
    if (Child && hasEffects(Child))
      return true;
  return false;
}

bool isSameExpr(const clang::Expr *A, const clang::Expr *B,
                const ASTContext &Ctx) {
  A = withoutConversions(A);
  B = withoutConversions(B);
  llvm::FoldingSetNodeID IdA, IdB;
  A->Profile(IdA, Ctx, /*Canonical=*/true);
  B->Profile(IdB, Ctx, /*Canonical=*/true);
  return IdA == IdB && !hasEffects(A);
}

} // namespace heddle
