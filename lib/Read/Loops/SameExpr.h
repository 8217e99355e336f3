//===- SameExpr.h - Expressions that mean the same --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_SAMEEXPR_H
#define HEDDLE_READ_LOOPS_SAMEEXPR_H

#include "clang/AST/Expr.h"

namespace heddle {

/// The kind of reduction that a variable's type allows.
enum class ReducedKind : unsigned char { None, Bool, Integer, Floating };
ReducedKind reducedKind(clang::QualType T, const clang::ASTContext &Ctx);

/// E without what marks or converts it implicitly.
const clang::Expr *withoutConversions(const clang::Expr *E);

/// The canonical type of E, without const.
clang::QualType plainType(const clang::Expr *E);

/// S assigns, increments or decrements something.
bool hasEffects(const clang::Stmt *S);

/// Both mean the same variable, element or value, as they are written.
bool isSameExpr(const clang::Expr *A, const clang::Expr *B,
                const clang::ASTContext &Ctx);

} // namespace heddle

#endif
