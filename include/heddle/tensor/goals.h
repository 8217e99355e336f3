//===- tensor/goals.h - where a subexpression is read ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The typing rules of compatible.h carried out with values: while a statement
// is computed, each dimension of a subexpression is read at an index that is a
// linear form of labels, the counters of loops and sums.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_GOALS_H
#define HEDDLE_TENSOR_GOALS_H

#include "index_notation.h"
#include "kernel.h"
#include "values.h"
#include "windows.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// offset + step[0] * label[0] + ...; two labels below a convolution.
struct index_form {
  integer offset = 0;
  int terms = 0;
  std::array<int, 2> label{};
  std::array<integer, 2> step{};

  static index_form of(int l) { return {0, 1, {l, 0}, {1, 0}}; }
  index_form plus(int l) const {
    index_form sum = *this;
    sum.label[at(terms)] = l;
    sum.step[at(terms)] = 1;
    ++sum.terms;
    return sum;
  }
  /// The form first + by * this.
  index_form scaled(integer first, integer by) const {
    index_form result = *this;
    result.offset = first + by * offset;
    for (integer &each : result.step)
      each *= by;
    return result;
  }
};

template <int Rank> using goal_of_values = std::array<index_form, at(Rank)>;

template <std::size_t Rank>
bool single_terms(const std::array<index_form, Rank> &goal) {
  for (const index_form &each : goal)
    if (each.terms > 1)
      return false;
  return true;
}

template <int Rank> goal_of_values<Rank> own_dimensions() {
  goal_of_values<Rank> goal{};
  for (int k = 0; k < Rank; ++k)
    goal[at(k)] = index_form::of(k);
  return goal;
}

/// Some labels, numbered anew from 0.
struct renumbering {
  int count = 0;
  std::array<int, at(max_rank)> old{};

  int add(int label) {
    for (int k = 0; k < count; ++k)
      if (old[at(k)] == label)
        return k;
    if (count == max_rank)
      fail("a part of an expression has more than 16 indices");
    old[at(count)] = label;
    return count++;
  }
};

/// The labels of a goal, ascending, and the goal in terms of them.
template <std::size_t Rank>
renumbering renumber(std::array<index_form, Rank> &goal) {
  renumbering result;
  for (int l = 0; l < max_labels; ++l)
    for (const index_form &each : goal)
      for (int t = 0; t < each.terms; ++t)
        if (each.label[at(t)] == l)
          result.add(l);
  for (index_form &each : goal)
    for (int t = 0; t < each.terms; ++t)
      each.label[at(t)] = result.add(each.label[at(t)]);
  return result;
}

/// The names that indices have in index notation: label k is called name[k].
struct name_table {
  int count = 0;
  std::array<const idx *, at(max_labels)> name{};

  int find(const idx *called) const {
    for (int k = 0; k < count; ++k)
      if (name[at(k)] == called)
        return k;
    return -1;
  }
  int add(const idx *called) {
    if (count == max_labels)
      fail("an expression has more than 32 indices");
    name[at(count)] = called;
    return count++;
  }
};

/// The shape rule of index notation: one name, one extent.
class name_extents {
  struct entry {
    const idx *name;
    integer extent;
    const integer *shape;
    int rank;
  };
  std::vector<entry> entries;

public:
  void add(const idx *name, integer extent, const integer *shape, int rank) {
    for (const entry &each : entries)
      if (each.name == name) {
        if (each.extent != extent)
          fail("one index has extent " + std::to_string(each.extent) +
               " in shape " + shape_text(each.shape, each.rank) + " and " +
               std::to_string(extent) + " in shape " + shape_text(shape, rank));
        return;
      }
    entries.push_back({name, extent, shape, rank});
  }
  integer operator[](const idx *name) const {
    for (const entry &each : entries)
      if (each.name == name)
        return each.extent;
    return 0;
  }
};

// How many factors and labels a node adds to a product that it is part of.

template <class Node> struct size_in_product {
  static constexpr int factors = 1;
  static constexpr int labels = 0;
  static constexpr bool is_product = false;
};
template <class A, class B> struct sizes_of_two {
  static constexpr int factors =
      size_in_product<A>::factors + size_in_product<B>::factors;
  static constexpr int labels =
      size_in_product<A>::labels + size_in_product<B>::labels;
};
template <class A, class B>
struct size_in_product<outer_node<A, B>> : sizes_of_two<A, B> {
  static constexpr bool is_product = true;
};
template <class A, class B>
struct size_in_product<elementwise_node<times, A, B>> : sizes_of_two<A, B> {
  // By itself it is an elementwise operation.
  static constexpr bool is_product = false;
};
template <class A, class B>
struct size_in_product<conv_node<A, B>> : sizes_of_two<A, B> {
  static constexpr int labels = sizes_of_two<A, B>::labels + A::rank;
  static constexpr bool is_product = true;
};
template <class A, class... Pairs>
struct size_in_product<contract_node<A, Pairs...>> : size_in_product<A> {
  static constexpr int labels =
      size_in_product<A>::labels + static_cast<int>(sizeof...(Pairs));
  static constexpr bool is_product = true;
};
template <class A, int M, int N>
struct size_in_product<transpose_node<A, M, N>> : size_in_product<A> {};
template <class A>
struct size_in_product<slice_node<A>> : size_in_product<A> {};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_GOALS_H
