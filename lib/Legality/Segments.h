//===- Segments.h - Threads that run listed iterations ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where subscripts depend on data, as in h[b[i]] += w[i], the launch lists for
// each element the iterations that update it, and the element's thread runs
// these in the order of the source. Each element sees its updates in that
// order, so that sums in floating point have the bits of the loops as written.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_SEGMENTS_H
#define HEDDLE_LEGALITY_SEGMENTS_H

#include "Affine/AffineNest.h"
#include <memory>
#include <string>

namespace heddle {

/// The reason why threads cannot run listed iterations.
struct NoSegments {
  std::string Why; ///< a clause
  SourceRef Where; ///< its cause, where that is one access
};

/// The nest in which thread k owns element k of every array that N updates. It
/// is a nest like any other, to be verified like any other; its domain has all
/// iterations for each element, of which the thread runs those in the segment.
/// Null, and Out says why, unless
///
///   - all that N writes are array elements, by steps of reductions
///     (Access::Reduces), and nothing else of N reads these arrays;
///   - it is known how many elements they have;
///   - each of these accesses has a text of its own in the loops;
///   - the headers of the perfect loops read no arrays.
std::shared_ptr<const AffineNest> withSegments(const AffineNest &N,
                                               NoSegments &Out);

} // namespace heddle

#endif
