//===- Overlaps.h - What must be apart in memory ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences are decided per array. That two arrays, or an array and a
// variable, do not share memory is either known from the source or left to a
// check at the launch. Types prove nothing.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_OVERLAPS_H
#define HEDDLE_LEGALITY_OVERLAPS_H

#include "Legality/VerifiedNest.h"
#include <vector>

namespace heddle {

/// The name of the other side of O in messages: of an array, or a storage.
std::string otherName(const LoopNest &N, const OverlapCheck &O);

/// The pairs to be checked at the launch, arrays first, ascending and without
/// repetition. Touched: footprints of the arrays that the nest touches.
std::vector<OverlapCheck> findOverlaps(const LoopNest &N,
                                       const std::vector<Footprint> &Touched);

} // namespace heddle

#endif
