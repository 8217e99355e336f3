//===- tensor/windows.h - slices, padding, convolution --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Operations that read an operand at another index than their own. By the
// typing rules nothing below them may be the left-hand side in place.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_WINDOWS_H
#define HEDDLE_TENSOR_WINDOWS_H

#include "nodes.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

template <int Rank> constexpr goal_of_rules<Rank> other_indices() {
  goal_of_rules<Rank> goal{};
  for (int k = 0; k < Rank; ++k)
    goal[at(k)] = other_index;
  return goal;
}

template <int Rank> constexpr dimensions<Rank> unknown_extents() {
  dimensions<Rank> result{};
  for (int k = 0; k < Rank; ++k)
    result[at(k)] = dyn;
  return result;
}

/// The extents of a slice: indices lower, lower + step, ... below upper, per
/// dimension. Ends in shape_error unless all of them are in the operand.
template <std::size_t Rank>
constexpr std::array<integer, Rank>
slice_extents(const std::array<integer, Rank> &whole,
              const std::array<integer, Rank> &lower,
              const std::array<integer, Rank> &upper,
              const std::array<integer, Rank> &step) {
  std::array<integer, Rank> result{};
  for (std::size_t k = 0; k < Rank; ++k) {
    if (lower[k] < 0 || upper[k] > whole[k] || lower[k] > upper[k] ||
        step[k] < 1)
      fail("slice: from " + std::to_string(lower[k]) + " below " +
           std::to_string(upper[k]) + " by " + std::to_string(step[k]) +
           " in dimension " + std::to_string(k) + " of shape " +
           shape_text(whole.data(), static_cast<int>(Rank)));
    const integer length = upper[k] - lower[k];
    result[k] = length == 0 ? 0 : (length - 1) / step[k] + 1;
  }
  return result;
}

template <class A> struct slice_node : expression<slice_node<A>> {
  static_assert(!A::labelled, "heddle: slice in index notation");
  using value_type = typename A::value_type;
  static constexpr int rank = A::rank;
  static constexpr bool labelled = false;
  static constexpr int leaves = A::leaves;
  static constexpr dimensions<rank> static_extents = unknown_extents<rank>();

  A operand;
  dimensions<rank> first, step, extents;

  constexpr slice_node(A a, const dimensions<rank> &lower,
                       const dimensions<rank> &upper,
                       const dimensions<rank> &by)
      : operand(std::move(a)), first(lower), step(by),
        extents(slice_extents(operand.extents, lower, upper, by)) {}
  static constexpr void mark(const goal_of_rules<rank> &, leaf_marks &marks) {
    A::mark(other_indices<rank>(), marks);
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    operand.each_leaf(f);
  }
};

/// `before` and `after` more elements in each dimension, all `value`.
template <class A> struct pad_node : expression<pad_node<A>> {
  static_assert(!A::labelled, "heddle: pad in index notation");
  static_assert(A::rank <= max_rank, "heddle: more than 16 dimensions");
  using value_type = typename A::value_type;
  static constexpr int rank = A::rank;
  static constexpr bool labelled = false;
  static constexpr int leaves = A::leaves;
  static constexpr dimensions<rank> static_extents = unknown_extents<rank>();

  A operand;
  dimensions<rank> before, extents{};
  value_type value;

  constexpr pad_node(A a, const dimensions<rank> &lower,
                     const dimensions<rank> &upper, value_type v)
      : operand(std::move(a)), before(lower), value(v) {
    for (std::size_t k = 0; k < extents.size(); ++k) {
      if (lower[k] < 0 || upper[k] < 0)
        fail("pad: a negative number of elements in dimension " +
             std::to_string(k));
      extents[k] = lower[k] + operand.extents[k] + upper[k];
    }
  }
  static constexpr void mark(const goal_of_rules<rank> &, leaf_marks &marks) {
    A::mark(other_indices<rank>(), marks);
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    operand.each_leaf(f);
  }
};

/// Element i is the sum over l of a(i + l) * b(l), where all of b fits: the
/// extents are those of a, less those of b, plus one.
template <class A, class B> struct conv_node : expression<conv_node<A, B>> {
  static_assert(!A::labelled && !B::labelled, "heddle: conv in index notation");
  static_assert(A::rank == B::rank,
                "heddle: conv of tensors of different ranks");
  using value_type =
      sum_type<product_type<typename A::value_type, typename B::value_type>>;
  static constexpr int rank = A::rank;
  static_assert(rank <= max_rank, "heddle: more than 16 dimensions");
  static constexpr bool labelled = false;
  static constexpr int leaves = A::leaves + B::leaves;

  static constexpr dimensions<rank> declared() {
    dimensions<rank> result = unknown_extents<rank>();
    for (std::size_t k = 0; k < result.size(); ++k)
      if (A::static_extents[k] != dyn && B::static_extents[k] != dyn)
        result[k] = A::static_extents[k] - B::static_extents[k] + 1;
    return result;
  }
  static constexpr bool fits() {
    for (std::size_t k = 0; k < declared().size(); ++k)
      if (A::static_extents[k] != dyn && B::static_extents[k] != dyn &&
          (B::static_extents[k] < 1 ||
           A::static_extents[k] < B::static_extents[k]))
        return false;
    return true;
  }
  static_assert(fits(), "heddle: conv with a kernel that does not fit");
  static constexpr dimensions<rank> static_extents = declared();

  A operand;
  B kernel;
  dimensions<rank> extents{};

  constexpr conv_node(A a, B b) : operand(std::move(a)), kernel(std::move(b)) {
    for (std::size_t k = 0; k < extents.size(); ++k) {
      if (kernel.extents[k] < 1 || operand.extents[k] < kernel.extents[k])
        fail("conv: a kernel of shape " +
             shape_text(kernel.extents.data(), rank) +
             " does not fit into shape " +
             shape_text(operand.extents.data(), rank));
      extents[k] = operand.extents[k] - kernel.extents[k] + 1;
    }
  }
  static constexpr void mark(const goal_of_rules<rank> &, leaf_marks &marks) {
    A::mark(other_indices<rank>(), marks);
    B::mark(other_indices<rank>(), marks);
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    operand.each_leaf(f);
    kernel.each_leaf(f);
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_WINDOWS_H
