//===- Accesses.h - Guards, subscripts and relations ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. Every access becomes a linear offset (a polynomial)
// over the iterations that execute it, and the offsets of one array become
// relations to its elements.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ACCESSES_H
#define HEDDLE_AFFINE_ACCESSES_H

#include "Affine/Builder.h"
#include "Affine/Delinearize.h"
#include <vector>

namespace heddle {

/// Up to here the linear form of an array is as good as its subscripts.
constexpr size_t FewDimensions = 2;

/// Fills Arrays, Accesses and StoreDomain.
bool readAccesses(Builder &B);
/// No access of the nest writes it.
bool isOnlyRead(const LoopNest &Nest, unsigned Array);
/// It is compacted, and it is known how many elements are stored at most.
bool isCompacted(const Builder &B, unsigned Array);
/// A pass over the loops can tell whether iterations touch elements of the
/// array of their own, nothing else says so, and that is of use.
bool mayBeToldApart(const LoopNest &Nest, unsigned Array);
/// The launch is to do so.
void tellApart(Builder &B, unsigned Array);
/// Fills AffineAccess::InRows of one array's accesses, which Linear are, behind
/// arrange().
void placeInRows(Builder &B, const GivenRows &Rows,
                 const std::vector<LinearAccess *> &Linear);
/// Makes the relations of one array's accesses (Arrange.cpp).
bool arrange(Builder &B, unsigned Array,
             const std::vector<LinearAccess *> &Accesses);

} // namespace heddle

#endif
