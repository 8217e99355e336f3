//===- tensor/lower_labelled.h - statements in index notation -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_LOWER_LABELLED_H
#define HEDDLE_TENSOR_LOWER_LABELLED_H

#include "lower.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

template <class Node> inline constexpr bool is_sum = false;
template <class A, class B>
inline constexpr bool is_sum<elementwise_node<plus, A, B>> = true;
template <class A, class B>
inline constexpr bool is_sum<elementwise_node<minus, A, B>> = true;
template <class Node> inline constexpr bool is_indexed = false;
template <class A> inline constexpr bool is_indexed<indexed<A>> = true;
/// Is it a product that sums over indices, or one factor that does.
template <class Node>
inline constexpr bool is_labelled_product = is_indexed<Node>;
template <class A, class B>
inline constexpr bool is_labelled_product<elementwise_node<times, A, B>> = true;

/// Where an index is summed over is said in index_notation.h. Going down, the
/// names that have a label already are those of the left-hand side and of sums
/// further up; a name that has none is summed over at the first product,
/// quotient or function of which two operands have it, or where it stands.
class labelled_computation : public computation {
  const name_extents &extents;

public:
  explicit labelled_computation(const name_extents &sizes) : extents(sizes) {}

  /// x(names...) = node.
  template <class T, integer... E, class Node, std::size_t Rank>
  void store_labelled(const tensor_view<T, E...> &x,
                      const std::array<const idx *, Rank> &called,
                      const Node &node) {
    name_table names;
    for (const idx *name : called)
      names.add(name);
    loop_nest nest = nest_of(x.extents);
    if constexpr (is_labelled_product<Node>)
      if (std::is_same_v<T, sum_type<typename Node::value_type>> &&
          has_all(node, called) && sums(node, names) && !reads_in_place(node)) {
        // All labels are those of x: straight there.
        product<T> p =
            named_product<T>(node, names, known_in(node, names), nest);
        return compute(p, operand_of(x));
      }
    auto value = lower_named(node, names, nest);
    store_value(x, nest, value);
  }

private:
  template <class Node> static bool has(const Node &node, const idx *name) {
    bool found = false;
    occurrences::of(node, [&](const idx *each, integer, const integer *, int) {
      found = found || each == name;
    });
    return found;
  }
  template <class Node, std::size_t Rank>
  static bool has_all(const Node &node,
                      const std::array<const idx *, Rank> &called) {
    for (const idx *name : called)
      if (!has(node, name))
        return false;
    return true;
  }
  /// Else it is a copy, which is not computed.
  template <class A>
  static bool sums(const indexed<A> &node, const name_table &names) {
    for (const idx *name : node.names)
      if (names.find(name) < 0)
        return true;
    return false;
  }
  template <class A, class B>
  static bool sums(const elementwise_node<times, A, B> &, const name_table &) {
    return true;
  }
  template <class A, std::size_t Rank>
  static goal_of_values<int(Rank)>
  goal_by_name(const std::array<const idx *, Rank> &called,
               const name_table &names, const A &) {
    goal_of_values<int(Rank)> goal{};
    for (std::size_t d = 0; d < Rank; ++d)
      goal[d] = index_form::of(names.find(called[d]));
    return goal;
  }

  //===- Values -----------------------------------------------------------===//

  template <class Node, std::enable_if_t<!Node::labelled, int> = 0>
  auto lower_named(const Node &node, const name_table &,
                   const loop_nest &nest) {
    return lower(node, goal_of_values<0>{}, nest);
  }

  template <class A>
  auto lower_named(const indexed<A> &node, const name_table &names,
                   const loop_nest &nest) {
    using value =
        decltype(lower(node.operand, goal_of_values<A::rank>{}, nest));
    either_value<value, product_value<sum_type<typename A::value_type>>> result;
    bool all_known = true;
    for (const idx *name : node.names)
      all_known = all_known && names.find(name) >= 0;
    if (all_known)
      result.first =
          lower(node.operand, goal_by_name(node.names, names, node), nest);
    else
      result.second = lower_named_product<sum_type<typename A::value_type>>(
          node, names, nest);
    return result;
  }

  template <class A, class B>
  auto lower_named(const elementwise_node<times, A, B> &node,
                   const name_table &names, const loop_nest &nest) {
    return lower_named_product<
        typename elementwise_node<times, A, B>::value_type>(node, names, nest);
  }

  template <class F, class... A,
            std::enable_if_t<elementwise_node<F, A...>::labelled, int> = 0>
  auto lower_named(const elementwise_node<F, A...> &node,
                   const name_table &names, const loop_nest &nest) {
    constexpr int with_names = (int(A::labelled) + ...);
    if constexpr (with_names < 2 || is_sum<elementwise_node<F, A...>>)
      return lower_operands(node, names, nest);
    else {
      using value = decltype(lower_operands(node, names, nest));
      using T = sum_type<typename elementwise_node<F, A...>::value_type>;
      either_value<value, product_value<T>> result;
      name_table inner = names;
      bind_shared(node, inner);
      if (inner.count == names.count)
        result.first = lower_operands(node, names, nest);
      else
        result.second = sum_over<T>(node, names, inner, nest);
      return result;
    }
  }

  template <class F, class... A>
  auto lower_operands(const elementwise_node<F, A...> &node,
                      const name_table &names, const loop_nest &nest) {
    return std::apply(
        [&](const A &...each) {
          return function_value<F, decltype(lower_named(each, names, nest))...>{
              &node.function, {lower_named(each, names, nest)...}};
        },
        node.operands);
  }

  /// Gives labels to the names without one that two operands have.
  template <class F, class... A>
  static void bind_shared(const elementwise_node<F, A...> &node,
                          name_table &inner) {
    occurrences::of(node, [&](const idx *name, integer, const integer *, int) {
      const int operands = std::apply(
          [&](const A &...each) { return (int(has(each, name)) + ...); },
          node.operands);
      if (operands > 1 && inner.find(name) < 0)
        inner.add(name);
    });
  }

  //===- Products and sums ------------------------------------------------===//

  /// The names known already that the node has, numbered anew.
  template <class Node>
  static renumbering known_in(const Node &node, const name_table &names) {
    renumbering used;
    for (int k = 0; k < names.count && k < max_rank; ++k)
      if (has(node, names.name[at(k)]))
        used.add(k);
    return used;
  }
  static name_table renamed(const renumbering &used, const name_table &names) {
    name_table result;
    for (int k = 0; k < used.count; ++k)
      result.add(names.name[at(used.old[at(k)])]);
    return result;
  }
  template <class T>
  void add_label(product<T> &p, name_table &inner, const idx *name) const {
    p.extents[at(inner.add(name))] = extents[name];
    p.labels = inner.count;
  }

  /// The sum of a function's values over the names that `bound` has and `names`
  /// has not.
  template <class T, class F, class... A>
  product_value<T> sum_over(const elementwise_node<F, A...> &node,
                            const name_table &names, const name_table &bound,
                            const loop_nest &nest) {
    const renumbering used = known_in(node, names);
    product<T> p = start<T>(used, nest);
    name_table inner = renamed(used, names);
    for (int k = names.count; k < bound.count; ++k)
      add_label(p, inner, bound.name[at(k)]);
    renumbering all;
    loop_nest loops;
    loops.rank = inner.count;
    for (int k = 0; k < inner.count; ++k)
      loops.extents[at(all.add(k))] = p.extents[at(k)];
    auto value = lower_operands(node, inner, loops);
    store_factor(value, loops, all, p.factors[at(p.count++)]);
    return value_of(p, used);
  }

  template <class T, class Node>
  product_value<T> lower_named_product(const Node &node,
                                       const name_table &names,
                                       const loop_nest &nest) {
    const renumbering used = known_in(node, names);
    product<T> p = named_product<T>(node, names, used, nest);
    return value_of(p, used);
  }
  template <class T, class Node>
  product<T> named_product(const Node &node, const name_table &names,
                           const renumbering &used, const loop_nest &nest) {
    product<T> p = start<T>(used, nest);
    name_table inner = renamed(used, names);
    each_factor<Node>(node, [&](const auto &factor) {
      occurrences::of(
          factor, [&](const idx *name, integer, const integer *, int) {
            if (inner.find(name) < 0 && is_summed_here<Node>(node, name))
              add_label(p, inner, name);
          });
    });
    each_factor<Node>(
        node, [&](const auto &factor) { add_named_factor(factor, inner, p); });
    return p;
  }

  template <class Whole, class Node, class F>
  static void each_factor(const Node &node, F &&f) {
    f(node);
  }
  template <class Whole, class A, class B, class F>
  static void each_factor(const elementwise_node<times, A, B> &node, F &&f) {
    using Node = elementwise_node<times, A, B>;
    if constexpr (std::is_same_v<typename Node::value_type,
                                 typename Whole::value_type>) {
      if constexpr (size_in_product<Whole>::factors <= max_factors) {
        each_factor<Whole>(std::get<0>(node.operands), f);
        each_factor<Whole>(std::get<1>(node.operands), f);
      } else {
        f(std::get<0>(node.operands));
        f(std::get<1>(node.operands));
      }
    } else
      f(node);
  }

  template <class Whole, class Node>
  static bool is_summed_here(const Node &node, const idx *name) {
    int factors = 0;
    bool by_itself = false;
    each_factor<Whole>(node, [&](const auto &factor) {
      if (has(factor, name)) {
        ++factors;
        by_itself = by_itself || is_indexed<std::decay_t<decltype(factor)>>;
      }
    });
    return factors > 1 || by_itself;
  }

  template <class A, class T>
  void add_named_factor(const indexed<A> &factor, const name_table &inner,
                        product<T> &p) {
    const auto goal = goal_by_name(factor.names, inner, factor);
    if constexpr (size_in_product<A>::factors == 1) {
      if (p.labels + size_in_product<A>::labels > max_labels)
        fail("an expression has more than 32 indices");
      flatten(factor.operand, goal, p);
    } else
      add_computed(factor.operand, goal, p);
  }
  template <class Node, class T>
  void add_named_factor(const Node &factor, const name_table &inner,
                        product<T> &p) {
    renumbering used = known_in(factor, inner);
    const name_table names = renamed(used, inner);
    loop_nest nest;
    nest.rank = used.count;
    for (int k = 0; k < used.count; ++k)
      nest.extents[at(k)] = p.extents[at(used.old[at(k)])];
    auto value = lower_named(factor, names, nest);
    store_factor(value, nest, used, p.factors[at(p.count++)]);
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_LOWER_LABELLED_H
