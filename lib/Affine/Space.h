//===- Space.h - The index space: declared or inferred ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. A declared space is a claim: it must equal the
// iterations of the outermost loops, or those in which some store may execute.
// Else the space is what the headers say, and boxes around loops whose bounds
// depend on counters.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_SPACE_H
#define HEDDLE_AFFINE_SPACE_H

#include "Affine/Builder.h"
#include <vector>

namespace heddle {

//===--- Space.cpp --------------------------------------------------------===//

/// Fills Dims, DeclaredRank, RectangularDepth and ZeroTrip.
bool readSpace(Builder &B);
/// { Stmt[x] : L <= x < U and (x - L) mod T < W } over the first Count
/// dimensions; null if a bound is not affine.
isl::Set spaceOf(const Builder &B, const std::vector<Dimension> &Dims,
                 size_t Count);
/// Whether there are Needed dimensions; reports if not.
bool requireDimensions(Builder &B, unsigned Needed);

//===--- DeclaredSpace.cpp ------------------------------------------------===//

bool isSpaceDeclared(const Builder &B);
/// Fills DeclaredRank.
bool readRank(Builder &B);
/// Adds the dimensions that the annotation gives bounds.
bool readDeclaredDimensions(Builder &B);
/// Compares with the loops; a space that differs is to absorb guards.
bool compareWithDeclared(Builder &B);
/// Once the stores are known: whether it does absorb them.
bool checkDeclaredAgainstStores(Builder &B);

//===--- Hull.cpp ---------------------------------------------------------===//

/// Adds boxes around loops whose bounds depend on counters.
void inferHulls(Builder &B);

} // namespace heddle

#endif
