//===- Bodies.h - Calls of the function of a loop's body --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_BODIES_H
#define HEDDLE_VALIDATE_READ_BODIES_H

#include "Validate/Tree.h"
#include "clang/AST/Expr.h"

namespace heddle {
namespace validate {

class Reader;

/// A call that is read as the text of what it calls.
class BodyCall {
public:
  BodyCall(Reader &R, const clang::CallExpr *E) : R(R), E(E) {}

  /// Null: E calls another function.
  const Node *read();

private:
  bool isPassedAsIs(const clang::ParmVarDecl *P, const clang::Expr *Argument);
  const Node *passed(const clang::ParmVarDecl *P, const clang::Expr *Argument);
  void noteBound(const clang::ParmVarDecl *P, const clang::Expr *Argument);

  Reader &R;
  const clang::CallExpr *E;
};

} // namespace validate
} // namespace heddle

#endif
