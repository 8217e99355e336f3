//===- tensor/compatible.h - may x = e be computed in place ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A statement x = e is compatible if each element of x needs no other element
// of x than itself: then it may be stored while others are still computed.
// Source: Ullrich, "Detection and exploitation of data-parallelism in
// assignments of multi-dimensional tensors", TU Dresden 2018, definition 2. Its
// type system gives each subexpression the index at which it is read, from the
// left-hand side's own index downwards (the nodes' function `mark`). A leaf may
// be x if it is read at that index: one constexpr bit a leaf. Which leaves are
// x only the storage says. The rules extend to elementwise functions; slices,
// padding and convolutions read elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_COMPATIBLE_H
#define HEDDLE_TENSOR_COMPATIBLE_H

#include "index_notation.h"

#include <cstdint>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// The elements that two views share: nothing; all, element by element at the
/// same index; or something else, or possibly so.
enum class sharing { nothing, everything, part };

/// The offsets from the origin of the first and the last element.
struct reach {
  integer first = 0, last = 0;
  bool empty = false;
};

template <std::size_t Rank>
constexpr reach reach_of(const std::array<integer, Rank> &extents,
                         const std::array<integer, Rank> &strides) {
  reach result;
  for (std::size_t k = 0; k < Rank; ++k) {
    if (extents[k] == 0) {
      result.empty = true;
      return result;
    }
    const integer way = (extents[k] - 1) * strides[k];
    (way < 0 ? result.first : result.last) += way;
  }
  return result;
}

constexpr integer gcd(integer a, integer b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0) {
    const integer rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// The common divisor of all strides along which there is a second element; 0
/// if there is none.
template <std::size_t Rank>
constexpr integer common_stride(const std::array<integer, Rank> &extents,
                                const std::array<integer, Rank> &strides) {
  integer common = 0;
  for (std::size_t k = 0; k < Rank; ++k)
    if (extents[k] > 1)
      common = gcd(common, strides[k]);
  return common;
}

constexpr bool in_constant_evaluation() {
#if defined(__has_builtin)
#if __has_builtin(__builtin_is_constant_evaluated)
  return __builtin_is_constant_evaluated();
#else
  return false;
#endif
#elif defined(_MSC_VER) && _MSC_VER >= 1925
  return __builtin_is_constant_evaluated();
#else
  return false;
#endif
}

/// Do two ranges of elements meet, where pointers can only be compared for
/// equality: then one of them begins inside the other.
template <class T>
constexpr bool meet_in_constants(const T *a, integer size_a, const T *b,
                                 integer size_b) {
  for (integer k = 0; k < size_a; ++k)
    if (a + k == b)
      return true;
  for (integer k = 0; k < size_b; ++k)
    if (b + k == a)
      return true;
  return false;
}

/// Conservative: views whose elements lie between each other's share a part,
/// unless their strides show that they never meet.
template <class T, integer... E, class U, integer... G>
constexpr sharing share(const tensor_view<T, E...> &x,
                        const tensor_view<U, G...> &y) {
  const reach in_x = reach_of(x.extents, x.strides);
  const reach in_y = reach_of(y.extents, y.strides);
  if (in_x.empty || in_y.empty)
    return sharing::nothing;
  constexpr bool same_type =
      std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>>;
  if constexpr (same_type && sizeof...(E) == sizeof...(G)) {
    bool same =
        static_cast<const T *>(x.origin) == static_cast<const U *>(y.origin);
    for (std::size_t k = 0; k < sizeof...(E); ++k)
      same = same && x.extents[k] == y.extents[k] &&
             (x.extents[k] == 1 || x.strides[k] == y.strides[k]);
    if (same)
      return sharing::everything;
  }
  if (in_constant_evaluation()) {
    if constexpr (same_type)
      return meet_in_constants<std::remove_const_t<T>>(
                 x.origin + in_x.first, in_x.last - in_x.first + 1,
                 y.origin + in_y.first, in_y.last - in_y.first + 1)
                 ? sharing::part
                 : sharing::nothing;
    else
      return sharing::nothing;
  }
  const auto byte = [](const auto *element) {
    return reinterpret_cast<std::uintptr_t>(element);
  };
  if (byte(x.origin + in_x.last + 1) <= byte(y.origin + in_y.first) ||
      byte(y.origin + in_y.last + 1) <= byte(x.origin + in_x.first))
    return sharing::nothing;
  if constexpr (same_type) {
    const integer common = gcd(common_stride(x.extents, x.strides),
                               common_stride(y.extents, y.strides));
    const std::uintptr_t apart = byte(x.origin) < byte(y.origin)
                                     ? byte(y.origin) - byte(x.origin)
                                     : byte(x.origin) - byte(y.origin);
    if (common > 1 && apart % sizeof(T) == 0 &&
        static_cast<integer>(apart / sizeof(T)) % common != 0)
      return sharing::nothing;
  }
  return sharing::part;
}

/// The bits of an expression in tensor notation: constants of its type.
template <class E>
constexpr std::array<bool, at(E::leaves)> leaf_bits(int target_rank) {
  std::array<bool, at(E::leaves)> bits{};
  goal_of_rules<E::rank> goal{};
  for (std::size_t k = 0; k < goal.size(); ++k)
    goal[k] = static_cast<int>(k);
  leaf_marks marks{target_rank, bits.data()};
  E::mark(goal, marks);
  return bits;
}

/// In index notation names stand for dimensions: what is called like dimension
/// k of the left-hand side is read at its index.
struct labelled_rules {
  const idx *const *names;
  int count;
  leaf_marks marks;

  template <class A> constexpr void mark(const indexed<A> &node) {
    goal_of_rules<A::rank> goal{};
    for (std::size_t d = 0; d < goal.size(); ++d) {
      goal[d] = other_index;
      for (int k = 0; k < count; ++k)
        if (node.names[d] == names[k])
          goal[d] = k;
    }
    A::mark(goal, marks);
  }
  template <class F, class... A>
  constexpr void mark(const elementwise_node<F, A...> &node) {
    std::apply([&](const A &...each) { (mark(each), ...); }, node.operands);
  }
  template <class Node, std::enable_if_t<!Node::labelled, int> = 0>
  constexpr void mark(const Node &) {
    Node::mark({}, marks);
  }
};

template <class T, integer... E, class Node, std::size_t Leaves>
constexpr bool bits_allow(const tensor_view<T, E...> &x, const Node &e,
                          const std::array<bool, Leaves> &bits) {
  std::size_t next = 0;
  bool allowed = true;
  e.each_leaf([&](const auto &leaf) {
    const bool may_be_x = bits[next++];
    switch (share(x, leaf)) {
    case sharing::nothing:
      break;
    case sharing::everything:
      allowed = allowed && may_be_x;
      break;
    case sharing::part:
      allowed = false;
      break;
    }
  });
  return allowed;
}

template <class T, integer... E, class Node>
constexpr bool compatible(const tensor_view<T, E...> &x, const Node &e) {
  if constexpr (Node::labelled) {
    std::array<bool, at(Node::leaves)> bits{};
    labelled_rules rules{nullptr, 0, {x.rank, bits.data()}};
    rules.mark(e);
    return bits_allow(x, e, bits);
  } else {
    constexpr std::array<bool, at(Node::leaves)> bits =
        leaf_bits<Node>(sizeof...(E));
    return bits_allow(x, e, bits);
  }
}

template <class T, integer... E, class Node>
constexpr bool compatible(const indexed<tensor_view<T, E...>> &x,
                          const Node &e) {
  std::array<bool, at(Node::leaves)> bits{};
  labelled_rules rules{
      x.names.data(), sizeof...(E), {sizeof...(E), bits.data()}};
  rules.mark(e);
  return bits_allow(x.operand, e, bits);
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

/// May x = e be computed in place: does each element of x need no other element
/// of x than itself. Never wrongly true. A constant where the operands are; x is a
/// tensor, a view, or either with indices.
template <class X, class E,
          std::enable_if_t<tensor_detail::is_expression<X> &&
                               tensor_detail::is_operand<E>,
                           int> = 0>
constexpr bool is_compatible(const X &x, const E &e) {
  if constexpr (X::labelled)
    return tensor_detail::compatible(x.read(), tensor_detail::as_node(e));
  else
    return tensor_detail::compatible(x.view(), tensor_detail::as_node(e));
}

} // namespace heddle

#endif // HEDDLE_TENSOR_COMPATIBLE_H
