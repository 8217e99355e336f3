//===- InstanceVisitor.h - Walks functions and their instances -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_INSTANCEVISITOR_H
#define HEDDLE_READ_ANNOTATION_INSTANCEVISITOR_H

#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle {

/// Walks all functions, members and lambdas, templates as patterns and once
/// for each instantiation, generic lambdas likewise.
class InstanceVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  InstanceVisitor() { ShouldVisitTemplateInstantiations = true; }
  bool TraverseDecl(clang::Decl *D) override;
  bool TraverseLambdaExpr(clang::LambdaExpr *Lambda) override;

protected:
  /// The functions around the place at hand, outermost first; a lambda is its call
  /// operator.
  llvm::SmallVector<const clang::FunctionDecl *> Functions;
};

/// Shows V all declarations but those of system headers.
void visitAll(clang::ASTContext &Context, InstanceVisitor &V);

} // namespace heddle

#endif
