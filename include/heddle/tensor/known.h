//===- tensor/known.h - products as constants of their type ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The factors of a product, their labels and its plan where all extents are
// known. Labels are given as by computation in lower.h, so that the order of
// computation is the same.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_KNOWN_H
#define HEDDLE_TENSOR_KNOWN_H

#include "goals.h"
#include "tile.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// Are all extents of all tensors in an expression known.
template <class Node> inline constexpr bool has_known_extents = false;
template <class T, integer... E>
inline constexpr bool has_known_extents<tensor_view<T, E...>> = ((E != dyn) &&
                                                                 ...);
template <class T> inline constexpr bool has_known_extents<scalar<T>> = true;
template <class Tensor>
inline constexpr bool has_known_extents<owned<Tensor>> =
    has_known_extents<decltype(std::declval<const Tensor &>().view())>;
template <class F, class... A>
inline constexpr bool has_known_extents<elementwise_node<F, A...>> =
    !elementwise_node<F, A...>::labelled && (has_known_extents<A> && ...);
template <class A, class B>
inline constexpr bool has_known_extents<outer_node<A, B>> =
    has_known_extents<A> &&has_known_extents<B>;
template <class A, int M, int N>
inline constexpr bool has_known_extents<transpose_node<A, M, N>> =
    has_known_extents<A>;
template <class A, class... Pairs>
inline constexpr bool has_known_extents<contract_node<A, Pairs...>> =
    has_known_extents<A>;

/// Is a node with everything below it one product.
template <class Node>
inline constexpr bool fits_product =
    size_in_product<Node>::factors <=
    max_factors &&size_in_product<Node>::labels <= max_labels - max_rank;

template <class Node> struct of_type {};

/// Can everything in an expression be computed in this way.
template <class Node> constexpr bool compute_is_possible();
template <class Node>
inline constexpr bool is_possible = compute_is_possible<Node>();

template <class Node> inline constexpr bool is_leaf = is_view<Node>;
template <class Tensor> inline constexpr bool is_leaf<owned<Tensor>> = true;
template <class T> inline constexpr bool is_leaf<scalar<T>> = true;

/// The factors of a product of elements of type T, left to right.
template <class T> struct factor_list {
  template <int Rank> using goal = std::array<int, at(Rank)>;

  // As constants: labels and strides of each.

  template <class Product, class Node>
  static constexpr void describe(Product &p, of_type<Node> node,
                                 const goal<Node::rank> &labels) {
    if constexpr (std::is_same_v<typename Node::value_type, T>)
      describe_flat(p, node, labels);
    else
      describe_dense(p, node, labels);
  }
  template <class Parent, class Product, class Node>
  static constexpr void describe_part(Product &p, of_type<Node> node,
                                      const goal<Node::rank> &labels) {
    if constexpr (fits_product<Parent>)
      describe(p, node, labels);
    else
      describe_dense(p, node, labels);
  }
  template <class Product, class Node>
  static constexpr void describe_dense(Product &p, of_type<Node>,
                                       const goal<Node::rank> &labels) {
    constexpr bool is_stored = is_leaf<Node>;
    p.possible = p.possible && is_possible<Node>;
    const auto strides = row_major(Node::static_extents);
    const int number = p.count++;
    for (std::size_t d = 0; d < labels.size(); ++d) {
      p.possible =
          p.possible && (is_stored || !contains(p.sets[at(number)], labels[d]));
      p.sets[at(number)] |= only(labels[d]);
      p.factors[at(number)][at(labels[d])] += strides[d];
    }
  }
  template <class Product, class Node>
  static constexpr void describe_flat(Product &p, of_type<Node> node,
                                      const goal<Node::rank> &labels) {
    describe_dense(p, node, labels);
  }
  template <class Product, class A, int M, int N>
  static constexpr void describe_flat(Product &p,
                                      of_type<transpose_node<A, M, N>>,
                                      const goal<A::rank> &labels) {
    describe(p, of_type<A>(), transpose_node<A, M, N>::exchange(labels));
  }
  template <class Product, class A, class B>
  static constexpr void describe_flat(Product &p, of_type<outer_node<A, B>>,
                                      const goal<A::rank + B::rank> &labels) {
    using Node = outer_node<A, B>;
    describe_part<Node>(p, of_type<A>(), Node::template first<int>(labels));
    describe_part<Node>(p, of_type<B>(), Node::template second<int>(labels));
  }
  template <class Product, class A, class B>
  static constexpr void
  describe_flat(Product &p, of_type<elementwise_node<times, A, B>>,
                const goal<elementwise_node<times, A, B>::rank> &labels) {
    using Node = elementwise_node<times, A, B>;
    describe_part<Node>(p, of_type<A>(), part_of<A::rank>(labels));
    describe_part<Node>(p, of_type<B>(), part_of<B::rank>(labels));
  }
  template <int Rank, std::size_t Whole>
  static constexpr goal<Rank> part_of(const std::array<int, Whole> &labels) {
    if constexpr (at(Rank) == Whole)
      return labels;
    else
      return {};
  }
  template <class Product, class A, class... Pairs>
  static constexpr void
  describe_flat(Product &p, of_type<contract_node<A, Pairs...>>,
                const goal<contract_node<A, Pairs...>::rank> &labels) {
    using Node = contract_node<A, Pairs...>;
    using pairs = typename Node::pairs;
    goal<A::rank> inner{};
    constexpr auto kept = Node::kept();
    for (std::size_t k = 0; k < labels.size(); ++k)
      inner[at(kept[k])] = labels[k];
    for (int k = 0; k < pairs::count; ++k) {
      const int m = pairs::first[at(k)], n = pairs::second[at(k)];
      p.extents[at(p.labels)] = A::static_extents[at(m)];
      inner[at(m)] = inner[at(n)] = p.labels++;
    }
    describe_part<Node>(p, of_type<A>(), inner);
  }

  // At run time: calls f for each of them, in the same order.

  template <class Node, class F> static void each(const Node &node, F &&f) {
    if constexpr (std::is_same_v<typename Node::value_type, T>)
      each_flat(node, f);
    else
      f(node);
  }
  template <class Parent, class Node, class F>
  static void each_part(const Node &node, F &&f) {
    if constexpr (fits_product<Parent>)
      each(node, f);
    else
      f(node);
  }
  template <class Node, class F>
  static void each_flat(const Node &node, F &&f) {
    f(node);
  }
  template <class A, int M, int N, class F>
  static void each_flat(const transpose_node<A, M, N> &node, F &&f) {
    each(node.operand, f);
  }
  template <class A, class B, class F>
  static void each_flat(const outer_node<A, B> &node, F &&f) {
    each_part<outer_node<A, B>>(node.left, f);
    each_part<outer_node<A, B>>(node.right, f);
  }
  template <class A, class B, class F>
  static void each_flat(const elementwise_node<times, A, B> &node, F &&f) {
    using Node = elementwise_node<times, A, B>;
    each_part<Node>(std::get<0>(node.operands), f);
    each_part<Node>(std::get<1>(node.operands), f);
  }
  template <class A, class... Pairs, class F>
  static void each_flat(const contract_node<A, Pairs...> &node, F &&f) {
    each_part<contract_node<A, Pairs...>>(node.operand, f);
  }
};

/// All of a product as constants.
template <class Node> struct known_plan {
  using T = typename Node::value_type;
  static constexpr int factors = size_in_product<Node>::factors <= max_factors
                                     ? size_in_product<Node>::factors
                                     : max_factors;
  static constexpr int labels =
      Node::rank + (fits_product<Node> ? size_in_product<Node>::labels
                                       : max_labels - max_rank);
  static constexpr int columns = labels == 0 ? 1 : labels;
  using product_type = known_product<factors, columns>;

  static constexpr product_type describe() {
    product_type p;
    std::array<int, at(Node::rank)> own{};
    p.rank = p.labels = Node::rank;
    for (int k = 0; k < Node::rank; ++k) {
      own[at(k)] = k;
      p.extents[at(k)] = Node::static_extents[at(k)];
    }
    factor_list<T>::describe(p, of_type<Node>(), own);
    return p;
  }
  static constexpr product_type product = describe();
  static constexpr integer aligned =
      sizeof(T) < 64 ? integer(64 / sizeof(T)) : 1;
  static constexpr product_plan<factors, columns> plan =
      product_planner<factors, columns>(
          product, aligned, lanes_for<typename wrapping<T>::type>(vector_bytes))
          .value();

  template <int Number> struct step {
    static constexpr auto loops =
        loops_of_step(product, plan, plan.step[Number]);
    static constexpr tiling cut = tiling_of<typename wrapping<T>::type>(loops);
  };
  /// Is a factor read by the last step, which stores the result.
  static constexpr bool is_read_last(int factor) {
    const plan_step last = plan.step[plan.steps - 1];
    return last.a == factor || last.b == factor;
  }
};

template <class Node, bool Small> struct possible_product {
  static constexpr bool value = known_plan<Node>::product.possible;
};
template <class Node> struct possible_product<Node, false> {
  static constexpr bool value = false;
};
/// The most factors of a product that is planned here: the time that the
/// compiler takes to compare the orders grows with three to their power, and
/// clang gives up at ten.
inline constexpr int max_known_factors = 8;

template <class Node> struct possible {
  static constexpr bool value =
      std::is_trivially_copyable_v<typename Node::value_type> &&
      possible_product<Node, size_in_product<Node>::factors <=
                                 max_known_factors>::value;
};
template <class F, class... A> struct possible<elementwise_node<F, A...>> {
  static constexpr bool value = (is_possible<A> && ...);
};
template <class A, int M, int N> struct possible<transpose_node<A, M, N>> {
  static constexpr bool value = is_possible<A>;
};
template <class Node> constexpr bool compute_is_possible() {
  if constexpr (is_leaf<Node>)
    return true;
  else
    return possible<Node>::value;
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_KNOWN_H
