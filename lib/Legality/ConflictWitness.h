//===- ConflictWitness.h - Two iterations that conflict --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A conflict shown with numbers: parameter values, two iterations, the two
// accesses and the element. The smallest one: first by the largest absolute
// value of any parameter or counter, then by the sum of their absolute values,
// then by their lexicographic order; parameters are non-negative if possible.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_CONFLICTWITNESS_H
#define HEDDLE_LEGALITY_CONFLICTWITNESS_H

#include "Legality/Conflicts.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct ConflictWitness {
  ConflictKind Kind = ConflictKind::Flow;
  unsigned Level = 0;          ///< the perfect loop that carries it
  std::vector<int64_t> Params; ///< parallel to AffineNest::Parameters
  /// Parallel to Params: the conflict exists for some values only.
  std::vector<bool> Matters;
  /// Into AffineNest::Accesses. Earlier is executed before Later.
  unsigned Earlier = 0, Later = 0;
  /// Counter values as in the source: perfect loops, then the access's own
  /// inner loops.
  std::vector<int64_t> EarlierAt, LaterAt;
};

/// The smallest conflict of kind K that the loop at Level carries. Empty if
/// isl meets its limit or a value leaves int64_t; then the conflict is certain
/// (Levels says Yes) but has no numbers.
std::optional<ConflictWitness> findWitness(const AffineNest &N,
                                           const ArrayConflicts &C,
                                           ConflictKind K, unsigned Level,
                                           const isl::Set &Params);

/// "x[3][0]" as the source subscripts it; "x" if that cannot be computed.
std::string elementText(const AffineNest &N, const ConflictWitness &W);

/// The element that Earlier's iteration of a tensor statement computes, as
/// "x(3, 0)"; empty if that cannot be computed.
std::string computedText(const AffineNest &N, const ConflictWitness &W);

/// "(i = 1, j = 0)" for the iteration of one access.
std::string iterationText(const AffineNest &N, unsigned Access,
                          const std::vector<int64_t> &At);

/// "with n = 2 and m = 3, "; empty if no parameter matters.
std::string parameterText(const AffineNest &N, const ConflictWitness &W);

} // namespace heddle

#endif
