//===- Turns.h - When a call is evaluated -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_TURNS_H
#define HEDDLE_READ_CALLEES_TURNS_H

#include "Read/NestReader.h"

namespace heddle {

/// No other part of the expression around the call E can tell whether it is
/// evaluated before what the call writes or behind: E is a statement, or all
/// that one returns, asks or gives to a variable.
bool hasItsOwnTurn(const NestReader &NR, const clang::Expr *E);

/// The name of a variable that the call E may change, and that the expression
/// around it mentions besides, where C++ does not say which comes first; else
/// empty.
std::string changedBeside(const NestReader &NR, const clang::CallExpr *E);

/// mayChangeVariables() of an operand, which may be what calls return a reference
/// to: such calls change nothing by themselves.
bool changesVariables(const NestReader &NR, const clang::Expr *Object);

/// The variable, or `this`, that E names or of which it names a part; null: E
/// is something else.
const clang::Stmt *rootOf(const clang::Expr *E);

} // namespace heddle

#endif
