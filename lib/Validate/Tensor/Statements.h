//===- Statements.h - Tensor statements, and what launches ask --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments, and members of tensors that launches ask for, become nodes.
// All elements are evaluated before the first is stored.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_STATEMENTS_H
#define HEDDLE_VALIDATE_TENSOR_STATEMENTS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A call that tensors know the meaning of; null: a call like others.
const Node *tensorCall(Reader &R, const clang::CallExpr *E);
/// Where a call by reference leads: an element; else null.
const Node *tensorElement(Reader &R, const clang::CXXOperatorCallExpr *E);

} // namespace validate
} // namespace heddle

#endif
