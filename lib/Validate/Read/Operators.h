//===- Operators.h - Operators of rewritten text ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in operators on numbers and pointers, with their assignments.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_OPERATORS_H
#define HEDDLE_VALIDATE_READ_OPERATORS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

const Node *unary(Reader &R, const clang::UnaryOperator *E);
const Node *binary(Reader &R, const clang::BinaryOperator *E);

} // namespace validate
} // namespace heddle

#endif
