//===- indices.h - Ranges of indices for range-based `for` -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   for (auto i : heddle::indices(n))                      // 0 <= i < n
//   for (auto i : heddle::indices(l, u, t, w))             // (i - l) % t < w
//   for (auto [i, j] : heddle::indices({n, m}))            // rank 2
//   for (auto [i, j] : heddle::indices({1, 1}, {n, m}, {4, 1}, {2, 1}))
//
// The index space (L, U, T, W) of one loop nest: of each dimension the indices
// from L, inclusive, to U, exclusive, of which of every T the first W. It is
// what SaC's generators describe: S.-B. Scholz, Single Assignment C: efficient
// support for high-level array operations in a functional setting, J. Funct.
// Program. 13(6), 2003. Dimensions are listed outermost first; the last one
// changes fastest. A space with L >= U in some dimension has no indices.
//
// Indices of rank 1 are integers; those of braced lists are std::array, which
// structured bindings take apart. The type is that of L + U, at least int:
// where L is negative and U unsigned, write a signed U.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_INDICES_H
#define HEDDLE_INDICES_H

#include <array>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace heddle {

/// One dimension of an index space: positions are distances from Lower, which
/// wrap nowhere.
template <class T> class index_dimension {
  static_assert(std::is_integral<T>::value && sizeof(T) >= sizeof(int),
                "indices are int or wider integers");

public:
  using distance = std::make_unsigned_t<T>;

  constexpr index_dimension() = default;
  /// step >= width >= 1, in indices.
  constexpr index_dimension(T lower, T upper, T step, T width)
      : lower_(lower),
        extent_(lower < upper
                    ? static_cast<distance>(static_cast<distance>(upper) -
                                            static_cast<distance>(lower))
                    : 0),
        step_(static_cast<distance>(step)),
        width_(static_cast<distance>(width)) {
    assert(width >= 1 && "an index space has a width of at least 1");
    assert(step >= width && "a width is at most the step");
  }

  /// The position behind the last one.
  constexpr distance extent() const { return extent_; }
  constexpr T at(distance position) const {
    return static_cast<T>(static_cast<distance>(lower_) + position);
  }
  /// The next position of an index, or extent().
  constexpr distance next(distance position) const {
    const bool inside = width_ > 1 && position % step_ + 1 < width_;
    const distance by = inside ? 1 : step_ - (width_ - 1);
    return extent_ - position > by ? position + by : extent_;
  }

private:
  T lower_ = 0;
  distance extent_ = 0, step_ = 1, width_ = 1;
};

/// The indices of a space of rank 1, in ascending order.
template <class T> class index_line {
public:
  class iterator {
  public:
    using value_type = T;
    using reference = T;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    constexpr iterator() = default;
    constexpr iterator(index_dimension<T> dimension,
                       typename index_dimension<T>::distance position)
        : dimension_(dimension), position_(position) {}
    constexpr T operator*() const { return dimension_.at(position_); }
    constexpr iterator &operator++() {
      position_ = dimension_.next(position_);
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator old = *this;
      ++*this;
      return old;
    }
    /// For two iterators of one range.
    friend constexpr bool operator==(const iterator &a, const iterator &b) {
      return a.position_ == b.position_;
    }
    friend constexpr bool operator!=(const iterator &a, const iterator &b) {
      return a.position_ != b.position_;
    }

  private:
    index_dimension<T> dimension_;
    typename index_dimension<T>::distance position_ = 0;
  };

  constexpr index_line(T lower, T upper, T step, T width)
      : dimension_(lower, upper, step, width) {}
  constexpr iterator begin() const { return {dimension_, 0}; }
  constexpr iterator end() const { return {dimension_, dimension_.extent()}; }

private:
  index_dimension<T> dimension_;
};

/// The indices of a space of rank R, in lexicographic order.
template <class T, std::size_t R> class index_box {
public:
  using dimensions = std::array<index_dimension<T>, R>;

  class iterator {
  public:
    using value_type = std::array<T, R>;
    using reference = value_type;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;

    constexpr iterator() = default;
    constexpr explicit iterator(const dimensions &all) : all_(all) {}
    constexpr value_type operator*() const {
      value_type index{};
      for (std::size_t d = 0; d < R; ++d)
        index[d] = all_[d].at(positions_[d]);
      return index;
    }
    constexpr iterator &operator++() {
      for (std::size_t d = R; d-- > 0;) {
        positions_[d] = all_[d].next(positions_[d]);
        if (d == 0 || positions_[d] != all_[d].extent())
          break;
        positions_[d] = 0;
      }
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator old = *this;
      ++*this;
      return old;
    }
    /// Behind the last index.
    constexpr void finish() { positions_[0] = all_[0].extent(); }
    /// For two iterators of one range.
    friend constexpr bool operator==(const iterator &a, const iterator &b) {
      for (std::size_t d = 0; d < R; ++d)
        if (a.positions_[d] != b.positions_[d])
          return false;
      return true;
    }
    friend constexpr bool operator!=(const iterator &a, const iterator &b) {
      return !(a == b);
    }

  private:
    dimensions all_{};
    std::array<typename index_dimension<T>::distance, R> positions_{};
  };

  constexpr explicit index_box(const dimensions &all) : all_(all) {}
  constexpr iterator begin() const {
    for (const index_dimension<T> &each : all_)
      if (each.extent() == 0)
        return end();
    return iterator(all_);
  }
  constexpr iterator end() const {
    iterator last(all_);
    last.finish();
    return last;
  }

private:
  dimensions all_;
};

/// The indices from lower, inclusive, to upper, exclusive; of every step of
/// them the first width. step >= width >= 1.
template <class L, class U, class T = int, class W = int,
          class Index = std::common_type_t<L, U, int>>
constexpr index_line<Index> indices(L lower, U upper, T step = 1, W width = 1) {
  return {static_cast<Index>(lower), static_cast<Index>(upper),
          static_cast<Index>(step), static_cast<Index>(width)};
}

/// The indices from 0, inclusive, to upper, exclusive.
template <class U> constexpr auto indices(U upper) { return indices(0, upper); }

/// As of one dimension, for each.
template <class L, class U, class T, class W, std::size_t R>
constexpr index_box<std::common_type_t<L, U, int>, R>
indices(const L (&lower)[R], const U (&upper)[R], const T (&step)[R],
        const W (&width)[R]) {
  using Index = std::common_type_t<L, U, int>;
  std::array<index_dimension<Index>, R> dimensions{};
  for (std::size_t d = 0; d < R; ++d)
    dimensions[d] = index_dimension<Index>(
        static_cast<Index>(lower[d]), static_cast<Index>(upper[d]),
        static_cast<Index>(step[d]), static_cast<Index>(width[d]));
  return index_box<Index, R>(dimensions);
}

template <class L, class U, class T, std::size_t R>
constexpr auto indices(const L (&lower)[R], const U (&upper)[R],
                       const T (&step)[R]) {
  int width[R] = {};
  for (int &each : width)
    each = 1;
  return indices(lower, upper, step, width);
}

template <class L, class U, std::size_t R>
constexpr auto indices(const L (&lower)[R], const U (&upper)[R]) {
  int step[R] = {};
  for (int &each : step)
    each = 1;
  return indices(lower, upper, step);
}

template <class U, std::size_t R> constexpr auto indices(const U (&upper)[R]) {
  const int lower[R] = {};
  return indices(lower, upper);
}

} // namespace heddle

#endif // HEDDLE_INDICES_H
