//===- mapping_value.h - Mappings as values ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A mapping is a plain value of a literal type, so that constant
// expressions can hold one and tools can read it out of them. The functions
// that make mappings are the combinators of mapping.h.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_VALUE_H
#define HEDDLE_MAPPING_VALUE_H

#include "heddle/index_space.h"
#include "heddle/violation.h"

namespace heddle {

enum class combinator {
  ShiftLB,
  CompressGrid,
  PruneGrid,
  SplitLast,
  FoldLast2,
  Permute,
  PadLast,
  Spread,
  Serial,
  GridBlock,
};

/// The most combinators in one mapping.
inline constexpr int max_steps = 48;

/// One combinator with its arguments: a list's entries, outermost dimension
/// first, or one number, or none.
struct mapping_step {
  combinator kind = combinator::ShiftLB;
  int count = 0;
  std::array<long long, max_rank> args{};
};

/// A sequence of combinators, the one applied first (spelled innermost) first.
/// The combinator functions make these, and never fail: they record the first
/// precondition violated, and the index of the step that violates it.
struct mapping {
  std::array<mapping_step, max_steps> steps{};
  int count = 0;
  violation error = violation::none;
  int error_step = 0;

  /// Does no step violate a precondition that shows in the arguments alone.
  /// The others show when the mapping is applied to a space.
  constexpr bool valid() const { return error == violation::none; }
};

/// The nest's own index space: L, max(L, U), T, W, where T = W becomes 1.
inline constexpr mapping Gen{};

namespace detail {

constexpr mapping violate(mapping m, violation v, int at) {
  if (v == violation::none || m.error != violation::none)
    return m;
  m.error = v;
  m.error_step = at;
  return m;
}

/// m with one more combinator applied, C, of which `found` is wrong.
template <class C>
constexpr mapping append(const mapping &m, const mapping_step &next,
                         violation found = violation::none) {
  if (m.count < 0 || m.count >= max_steps)
    return violate(m, violation::too_many_steps, max_steps);
  const auto at = static_cast<std::size_t>(m.count);
  if (at > 0 && m.steps[at - 1].kind == combinator::GridBlock)
    found = violation::step_after_grid_block;
  if (at > 0 && m.steps[at - 1].kind == combinator::Serial &&
      next.kind != combinator::GridBlock)
    found = violation::step_after_serial;
  if (found == violation::none)
    found = C::check(next);
  mapping out = violate(m, found, m.count);
  out.steps[at] = next;
  ++out.count;
  return out;
}

template <class C> constexpr mapping append(const mapping &m) {
  mapping_step next{};
  next.kind = C::kind;
  return append<C>(m, next);
}

template <class C> constexpr mapping append(const mapping &m, long long arg) {
  mapping_step next{};
  next.kind = C::kind;
  next.count = 1;
  next.args[0] = arg;
  return append<C>(m, next);
}

/// With the `size` entries from `list` on; those beyond max_rank are dropped,
/// which is recorded.
template <class C, class Entry>
constexpr mapping append(const mapping &m, const Entry *list,
                         std::size_t size) {
  mapping_step next{};
  next.kind = C::kind;
  const auto room = static_cast<std::size_t>(max_rank);
  const std::size_t kept = size < room ? size : room;
  next.count = static_cast<int>(kept);
  for (std::size_t k = 0; k < kept; ++k)
    next.args[k] = static_cast<long long>(list[k]);
  return append<C>(m, next,
                   size > room ? violation::list_too_long : violation::none);
}

/// How many of `size` entries a caller means who says `rank`.
constexpr std::size_t entries(int rank, std::size_t size) {
  return rank < 0 || static_cast<std::size_t>(rank) > size
             ? 0
             : static_cast<std::size_t>(rank);
}

} // namespace detail
} // namespace heddle

#endif // HEDDLE_MAPPING_VALUE_H
