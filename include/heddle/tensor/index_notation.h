//===- tensor/index_notation.h - c(i, j) = a(i, k) * b(k, j) --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An index that stands only on the right is summed over, in the smallest part
// of its term that holds all its occurrences. Terms are what + and - join, and
// the arguments of a function:
//
//   c(i) = a(i, k) * b(k) + d(i)      the sum is over a(i, k) * b(k)
//   y(i) = tanh(w(i, j) * x(j))       tanh of the sum
//   y(i) = e(i) / e(k)                e(i) over the sum of e
//   s()  = max(a(k), b(k))            the sum of the maxima
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_INDEX_NOTATION_H
#define HEDDLE_TENSOR_INDEX_NOTATION_H

#include "nodes.h"
#include "view.h"

namespace heddle {

/// The name of an index. Names are told apart by where they stand, so they are
/// never copied: idx i, j, k;
class idx {
public:
  constexpr idx() noexcept {}
  idx(const idx &) = delete;
  idx &operator=(const idx &) = delete;
};

namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// A tensor expression with a name for each dimension.
template <class A> struct indexed : expression<indexed<A>>, indexed_tag {
  static_assert(!A::labelled, "heddle: indices on indices");
  using value_type = typename A::value_type;
  static constexpr int rank = 0;
  static constexpr bool labelled = true;
  static constexpr int leaves = A::leaves;
  static constexpr dimensions<0> static_extents{};

  A operand;
  std::array<const idx *, at(A::rank)> names;
  dimensions<0> extents{};

  constexpr indexed(A a, const std::array<const idx *, at(A::rank)> &called)
      : operand(std::move(a)), names(called) {}
  /// The same as an operand, which does not change.
  constexpr auto read() const {
    if constexpr (is_view<A>) {
      auto same = const_view(operand);
      return indexed<decltype(same)>(same, names);
    } else
      return *this;
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    operand.each_leaf(f);
  }
};

/// A tensor with indices on the left: c(i, j) = ...
template <class View>
struct indexed_target : indexed<View>, compound<indexed_target<View>> {
  using node = indexed<View>;
  using node::node;
  constexpr indexed_target(const indexed_target &) = default;

  indexed_target &operator=(const indexed_target &other) {
    assign(static_cast<const node &>(*this), other.read());
    return *this;
  }
  template <class E, std::enable_if_t<are_operands<E, node>, int> = 0>
  indexed_target &operator=(E &&e) {
    assign(static_cast<const node &>(*this), as_node(std::forward<E>(e)));
    return *this;
  }
};

/// Calls f(name, extent, shape, rank) for each occurrence of an index, left to
/// right; shape and rank are those of what it indexes.
struct occurrences {
  template <class A, class F>
  static constexpr void of(const indexed<A> &node, F &&f) {
    for (std::size_t k = 0; k < node.names.size(); ++k)
      f(node.names[k], node.operand.extents[k], node.operand.extents.data(),
        A::rank);
  }
  template <class G, class... A, class F>
  static constexpr void of(const elementwise_node<G, A...> &node, F &&f) {
    std::apply([&](const A &...each) { (of(each, f), ...); }, node.operands);
  }
  template <class Node, class F, std::enable_if_t<!Node::labelled, int> = 0>
  static constexpr void of(const Node &, F &&) {}
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

template <class T, std::ptrdiff_t... Extents>
template <
    class... Names,
    std::enable_if_t<
        sizeof...(Names) != 0 && (std::is_same_v<Names, idx> && ...), int>>
constexpr auto
tensor_view<T, Extents...>::operator()(const Names &...names) const {
  static_assert(sizeof...(Names) == rank, "heddle: one index a dimension");
  if constexpr (std::is_const_v<T>)
    return tensor_detail::indexed<tensor_view>(*this, {&names...});
  else
    return tensor_detail::indexed_target<tensor_view>(*this, {&names...});
}

template <class Derived>
template <
    class... Names,
    std::enable_if_t<
        sizeof...(Names) != 0 && (std::is_same_v<Names, idx> && ...), int>>
constexpr auto
tensor_detail::expression<Derived>::operator()(const Names &...names) const {
  static_assert(sizeof...(Names) == Derived::rank,
                "heddle: one index a dimension");
  return indexed<Derived>(self(), {&names...});
}

} // namespace heddle

#endif // HEDDLE_TENSOR_INDEX_NOTATION_H
