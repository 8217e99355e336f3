//===- ShiftedAccesses.h - Accesses that are apart by constants -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stencil reads elements at constant distances from each other, in the same
// iterations. Lexicographic order does not change where all tuples are moved by
// one distance, so that the first element of all accesses is one of the access
// that is moved furthest down, and the last one of that furthest up.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_SHIFTEDACCESSES_H
#define HEDDLE_AFFINE_SHIFTEDACCESSES_H

#include "Affine/AffineNest.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

/// Some of Accesses, numbers in AffineNest::Accesses to one array, in their
/// order: the first and the last element that all of them touch are the first
/// and the last one of these. Exact; where isl gives up it leaves out less.
std::vector<unsigned> outermostShifts(const AffineNest &N,
                                      llvm::ArrayRef<unsigned> Accesses);

} // namespace heddle

#endif
