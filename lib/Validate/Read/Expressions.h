//===- Expressions.h - Expressions of rewritten text ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each expression becomes nodes that compute its value. An expression of a
// class or an lvalue gives an address.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_EXPRESSIONS_H
#define HEDDLE_VALIDATE_READ_EXPRESSIONS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// The value of E; of a record or of an lvalue its address.
const Node *value(Reader &R, const clang::Expr *E);
/// The value of E, an lvalue or not.
const Node *rvalue(Reader &R, const clang::Expr *E);

} // namespace validate
} // namespace heddle

#endif
