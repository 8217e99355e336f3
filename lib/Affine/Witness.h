//===- Witness.h - The smallest point of a set -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages show concrete numbers, and small ones are understood best. isl's
// sample points are not small; the point of least maximum norm, then least sum
// of absolute values, then lexicographically least is found by a lexmin.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_WITNESS_H
#define HEDDLE_AFFINE_WITNESS_H

#include "Affine/AffineNest.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

struct Witness {
  /// In the order of the set's space.
  std::vector<std::pair<std::string, int64_t>> Parameters;
  std::vector<int64_t> Point; ///< all set dimensions

  /// "n = 3, m = 4" for the parameters among Names (all, if it is empty).
  std::string parameterText(const std::vector<std::string> &Names = {}) const;
};

/// A small point of S: parameters and the first Significant set dimensions
/// (all, by default) of least norm, then the other dimensions
/// lexicographically least. Parameters are taken non-negative if S allows it.
/// Nothing if S is empty, if isl gave up, or if a coordinate exceeds 64 bits.
std::optional<Witness> smallestWitness(const isl::Set &S,
                                       unsigned Significant = ~0u);

/// As above, and parameters that stand for products have the values of their
/// definitions, if a small enough choice of the factors does it.
std::optional<Witness>
smallestWitness(const isl::Set &S,
                const std::vector<AffineNest::Parameter> &Parameters,
                unsigned Significant = ~0u);

/// "(3, 4)", or "3" for one dimension.
std::string pointText(const std::vector<int64_t> &Point, size_t Begin = 0,
                      size_t End = ~size_t(0));

} // namespace heddle

#endif
