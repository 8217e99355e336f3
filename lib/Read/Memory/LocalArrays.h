//===- LocalArrays.h - std::array as an iteration's own ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_LOCALARRAYS_H
#define HEDDLE_READ_MEMORY_LOCALARRAYS_H

#include "Read/NestReader.h"

namespace heddle {

/// T is a std::array of numbers, or of such arrays: a value that an iteration
/// may have, as heddle::rt::fixed_array.
bool isFixedArray(const NestReader &NR, clang::QualType T);

/// Writes T, the type of such an array that the nest makes, as kernels have it.
void replaceFixedArray(NestReader &NR, clang::TypeLoc T);

/// Writes `auto` in the place of the type that V, a reference to a std::array,
/// refers to: kernels have other classes and plain arrays in its place.
void referByAuto(NestReader &NR, const clang::VarDecl *V);

/// The name of T, such an array, in kernels. Written: as the template around it
/// has it.
std::optional<std::string> fixedArrayName(NestReader &NR, clang::QualType T,
                                          clang::QualType Written);

/// The argument Object of a call, a local of the iteration, as a pointer to its
/// first element, which is what the copy of the function takes.
void passFixedArray(NestReader &NR, const clang::Expr *Object);

/// Objects of type T are made of numbers: structures and arrays of them.
bool isBundle(const NestReader &NR, clang::QualType T);

/// Writes `s.data()`, where s is a local of the iteration.
void pointToFixedArray(NestReader &NR, const clang::Expr *E,
                       const clang::Expr *Object);

/// Reads `s.fill(v)` of a local of the iteration; false where E is none.
bool fillFixedArray(NestReader &NR, const clang::CallExpr *E);

} // namespace heddle

#endif
