//===- tensor/expression.h - what every tensor expression has -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An expression is a value that describes how to compute a tensor; nothing is
// computed before it is assigned. A node has
//
//   value_type      the type of an element, by the rules of C++ for numbers
//   rank            how many dimensions
//   static_extents  the extents known at compile time, else dyn
//   extents         all of them
//   labelled        true in index notation, where names say what the dimensions
//                   are; rank is then 0 and says nothing
//   mark            the typing rules, see compatible.h
//   each_leaf       calls a function for each view that it reads, left to right
//
// How nodes are computed is said in lower.h and product.h.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_EXPRESSION_H
#define HEDDLE_TENSOR_EXPRESSION_H

#include "shape.h"

#include <complex>
#include <type_traits>
#include <utility>

namespace heddle {

template <class T, std::ptrdiff_t... Extents> class tensor;
template <class T, std::ptrdiff_t... Extents> class tensor_view;
class idx;

namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

struct expression_tag {};

/// The base of every node, of tensors and of views.
template <class Derived> struct expression : expression_tag {
  constexpr const Derived &self() const {
    return static_cast<const Derived &>(*this);
  }

  /// The value of an expression of rank 0, and in index notation of one all of
  /// whose indices are summed over: `double s = contract<0, 1>(a);`.
  template <
      class V, class D = Derived,
      std::enable_if_t<
          D::rank == 0 && std::is_same_v<V, typename D::value_type>, int> = 0>
  operator V() const;

  /// The elements by name: (a + b)(i, j). See index_notation.h.
  template <class... Names,
            std::enable_if_t<sizeof...(Names) != 0 &&
                                 (std::is_same_v<Names, idx> && ...),
                             int> = 0>
  constexpr auto operator()(const Names &...names) const;
};

template <class T>
inline constexpr bool is_expression =
    std::is_base_of_v<expression_tag, std::decay_t<T>>;

template <class T> inline constexpr bool is_tensor = false;
template <class T, integer... E>
inline constexpr bool is_tensor<tensor<T, E...>> = true;

template <class T> inline constexpr bool is_view = false;
template <class T, integer... E>
inline constexpr bool is_view<tensor_view<T, E...>> = true;

/// The base of what has indices, see index_notation.h.
struct indexed_tag {};

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<std::decay_t<T>>;
template <class T> inline constexpr bool is_number<std::complex<T>> = true;

template <class T>
inline constexpr bool is_operand =
    is_expression<T> || is_number<std::decay_t<T>>;

template <class T>
inline constexpr bool is_index = std::is_integral_v<T> || std::is_enum_v<T>;

/// At least one tensor, so that the operators leave numbers alone.
template <class... T>
inline constexpr bool are_operands = (is_operand<T> && ...) &&
                                     (is_expression<T> || ...);

/// The goal of the typing rules: for each dimension of a subexpression the
/// dimension of the left-hand side whose index it is read at, or other_index.
inline constexpr int other_index = -1;
template <int Rank> using goal_of_rules = std::array<int, at(Rank)>;

/// The bits of the leaves, in the order of each_leaf.
struct leaf_marks {
  int target_rank;
  bool *next;

  template <std::size_t Rank>
  constexpr void leaf(const std::array<int, Rank> &goal) {
    bool same = static_cast<int>(Rank) == target_rank;
    for (std::size_t k = 0; k < Rank; ++k)
      same = same && goal[k] == static_cast<int>(k);
    *next++ = same;
  }
};

/// A number.
template <class T> struct scalar : expression<scalar<T>> {
  using value_type = T;
  static constexpr int rank = 0;
  static constexpr bool labelled = false;
  static constexpr int leaves = 0;
  static constexpr dimensions<0> static_extents{};
  dimensions<0> extents{};
  T value;

  constexpr explicit scalar(T v) : value(v) {}
  static constexpr void mark(const goal_of_rules<0> &, leaf_marks &) {}
  template <class F> constexpr void each_leaf(F &&) const {}
};

/// A tensor that the expression itself holds, because nobody else does.
template <class Tensor> struct owned : expression<owned<Tensor>> {
  using value_type = typename Tensor::value_type;
  static constexpr int rank = Tensor::rank;
  static constexpr bool labelled = false;
  static constexpr int leaves = 0;
  static constexpr dimensions<rank> static_extents = Tensor::static_extents;
  Tensor held;
  dimensions<rank> extents;

  constexpr explicit owned(Tensor &&t)
      : held(std::move(t)), extents(held.extents()) {}
  // Nothing else refers to it, so it is never the left-hand side.
  static constexpr void mark(const goal_of_rules<rank> &, leaf_marks &) {}
  template <class F> constexpr void each_leaf(F &&) const {}
};

template <class T, integer... E>
constexpr tensor_view<const T, E...>
const_view(const tensor_view<T, E...> &view) {
  return view;
}

/// The form in which an operand is kept: tensors that others hold as views.
template <class T> constexpr auto as_node(T &&operand) {
  using plain = std::decay_t<T>;
  if constexpr (is_number<plain>)
    return scalar<plain>(operand);
  else if constexpr (is_view<plain>)
    return const_view(operand);
  else if constexpr (std::is_base_of_v<indexed_tag, plain>)
    return operand.read();
  else if constexpr (!is_tensor<plain>)
    return plain(std::forward<T>(operand));
  else if constexpr (std::is_lvalue_reference_v<T>)
    return std::as_const(operand).view();
  else
    return owned<plain>(plain(std::forward<T>(operand)));
}

template <class T> using node_of = decltype(as_node(std::declval<T>()));

/// The type of a sum of values of this type.
template <class T>
using sum_type = decltype(std::declval<T>() + std::declval<T>());

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_EXPRESSION_H
