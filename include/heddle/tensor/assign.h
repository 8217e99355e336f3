//===- tensor/assign.h - x = e --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_ASSIGN_H
#define HEDDLE_TENSOR_ASSIGN_H

#include "known_statement.h"
#include "lower_labelled.h"
#include "operations.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// Calls compute(computation, view) with x itself where that is compatible,
/// else with a temporary of the same shape, which is then copied to x.
template <class T, integer... E, class Compute>
void in_place_or_not(const tensor_view<T, E...> &x, bool compatible,
                     computation &work, Compute &&compute) {
  if (compatible) {
    work.in_place(x);
    compute(x);
    return;
  }
  T *elements = work.template scratch<T>(count(x.extents));
  compute(tensor_view<T, E...>(elements, x.extents));
  computation().store(x, tensor_view<const T, E...>(elements, x.extents));
}

template <class T, integer... E, class Node>
void assign_view(const tensor_view<T, E...> &x, const Node &e) {
  if constexpr (Node::labelled) {
    static_assert(sizeof...(E) == 0,
                  "heddle: indices on the right but not on the left");
    assign_labelled(x, std::array<const idx *, 0>{}, e);
  } else {
    static_assert(Node::rank == sizeof...(E),
                  "heddle: assignment of a tensor of another rank");
    static_assert(
        may_agree(dimensions<int(sizeof...(E))>{E...}, Node::static_extents),
        "heddle: assignment of a tensor of another shape");
    require_same("assignment", x.extents, e.extents);
    if constexpr (is_known_statement<T, Node, E...>())
      known_computation().assign(x, e);
    else {
      computation work;
      in_place_or_not(x, compatible(x, e), work,
                      [&](const auto &to) { work.store(to, e); });
    }
  }
}

template <class T, integer... E, class Node, std::size_t Rank>
void assign_labelled(const tensor_view<T, E...> &x,
                     const std::array<const idx *, Rank> &names,
                     const Node &e) {
  name_extents extents;
  for (std::size_t k = 0; k < Rank; ++k) {
    for (std::size_t d = 0; d < k; ++d)
      if (names[d] == names[k])
        fail("one index stands twice on the left-hand side");
    extents.add(names[k], x.extents[k], x.extents.data(), x.rank);
  }
  occurrences::of(e, [&](const idx *name, integer extent, const integer *shape,
                         int rank) { extents.add(name, extent, shape, rank); });
  labelled_computation work(extents);
  in_place_or_not(x, compatible(indexed<tensor_view<T, E...>>(x, names), e),
                  work,
                  [&](const auto &to) { work.store_labelled(to, names, e); });
}

template <class T, integer... E, class Node>
void assign_to(const tensor_view<T, E...> &x, const Node &e) {
  static_assert(!std::is_const_v<T>, "heddle: assignment to a constant view");
  assign_view(x, e);
}
template <class T, integer... E, class Node>
void assign_to(const indexed<tensor_view<T, E...>> &x, const Node &e) {
  static_assert(Node::labelled || Node::rank == 0,
                "heddle: indices on the left but not on the right");
  assign_labelled(x.operand, x.names, e);
}

template <class View, class E> void assign(const View &x, const E &e) {
  assign_to(x, as_node(e));
}

template <class Derived>
template <class V, class D,
          std::enable_if_t<
              D::rank == 0 && std::is_same_v<V, typename D::value_type>, int>>
expression<Derived>::operator V() const {
  V value{};
  assign_view(tensor_view<V>(&value, dimensions<0>{}), as_node(self()));
  return value;
}

template <class Node, std::size_t... K>
tensor<typename Node::value_type, Node::static_extents[K]...>
tensor_of(const Node &node, std::index_sequence<K...>) {
  return tensor<typename Node::value_type, Node::static_extents[K]...>(node);
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

/// A new tensor with the values of an expression and what is known of its
/// shape.
template <class E, std::enable_if_t<tensor_detail::is_expression<E>, int> = 0>
auto evaluate(const E &e) {
  static_assert(!E::labelled, "heddle: evaluate needs to know the order of "
                              "indices; assign to a tensor instead");
  return tensor_detail::tensor_of(
      tensor_detail::as_node(e),
      std::make_index_sequence<tensor_detail::at(E::rank)>());
}

} // namespace heddle

#endif // HEDDLE_TENSOR_ASSIGN_H
