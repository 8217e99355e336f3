//===- HeldElements.h - Elements as parameters of a launch ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_HELDELEMENTS_H
#define HEDDLE_READ_MEMORY_HELDELEMENTS_H

#include "Read/NestReader.h"

namespace heddle {

/// The element E of an array, `size[2]`, as a parameter, which the launch reads
/// once; a write that reaches it is for the check of overlaps. The array has
/// declared extents and constant subscripts within them, so that the element
/// may be read whether or not the loops come to do so. In the header of the
/// outermost mapped loop, which is evaluated always, a variable that keeps its
/// value may lead to the array, and number the element. In bodies and headers
/// of other loops the nest may only read the array. Null: E is none of these.
ExprRef heldElement(NestReader &NR, const clang::Expr *E);

/// The same, in the walk over that header: kernels have the parameter in the
/// element's place.
bool useHeldElement(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
