//===- Arithmetic.h - Operators of rewritten text --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// E says which operator, and of which types; A and B are its operands, B is 0
// where there is one. End learns of what is undefined.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_ARITHMETIC_H
#define HEDDLE_VALIDATE_INTERPRET_ARITHMETIC_H

#include "Validate/Interpret/Outcome.h"
#include "Validate/Interpret/Value.h"

namespace heddle {
namespace validate {

/// As C++ has it: where a signed result leaves its type it is undefined.
Value ofIntegers(const Node *E, Value A, Value B, Outcome &End);
/// In the field.
Value ofFloats(const Node *E, Value A, Value B, Outcome &End);
/// As rt::checked and rt::tri: what leaves 64 bits is unknown.
Value ofChecked(const Node *E, Value A, Value B, Outcome &End);
/// As rt::ceil_div and the like.
Value ofDivision(const Node *E, Value A, Value B);
/// <, <=, ==, !=
Value compared(const Node *E, Value A, Value B);
/// A cast.
Value converted(const Node *E, Value A);

} // namespace validate
} // namespace heddle

#endif
