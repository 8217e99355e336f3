//===- BodyExpr.h - Effects and accesses of expressions ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_BODYEXPR_H
#define HEDDLE_READ_EXPR_BODYEXPR_H

#include "Read/NestReader.h"

namespace heddle {

/// Evaluates E: every access, effect and refusal inside it.
void read(NestReader &NR, const clang::Expr *E);

/// Evaluates E, an lvalue or not, for its value.
void readOperand(NestReader &NR, const clang::Expr *E);

/// Evaluates E for its effects alone.
void discard(NestReader &NR, const clang::Expr *E);

void readUnary(NestReader &NR, const clang::UnaryOperator *E);

void readConditional(NestReader &NR,
                     const clang::AbstractConditionalOperator *E,
                     std::optional<AccessMode> AsLvalue);

void assign(NestReader &NR, const clang::BinaryOperator *E);

bool checkScalar(NestReader &NR, clang::QualType T, clang::SourceRange Where);

void refuse(NestReader &NR, const clang::Expr *E, llvm::StringRef What);

/// The walk has understood every name in S.
void see(NestReader &NR, const clang::Stmt *S);

/// Reports a name in S that the walk has not come by.
void checkSeen(NestReader &NR, const clang::Stmt *S);

void refuseKind(NestReader &NR, const clang::Expr *E);

/// std::atomic<...>.
bool isStdAtomic(clang::QualType T);

} // namespace heddle

#endif
