//===- ReducedElements.h - Elements that serve as variables -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_REDUCEDELEMENTS_H
#define HEDDLE_READ_LOOPS_REDUCEDELEMENTS_H

#include "Read/NestReader.h"

namespace heddle {

/// Before the walk: the arrays that 'reduce' names of which the nest does
/// nothing but steps on elements that are the same in all iterations, as in
/// `*sum += x[i]` and `s[1] += x[i] * x[i]`. Each such element is a variable to
/// reduce to, as `sum` would be.
void findReducedElements(NestReader &NR);

/// Where E is one, its place.
std::optional<Path> reducedElement(NestReader &NR, const clang::Expr *E);

/// Behind the walk: no function that the nest calls uses one of them in another
/// way. Sets ArrayInfo::SameElements of arrays that 'reduce' does not name.
void checkReducedElements(NestReader &NR);

/// E is one, of which the nest has now a scalar.
void noteReducedElement(NestReader &NR, const clang::Expr *E, unsigned Array);

/// Behind the walk: those of the array that 'reduce' names by E.
llvm::ArrayRef<unsigned> reducedElements(NestReader &NR, const clang::Expr *E);

} // namespace heddle

#endif
