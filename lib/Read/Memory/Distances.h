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

/// A and B, places in one array, stand in one row of a table, or the array is
/// none: kernels have the rows of tables somewhere else.
bool isInOneRow(const NestReader &NR, const Position &A, const Position &B);

/// E gives the pointer that a variable or a member holds, which outlives the
/// nest, itself or as what a function returns.
bool isHeldPointer(NestReader &NR, const clang::Expr *E);

/// `To - From` in elements, as a parameter of the launch, of pointers that are
/// held; null: they are something else.
ExprRef heldDistance(NestReader &NR, const clang::Expr *From,
                     const clang::Expr *To);

/// Two pointers of one type, of which the first leads to Place.
struct PointerEnds {
  const clang::Expr *From, *To;
  Position Place;
};

/// How many elements there are between them; null: nobody knows. PlaceOfTo:
/// where the second one leads. IsHeld: the pointers alone say it.
ExprRef elementsBetween(NestReader &NR, const PointerEnds &Ends,
                        llvm::function_ref<std::optional<Position>()> PlaceOfTo,
                        bool &IsHeld);

/// The value of `a - b`, of pointers; null: they neither lead into one
/// dimension of the same array nor are held, or nobody knows where.
ExprRef pointerDifference(NestReader &NR, const clang::BinaryOperator *E);

/// Evaluates `a - b`, of pointers that are held; false: E is something else.
bool readHeldDistance(NestReader &NR, const clang::BinaryOperator *E);

/// Where the nest stores characters, which may overwrite a pointer: reports the
/// loops over what such pointers lead to, whose source reads them once.
void checkHeldPointers(NestReader &NR);

} // namespace heddle

#endif
