//===- blocks.h - Mappings whose blocks are boxes ----------------*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   Blocks({16, 16})           a block has 16 x 16 iterations, a thread one
//   Blocks({64, 64}, {8, 8})   a block has 64 x 64, a thread 8 x 8 of them
//
// Lengths are those of the loops, outermost first; the innermost one is along
// x.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_BLOCKS_H
#define HEDDLE_BLOCKS_H

#include "heddle/mapping.h"

namespace heddle {

/// In arguments of combinators, of Blocks and of strip(): each of the sizes
/// that tiles(...) names. Multiples of it, quotients, and sums with numbers
/// below 2^20 stand for those of the sizes.
inline constexpr long long tile_size = 1LL << 50;

namespace detail {

/// Permute that makes dimension `at` of `rank` the last one.
constexpr mapping with_last(int at, int rank, const mapping &m) {
  std::array<int, max_rank> order{};
  int next = 0;
  for (int d = 0; d < rank; ++d)
    if (d != at)
      order[static_cast<std::size_t>(next++)] = d;
  order[static_cast<std::size_t>(rank - 1)] = at;
  return at == rank - 1 ? m : Permute(order, rank, m);
}

/// Each loop becomes the dimensions block, thread and, where threads run
/// several, serial point: so many in all, of which these are the places.
struct split_loops {
  mapping steps;
  int rank = 0, serial = 0;
  std::array<int, max_rank> order{};
};

/// Several: a thread runs `each`, which is not looked at otherwise.
constexpr split_loops split_all(const long long *lengths, bool several,
                                const long long *each, int loops,
                                const mapping &m) {
  // By dimension: the loop, and 0 for blocks, 1 for threads, 2 for points.
  std::array<int, max_rank> loop{}, role{};
  split_loops out{m, loops, 0, {}};
  for (int d = 0; d < loops; ++d)
    loop[static_cast<std::size_t>(d)] = d;
  const auto split = [&](int d, int as, long long length) {
    int at = 0;
    while (loop[static_cast<std::size_t>(at)] != d ||
           role[static_cast<std::size_t>(at)] != 0)
      ++at;
    out.steps = SplitLast(length, with_last(at, out.rank, out.steps));
    for (int k = at; k + 1 < out.rank; ++k) {
      loop[static_cast<std::size_t>(k)] = loop[static_cast<std::size_t>(k + 1)];
      role[static_cast<std::size_t>(k)] = role[static_cast<std::size_t>(k + 1)];
    }
    const auto last = static_cast<std::size_t>(out.rank);
    loop[last - 1] = loop[last] = d;
    role[last - 1] = 0;
    role[last] = as;
    ++out.rank;
  };
  for (int d = loops - 1; d >= 0; --d) {
    const long long points = several ? each[d] : 1;
    split(d, 1, lengths[d] / points);
    if (points > 1) {
      split(d, 2, points);
      ++out.serial;
    }
  }
  int next = 0;
  for (int as = 0; as < 3; ++as)
    for (int d = 0; d < loops; ++d)
      for (int k = 0; k < out.rank; ++k)
        if (loop[static_cast<std::size_t>(k)] == d &&
            role[static_cast<std::size_t>(k)] == as)
          out.order[static_cast<std::size_t>(next++)] = k;
  return out;
}

/// A mapping that says so.
constexpr mapping no_blocks(const mapping &m) {
  mapping out = GridBlock(1, m);
  if (m.error == violation::none) {
    out.error = violation::blocks_invalid;
    out.error_step = out.count - 1;
  }
  return out;
}

constexpr mapping blocks(const long long *lengths, bool several,
                         const long long *each, std::size_t loops,
                         const mapping &m) {
  bool good = loops >= 1 && loops <= 3;
  for (std::size_t d = 0; good && d < loops; ++d)
    good = lengths[d] >= 1 &&
           (!several || (each[d] >= 1 && lengths[d] % each[d] == 0));
  if (!good)
    return no_blocks(m);
  const split_loops all =
      split_all(lengths, several, each, static_cast<int>(loops), m);
  const mapping ordered = Permute(all.order, all.rank, all.steps);
  return GridBlock(static_cast<long long>(loops),
                   all.serial ? Serial(all.serial, ordered) : ordered);
}

} // namespace detail

/// Blocks of so many iterations along each of one to three loops, a thread
/// each. m: of as many dimensions, with L = 0 and no steps.
constexpr mapping Blocks(std::initializer_list<long long> lengths,
                         const mapping &m = ShiftLB(Gen)) {
  return detail::blocks(lengths.begin(), false, lengths.begin(), lengths.size(),
                        m);
}

/// The same, where a thread runs so many iterations along each loop, which lie
/// as far apart as the block has threads there. Needs lengths that are
/// multiples of these.
constexpr mapping Blocks(std::initializer_list<long long> lengths,
                         std::initializer_list<long long> each,
                         const mapping &m = ShiftLB(Gen)) {
  return lengths.size() == each.size()
             ? detail::blocks(lengths.begin(), true, each.begin(),
                              lengths.size(), m)
             : detail::no_blocks(m);
}

} // namespace heddle

#endif // HEDDLE_BLOCKS_H
