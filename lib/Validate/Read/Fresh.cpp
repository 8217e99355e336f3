//===- Fresh.cpp - Numbers that are what they began with ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Fresh.h"
#include "Validate/Read/Types.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace validate {

/// Calls in E are of const functions of objects, which only return something.
static bool callsFunctionsOfObjectsAlone(const Stmt *E, unsigned Depth = 0) {
  if (Depth > 64)
    return false;
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
    const auto *Body =
        M ? dyn_cast_or_null<CompoundStmt>(M->getBody()) : nullptr;
    if (!M || !M->isConst() || M->isVirtual() || !Body || Body->size() != 1 ||
        !isa<ReturnStmt>(Body->body_front()) ||
        !callsFunctionsOfObjectsAlone(Body->body_front(), Depth + 1))
      return false;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || callsFunctionsOfObjectsAlone(Child, Depth + 1);
  });
}

bool isQuiet(const Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  const auto *C = E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
  return isa<NullStmt>(S) ||
         (C && runtimeName(C->getDirectCallee()).starts_with("host_"));
}

bool goesStraightOn(const Stmt *S, const Stmt *Child) {
  const auto Chooses = [](const Stmt *Each) {
    const auto *If = dyn_cast<IfStmt>(Each);
    return If && If->isConstexpr();
  };
  return isa<CompoundStmt>(S) ? isa<CompoundStmt>(Child) || Chooses(Child)
                              : Chooses(S) && isa<CompoundStmt>(Child);
}

bool declaresNumbers(const ASTContext &Ctx, const DeclStmt &S) {
  return llvm::all_of(S.decls(), [&](const Decl *One) {
    const auto *V = dyn_cast<VarDecl>(One);
    return V && V->getType()->isArithmeticType() && V->getInit() &&
           !V->getInit()->HasSideEffects(Ctx,
                                         /*IncludePossibleEffects=*/false) &&
           callsFunctionsOfObjectsAlone(V->getInit());
  });
}

} // namespace validate
} // namespace heddle
