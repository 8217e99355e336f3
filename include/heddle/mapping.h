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
// `enum class combinator` (mapping_value.h), a section, and its name to
// `all_combinators`. Nothing else in Heddle tells combinators apart.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_H
#define HEDDLE_MAPPING_H

#include "heddle/mapping_value.h"

namespace heddle {

namespace detail {

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
// and what is known of it before there is a space, where `traits` does not say
// so already; and the function that users write. Between ShiftLB and its way
// back all values are non-negative.

namespace combinators {
using namespace integer;

struct traits {
  /// How many dimensions more there are after it.
  static constexpr int added_dimensions = 0;
  /// Its arguments are a list with an entry for each dimension of its space.
  static constexpr bool takes_list = false;
  /// One dimension is recovered as two, by quotient and remainder.
  static constexpr bool folds = false;
  /// The fewest dimensions that it can be applied to.
  static constexpr long long least_rank(const mapping_step &) { return 1; }
};
} // namespace combinators

//===----------------------------------------------------------------------===//
// ShiftLB: every dimension starts at 0.             Costs an addition.
//===----------------------------------------------------------------------===//

namespace combinators {
struct shift_lb : traits {
  static constexpr combinator kind = combinator::ShiftLB;
  static constexpr const char *name = "ShiftLB";

  static constexpr violation check(const mapping_step &) {
    return violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &) {
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
  static constexpr void back(const basic_index_space<Int> &before,
                             const mapping_step &, index_vector<Int> &index,
                             Guards &) {
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
//                                                   Costs div by constants.
//===----------------------------------------------------------------------===//

namespace combinators {
struct compress_grid : traits {
  static constexpr combinator kind = combinator::CompressGrid;
  static constexpr const char *name = "CompressGrid";
  static constexpr bool takes_list = true;

  static constexpr violation check(const mapping_step &s) {
    for (const long long entry : s.args)
      if (entry != 0 && entry != 1)
        return violation::not_zero_or_one;
    return violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
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
                             const mapping_step &s, index_vector<Int> &index,
                             Guards &) {
    for (std::size_t d = 0; d < before.dimensions(); ++d) {
      const Int t(before.step[d]);
      const Int w(before.width[d]);
      if (s.args[d] == 0 || before.step[d] == before.width[d])
        continue;
      // Each complete step before it has left out t - w.
      index[d] =
          before.width[d] == 1
              ? product_of(index[d], t)
              : sum_of(index[d],
                       product_of(floor_div(index[d], w),
                                  Int(before.step[d] - before.width[d])));
    }
  }
};
} // namespace combinators

/// In dimensions with entry 1, u becomes (u / t) * w + min(u % t, w), and T and
/// W become 1; recovered by i + (i / w) * (t - w). Needs L = 0, and one entry,
/// 0 or 1, a dimension, outermost first.
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
struct prune_grid : traits {
  static constexpr combinator kind = combinator::PruneGrid;
  static constexpr const char *name = "PruneGrid";

  static constexpr violation check(const mapping_step &) {
    return violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &) {
    if (!space.zero_based())
      return violation::not_zero_based;
    for (std::size_t d = 0; d < space.dimensions(); ++d) {
      space.step[d] = 1;
      space.width[d] = 1;
    }
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before,
                             const mapping_step &, index_vector<Int> &index,
                             Guards &guards) {
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
struct split_last : traits {
  static constexpr combinator kind = combinator::SplitLast;
  static constexpr const char *name = "SplitLast";
  static constexpr int added_dimensions = 1;

  static constexpr violation check(const mapping_step &s) {
    return s.args[0] < 1 ? violation::split_not_positive : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
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
                             const mapping_step &s, index_vector<Int> &index,
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
struct fold_last2 : traits {
  static constexpr combinator kind = combinator::FoldLast2;
  static constexpr const char *name = "FoldLast2";
  static constexpr int added_dimensions = -1;
  static constexpr bool folds = true;
  static constexpr long long least_rank(const mapping_step &) { return 2; }

  static constexpr violation check(const mapping_step &) {
    return violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.rank < least_rank(s))
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
  static constexpr void back(const basic_index_space<Int> &before,
                             const mapping_step &, index_vector<Int> &index,
                             Guards &) {
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
struct permute : traits {
  static constexpr combinator kind = combinator::Permute;
  static constexpr const char *name = "Permute";
  static constexpr bool takes_list = true;

  static constexpr violation check(const mapping_step &s) {
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
                                     const mapping_step &s) {
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
                             const mapping_step &s, index_vector<Int> &index,
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
struct pad_last : traits {
  static constexpr combinator kind = combinator::PadLast;
  static constexpr const char *name = "PadLast";

  static constexpr violation check(const mapping_step &s) {
    return s.args[0] < 1 ? violation::pad_not_positive : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
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
                             const mapping_step &s, index_vector<Int> &index,
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
// Spread(k): the last dimension but one keeps k indices; what it had beyond
// them becomes a new last dimension.                     Costs a guard.
//===----------------------------------------------------------------------===//

namespace combinators {
struct spread : traits {
  static constexpr combinator kind = combinator::Spread;
  static constexpr const char *name = "Spread";
  static constexpr int added_dimensions = 1;
  static constexpr long long least_rank(const mapping_step &) { return 2; }

  static constexpr violation check(const mapping_step &s) {
    return s.args[0] < 1 ? violation::spread_not_positive : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.rank < least_rank(s))
      return violation::rank_too_small;
    if (space.rank >= max_rank)
      return violation::rank_above_max;
    const std::size_t at = space.dimensions() - 2;
    const Int whole = space.upper[at];
    if (!round_up_is_indexable(whole, s.args[0]) && !space.certainly_empty())
      return violation::extent_overflow;
    space.upper[at] = Int(s.args[0]);
    space.lower[at + 2] = Int(0);
    space.upper[at + 2] = ceil_div(whole, Int(s.args[0]));
    space.step[at + 2] = 1;
    space.width[at + 2] = 1;
    ++space.rank;
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &before,
                             const mapping_step &s, index_vector<Int> &index,
                             Guards &guards) {
    const std::size_t at = before.dimensions() - 2;
    index[at] = sum_of(product_of(index[at + 2], Int(s.args[0])), index[at]);
    if (!divides(s.args[0], before.upper[at]))
      guards.require_less(index[at], before.upper[at]);
  }
};
} // namespace combinators

/// The last two extents u and v become (count, v, ceil(u / count)), with the
/// first index recovered by count * c + a, off unless below u: the block-cyclic
/// distribution of u blocks of v indices. Under Serial(1, ...) it is a loop
/// over the grid: count blocks serve any extent. Needs L = 0, no steps, rank >=
/// 2, count >= 1.
constexpr mapping Spread(long long count, const mapping &m) {
  return detail::append<combinators::spread>(m, count);
}

//===----------------------------------------------------------------------===//
// Serial(n): a thread runs the last n dimensions itself.
//                                                   Costs threads.
//===----------------------------------------------------------------------===//

namespace combinators {
struct serial : traits {
  static constexpr combinator kind = combinator::Serial;
  static constexpr const char *name = "Serial";
  static constexpr long long least_rank(const mapping_step &s) {
    return s.args[0];
  }

  static constexpr violation check(const mapping_step &s) {
    return s.args[0] < 1 ? violation::serial_not_positive : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.rank < least_rank(s))
      return violation::rank_too_small;
    space.serial = static_cast<int>(s.args[0]);
    return violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &,
                             const mapping_step &, index_vector<Int> &,
                             Guards &) {}
};
} // namespace combinators

/// The last `dimensions` run in the thread, one after the other, the last one
/// fastest. Needs L = 0, no steps, dimensions >= 1 and no more than there are;
/// only GridBlock can come after it, for the dimensions before these.
constexpr mapping Serial(long long dimensions, const mapping &m) {
  return detail::append<combinators::serial>(m, dimensions);
}

//===----------------------------------------------------------------------===//
// GridBlock(n): the last n dimensions are the block, the others the grid.
//===----------------------------------------------------------------------===//

namespace combinators {
struct grid_block : traits {
  static constexpr combinator kind = combinator::GridBlock;
  static constexpr const char *name = "GridBlock";
  static constexpr long long least_rank(const mapping_step &s) {
    return s.args[0];
  }

  static constexpr violation check(const mapping_step &s) {
    return s.args[0] < 0 || s.args[0] > 3 ? violation::block_rank_out_of_range
                                          : violation::none;
  }

  template <class Int>
  static constexpr violation forward(basic_index_space<Int> &space,
                                     const mapping_step &s) {
    const violation found = detail::needs_dense(space);
    if (found != violation::none)
      return found;
    if (space.thread_rank() < least_rank(s))
      return violation::rank_too_small;
    return space.thread_rank() - s.args[0] > 3
               ? violation::grid_rank_out_of_range
               : violation::none;
  }

  template <class Int, class Guards>
  static constexpr void back(const basic_index_space<Int> &,
                             const mapping_step &, index_vector<Int> &,
                             Guards &) {}
};
} // namespace combinators

/// The last `block_rank` dimensions are the block and all others the grid; the
/// innermost of each is x. Dimensions that Serial leaves to the thread do not
/// count. Needs L = 0, no steps, block_rank <= 3 and at most 3
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
                    combinators::pad_last, combinators::spread,
                    combinators::serial, combinators::grid_block>;

/// The combinator as users write it.
constexpr const char *name_of(combinator kind) {
  const char *name = "unknown combinator";
  all_combinators::visit(kind, [&](auto c) { name = decltype(c)::name; });
  return name;
}

namespace combinators {

/// f of the struct of that kind; for no such kind f of `traits`.
template <class F> constexpr auto about(combinator kind, F f) {
  auto found = f(traits{});
  all_combinators::visit(kind, [&](auto c) { found = f(c); });
  return found;
}

/// The traits of a step.
constexpr int added_dimensions(const mapping_step &s) {
  return about(s.kind, [](auto c) { return decltype(c)::added_dimensions; });
}
constexpr bool takes_list(const mapping_step &s) {
  return about(s.kind, [](auto c) { return decltype(c)::takes_list; });
}
constexpr bool folds(const mapping_step &s) {
  return about(s.kind, [](auto c) { return decltype(c)::folds; });
}
constexpr long long least_rank(const mapping_step &s) {
  return about(s.kind, [&](auto c) { return decltype(c)::least_rank(s); });
}

/// The first list in a mapping fixes how many dimensions the space has that the
/// mapping is applied to.
struct fixed_rank {
  int rank = 0; ///< 0 where there is no list
  int step = 0; ///< the list's
};

constexpr fixed_rank rank_fixed_by(const mapping &m) {
  int added = 0;
  for (int k = 0; k < m.count; ++k) {
    const mapping_step &s = m.steps[static_cast<std::size_t>(k)];
    if (takes_list(s))
      return {s.count > added ? s.count - added : 0, k};
    added += added_dimensions(s);
  }
  return {};
}

} // namespace combinators

} // namespace heddle

// Whoever has mappings applies them.
#include "heddle/blocks.h"       // IWYU pragma: export
#include "heddle/mapped_space.h" // IWYU pragma: export

#endif // HEDDLE_MAPPING_H
