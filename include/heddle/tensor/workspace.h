//===- tensor/workspace.h - what a statement is computed in ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_WORKSPACE_H
#define HEDDLE_TENSOR_WORKSPACE_H

#include "compatible.h"
#include "goals.h"
#include "product.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// The memory of one statement, and how its parts are described.
class workspace {
  // The bytes of the left-hand side, while it is stored to in place.
  std::uintptr_t first_byte = 0, last_byte = 0;

public:
  /// From now on views of these elements are read where they are stored only.
  template <class T, integer... E>
  void in_place(const tensor_view<T, E...> &x) {
    const reach all = reach_of(x.extents, x.strides);
    if (all.empty)
      return;
    first_byte = reinterpret_cast<std::uintptr_t>(x.origin + all.first);
    last_byte = reinterpret_cast<std::uintptr_t>(x.origin + all.last + 1) - 1;
  }

  template <class T> T *scratch(integer size) {
    return memory.template take<T>(size);
  }

protected:
  arena memory;

  template <std::size_t Rank>
  static loop_nest nest_of(const std::array<integer, Rank> &extents) {
    loop_nest nest;
    nest.rank = static_cast<int>(Rank);
    std::copy(extents.begin(), extents.end(), nest.extents.begin());
    return nest;
  }

  template <class T, integer... E, class V>
  static void store_value(const tensor_view<T, E...> &x, const loop_nest &nest,
                          V &value) {
    dimensions<max_rank> strides{};
    std::copy(x.strides.begin(), x.strides.end(), strides.begin());
    storing<T, V>(x.origin, strides, nest, value).run();
  }

  template <class T, integer... E>
  static operand<T> operand_of(const tensor_view<T, E...> &x) {
    operand<T> result;
    result.origin = x.origin;
    for (int k = 0; k < x.rank; ++k) {
      result.labels |= only(k);
      result.strides[at(k)] = x.strides[at(k)];
    }
    return result;
  }

  bool is_in_place(const void *first) const {
    const auto byte = reinterpret_cast<std::uintptr_t>(first);
    return last_byte != 0 && first_byte <= byte && byte <= last_byte;
  }
  /// Compatible statements share all with the left-hand side or nothing.
  template <class Node> bool reads_in_place(const Node &node) const {
    bool found = false;
    node.each_leaf([&](const auto &leaf) {
      const reach all = reach_of(leaf.extents, leaf.strides);
      found = found || (!all.empty && is_in_place(leaf.origin + all.first));
    });
    return found;
  }

  template <class T, std::size_t Rank>
  static auto unknown_view(const T *elements,
                           const std::array<integer, Rank> &extents) {
    return unknown_view(elements, extents, std::make_index_sequence<Rank>());
  }
  template <class T, std::size_t Rank, std::size_t... K>
  static auto unknown_view(const T *elements,
                           const std::array<integer, Rank> &extents,
                           std::index_sequence<K...>) {
    return tensor_view<const T, ((void)K, dyn)...>(elements, extents);
  }

  template <class T>
  static product<T> start(const renumbering &used, const loop_nest &nest) {
    product<T> p;
    p.labels = used.count;
    for (int k = 0; k < used.count; ++k)
      p.extents[at(k)] = nest.extents[at(used.old[at(k)])];
    return p;
  }

  static label_set first_labels(int size) { return only(size) - 1; }

  template <class T>
  static operand<T> dense(T *elements, const label_array &extents, int rank) {
    operand<T> result;
    result.origin = elements;
    integer stride = 1;
    for (int k = rank; k-- > 0;) {
      result.labels |= only(k);
      result.strides[at(k)] = stride;
      stride *= extents[at(k)];
    }
    return result;
  }

  template <class T>
  static array_value<T> by_loop(const operand<const T> &from,
                                const renumbering &used) {
    array_value<T> value{from.origin};
    for (int k = 0; k < used.count; ++k)
      value.strides_by_loop[at(used.old[at(k)])] = from.strides[at(k)];
    return value;
  }

  template <class T, class V>
  void store_factor(V &value, const loop_nest &nest, const renumbering &used,
                    operand<const T> &factor) {
    integer size = 1;
    dimensions<max_rank> strides{};
    for (int k = nest.rank; k-- > 0;) {
      strides[at(k)] = size;
      size *= nest.extents[at(k)];
    }
    T *elements = scratch<T>(size);
    storing<T, V>(elements, strides, nest, value).run();
    factor.origin = elements;
    for (int k = 0; k < used.count; ++k) {
      factor.labels |= only(used.old[at(k)]);
      factor.strides[at(used.old[at(k)])] = strides[at(k)];
    }
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_WORKSPACE_H
