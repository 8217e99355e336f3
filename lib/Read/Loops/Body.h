//===- Body.h - Statements of the nest --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_BODY_H
#define HEDDLE_READ_LOOPS_BODY_H

#include "Read/NestReader.h"

namespace heddle {

void walkPerfect(NestReader &NR, const clang::Stmt *For);

/// The condition under which a `continue` of the innermost loop was met in
/// S, null if never.
ExprRef walk(NestReader &NR, const clang::Stmt *S);

/// A `return` in S, which leaves all loops of the function that is copied.
bool hasReturn(const clang::Stmt *S);

/// Says HD211 of S, which is What.
void refuseStatement(NestReader &NR, const clang::Stmt *S,
                     llvm::StringRef What);

/// An operation of truth values. The operands are not empty.
ExprRef logic(ExprKind Kind, std::vector<ExprRef> Operands);

/// The code behind a statement is skipped whenever the statement is reached.
ExprRef always(SourceRef Where, const char *Text);

/// A or B, where null means never.
ExprRef eitherSkip(ExprRef A, ExprRef B);

void pushGuard(NestReader &NR, ExprRef Cond, bool Negated);

/// The `for`, of either kind, that is all of Body, braces aside; else null.
const clang::Stmt *onlyFor(const clang::Stmt *Body);

/// A step of the program begins; what a copy does is part of its call.
void nextStatement(NestReader &NR);

} // namespace heddle

#endif
