//===- strategy.h - Mappings for nests that name none -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A strategy chooses the mapping of a nest by its index space. Source: Janssen,
// Scholz, "On Mapping N-Dimensional Data-Parallelism Efficiently into
// GPU-Thread-Spaces", IFL 2021, section 7. The 2D case follows the thread
// layout of that paper's table 1 (the innermost dimension runs along x), which
// its formula in section 7.1 does not.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_STRATEGY_H
#define HEDDLE_STRATEGY_H

#include "heddle/mapping.h"

namespace heddle {

enum class strategy_kind {
#define HEDDLE_STRATEGY(Name, rule) Name,
#include "heddle/strategies.def"
};

/// A strategy as a value, so that an annotation can name it: map(Jing).
struct strategy {
  strategy_kind kind = strategy_kind::Auto;

  /// The strategy as users write it.
  constexpr const char *name() const {
    switch (kind) {
#define HEDDLE_STRATEGY(Name, rule)                                            \
  case strategy_kind::Name:                                                    \
    return #Name;
#include "heddle/strategies.def"
    }
    return "unknown strategy";
  }
};

#define HEDDLE_STRATEGY(Name, rule)                                            \
  inline constexpr strategy Name{strategy_kind::Name};
#include "heddle/strategies.def"

constexpr bool operator==(strategy a, strategy b) { return a.kind == b.kind; }
constexpr bool operator!=(strategy a, strategy b) { return !(a == b); }

/// The most dimensions that Jing maps.
inline constexpr int jing_max_rank = 5;

namespace detail {

inline constexpr long long jing_tile = 32;
inline constexpr long long fold_all_block = 256;

/// The reason that keeps every strategy from mapping the space.
template <class Int>
constexpr violation space_violation(const basic_index_space<Int> &space) {
  if (space.rank < 1 || space.rank > max_rank)
    return violation::rank_out_of_range;
  return space.valid() ? violation::none : violation::step_or_width_invalid;
}

/// ShiftLB, and PruneGrid where there are steps: Jing masks them.
template <class Int>
constexpr mapping shifted_and_pruned(const basic_index_space<Int> &space) {
  const mapping shifted = ShiftLB(Gen);
  return space.dense() ? shifted : PruneGrid(shifted);
}

/// Table 1 of the paper, for a dense zero-based space of the given rank.
constexpr mapping jing_shape(int rank, const mapping &m) {
  switch (rank) {
  case 1:
    return GridBlock(1, SplitLast(jing_tile, m));
  case 2:
    // (y, x) -> (y, X, x) -> (X, x, y) -> (X, x, Y, y) -> (Y, X, y, x)
    return GridBlock(
        2, Permute({2, 0, 3, 1},
                   SplitLast(jing_tile,
                             Permute({1, 2, 0}, SplitLast(jing_tile, m)))));
  case 3:
  case 4:
  case 5:
    return GridBlock(2, m);
  default:
    return violate(m, violation::rank_above_jing, m.count);
  }
}

/// The dimensions of a space of the given rank, turned by `by` to the left.
constexpr mapping rotate(int rank, int by, const mapping &m) {
  std::array<int, max_rank> order{};
  for (int k = 0; k < rank; ++k)
    order[static_cast<std::size_t>(k)] = (k + by) % rank;
  return Permute(order, rank, m);
}

/// Folds the dimensions (0, 1), (2, 3), ... and leaves the innermost one of an
/// odd rank alone.
constexpr mapping fold_pairs(int rank, mapping m) {
  const int pairs = rank / 2;
  for (int k = 0; k < pairs; ++k)
    m = FoldLast2(rotate(rank - k, 2, m));
  return rank % 2 == 0 ? m : rotate(pairs + 1, 1, m);
}

/// ShiftLB, and CompressGrid of the dimensions with gaps.
template <class Int>
constexpr mapping shifted_and_compressed(const basic_index_space<Int> &space) {
  const mapping shifted = ShiftLB(Gen);
  if (space.dense())
    return shifted;
  std::array<int, max_rank> mask{};
  for (std::size_t d = 0; d < space.dimensions(); ++d)
    mask[d] = space.width[d] < space.step[d] ? 1 : 0;
  return CompressGrid(mask, space.rank, shifted);
}

/// One dimension that counts all elements in lexicographic order.
template <class Int>
constexpr mapping folded(const basic_index_space<Int> &space) {
  mapping m = shifted_and_compressed(space);
  for (int k = 1; k < space.rank; ++k)
    m = FoldLast2(m);
  return m;
}

} // namespace detail

/// Where the dimensions of a space go: in an order, and in groups of
/// neighbours. A group is folded into one dimension, which runs along an axis:
/// the last group along x, the one before along y, the first of three along z.
/// Groups that are whole take axes of blocks alone, and the others those of the
/// grid: at most three each. A thread may run several neighbours of one group
/// itself.
struct layout {
  static constexpr std::size_t most_groups = 6;

  /// The new dimension k is the old order[k].
  std::array<int, max_rank> order{};
  int groups = 0;
  /// How many dimensions there are in each group, the outermost group first.
  std::array<int, most_groups> dimensions{};
  /// Threads of a block along each group's axis; with 1 the axis has blocks
  /// alone.
  std::array<long long, most_groups> block{};
  /// Groups all of which are in every block: as many threads as iterations, or
  /// as runs of these.
  std::array<bool, most_groups> whole{};
  /// Iterations that a thread runs one after the other, neighbours in the group
  /// with the number run_group.
  long long run = 1;
  int run_group = 0;
};

namespace detail {

/// The last `count` dimensions of a space of the given rank, turned by `by` to
/// the left.
constexpr mapping rotate_last(int rank, int count, int by, const mapping &m) {
  std::array<int, max_rank> order{};
  for (int k = 0; k < rank; ++k)
    order[static_cast<std::size_t>(k)] =
        k < rank - count ? k : rank - count + (k - (rank - count) + by) % count;
  return Permute(order, rank, m);
}

/// Folds the last `count` dimensions of a space of the given rank, the outer
/// ones first: what is recovered first is the innermost index, and divisors are
/// the extents of single dimensions.
constexpr mapping fold_last(int rank, int count, mapping m) {
  for (int left = count; left > 1; --left, --rank) {
    // First (a, b, ..) becomes (.., a, b), later (c, .., ab) (.., ab, c).
    const int by = left == count ? 2 : 1;
    if (by % left != 0)
      m = rotate_last(rank, left, by, m);
    m = FoldLast2(m);
  }
  return m;
}

/// The groups, each folded; m has the dimensions in the layout's order.
constexpr mapping fold_groups(const layout &l, int rank, mapping m) {
  const auto last = static_cast<std::size_t>(l.groups) - 1;
  bool turns = false;
  for (std::size_t g = 0; g < last; ++g)
    turns = turns || l.dimensions[g] > 1;
  for (std::size_t g = last + 1; g-- > 0;) {
    m = fold_last(rank, l.dimensions[g], m);
    rank -= l.dimensions[g] - 1;
    if (turns)
      m = rotate(rank, rank - 1, m);
  }
  return m;
}

/// Places of the groups among the dimensions, and behind them that of the run.
using group_places = std::array<int, layout::most_groups + 1>;
inline constexpr std::size_t place_of_run = layout::most_groups;

/// Turns the dimensions so that the group comes last, and splits it: what is
/// new stands behind it. The others keep their order.
constexpr mapping split_group(std::size_t g, long long length, int rank,
                              group_places &at, const mapping &m) {
  const int by = at[g] + 1;
  if (by == rank)
    return SplitLast(length, m);
  for (int &place : at)
    place = (place - by + rank) % rank;
  return SplitLast(length, rotate(rank, by, m));
}

/// Splits the folded groups into blocks, but for those that are whole, and puts
/// what blocks have behind all others, and a thread's run last: (z, y, x)
/// becomes (z, Y, X, y, x) where blocks have one thread along z.
constexpr mapping split_groups(const layout &l, mapping m) {
  std::array<int, max_rank> order{};
  const auto count = static_cast<std::size_t>(l.groups);
  group_places at{};
  for (std::size_t g = 0; g < count; ++g)
    at[g] = static_cast<int>(g);
  int rank = l.groups, blocks = 0;
  if (l.run > 1) {
    m = split_group(static_cast<std::size_t>(l.run_group), l.run, rank, at, m);
    at[place_of_run] = rank++;
  }
  for (std::size_t g = count; g-- > 0;) {
    if (l.whole[g])
      ++blocks;
    if (l.whole[g] || l.block[g] < 2)
      continue;
    m = split_group(g, l.block[g], rank, at, m);
    ++rank;
    ++blocks;
  }
  bool same = true;
  std::size_t next = 0;
  for (std::size_t g = 0; g < count; ++g)
    if (!l.whole[g])
      order[next++] = at[g];
  for (std::size_t g = 0; g < count; ++g)
    if (l.whole[g] || l.block[g] > 1)
      order[next++] = l.whole[g] ? at[g] : at[g] + 1;
  if (l.run > 1)
    order[next++] = at[place_of_run];
  for (std::size_t k = 0; k < next; ++k)
    same = same && order[k] == static_cast<int>(k);
  if (!same)
    m = Permute(order, rank, m);
  return GridBlock(blocks, l.run > 1 ? Serial(1, m) : m);
}

} // namespace detail

/// The mapping of a layout. m is zero-based, without steps, and of that rank.
constexpr mapping lay_out(const layout &l, int rank, mapping m) {
  bool same = true;
  for (int k = 0; k < rank; ++k)
    same = same && l.order[static_cast<std::size_t>(k)] == k;
  if (!same)
    m = Permute(l.order, rank, m);
  return detail::split_groups(l, detail::fold_groups(l, rank, m));
}

/// The layout of Auto where nothing is known but the rank: blocks of 256, in
/// two dimensions and more of 8 x 32 along the innermost ones; the dimensions
/// outside of three are folded.
constexpr layout plain_layout(int rank) {
  layout l{};
  for (int k = 0; k < rank; ++k)
    l.order[static_cast<std::size_t>(k)] = k;
  l.groups = rank < 3 ? rank : 3;
  for (std::size_t g = 0; g < static_cast<std::size_t>(l.groups); ++g) {
    l.dimensions[g] = 1;
    l.block[g] = 1;
  }
  const auto last = static_cast<std::size_t>(l.groups) - 1;
  l.dimensions[0] = rank - l.groups + 1;
  l.block[last] = last == 0 ? detail::fold_all_block : 32;
  if (last > 0)
    l.block[last - 1] = 8;
  return l;
}

/// So many threads start together whatever they do, so that idle ones among
/// them do not count; of more threads a quarter may be idle.
inline constexpr long long threads_at_once = 65536;

namespace detail {

constexpr long long threads_of(const thread_space<long long> &threads) {
  long long all = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(threads.rank); ++d)
    all = integer::product_of(all, threads.extent[d]);
  return all;
}

/// Are few threads idle; not asked of extents that are not known.
constexpr bool is_filled(const thread_space<long long> &threads,
                         const index_space &space) {
  const long long all = threads_of(threads);
  return all <= threads_at_once || all - all / 4 <= space.size();
}
template <class Int>
constexpr bool is_filled(const thread_space<Int> &,
                         const basic_index_space<Int> &) {
  return true;
}

} // namespace detail

/// FoldAll with a 3D grid, for folded extents of which 2^31 - 1 blocks of 256
/// threads are too few: fits every extent below 2^63, which is 2^55 blocks, by
/// a grid of at most 2^30 x 8192 x 4096. The lengths of y and z are fixed, so
/// up to 2^25 - 1 blocks are idle, under 2 in 100 where the plain grid does not
/// do.
template <class Int>
constexpr mapping fold_all_3d(const basic_index_space<Int> &space) {
  const violation found = detail::space_violation(space);
  if (found != violation::none)
    return detail::violate(Gen, found, 0);
  // (blocks, 256) -> (256, blocks) -> (256, rest, z) -> (256, z, rest)
  // -> (256, z, x, y) -> (z, y, x, 256)
  const mapping split =
      SplitLast(4096, Permute({1, 0}, SplitLast(detail::fold_all_block,
                                                detail::folded(space))));
  return GridBlock(
      1, Permute({1, 3, 2, 0}, SplitLast(8192, Permute({0, 2, 1}, split))));
}

/// The rules. Each chooses a mapping for a valid space by its rank, its steps
/// and widths, and what is known of its bounds.
namespace strategies {

/// The scheme of Jing Guo's CUDA backend for SaC: rank 1 in blocks of 32, rank
/// 2 in tiles of 32 x 32, ranks 3 to 5 with the innermost two dimensions as the
/// block. Other ranks are a violation. Steps are masked.
struct jing {
  template <class Int>
  static constexpr mapping choose(const basic_index_space<Int> &space) {
    return detail::jing_shape(space.rank, detail::shifted_and_pruned(space));
  }
};

/// Above rank 5 neighbouring pairs are folded, the innermost dimension of an
/// odd rank left alone, until Jing applies.
struct jing_ext {
  template <class Int>
  static constexpr mapping choose(const basic_index_space<Int> &space) {
    mapping m = detail::shifted_and_pruned(space);
    int rank = space.rank;
    for (; rank > jing_max_rank; rank -= rank / 2)
      m = detail::fold_pairs(rank, m);
    return detail::jing_shape(rank, m);
  }
};

/// All dimensions, without their steps, are folded into one, which is split
/// into blocks of 256. Where that certainly exceeds a grid, fold_all_3d.
struct fold_all {
  template <class Int>
  static constexpr mapping choose(const basic_index_space<Int> &space) {
    const mapping m =
        GridBlock(1, SplitLast(detail::fold_all_block, detail::folded(space)));
    const mapped_space<Int> mapped = apply(m, space);
    return mapped.valid() &&
                   limit_exceeded(mapped.threads) != device_limit::none
               ? fold_all_3d(space)
               : m;
  }
};

/// The plain layout where it fits a device and has few idle threads, else
/// FoldAll. The tools know more than the space: they weigh layouts by the
/// elements that iterations touch.
struct automatic {
  template <class Int>
  static constexpr mapping choose(const basic_index_space<Int> &space) {
    const mapping m = lay_out(plain_layout(space.rank), space.rank,
                              detail::shifted_and_compressed(space));
    const mapped_space<Int> mapped = apply(m, space);
    return mapped.valid() && fits(mapped.threads) &&
                   detail::is_filled(mapped.threads, space)
               ? m
               : fold_all::choose(space);
  }
};

} // namespace strategies

/// The mapping of the strategy for a space. A space that it cannot map gives a
/// mapping that says so: not valid(), with the violation.
template <class Int>
constexpr mapping choose(strategy s, const basic_index_space<Int> &space) {
  const violation found = detail::space_violation(space);
  if (found != violation::none)
    return detail::violate(Gen, found, 0);
  switch (s.kind) {
#define HEDDLE_STRATEGY(Name, rule)                                            \
  case strategy_kind::Name:                                                    \
    return strategies::rule::choose(space);
#include "heddle/strategies.def"
  }
  return Gen;
}

} // namespace heddle

#endif // HEDDLE_STRATEGY_H
