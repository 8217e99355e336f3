//===- tensor/values.h - the loops that store elements --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The rest of an expression once its products are computed: values that can
// be read at every point of a loop nest without further ado. A value has
//
//   strides(f)   calls f for the strides of each array that it reads
//   plain()      can it be read densely, by dense() (after strides allow it)
//   seek(...)    goes to the beginning of an innermost loop
//   dense(j), any(j)  the value at its point j; dense needs strides of 1
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_VALUES_H
#define HEDDLE_TENSOR_VALUES_H

#include "kernel.h"

#include <optional>
#include <tuple>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// A loop nest, outermost first.
struct loop_nest {
  int rank = 0;
  dimensions<max_rank> extents{};
};

template <class T> struct array_value {
  const T *origin;
  dimensions<max_rank> strides_by_loop{};
  const T *row = nullptr;
  integer step = 0;

  template <class F> void strides(F &&f) { f(strides_by_loop); }
  bool plain() const { return true; }
  void seek(const dimensions<max_rank> &point, int rank) {
    row = origin;
    for (int k = 0; k + 1 < rank; ++k)
      row += point[at(k)] * strides_by_loop[at(k)];
    step = rank == 0 ? 0 : strides_by_loop[at(rank - 1)];
  }
  const T &dense(integer j) const { return row[j]; }
  const T &any(integer j) const { return row[j * step]; }
};

template <class T> struct constant_value {
  T value;

  template <class F> void strides(F &&) {}
  bool plain() const { return true; }
  void seek(const dimensions<max_rank> &, int) {}
  const T &dense(integer) const { return value; }
  const T &any(integer) const { return value; }
};

template <class F, class... V> struct function_value {
  const F *function;
  std::tuple<V...> operands;

  template <class G> void strides(G &&g) {
    std::apply([&](V &...each) { (each.strides(g), ...); }, operands);
  }
  bool plain() const {
    return std::apply([](const V &...each) { return (each.plain() && ...); },
                      operands);
  }
  void seek(const dimensions<max_rank> &point, int rank) {
    std::apply([&](V &...each) { (each.seek(point, rank), ...); }, operands);
  }
  auto dense(integer j) const {
    return std::apply(
        [&](const V &...each) { return (*function)(each.dense(j)...); },
        operands);
  }
  auto any(integer j) const {
    return std::apply(
        [&](const V &...each) { return (*function)(each.any(j)...); },
        operands);
  }
};

/// A product of which some factors are read while the left-hand side, which
/// they are, is being stored.
template <class T> struct product_value {
  using sum = typename wrapping<T>::type;
  std::optional<array_value<T>> computed;
  std::vector<array_value<T>> factors;

  template <class F> void strides(F &&f) {
    if (computed)
      computed->strides(f);
    for (array_value<T> &each : factors)
      each.strides(f);
  }
  bool plain() const { return factors.empty(); }
  void seek(const dimensions<max_rank> &point, int rank) {
    if (computed)
      computed->seek(point, rank);
    for (array_value<T> &each : factors)
      each.seek(point, rank);
  }
  T dense(integer j) const { return computed->dense(j); }
  T any(integer j) const {
    std::size_t next = computed ? 0 : 1;
    T value = computed ? computed->any(j) : factors[0].any(j);
    for (; next < factors.size(); ++next)
      // From zero on, like the sum that stands here when x is elsewhere: the
      // sign of a zero does not tell.
      value =
          static_cast<T>(sum() + static_cast<sum>(value) *
                                     static_cast<sum>(factors[next].any(j)));
    return value;
  }
};

/// One of two, which is known before the loops.
template <class V, class W> struct either_value {
  std::optional<V> first;
  std::optional<W> second;

  template <class F> void strides(F &&f) {
    first ? first->strides(f) : second->strides(f);
  }
  bool plain() const { return first ? first->plain() : second->plain(); }
  void seek(const dimensions<max_rank> &point, int rank) {
    first ? first->seek(point, rank) : second->seek(point, rank);
  }
  auto dense(integer j) const {
    return first ? first->dense(j) : second->dense(j);
  }
  auto any(integer j) const { return first ? first->any(j) : second->any(j); }
};

/// Stores a value at each point of the nest. The elements stored to are
/// different from each other; the value reads them at the same point or never.
template <class T, class V> class storing {
  T *origin;
  dimensions<max_rank> steps;
  loop_nest nest;
  V &value;

public:
  storing(T *out, const dimensions<max_rank> &strides, const loop_nest &loops,
          V &v)
      : origin(out), steps(strides), nest(loops), value(v) {}

  void run() {
    for (int k = 0; k < nest.rank; ++k)
      if (nest.extents[at(k)] == 0)
        return;
    drop_single();
    for (int k = nest.rank - 2; k >= 0; --k)
      join(k);
    dimensions<max_rank> point{};
    const bool dense = all_dense();
    do {
      store_row(point, dense);
    } while (advance(point));
  }

private:
  template <class F> void each_strides(F &&f) {
    f(steps);
    value.strides(f);
  }
  void remove(int k) {
    for (int d = k; d + 1 < nest.rank; ++d)
      nest.extents[at(d)] = nest.extents[at(d + 1)];
    each_strides([&](dimensions<max_rank> &strides) {
      for (int d = k; d + 1 < nest.rank; ++d)
        strides[at(d)] = strides[at(d + 1)];
    });
    --nest.rank;
  }
  void drop_single() {
    for (int k = nest.rank - 1; k >= 0; --k)
      if (nest.extents[at(k)] == 1)
        remove(k);
  }
  /// Makes one loop of k and k + 1 where all strides allow.
  void join(int k) {
    const integer inner = nest.extents[at(k + 1)];
    bool possible = true;
    each_strides([&](const dimensions<max_rank> &strides) {
      possible = possible && strides[at(k)] == strides[at(k + 1)] * inner;
    });
    if (!possible)
      return;
    nest.extents[at(k + 1)] *= nest.extents[at(k)];
    remove(k);
  }
  bool all_dense() {
    if (nest.rank == 0 || !value.plain())
      return false;
    bool dense = true;
    each_strides([&](const dimensions<max_rank> &strides) {
      dense = dense && strides[at(nest.rank - 1)] == 1;
    });
    return dense;
  }
  void store_row(const dimensions<max_rank> &point, bool dense) {
    T *row = origin;
    for (int k = 0; k + 1 < nest.rank; ++k)
      row += point[at(k)] * steps[at(k)];
    value.seek(point, nest.rank);
    const integer length = nest.rank == 0 ? 1 : nest.extents[at(nest.rank - 1)];
    const integer step = nest.rank == 0 ? 0 : steps[at(nest.rank - 1)];
    const V &source = value;
    if (dense)
      for (integer j = 0; j < length; ++j)
        row[j] = static_cast<T>(source.dense(j));
    else
      for (integer j = 0; j < length; ++j)
        row[j * step] = static_cast<T>(source.any(j));
  }
  bool advance(dimensions<max_rank> &point) const {
    for (int k = nest.rank - 2; k >= 0; --k) {
      if (++point[at(k)] < nest.extents[at(k)])
        return true;
      point[at(k)] = 0;
    }
    return false;
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_VALUES_H
