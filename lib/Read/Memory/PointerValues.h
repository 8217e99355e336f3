//===- PointerValues.h - Distances of pointers in a table -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `index[i + 1] - index[i]`, of `T **index`: how long row i is, where the rows
// lie in one array. Kernels have the table as the host has it: an array of one
// dimension whose elements are pointers. They subtract these and follow none.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_POINTERVALUES_H
#define HEDDLE_READ_MEMORY_POINTERVALUES_H

#include "Read/NestReader.h"

namespace heddle {

/// E is the difference of two elements of tables of pointers, which variables
/// or members hold that outlive the nest.
bool isTableDistance(const clang::Expr *E);

/// Evaluates such a difference in the nest's own text; false: E is something
/// else, or a table is not understood.
bool readTableDistance(NestReader &NR, const clang::BinaryOperator *E);

/// Evaluates a call of a function that is one `return` of such a difference,
/// maybe converted; false: as before.
bool callTableDistance(NestReader &NR, const clang::CallExpr *E);

} // namespace heddle

#endif
