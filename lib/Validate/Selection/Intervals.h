//===- Intervals.h - What an expression may be, of many threads -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_SELECTION_INTERVALS_H
#define HEDDLE_VALIDATE_SELECTION_INTERVALS_H

#include "Validate/Interpret/Outcome.h"
#include "Validate/Interpret/Value.h"
#include <array>
#include <vector>

namespace heddle {
namespace validate {

struct Interval {
  int64_t Lo, Hi; ///< inclusive
};

/// Threads: block x, y, z, thread x, y, z.
using Box = std::array<Interval, 6>;

/// Interval arithmetic over the slots of a kernel, for all threads of a box:
/// every value that an expression has for one of them, and perhaps others.
class Intervals {
public:
  /// Slots may hold anything; of the threads of B.
  Intervals(unsigned Slots, const Box &B, Outcome &End);

  Interval of(const Node *E);
  /// Which truth values E may have: [1, 1], [0, 0] or [0, 1].
  Interval truthOf(const Node *E);
  Interval &slot(int64_t I) { return Slots[I]; }

private:
  Interval combination(const Node *E, Interval Top);

  std::vector<Interval> Slots;
  const Box &Threads;
  Outcome &End;
};

} // namespace validate
} // namespace heddle

#endif
