//===- Assumptions.h - What is known before the nest ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_ASSUMPTIONS_H
#define HEDDLE_READ_ANNOTATION_ASSUMPTIONS_H

#include "Read/NestReader.h"

namespace heddle {

void readAssumptions(NestReader &NR);

/// The initialiser of the variable that E names, where that has products of
/// variables, or members of objects, the variable still is what it says, and the
/// nest multiplies by it, or goes from row to row by it: `const int plane = n *
/// m, row = g.n + 2;` in front of the nest. Null: it is no such variable.
ExprRef initialProduct(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
