//===- IntegerExpr.h - Clang's integer expressions to Expr ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_INTEGEREXPR_H
#define HEDDLE_READ_EXPR_INTEGEREXPR_H

#include "Read/Expr/Wrappers.h"
#include "Read/NestReader.h"

namespace heddle {

std::optional<IntType> intType(const NestReader &NR, clang::QualType T);

ExprRef expr(NestReader &NR, const clang::Expr *E);

ExprRef variableExpr(NestReader &NR, const clang::Expr *E);

/// E where it stands, though it is asked for within loops that do not hold it.
ExprRef valueThen(NestReader &NR, const clang::Expr *E);

ExprRef node(const NestReader &NR, ExprKind Kind, IntType Type,
             std::vector<ExprRef> Operands, const clang::Expr *E);

ExprRef constant(const NestReader &NR, int64_t Value, IntType Type,
                 const clang::Expr *E);

/// The counter of loop Index of the model.
ExprRef counterExpr(unsigned Index, IntType Type, SourceRef Where,
                    llvm::StringRef Text);

/// The constant 0.
bool isZero(const Expr &E);

void noteFolded(NestReader &NR, const clang::Expr *E);

ExprRef opaque(IntType Type, SourceRef Where, llvm::StringRef Text,
               llvm::StringRef Why);
ExprRef opaque(const NestReader &NR, const clang::Expr *E, llvm::StringRef Why);

ExprRef convert(const NestReader &NR, ExprRef E, IntType To);

/// Nothing but literals, written where they stand or as a macro's argument.
bool isLiteral(const clang::Stmt *S, const clang::SourceManager &SM);

/// Number of nodes of the tree, at most Limit.
unsigned treeSize(const Expr &E, unsigned Limit);
constexpr unsigned MaxTreeSize = 2000;

/// E names a template's parameter. Parameters that are pointers or references
/// are refused: the kernel's text must hold for all instantiations.
bool isTemplateArgument(const clang::Expr *E);

} // namespace heddle

#endif
