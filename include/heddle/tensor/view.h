//===- tensor/view.h - tensors in memory of others ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_VIEW_H
#define HEDDLE_TENSOR_VIEW_H

#include "expression.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

template <class View> struct indexed;
template <class View> struct indexed_target;

/// x = e for a view, a tensor's elements or a left-hand side with indices.
template <class View, class E> void assign(const View &x, const E &e);

/// The compound assignments, each an assignment of its own: x += e is
/// x = x + e, computed in place where that is compatible.
template <class Derived> struct compound {
  template <class E, std::enable_if_t<is_operand<E>, int> = 0>
  Derived &operator+=(E &&e) {
    return self() = self() + std::forward<E>(e);
  }
  template <class E, std::enable_if_t<is_operand<E>, int> = 0>
  Derived &operator-=(E &&e) {
    return self() = self() - std::forward<E>(e);
  }
  template <class E, std::enable_if_t<is_operand<E>, int> = 0>
  Derived &operator*=(E &&e) {
    return self() = self() * std::forward<E>(e);
  }
  template <class E, std::enable_if_t<is_operand<E>, int> = 0>
  Derived &operator/=(E &&e) {
    return self() = self() / std::forward<E>(e);
  }

private:
  Derived &self() { return static_cast<Derived &>(*this); }
};

/// The element at an index, in elements from the first.
template <std::size_t Rank, class... I>
constexpr integer offset_of(const std::array<integer, Rank> &strides,
                            I... index) {
  const std::array<integer, Rank> at_index{static_cast<integer>(index)...};
  integer offset = 0;
  for (std::size_t k = 0; k < Rank; ++k)
    offset += at_index[k] * strides[k];
  return offset;
}

template <integer... E> struct extents_declared {
  static constexpr dimensions<int(sizeof...(E))> extents() { return {E...}; }
};

[[noreturn]] HEDDLE_COLD inline void
fail_select(int k, integer index, const integer *extents, int rank) {
  fail("select<" + std::to_string(k) + ">: index " + std::to_string(index) +
       " in shape " + shape_text(extents, rank));
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

/// A tensor whose elements stand elsewhere, at a stride per dimension (in
/// elements). Copies of a view refer to the same elements; assignment stores
/// elements, it never makes a view refer to others. Extents as in tensor. T may
/// be const.
template <class T, std::ptrdiff_t... Extents>
class tensor_view
    : public tensor_detail::expression<tensor_view<T, Extents...>>,
      public tensor_detail::compound<tensor_view<T, Extents...>>,
      public tensor_detail::extents_base<
          tensor_detail::extents_declared<Extents...>> {
  using integer = tensor_detail::integer;
  using base =
      tensor_detail::extents_base<tensor_detail::extents_declared<Extents...>>;

public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;
  static constexpr int rank = sizeof...(Extents);
  static_assert(rank <= tensor_detail::max_rank,
                "heddle: more than 16 dimensions");
  static constexpr bool labelled = false;
  static constexpr int leaves = 1;
  using dimensions = tensor_detail::dimensions<rank>;
  static constexpr dimensions static_extents{Extents...};

  T *origin;
  using base::extents;
  dimensions strides;

  constexpr tensor_view(T *first, const dimensions &shape,
                        const dimensions &steps)
      : base(shape), origin(first), strides(steps) {
    for (std::size_t k = 0; k < shape.size(); ++k)
      if (shape[k] < 0 ||
          !tensor_detail::may_agree(shape[k], static_extents[k]))
        tensor_detail::fail_shapes("view", static_extents.data(), rank,
                                   shape.data(), rank);
  }
  /// Dense, last dimension fastest.
  constexpr tensor_view(T *first, const dimensions &shape)
      : tensor_view(first, shape, tensor_detail::row_major(shape)) {}

  constexpr tensor_view(const tensor_view &) = default;
  /// A view of the same elements that knows more or less of the extents, or
  /// that cannot change them.
  template <class U, std::ptrdiff_t... Others,
            std::enable_if_t<sizeof...(Others) == rank &&
                                 std::is_convertible_v<U (*)[], T (*)[]>,
                             int> = 0>
  constexpr tensor_view(const tensor_view<U, Others...> &other)
      : tensor_view(other.origin, other.extents, other.strides) {}
  template <class U, std::ptrdiff_t... Others,
            std::enable_if_t<sizeof...(Others) == rank &&
                                 std::is_convertible_v<U (*)[], T (*)[]>,
                             int> = 0>
  constexpr tensor_view(tensor<U, Others...> &other)
      : tensor_view(other.view()) {}
  template <class U, std::ptrdiff_t... Others,
            std::enable_if_t<sizeof...(Others) == rank &&
                                 std::is_convertible_v<const U (*)[], T (*)[]>,
                             int> = 0>
  constexpr tensor_view(const tensor<U, Others...> &other)
      : tensor_view(other.view()) {}

  tensor_view &operator=(const tensor_view &other) {
    tensor_detail::assign(*this, other);
    return *this;
  }
  template <class E, std::enable_if_t<
                         tensor_detail::are_operands<E, tensor_view>, int> = 0>
  tensor_view &operator=(E &&e) {
    tensor_detail::assign(*this, tensor_detail::as_node(std::forward<E>(e)));
    return *this;
  }

  template <
      class... I,
      std::enable_if_t<
          sizeof...(I) == rank && (tensor_detail::is_index<I> && ...), int> = 0>
  constexpr T &operator()(I... index) const {
    return origin[tensor_detail::offset_of(strides, index...)];
  }
  template <class... Names,
            std::enable_if_t<sizeof...(Names) != 0 &&
                                 (std::is_same_v<Names, idx> && ...),
                             int> = 0>
  constexpr auto operator()(const Names &...names) const;

  constexpr T *data() const { return origin; }
  constexpr integer extent(int k) const {
    return extents[tensor_detail::at(k)];
  }
  constexpr integer stride(int k) const {
    return strides[tensor_detail::at(k)];
  }
  constexpr integer size() const { return tensor_detail::count(extents); }
  constexpr tensor_view view() const { return *this; }

  static constexpr void mark(const tensor_detail::goal_of_rules<rank> &goal,
                             tensor_detail::leaf_marks &marks) {
    marks.leaf(goal);
  }
  template <class F> constexpr void each_leaf(F &&f) const { f(*this); }
};

} // namespace heddle

#endif // HEDDLE_TENSOR_VIEW_H
