//===- NamedForms.cpp - Forms of an annotation's arguments ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Annotation/NamedForms.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/VariableFacts.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace heddle {

bool isArrayName(const ASTContext &Ctx, const clang::Expr *E) {
  QualType Type = E->getType();
  return !isa<InitListExpr>(E) && !Type.isNull() &&
         (Type->isPointerType() || Type->isArrayType() ||
          containerOf(Ctx, Type, Type)) &&
         !Type->isFunctionPointerType() && !Type->isVoidPointerType();
}

bool isVariable(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  return isa<DeclRefExpr, MemberExpr>(E) && E->isLValue() &&
         E->getType()->isArithmeticType();
}

bool isObject(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  return isa<DeclRefExpr>(E) && E->isLValue() && E->getType()->isRecordType() &&
         !isTensorType(E->getType());
}

bool isValueAlone(const ASTContext &Context, const Stmt *S) {
  if (const auto *C = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = C->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (!F || !(F->isConstexpr() || isDeclaredPure(F) || isValueTwin(C) ||
                (Method && Method->isConst() && F->isInStdNamespace())))
      return false;
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return !Child || isValueAlone(Context, Child);
  });
}

} // namespace heddle
