//===- Candidates.h - Layouts that a nest may have --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_CANDIDATES_H
#define HEDDLE_MAPPING_CANDIDATES_H

#include "Mapping/Cost.h"

namespace heddle {

struct Candidate {
  layout Shape;
  Cost Estimate;
};

/// The layouts that Auto weighs: the loops in their order, or with one moved
/// along x of which some access touches neighbouring elements; all ways to
/// group them; blocks of 64 to 1024 threads. The cheapest one first; of those
/// that cost nearly the same, the one with fewest instructions,
/// sectors, and limits that a launch has to check. The others by their costs,
/// and of those that cost nearly the same the plainest one first.
std::vector<Candidate> candidates(const CostModel &Model, unsigned Rank);

/// Cycles that a whole device takes for each time that the body runs, in the
/// cheapest layout. To compare nests that do the same: where extents are not
/// known, they are taken for such as are usual, and too few threads leave much
/// of the device idle.
double cyclesOfBody(const VerifiedNest &Nest, const Device &On);

/// How many loops of the nest are mapped: those verified, as far as there is a
/// box around their iterations. A declared rank has a declared space.
unsigned mappedRank(const VerifiedNest &Nest);

/// The layout as a mapping of a space.
template <class Int>
mapping mappingOf(const layout &L, const basic_index_space<Int> &Space) {
  return lay_out(L, Space.rank, detail::shifted_and_compressed(Space));
}

} // namespace heddle

#endif
