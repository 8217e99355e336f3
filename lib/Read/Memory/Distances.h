//===- Distances.h - From one pointer to another ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_DISTANCES_H
#define HEDDLE_READ_MEMORY_DISTANCES_H

#include "Read/NestReader.h"

namespace heddle {

/// Scalars, which are those of whole objects of type Element at P, counted in
/// such objects.
ExprRef inElements(const NestReader &NR, ExprRef Scalars, const Position &P,
                   clang::QualType Element);

/// Elements, a number of objects of type Element at P, counted in scalars.
ExprRef inScalars(const NestReader &NR, ExprRef Elements, const Position &P,
                  clang::QualType Element);

/// To minus From, in scalars: places in one dimension of the same array.
ExprRef scalarsBetween(const NestReader &NR, const Position &From,
                       const Position &To);

/// The value of `a - b`, of pointers; null: they do not lead into one
/// dimension of the same array, or nobody knows where.
ExprRef pointerDifference(NestReader &NR, const clang::BinaryOperator *E);

} // namespace heddle

#endif
