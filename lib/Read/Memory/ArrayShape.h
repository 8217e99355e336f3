//===- ArrayShape.h - The elements and extents of arrays --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a variable says which elements the array has that it is or holds,
// and how many in each dimension. Pointers, arrays and containers are looked
// through down to scalars, or to the classes of records.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_ARRAYSHAPE_H
#define HEDDLE_READ_MEMORY_ARRAYSHAPE_H

#include "Read/Memory/Containers.h"
#include "Read/NestReader.h"

namespace heddle {

/// The array that a variable is or holds, as its type says it.
struct ArrayShape {
  std::optional<Container> Class; ///< the variable is one
  clang::QualType Element, Written;
  std::vector<ExprRef> Extents; ///< of records: their scalars, last
  /// As the kernel declares them, outermost first, without those of records.
  std::vector<std::string> Texts;
  bool OfClasses = false;    ///< some dimensions are those of std::array
  bool Records = false;      ///< the elements are of a class
  bool IsElement = false;    ///< the variable is the only element
  bool Complex = false;      ///< the elements are complex numbers
  bool Half = false;         ///< the elements are _Float16
  bool VariableRows = false; ///< hasVariableRows() of the array
  unsigned Tables = 0;       ///< as in ArrayInfo
  bool OwnsRows = false;     ///< as in ArrayInfo
};

/// The shape of what E names, at P; none after an error.
std::optional<ArrayShape> shapeAt(NestReader &NR, const Path &P,
                                  const clang::Expr *E);

/// The constant extents of T's array dimensions, and the scalar below. Written
/// is peeled alongside. OfClasses: some are std::array.
bool peelArrays(NestReader &NR, clang::QualType &T, clang::QualType &Written,
                std::vector<ExprRef> &Extents, std::vector<std::string> &Texts,
                bool &OfClasses);

} // namespace heddle

#endif
