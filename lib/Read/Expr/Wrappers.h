//===- Wrappers.h - What stands around an expression ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang wraps expressions in nodes that compute nothing. Each reader takes off
// what means nothing to it: these functions are all that take off nodes of more
// than one kind.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_WRAPPERS_H
#define HEDDLE_READ_EXPR_WRAPPERS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// Strips parentheses and nodes that only mark constants, full expressions and
/// substituted template arguments.
const clang::Expr *skipMarkers(const clang::Expr *E);

/// The operand that S assigns to, increments or decrements; null: S is no such
/// operator.
const clang::Expr *assignedBy(const clang::Stmt *S);

/// Strips markers, and nodes that make a temporary of a value.
const clang::Expr *skipTemporaries(const clang::Expr *E);

/// The same, and what Also goes through, which gives null for what it keeps.
const clang::Expr *skipTemporariesAnd(
    const clang::Expr *E,
    llvm::function_ref<const clang::Expr *(const clang::Expr *)> Also);

} // namespace heddle

#endif
