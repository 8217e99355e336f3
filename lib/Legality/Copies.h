//===- Copies.h - Reads that need the values before the nest ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element that one thread reads before another one writes it, in the loops'
// sequential order, may in parallel be written first. Where nothing else joins
// the two threads, a copy of the array, made before the launch, has the value.
//
// Per read access, exactly: some instance reads an element that another thread
// writes later; some instance reads an element that its own thread wrote
// earlier. The first kind is to read the copy and the second the array. No
// instance is of both kinds, since two threads would then write one element.
// An access with instances of both kinds chooses by a condition on its loop
// variables. Redirecting all reads of an array would be wrong.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_COPIES_H
#define HEDDLE_LEGALITY_COPIES_H

#include "Legality/Conflicts.h"
#include "Legality/Findings.h"
#include <optional>
#include <vector>

namespace heddle {

/// An anti-dependence that one of the outer Rank loops carries: certain, or not
/// excluded.
isl::Answer needsCopy(const ArrayConflicts &C, unsigned Rank);

/// The copies that a nest needs whose outer Rank loops are mapped and carry
/// neither flow nor output conflicts but those of reductions. Touched: the
/// footprints of its arrays.
/// Warns of each that the annotation does not name, and of names without need.
/// Nothing after reporting an error. Findings, parallel to All, get what is
/// said and the witnesses.
std::optional<std::vector<ArrayCopy>>
findCopies(const AffineNest &N, const std::vector<ArrayConflicts> &All,
           const std::vector<Footprint> &Touched,
           const std::vector<Reduction> &Reductions, const isl::Set &Params,
           unsigned Rank, std::vector<ArrayFinding> &Findings, Report &R);

} // namespace heddle

#endif
