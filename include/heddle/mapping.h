//===- mapping.h - The mapping combinators ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A mapping carries an index space into a CUDA thread space, and a thread index
// back to the iteration it runs:
//
//   GridBlock(1, SplitLast(32, ShiftLB(Gen)))
//
// reads from the inside out: the nest's own space (Gen), shifted to start at 0,
// its last dimension split into pieces of 32, of which the innermost dimension
// becomes the block and the others the grid.
//
// Source: Janssen, Scholz, "On Mapping N-Dimensional Data-Parallelism
// Efficiently into GPU-Thread-Spaces", IFL 2021, section 4; PruneGrid is the
// masking of section 5.2. Deviations from the text: SplitLast and PadLast round
// up, and masks are relative to L.
//
// Each combinator has one section below, generic over the integer type: with
// numbers it gives values, with symbolic expressions the text of a kernel and
// the relation by which the kernel is proved. To add a combinator, add a row to
// `enum class combinator`, a section, and its name to `all_combinators`.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_H
#define HEDDLE_MAPPING_H

#include "heddle/index_space.h"
#include "heddle/thread_space.h"
#include "heddle/violation.h"

namespace heddle {

//===----------------------------------------------------------------------===//
// Mappings as values
//===----------------------------------------------------------------------===//

enum class combinator {
  ShiftLB,
  CompressGrid,
  PruneGrid,
  SplitLast,
  FoldLast2,
  Permute,
  PadLast,
  GridBlock,
};

/// The most combinators in one mapping.
inline constexpr int max_steps = 48;

/// One combinator with its arguments: a list's entries, outermost dimension
/// first, or one number, or none.
struct step {
  combinator kind = combinator::ShiftLB;
  int count = 0;
  std::array<long long, max_rank> args{};
};

/// A sequence of combinators, the one applied first (spelled innermost) first.
/// The combinator functions make these, and never fail: they record the first
/// precondition violated, and the index of the step that violates it.
struct mapping {
  std::array<step, max_steps> steps{};
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
constexpr mapping append(const mapping &m, const step &next,
                         violation found = violation::none) {
  if (m.count < 0 || m.count >= max_steps)
    return violate(m, violation::too_many_steps, max_steps);
  const auto at = static_cast<std::size_t>(m.count);
  if (at > 0 && m.steps[at - 1].kind == combinator::GridBlock)
    found = violation::step_after_grid_block;
  if (found == violation::none)
    found = C::check(next);
  mapping out = violate(m, found, m.count);
  out.steps[at] = next;
  ++out.count;
  return out;
}

template <class C> constexpr mapping append(const mapping &m) {
  step next{};
  next.kind = C::kind;
  return append<C>(m, next);
}

template <class C> constexpr mapping append(const mapping &m, long long arg) {
  step next{};
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
  step next{};
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

/// The precondition that most combinators share.
template <class Int>
constexpr violation needs_dense(const basic_index_space<Int> &space) {
  if (!space.zero_based())
    return violation::not_zero_based;
  return space.dense() ? violation::none : violation::not_dense;
}

} // namespace detail

// Each section defines a struct with
//
//   kind, name
//   check(s)                  the violation that shows in the arguments of s
//   forward(space, s)         carries the space forward, or says why it cannot
//   back(before, s, index, guards)
//                             carries a thread index back; `before` is the
//                             space that forward got. Calls
//                             guards.require_less(value, bound) where the
//                             thread is on only if value < bound.
//
// and the function that users write. Between ShiftLB and its way back all
// values are non-negative.

namespace combinators {
using namespace integer;
} // namespace combinators

//===----------------------------------------------------------------------===//
// ShiftLB: every dimension starts at 0.             Costs an addition.
//===----------------------------------------------------------------------===//

namespace combinators {
struct shift_lb {
  static constexpr combinator kind = combinator::ShiftLB;
  static constexpr const char *name = "ShiftLB";

  static constexpr violation check(const step &) { return violation::none; }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &) {
    for (std::size_t d = 0; d < space.dimensions(); ++d) {
      Int extent{};
      if (!checked_subtract(space.upper[d], space.lower[d], extent) &&
          !space.certainly_empty())
        return violation::extent_overflow;
      space.upper[d] = extent;
      space.lower[d] = Int(0);
    }
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before, const step &,
                             index_vector<Int> &index, Guards &) {
    for (std::size_t d = 0; d < before.dimensions(); ++d)
      index[d] = sum_of(index[d], before.lower[d]);
  }
};
} // namespace combinators

/// U becomes U - L and L becomes 0; recovered by i + L.
constexpr mapping ShiftLB(const mapping &m) {
  return detail::append<combinators::shift_lb>(m);
}

//===----------------------------------------------------------------------===//
// CompressGrid(C): the dimensions with C = 1 lose their steps.
//                                                   Costs div/mod by constants.
//===----------------------------------------------------------------------===//

namespace combinators {
struct compress_grid {
  static constexpr combinator kind = combinator::CompressGrid;
  static constexpr const char *name = "CompressGrid";

  static constexpr violation check(const step &s) {
    for (const long long entry : s.args)
      if (entry != 0 && entry != 1)
        return violation::not_zero_or_one;
    return violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &s) {
    if (s.count != space.rank)
      return violation::wrong_length;
    if (!space.zero_based())
      return violation::not_zero_based;
    for (std::size_t d = 0; d < space.dimensions(); ++d) {
      const Int t(space.step[d]);
      const Int w(space.width[d]);
      if (s.args[d] == 0 || space.step[d] == space.width[d])
        continue;
      // All complete steps take w each, the rest at most w; no sum exceeds u.
      space.upper[d] = space.width[d] == 1
                           ? ceil_div(space.upper[d], t)
                           : sum_of(product_of(floor_div(space.upper[d], t), w),
                                    min_of(floor_mod(space.upper[d], t), w));
      space.step[d] = 1;
      space.width[d] = 1;
    }
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before,
                             const step &s, index_vector<Int> &index,
                             Guards &) {
    for (std::size_t d = 0; d < before.dimensions(); ++d) {
      const Int t(before.step[d]);
      const Int w(before.width[d]);
      if (s.args[d] == 0 || before.step[d] == before.width[d])
        continue;
      index[d] = before.width[d] == 1
                     ? product_of(index[d], t)
                     : sum_of(product_of(floor_div(index[d], w), t),
                              floor_mod(index[d], w));
    }
  }
};
} // namespace combinators

/// In dimensions with entry 1, u becomes (u / t) * w + min(u % t, w), and T and
/// W become 1; recovered by (i / w) * t + i % w. Needs L = 0, and one entry, 0
/// or 1, a dimension, outermost first.
constexpr mapping CompressGrid(std::initializer_list<long long> entries,
                               const mapping &m) {
  return detail::append<combinators::compress_grid>(m, entries.begin(),
                                                    entries.size());
}

/// With the first `rank` elements of the array as entries.
template <class Entry, std::size_t Size>
constexpr mapping CompressGrid(const std::array<Entry, Size> &entries, int rank,
                               const mapping &m) {
  return detail::append<combinators::compress_grid>(
      m, entries.data(), detail::entries(rank, Size));
}

//===----------------------------------------------------------------------===//
// PruneGrid: all dimensions lose their steps; threads between them are off.
//                                                   Costs idle threads.
//===----------------------------------------------------------------------===//

namespace combinators {
struct prune_grid {
  static constexpr combinator kind = combinator::PruneGrid;
  static constexpr const char *name = "PruneGrid";

  static constexpr violation check(const step &) { return violation::none; }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &) {
    if (!space.zero_based())
      return violation::not_zero_based;
    for (std::size_t d = 0; d < space.dimensions(); ++d) {
      space.step[d] = 1;
      space.width[d] = 1;
    }
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before, const step &,
                             index_vector<Int> &index, Guards &guards) {
    for (std::size_t d = 0; d < before.dimensions(); ++d)
      if (before.width[d] < before.step[d])
        guards.require_less(floor_mod(index[d], Int(before.step[d])),
                            Int(before.width[d]));
  }
};
} // namespace combinators

/// T and W become 1; a thread is off unless i % t < w. Needs L = 0.
constexpr mapping PruneGrid(const mapping &m) {
  return detail::append<combinators::prune_grid>(m);
}

//===----------------------------------------------------------------------===//
// SplitLast(l): the last dimension becomes two, the inner one of length l.
//                                                   Costs a guard.
//===----------------------------------------------------------------------===//

namespace combinators {
struct split_last {
  static constexpr combinator kind = combinator::SplitLast;
  static constexpr const char *name = "SplitLast";

  static constexpr violation check(const step &s) {
    return s.args[0] < 1 ? violation::split_not_positive : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &s) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.rank >= max_rank)
      return violation::rank_above_max;
    const std::size_t last = space.dimensions() - 1;
    if (!round_up_is_indexable(space.upper[last], s.args[0]) &&
        !space.certainly_empty())
      return violation::extent_overflow;
    space.upper[last] = ceil_div(space.upper[last], Int(s.args[0]));
    space.lower[last + 1] = Int(0);
    space.upper[last + 1] = Int(s.args[0]);
    space.step[last + 1] = 1;
    space.width[last + 1] = 1;
    ++space.rank;
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before,
                             const step &s, index_vector<Int> &index,
                             Guards &guards) {
    const std::size_t last = before.dimensions() - 1;
    index[last] =
        sum_of(product_of(index[last], Int(s.args[0])), index[last + 1]);
    if (!divides(s.args[0], before.upper[last]))
      guards.require_less(index[last], before.upper[last]);
  }
};
} // namespace combinators

/// The last extent u becomes (ceil(u / length), length); recovered by
/// length * a + b, off unless below u. Needs L = 0, no steps, length >= 1.
constexpr mapping SplitLast(long long length, const mapping &m) {
  return detail::append<combinators::split_last>(m, length);
}

//===----------------------------------------------------------------------===//
// FoldLast2: the last two dimensions become one.    Costs div/mod.
//===----------------------------------------------------------------------===//

namespace combinators {
struct fold_last2 {
  static constexpr combinator kind = combinator::FoldLast2;
  static constexpr const char *name = "FoldLast2";

  static constexpr violation check(const step &) { return violation::none; }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.rank < 2)
      return violation::rank_too_small;
    const std::size_t last = space.dimensions() - 1;
    Int folded{};
    if (!checked_multiply(space.upper[last - 1], space.upper[last], folded) &&
        !space.certainly_empty())
      return violation::extent_overflow;
    space.upper[last - 1] = folded;
    --space.rank;
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before, const step &,
                             index_vector<Int> &index, Guards &) {
    const std::size_t last = before.dimensions() - 1;
    const Int folded = index[last - 1];
    index[last - 1] = floor_div(folded, before.upper[last]);
    index[last] = floor_mod(folded, before.upper[last]);
  }
};
} // namespace combinators

/// The last two extents become their product; recovered by i / u_last and
/// i % u_last. Needs L = 0, no steps, rank >= 2.
constexpr mapping FoldLast2(const mapping &m) {
  return detail::append<combinators::fold_last2>(m);
}

//===----------------------------------------------------------------------===//
// Permute(P): the new dimension k is the old P[k].  Costs nothing.
//===----------------------------------------------------------------------===//

namespace combinators {
struct permute {
  static constexpr combinator kind = combinator::Permute;
  static constexpr const char *name = "Permute";

  static constexpr violation check(const step &s) {
    bool seen[max_rank] = {};
    for (int k = 0; k < s.count; ++k) {
      const long long entry = s.args[static_cast<std::size_t>(k)];
      if (entry < 0 || entry >= s.count || seen[entry])
        return violation::not_a_permutation;
      seen[entry] = true;
    }
    return violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &s) {
    if (s.count != space.rank)
      return violation::wrong_length;
    const basic_index_space<Int> old = space;
    for (std::size_t k = 0; k < space.dimensions(); ++k) {
      const auto from = static_cast<std::size_t>(s.args[k]);
      space.lower[k] = old.lower[from];
      space.upper[k] = old.upper[from];
      space.step[k] = old.step[from];
      space.width[k] = old.width[from];
    }
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before,
                             const step &s, index_vector<Int> &index,
                             Guards &) {
    const index_vector<Int> permuted = index;
    for (std::size_t k = 0; k < before.dimensions(); ++k)
      index[static_cast<std::size_t>(s.args[k])] = permuted[k];
  }
};
} // namespace combinators

/// The new dimension k is the old order[k], with its bounds, step and width.
/// Needs each of 0 to rank - 1 once.
constexpr mapping Permute(std::initializer_list<long long> order,
                          const mapping &m) {
  return detail::append<combinators::permute>(m, order.begin(), order.size());
}

/// With the first `rank` elements of the array as order.
template <class Entry, std::size_t Size>
constexpr mapping Permute(const std::array<Entry, Size> &order, int rank,
                          const mapping &m) {
  return detail::append<combinators::permute>(m, order.data(),
                                              detail::entries(rank, Size));
}

//===----------------------------------------------------------------------===//
// PadLast(p): the last upper bound becomes a multiple of p.
//                                                   Costs a guard.
//===----------------------------------------------------------------------===//

namespace combinators {
struct pad_last {
  static constexpr combinator kind = combinator::PadLast;
  static constexpr const char *name = "PadLast";

  static constexpr violation check(const step &s) {
    return s.args[0] < 1 ? violation::pad_not_positive : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &s) {
    const std::size_t last = space.dimensions() - 1;
    if (divides(s.args[0], space.upper[last]))
      return violation::none;
    Int padded{};
    if (!checked_multiply(ceil_div(space.upper[last], Int(s.args[0])),
                          Int(s.args[0]), padded) &&
        !space.certainly_empty())
      return violation::extent_overflow;
    space.upper[last] = padded;
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before,
                             const step &s, index_vector<Int> &index,
                             Guards &guards) {
    const std::size_t last = before.dimensions() - 1;
    if (!divides(s.args[0], before.upper[last]))
      guards.require_less(index[last], before.upper[last]);
  }
};
} // namespace combinators

/// The last upper bound u is rounded up to a multiple; off unless below u.
/// Needs multiple >= 1.
constexpr mapping PadLast(long long multiple, const mapping &m) {
  return detail::append<combinators::pad_last>(m, multiple);
}

//===----------------------------------------------------------------------===//
// GridBlock(n): the last n dimensions are the block, the others the grid.
//===----------------------------------------------------------------------===//

namespace combinators {
struct grid_block {
  static constexpr combinator kind = combinator::GridBlock;
  static constexpr const char *name = "GridBlock";

  static constexpr violation check(const step &s) {
    return s.args[0] < 0 || s.args[0] > 3 ? violation::block_rank_out_of_range
                                          : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const step &s) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.rank < s.args[0])
      return violation::rank_too_small;
    return space.rank - s.args[0] > 3 ? violation::grid_rank_out_of_range
                                      : violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &, const step &,
                             index_vector<Int> &, Guards &) {}
};
} // namespace combinators

/// The last `block_rank` dimensions are the block and all others the grid; the
/// innermost of each is x. Needs L = 0, no steps, block_rank <= 3 and at most 3
/// dimensions more. Ends every mapping.
constexpr mapping GridBlock(long long block_rank, const mapping &m) {
  return detail::append<combinators::grid_block>(m, block_rank);
}

//===----------------------------------------------------------------------===//
// The list of all combinators
//===----------------------------------------------------------------------===//

template <class... Combinators> struct combinator_list {
  static constexpr int count = sizeof...(Combinators);

  /// Calls f with the struct of that kind; does nothing for no such kind.
  template <class F> static constexpr void visit(combinator kind, F &&f) {
    ((Combinators::kind == kind ? static_cast<void>(f(Combinators{}))
                                : static_cast<void>(0)),
     ...);
  }
};

using all_combinators =
    combinator_list<combinators::shift_lb, combinators::compress_grid,
                    combinators::prune_grid, combinators::split_last,
                    combinators::fold_last2, combinators::permute,
                    combinators::pad_last, combinators::grid_block>;

/// The combinator as users write it.
constexpr const char *name_of(combinator kind) {
  const char *name = "unknown combinator";
  all_combinators::visit(kind, [&](auto c) { name = decltype(c)::name; });
  return name;
}

//===----------------------------------------------------------------------===//
// Applying a mapping, and the way back
//===----------------------------------------------------------------------===//

/// A mapping applied to a space. stages[0] is the space as Gen gives it and
/// stages[k + 1] what applied.steps[k] made of stages[k], for k < count. If a
/// precondition is violated, `error` says which, error_step is the index of the
/// step (the mapping's count if its end is what is missing, 0 with count 0 if
/// it is the space itself), count the number of steps that succeeded before it,
/// and `threads` has rank 0.
template <class Int> struct mapped_space {
  mapping applied{};
  std::array<basic_index_space<Int>, max_steps + 1> stages{};
  int count = 0;
  violation error = violation::none;
  int error_step = 0;
  thread_space<Int> threads{};

  constexpr bool valid() const { return error == violation::none; }

  /// The space after the last step that succeeded.
  constexpr const basic_index_space<Int> &last() const {
    return stages[static_cast<std::size_t>(count)];
  }
};

namespace detail {

/// Gen: dense dimensions lose their steps, and no extent is negative.
template <class Int>
constexpr basic_index_space<Int> normalized(basic_index_space<Int> space) {
  using integer::max_of;
  for (std::size_t d = 0; d < space.dimensions(); ++d) {
    space.upper[d] = max_of(space.lower[d], space.upper[d]);
    if (space.step[d] == space.width[d]) {
      space.step[d] = 1;
      space.width[d] = 1;
    }
  }
  return space;
}

template <class Int>
constexpr violation forward(const step &s, basic_index_space<Int> &space) {
  if (s.count < 0 || s.count > max_rank)
    return violation::list_too_long;
  violation found = violation::none;
  all_combinators::visit(s.kind, [&](auto c) {
    using C = decltype(c);
    found = C::check(s);
    if (found == violation::none)
      found = C::forward(space, s);
  });
  return found;
}

template <class Int>
constexpr thread_space<Int> threads_of(const basic_index_space<Int> &space,
                                       int block_rank) {
  thread_space<Int> threads{};
  threads.rank = space.rank;
  threads.grid_rank = space.rank - block_rank;
  threads.block_rank = block_rank;
  threads.extent = space.upper;
  return threads;
}

} // namespace detail

/// Applies the combinators one after another until one cannot be.
///
/// For numbers, the extents of a space that is not empty are exact or a
/// violation (extent_overflow), those of an empty one may saturate: nothing
/// overflows, whatever the space and the arguments are.
template <class Int>
constexpr mapped_space<Int> apply(const mapping &m,
                                  const basic_index_space<Int> &space) {
  mapped_space<Int> out{};
  out.applied = m;
  if (space.rank < 1 || space.rank > max_rank)
    out.error = violation::rank_out_of_range;
  else if (!space.valid())
    out.error = violation::step_or_width_invalid;
  else
    out.stages[0] = detail::normalized(space);
  while (out.valid()) {
    const auto at = static_cast<std::size_t>(out.count);
    out.error_step = out.count;
    if (!m.valid() && m.error_step <= out.count) {
      out.error = m.error;
    } else if (out.count >= m.count || out.count >= max_steps) {
      break;
    } else {
      basic_index_space<Int> next = out.stages[at];
      out.error = detail::forward(m.steps[at], next);
      if (out.valid()) {
        out.stages[at + 1] = next;
        ++out.count;
      }
    }
  }
  if (!out.valid())
    return out;
  const step ending = out.count == 0
                          ? step{}
                          : m.steps[static_cast<std::size_t>(out.count - 1)];
  if (ending.kind != combinator::GridBlock) {
    out.error = violation::no_grid_block;
    return out;
  }
  out.error_step = 0;
  out.threads =
      detail::threads_of(out.last(), static_cast<int>(ending.args[0]));
  return out;
}

/// The iteration vector, outermost dimension first, that the thread of the
/// given index runs, if it is on: iff all guards hold. The threads that are on
/// map one to one onto the space that was mapped. A thread index has one entry
/// a dimension of the last stage, outermost first.
template <class Int, class Guards>
constexpr index_vector<Int> recover(const mapped_space<Int> &mapped,
                                    const index_vector<Int> &thread_index,
                                    Guards &guards) {
  index_vector<Int> index = thread_index;
  for (int k = mapped.count; k-- > 0;) {
    const auto at = static_cast<std::size_t>(k);
    const step &s = mapped.applied.steps[at];
    all_combinators::visit(s.kind, [&](auto c) {
      decltype(c)::back(mapped.stages[at], s, index, guards);
    });
  }
  return index;
}

/// Guards for numbers: is the thread on.
struct thread_guards {
  bool on = true;

  constexpr void require_less(long long value, long long bound) {
    on = on && value < bound;
  }
};

} // namespace heddle

#endif // HEDDLE_MAPPING_H
