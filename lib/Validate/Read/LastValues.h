//===- LastValues.h - Variables that loops would leave set ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_LASTVALUES_H
#define HEDDLE_VALIDATE_READ_LASTVALUES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// rt::kept(&v): notes that behind the launch v has the value that the loops
/// leave in their own v. Its value is the pointer.
const Node *keptVariable(Reader &R, const clang::CallExpr *E);

/// rt::behind_up(first, end, step), rt::trips_up(first, end, step) and their
/// kin, by their definition: where a counter is behind its loop, and how often
/// that runs. Null: Name is another function.
const Node *counterBehind(Reader &R, const clang::CallExpr *E,
                          llvm::StringRef Name);

/// E is a call of rt::kept.
bool keepsVariable(const clang::Expr *E);

/// The loop as written has been read: finds the variables that it has for
/// itself.
void findLastValues(Reader &R, const clang::Stmt *Loop);

} // namespace validate
} // namespace heddle

#endif
