//===- tensor/lower.h - how a statement is computed -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// First what is computed before anything is stored: products, convolutions,
// padded tensors, operands of products that are not tensors. Then one loop nest
// over the left-hand side. The nest reads the left-hand side only
// at the element that it stores, see assign.h.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_LOWER_H
#define HEDDLE_TENSOR_LOWER_H

#include "workspace.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

class computation : public workspace {
public:
  /// x = node in tensor notation.
  template <class T, integer... E, class Node>
  void store(const tensor_view<T, E...> &x, const Node &node) {
    if constexpr (size_in_product<Node>::is_product &&
                  std::is_same_v<T, typename Node::value_type>)
      if (!reads_in_place(node)) {
        label_array extents{};
        for (int k = 0; k < Node::rank; ++k)
          extents[at(k)] = x.extents[at(k)];
        return compute<T>(node, own_dimensions<Node::rank>(), Node::rank,
                          extents, operand_of(x));
      }
    loop_nest nest = nest_of(x.extents);
    auto value = lower(node, own_dimensions<Node::rank>(), nest);
    store_value(x, nest, value);
  }

protected:
  //===- Values in tensor notation ----------------------------------------===//

  template <class T, integer... E>
  auto lower(const tensor_view<const T, E...> &view,
             const goal_of_values<int(sizeof...(E))> &goal, const loop_nest &) {
    array_value<T> value{view.origin};
    for (std::size_t d = 0; d < sizeof...(E); ++d) {
      value.origin += goal[d].offset * view.strides[d];
      for (int t = 0; t < goal[d].terms; ++t)
        value.strides_by_loop[at(goal[d].label[at(t)])] +=
            goal[d].step[at(t)] * view.strides[d];
    }
    return value;
  }
  template <class T>
  auto lower(const scalar<T> &node, const goal_of_values<0> &,
             const loop_nest &) {
    return constant_value<T>{node.value};
  }
  template <class Tensor>
  auto lower(const owned<Tensor> &node,
             const goal_of_values<Tensor::rank> &goal, const loop_nest &nest) {
    return lower(node.held.view(), goal, nest);
  }
  template <class A, int M, int N>
  auto lower(const transpose_node<A, M, N> &node,
             const goal_of_values<A::rank> &goal, const loop_nest &nest) {
    return lower(node.operand, node.exchange(goal), nest);
  }
  template <class A>
  auto lower(const slice_node<A> &node, goal_of_values<A::rank> goal,
             const loop_nest &nest) {
    return lower(node.operand, inside(node, goal), nest);
  }
  template <class A>
  static goal_of_values<A::rank> inside(const slice_node<A> &node,
                                        goal_of_values<A::rank> goal) {
    for (std::size_t d = 0; d < goal.size(); ++d)
      goal[d] = goal[d].scaled(node.first[d], node.step[d]);
    return goal;
  }
  template <class F, class... A>
  auto lower(const elementwise_node<F, A...> &node,
             const goal_of_values<elementwise_node<F, A...>::rank> &goal,
             const loop_nest &nest) {
    return std::apply(
        [&](const A &...each) {
          return function_value<F,
                                decltype(lower_operand(each, goal, nest))...>{
              &node.function, {lower_operand(each, goal, nest)...}};
        },
        node.operands);
  }
  template <class A, std::size_t Rank>
  auto lower_operand(const A &node, const std::array<index_form, Rank> &goal,
                     const loop_nest &nest) {
    if constexpr (A::rank == static_cast<int>(Rank))
      return lower(node, goal, nest);
    else
      return lower(node, goal_of_values<0>{}, nest);
  }
  template <class A, class B>
  auto lower(const outer_node<A, B> &node,
             const goal_of_values<A::rank + B::rank> &goal,
             const loop_nest &nest) {
    return lower_product(node, goal, nest);
  }
  template <class A, class... Pairs>
  auto lower(const contract_node<A, Pairs...> &node,
             const goal_of_values<contract_node<A, Pairs...>::rank> &goal,
             const loop_nest &nest) {
    return lower_product(node, goal, nest);
  }
  template <class A, class B>
  auto lower(const conv_node<A, B> &node, const goal_of_values<A::rank> &goal,
             const loop_nest &nest) {
    return lower_product(node, goal, nest);
  }
  template <class A>
  auto lower(const pad_node<A> &node, const goal_of_values<A::rank> &goal,
             const loop_nest &nest) {
    using T = typename A::value_type;
    constexpr int rank = A::rank;
    T *elements = scratch<T>(count(node.extents));
    std::fill_n(elements, count(node.extents), node.value);
    const dimensions<rank> strides = row_major(node.extents);
    integer first = 0;
    for (std::size_t d = 0; d < strides.size(); ++d)
      first += node.before[d] * strides[d];
    loop_nest inner = nest_of(node.operand.extents);
    auto value = lower(node.operand, own_dimensions<rank>(), inner);
    dimensions<max_rank> steps{};
    std::copy(strides.begin(), strides.end(), steps.begin());
    storing<T, decltype(value)>(elements + first, steps, inner, value).run();
    return lower(unknown_view(elements, node.extents), goal, nest);
  }

  //===- Products ---------------------------------------------------------===//

  template <class Node>
  product_value<typename Node::value_type>
  lower_product(const Node &node, goal_of_values<Node::rank> goal,
                const loop_nest &nest) {
    using T = typename Node::value_type;
    if (!single_terms(goal)) {
      label_array extents{};
      std::copy(node.extents.begin(), node.extents.end(), extents.begin());
      T *elements = scratch<T>(count(node.extents));
      const auto view = unknown_view(elements, node.extents);
      compute<T>(node, own_dimensions<Node::rank>(), Node::rank, extents,
                 dense(elements, extents, Node::rank));
      return {lower(view, goal, nest), {}};
    }
    const renumbering used = renumber(goal);
    product<T> p = start<T>(used, nest);
    flatten(node, goal, p);
    return value_of(p, used);
  }

  /// All of a product into `out`, which it does not read.
  template <class T, class Node>
  void compute(const Node &node, const goal_of_values<Node::rank> &goal,
               int rank, const label_array &extents, const operand<T> &out) {
    product<T> p;
    p.labels = rank;
    p.extents = extents;
    flatten(node, goal, p);
    compute(p, out);
  }
  template <class T> void compute(product<T> &p, const operand<T> &out) {
    product_evaluation<T> evaluation(p.extents, memory);
    const int others = evaluation.split(p, out.labels);
    int next = others;
    if (others == 0) {
      next = p.count < 2 ? p.count : 2;
      evaluation.evaluate(p, next, out);
    } else
      evaluation.evaluate(p, others, out);
    for (; next < p.count; ++next)
      evaluation.multiply_by(out, p.factors[at(next)]);
  }

  /// A product as a value. Factors that are the left-hand side are left for the
  /// loop nest; they are read at its own index, so they have all its labels.
  template <class T>
  product_value<T> value_of(product<T> &p, const renumbering &used) {
    product_value<T> result;
    product_evaluation<T> evaluation(p.extents, memory);
    const label_set labels = first_labels(used.count);
    const int others = evaluation.split(p, labels);
    bool waits = false;
    for (int f = others; f < p.count; ++f)
      waits = waits || is_in_place(p.factors[at(f)].origin);
    if (!waits || others != 0) {
      label_set needed = labels;
      if (waits) {
        needed = 0;
        for (int f = 0; f < others; ++f)
          needed |= p.factors[at(f)].labels & labels;
      }
      const operand<T> out = evaluation.temporary(needed, -1);
      if (waits)
        evaluation.evaluate(p, others, out);
      else
        compute(p, out);
      result.computed = by_loop<T>(out, used);
    }
    if (waits)
      for (int f = others; f < p.count; ++f)
        result.factors.push_back(by_loop<T>(p.factors[at(f)], used));
    return result;
  }

  //===- Factors ----------------------------------------------------------===//

  template <class Node, class T>
  void flatten(const Node &node, const goal_of_values<Node::rank> &goal,
               product<T> &p) {
    if constexpr (std::is_same_v<typename Node::value_type, T>)
      add_factors(node, goal, p);
    else
      add_computed(node, goal, p);
  }
  /// Is everything below a node of two operands one product.
  template <class Node>
  static constexpr bool is_small =
      size_in_product<Node>::factors <=
      max_factors &&size_in_product<Node>::labels <= max_labels - max_rank;
  template <class Parent, class Node, class T>
  void add_part(const Node &node, const goal_of_values<Node::rank> &goal,
                product<T> &p) {
    if constexpr (is_small<Parent>)
      flatten(node, goal, p);
    else
      add_computed(node, goal, p);
  }

  template <class T, integer... E>
  void add_factors(const tensor_view<const T, E...> &view,
                   const goal_of_values<int(sizeof...(E))> &goal,
                   product<T> &p) {
    operand<const T> &factor = p.factors[at(p.count++)];
    factor.origin = view.origin;
    for (std::size_t d = 0; d < sizeof...(E); ++d) {
      factor.origin += goal[d].offset * view.strides[d];
      for (int t = 0; t < goal[d].terms; ++t) {
        const int label = goal[d].label[at(t)];
        factor.labels |= only(label);
        factor.strides[at(label)] += goal[d].step[at(t)] * view.strides[d];
      }
    }
  }
  template <class T>
  void add_factors(const scalar<T> &node, const goal_of_values<0> &,
                   product<T> &p) {
    T *value = scratch<T>(1);
    *value = node.value;
    p.factors[at(p.count++)].origin = value;
  }
  template <class Tensor, class T>
  void add_factors(const owned<Tensor> &node,
                   const goal_of_values<Tensor::rank> &goal, product<T> &p) {
    add_factors(node.held.view(), goal, p);
  }
  template <class A, int M, int N, class T>
  void add_factors(const transpose_node<A, M, N> &node,
                   const goal_of_values<A::rank> &goal, product<T> &p) {
    flatten(node.operand, node.exchange(goal), p);
  }
  template <class A, class T>
  void add_factors(const slice_node<A> &node,
                   const goal_of_values<A::rank> &goal, product<T> &p) {
    flatten(node.operand, inside(node, goal), p);
  }
  template <class A, class B, class T>
  void add_factors(const outer_node<A, B> &node,
                   const goal_of_values<A::rank + B::rank> &goal,
                   product<T> &p) {
    using Node = outer_node<A, B>;
    add_part<Node>(node.left, Node::template first<index_form>(goal), p);
    add_part<Node>(node.right, Node::template second<index_form>(goal), p);
  }
  template <class A, class B, class T>
  void
  add_factors(const elementwise_node<times, A, B> &node,
              const goal_of_values<elementwise_node<times, A, B>::rank> &goal,
              product<T> &p) {
    using Node = elementwise_node<times, A, B>;
    add_part<Node>(std::get<0>(node.operands), part_of<A>(goal), p);
    add_part<Node>(std::get<1>(node.operands), part_of<B>(goal), p);
  }
  template <class A, std::size_t Rank>
  static goal_of_values<A::rank>
  part_of(const std::array<index_form, Rank> &goal) {
    if constexpr (A::rank == static_cast<int>(Rank))
      return goal;
    else
      return {};
  }
  template <class A, class... Pairs, class T>
  void add_factors(const contract_node<A, Pairs...> &node,
                   const goal_of_values<contract_node<A, Pairs...>::rank> &goal,
                   product<T> &p) {
    using Node = contract_node<A, Pairs...>;
    using pairs = typename Node::pairs;
    goal_of_values<A::rank> inner{};
    for (int k = 0; k < Node::rank; ++k)
      inner[at(Node::kept()[at(k)])] = goal[at(k)];
    for (int k = 0; k < pairs::count; ++k) {
      const int label = p.labels++;
      p.extents[at(label)] = node.operand.extents[at(pairs::first[at(k)])];
      inner[at(pairs::first[at(k)])] = index_form::of(label);
      inner[at(pairs::second[at(k)])] = index_form::of(label);
    }
    add_part<Node>(node.operand, inner, p);
  }
  template <class A, class B, class T>
  void add_factors(const conv_node<A, B> &node,
                   const goal_of_values<A::rank> &goal, product<T> &p) {
    using Node = conv_node<A, B>;
    if (!single_terms(goal))
      return add_computed(node, goal, p);
    goal_of_values<A::rank> moved = goal, along{};
    for (std::size_t d = 0; d < goal.size(); ++d) {
      const int label = p.labels++;
      p.extents[at(label)] = node.kernel.extents[d];
      moved[d] = goal[d].plus(label);
      along[d] = index_form::of(label);
    }
    add_part<Node>(node.operand, moved, p);
    add_part<Node>(node.kernel, along, p);
  }
  template <class Node, class T>
  void add_factors(const expression<Node> &node,
                   const goal_of_values<Node::rank> &goal, product<T> &p) {
    add_computed(node.self(), goal, p);
  }

  /// A factor that is computed first, at no more points than are needed.
  template <class Node, class T>
  void add_computed(const Node &node, goal_of_values<Node::rank> goal,
                    product<T> &p) {
    operand<const T> &factor = p.factors[at(p.count++)];
    if (!single_terms(goal)) {
      loop_nest nest = nest_of(node.extents);
      T *elements = scratch<T>(count(node.extents));
      const auto view = unknown_view(elements, node.extents);
      auto value = lower(node, own_dimensions<Node::rank>(), nest);
      dimensions<max_rank> strides{};
      std::copy(view.strides.begin(), view.strides.end(), strides.begin());
      storing<T, decltype(value)>(elements, strides, nest, value).run();
      --p.count;
      return add_factors(view, goal, p);
    }
    const renumbering used = renumber(goal);
    loop_nest nest;
    nest.rank = used.count;
    for (int k = 0; k < used.count; ++k)
      nest.extents[at(k)] = p.extents[at(used.old[at(k)])];
    auto value = lower(node, goal, nest);
    store_factor(value, nest, used, factor);
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_LOWER_H
