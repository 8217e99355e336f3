//===- Evaluate.h - Source expressions at one iteration --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++'s value of a small expression tree for given counters and parameters, so
// that a witness names the element as the source subscripts it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_EVALUATE_H
#define HEDDLE_LEGALITY_EVALUATE_H

#include "Affine/AffineNest.h"
#include <optional>
#include <vector>

namespace heddle {

/// Values of LoopNest's loops and parameters; empty where unknown.
struct SourceValues {
  std::vector<std::optional<int64_t>> Counters, Params;
};

/// At: counters of the perfect loops, then of the access's inner loops.
SourceValues sourceValues(const AffineNest &N, unsigned Access,
                          const std::vector<int64_t> &At,
                          const std::vector<int64_t> &Params);

/// The value with C++'s conversions and wrapping; empty on an opaque part, an
/// unknown leaf, a division by zero or signed overflow.
std::optional<int64_t> evaluate(const Expr &E, const SourceValues &At);

} // namespace heddle

#endif
