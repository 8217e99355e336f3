//===- index_space.h - Index spaces with steps and widths -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An index space is the set of iteration vectors that a loop nest runs over,
// described as in a with-loop of SaC by four vectors: lower bound L, upper
// bound U, step T and width W. Source: Janssen, Scholz, "On Mapping
// N-Dimensional Data-Parallelism Efficiently into GPU-Thread-Spaces", IFL 2021,
// section 2.1; here the step counts from L.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_INDEX_SPACE_H
#define HEDDLE_INDEX_SPACE_H

#include "heddle/integer.h"

#include <array>
#include <cstddef>
#include <initializer_list>

namespace heddle {

/// The most dimensions that any space has, at entry and between combinators.
inline constexpr int max_rank = 16;

/// One integer a dimension, outermost first; entries from the rank on unused.
template <class Int> using index_vector = std::array<Int, max_rank>;

/// The iteration vectors iv with, in every dimension d (0 is the outermost),
///
///   lower[d] <= iv[d] < upper[d]  and  (iv[d] - lower[d]) mod step[d] <
///   width[d]
///
/// so the bounds are half-open, and of every step[d] indices, counted from the
/// lower bound, the first width[d] are taken. An upper bound at or below the
/// lower bound makes the space empty. Bounds are of type Int; steps and widths
/// are always constants. Units are loop-counter values.
template <class Int> struct basic_index_space {
  int rank = 0;
  index_vector<Int> lower{};
  index_vector<Int> upper{};
  index_vector<long long> step{};
  index_vector<long long> width{};
  /// Between combinators: so many of the last dimensions run in a thread.
  int serial = 0;

  /// How many dimensions grid and block have.
  constexpr int thread_rank() const { return rank - serial; }

  /// Is this a space at all: a rank of 1 to max_rank, 1 <= width <= step.
  constexpr bool valid() const {
    if (rank < 1 || rank > max_rank)
      return false;
    for (std::size_t d = 0; d < dimensions(); ++d)
      if (width[d] < 1 || width[d] > step[d])
        return false;
    return true;
  }

  /// Does every step equal its width, so that nothing between the bounds is
  /// left out.
  constexpr bool dense() const {
    for (std::size_t d = 0; d < dimensions(); ++d)
      if (width[d] < step[d])
        return false;
    return true;
  }

  /// Are all lower bounds certainly 0.
  constexpr bool zero_based() const {
    using integer::certainly_equals;
    for (std::size_t d = 0; d < dimensions(); ++d)
      if (!certainly_equals(lower[d], 0))
        return false;
    return true;
  }

  /// Is some upper bound certainly at or below its lower bound.
  constexpr bool certainly_empty() const {
    for (std::size_t d = 0; d < dimensions(); ++d) {
      using integer::known_value;
      const std::pair<bool, long long> from = known_value(lower[d]);
      const std::pair<bool, long long> to = known_value(upper[d]);
      if (from.first && to.first && to.second <= from.second)
        return true;
    }
    return false;
  }

  /// The rank as an index; 0 where the rank is out of range.
  constexpr std::size_t dimensions() const {
    return rank < 1 || rank > max_rank ? 0 : static_cast<std::size_t>(rank);
  }

  // The members below are for spaces of numbers (Int is long long).

  /// Has the space no element; so has what is not valid.
  constexpr bool empty() const {
    if (!valid())
      return true;
    for (std::size_t d = 0; d < dimensions(); ++d)
      if (!(lower[d] < upper[d]))
        return true;
    return false;
  }

  /// The number of elements. Exact below the largest long long, which stands
  /// for that many or more.
  constexpr long long size() const {
    if (empty())
      return 0;
    long long total = 1;
    for (std::size_t d = 0; d < dimensions(); ++d)
      total = integer::product_of(total, taken(d));
    return total;
  }

  /// Is iv, of which only the first `rank` entries count, in the space.
  constexpr bool contains(const index_vector<Int> &iv) const {
    if (!valid())
      return false;
    for (std::size_t d = 0; d < dimensions(); ++d)
      if (iv[d] < lower[d] || !(iv[d] < upper[d]) ||
          offset(d, iv[d]) % unsigned_value(step[d]) >=
              unsigned_value(width[d]))
        return false;
    return true;
  }

  /// Calls f(iv) for every element, an `index_vector`, in lexicographic order
  /// (the outermost dimension varies slowest).
  template <class F> constexpr void for_each(F &&f) const {
    index_vector<Int> iv{};
    for (bool more = first(iv); more; more = next(iv))
      f(static_cast<const index_vector<Int> &>(iv));
  }

  /// Sets iv to the lexicographically first element; false if there is none.
  constexpr bool first(index_vector<Int> &iv) const {
    if (empty())
      return false;
    for (std::size_t d = 0; d < dimensions(); ++d)
      iv[d] = lower[d];
    return true;
  }

  /// Moves iv, an element, to the lexicographically next one; false, with iv
  /// set to the first one, if iv was the last.
  constexpr bool next(index_vector<Int> &iv) const {
    for (std::size_t d = dimensions(); d-- > 0;) {
      // The distance to the next index taken: 1 inside a run of `width`
      // indices.
      const auto phase = offset(d, iv[d]) % unsigned_value(step[d]);
      const auto distance = phase + 1 < unsigned_value(width[d])
                                ? 1ULL
                                : unsigned_value(step[d]) - phase;
      const auto left = unsigned_value(upper[d]) - unsigned_value(iv[d]);
      if (distance < left) {
        iv[d] += static_cast<Int>(distance);
        return true;
      }
      iv[d] = lower[d];
    }
    return false;
  }

  /// Are the descriptions equal. (Unequal ones may have the same elements.)
  friend constexpr bool operator==(const basic_index_space &a,
                                   const basic_index_space &b) {
    if (a.rank != b.rank || a.serial != b.serial)
      return false;
    for (std::size_t d = 0; d < a.dimensions(); ++d)
      if (!(a.lower[d] == b.lower[d]) || !(a.upper[d] == b.upper[d]) ||
          a.step[d] != b.step[d] || a.width[d] != b.width[d])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const basic_index_space &a,
                                   const basic_index_space &b) {
    return !(a == b);
  }

private:
  // Differences of long longs need the full unsigned range.
  static constexpr unsigned long long unsigned_value(long long value) {
    return static_cast<unsigned long long>(value);
  }
  constexpr unsigned long long offset(std::size_t d, long long index) const {
    return unsigned_value(index) - unsigned_value(lower[d]);
  }
  /// How many indices dimension d takes; saturated. Needs a non-empty space.
  constexpr long long taken(std::size_t d) const {
    const auto extent = offset(d, upper[d]);
    const auto t = unsigned_value(step[d]);
    const auto w = unsigned_value(width[d]);
    const auto rest = extent % t;
    const auto count = extent / t * w + (rest < w ? rest : w);
    return count > unsigned_value(integer::highest)
               ? integer::highest
               : static_cast<long long>(count);
  }
};

/// An index space of numbers.
using index_space = basic_index_space<long long>;

/// The space of the given vectors, outermost dimension first. Lists that are
/// missing mean: lower bound 0, step 1, width 1. Lists of unequal length or
/// longer than max_rank give a space that is not valid().
constexpr index_space make_space(std::initializer_list<long long> lower,
                                 std::initializer_list<long long> upper,
                                 std::initializer_list<long long> step,
                                 std::initializer_list<long long> width) {
  index_space space{};
  if (upper.size() > static_cast<std::size_t>(max_rank) ||
      lower.size() != upper.size() ||
      (step.size() != 0 && step.size() != upper.size()) ||
      (width.size() != 0 && width.size() != upper.size()))
    return space;
  space.rank = static_cast<int>(upper.size());
  for (std::size_t d = 0; d < upper.size(); ++d) {
    space.lower[d] = lower.begin()[d];
    space.upper[d] = upper.begin()[d];
    space.step[d] = step.size() == 0 ? 1 : step.begin()[d];
    space.width[d] = width.size() == 0 ? 1 : width.begin()[d];
  }
  return space;
}

constexpr index_space make_space(std::initializer_list<long long> lower,
                                 std::initializer_list<long long> upper,
                                 std::initializer_list<long long> step = {}) {
  return make_space(lower, upper, step, {});
}

constexpr index_space make_space(std::initializer_list<long long> upper) {
  index_space space = make_space(upper, upper);
  space.lower = index_vector<long long>{};
  return space;
}

} // namespace heddle

#endif // HEDDLE_INDEX_SPACE_H
