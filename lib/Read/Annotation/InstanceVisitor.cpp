//===- InstanceVisitor.cpp - Walks functions and their instances ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/InstanceVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace heddle;

bool InstanceVisitor::TraverseDecl(Decl *D) {
  const auto *Function = dyn_cast_or_null<FunctionDecl>(D);
  if (!Function)
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  Functions.push_back(Function);
  bool Go = DynamicRecursiveASTVisitor::TraverseDecl(D);
  Functions.pop_back();
  return Go;
}

bool InstanceVisitor::TraverseLambdaExpr(LambdaExpr *Lambda) {
  Functions.push_back(Lambda->getCallOperator());
  bool Go = DynamicRecursiveASTVisitor::TraverseLambdaExpr(Lambda);
  Functions.pop_back();
  // The instantiations of a generic lambda hang on its class alone. In a
  // template's pattern they would be found again in each instantiation.
  FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator();
  if (Go && Generic)
    for (FunctionDecl *Instance : Generic->specializations())
      Go = Go && TraverseDecl(Instance);
  return Go;
}

void heddle::visitAll(ASTContext &Context, InstanceVisitor &V) {
  const SourceManager &SM = Context.getSourceManager();
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      V.TraverseDecl(D);
}
