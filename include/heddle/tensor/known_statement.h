//===- tensor/known_statement.h - x = e, all extents known ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The same steps as in lower.h with loops and strides that are constants, for
// tensors that stand in their objects or are as small. A tensor that is not
// dense is copied first, so that there is one version of the loops.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_KNOWN_STATEMENT_H
#define HEDDLE_TENSOR_KNOWN_STATEMENT_H

#include "compatible.h"
#include "known.h"
#include "owner.h"

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

//===- Values at the indices of a loop nest -------------------------------===//

/// Elements at constant strides by loop.
template <class T, integer... Strides> struct known_array {
  const T *origin;

  /// Is element j of a dense left-hand side of this shape read at j.
  static constexpr bool
  is_flat(const std::array<integer, sizeof...(Strides)> &dense) {
    std::size_t k = 0;
    return ((Strides == 0) && ...) || ((Strides == dense[k++]) && ...);
  }
  const T &flat(integer j) const {
    return origin[((Strides == 0) && ...) ? 0 : j];
  }
  template <class... I> const T &operator()(I... index) const {
    return origin[((index * Strides) + ... + 0)];
  }
};

template <class T> struct known_constant {
  T value;

  template <class Dense> static constexpr bool is_flat(const Dense &) {
    return true;
  }
  const T &flat(integer) const { return value; }
  template <class... I> const T &operator()(I...) const { return value; }
};

template <class F, class... V> struct known_function {
  const F *function;
  std::tuple<V...> operands;

  template <class Dense> static constexpr bool is_flat(const Dense &dense) {
    return (V::is_flat(dense) && ...);
  }
  auto flat(integer j) const {
    return std::apply(
        [&](const V &...each) { return (*function)(each.flat(j)...); },
        operands);
  }
  template <class... I> auto operator()(I... index) const {
    return std::apply(
        [&](const V &...each) { return (*function)(each(index...)...); },
        operands);
  }
};

//===- Statements ---------------------------------------------------------===//

template <class T, integer... E>
bool is_dense(const tensor_view<T, E...> &view) {
  constexpr dimensions<int(sizeof...(E))> extents{E...};
  constexpr auto strides = row_major(extents);
  bool dense = true;
  for (std::size_t k = 0; k < extents.size(); ++k)
    dense = dense && (extents[k] <= 1 || view.strides[k] == strides[k]);
  return dense;
}

/// Copies elements; the strides are those of each dimension.
template <class T, class U>
void copy_elements(T *to, const integer *steps, const U *from,
                   const integer *strides, const integer *extents, int rank) {
  if (rank == 0) {
    *to = static_cast<T>(*from);
    return;
  }
  for (integer i = 0; i < extents[0]; ++i)
    copy_elements(to + i * steps[0], steps + 1, from + i * strides[0],
                  strides + 1, extents + 1, rank - 1);
}

/// Is a statement computed here.
template <class T, class Node, integer... E>
constexpr bool is_known_statement() {
  if constexpr (((E != dyn) && ...) && has_known_extents<Node> &&
                std::is_trivially_copyable_v<T> &&
                std::is_trivially_destructible_v<T>)
    return count(dimensions<int(sizeof...(E))>{E...}) *
                   static_cast<integer>(sizeof(T)) <=
               inline_bytes &&
           is_possible<Node>;
  else
    return false;
}

class known_computation {
  arena memory;

  template <class Node, class T>
  static constexpr bool is_plan = size_in_product<Node>::is_product
      &&std::is_same_v<T, typename Node::value_type>;

public:
  /// x = node.
  template <class T, integer... E, class Node>
  HEDDLE_INLINE void assign(const tensor_view<T, E...> &x, const Node &node) {
    constexpr dimensions<int(sizeof...(E))> extents{E...};
    if (is_dense(x) && !needs_temporary(x, node))
      return store(x.origin, node);
    T *elements = memory.template take<T>(count(extents));
    store(elements, node);
    if (is_dense(x)) {
      std::copy_n(elements, count(extents), x.origin);
      return;
    }
    constexpr auto strides = row_major(extents);
    copy_elements(x.origin, x.strides.data(), elements, strides.data(),
                  extents.data(), x.rank);
  }

private:
  //===- May the left-hand side be stored to while the rest is read -------===//

  template <class T, integer... E, class Node>
  static bool needs_temporary(const tensor_view<T, E...> &x, const Node &node) {
    bool shares = false;
    const auto check = [&shares, &x](const auto &leaf) {
      shares = shares || share_elements(x, leaf);
    };
    if constexpr (is_plan<Node, T>) {
      int factor = 0;
      factor_list<T>::each(node, [&factor, &check](const auto &each) {
        if (known_plan<Node>::is_read_last(factor++))
          if constexpr (is_view<std::decay_t<decltype(each)>>)
            check(each);
      });
      return shares;
    } else {
      each_read_last(node, check);
      return shares && !compatible(x, node);
    }
  }
  template <class T, integer... E, class U, integer... G>
  static bool share_elements(const tensor_view<T, E...> &x,
                             const tensor_view<U, G...> &leaf) {
    if (!is_dense(leaf))
      return share(x, leaf) != sharing::nothing;
    const auto byte = [](const auto *element) {
      return reinterpret_cast<std::uintptr_t>(element);
    };
    return byte(x.origin) < byte(leaf.origin + count(leaf.static_extents)) &&
           byte(leaf.origin) < byte(x.origin + count(x.static_extents));
  }
  /// The views that are read while elements are stored.
  template <class T, integer... E, class F>
  static void each_read_last(const tensor_view<T, E...> &view, F &&f) {
    f(view);
  }
  template <class A, int M, int N, class F>
  static void each_read_last(const transpose_node<A, M, N> &node, F &&f) {
    each_read_last(node.operand, f);
  }
  template <class G, class... A, class F>
  static void each_read_last(const elementwise_node<G, A...> &node, F &&f) {
    std::apply([&](const A &...each) { (each_read_last(each, f), ...); },
               node.operands);
  }
  template <class Node, class F>
  static void each_read_last(const expression<Node> &, F &&) {}

  //===- Elements ---------------------------------------------------------===//

  /// Stores to a dense array of the node's shape.
  template <class T, class Node>
  HEDDLE_INLINE void store(T *x, const Node &node) {
    if constexpr (is_plan<Node, T>)
      store_product(x, node);
    else
      store_values(x, node, std::make_index_sequence<at(Node::rank)>());
  }

  template <class T, class Node>
  HEDDLE_INLINE void store_product(T *x, const Node &node) {
    using known = known_plan<Node>;
    std::array<const T *, at(known::factors)> factors;
    std::size_t next = 0;
    // Compilers lay out what a lambda captures in orders of their own, unless
    // it says which; programs may be linked of what several have made.
    factor_list<T>::each(node, [this, &factors, &next](const auto &each) {
      factors[next++] = this->template elements_of<T>(each);
    });
    T *const scratch = memory.template take<T>(known::plan.scratch);
    run_steps<known>(factors, x, scratch,
                     std::make_integer_sequence<int, known::plan.steps>());
  }
  template <class Known, class T, std::size_t Factors, int... Step>
  static void run_steps(const std::array<const T *, Factors> &factors, T *x,
                        T *scratch, std::integer_sequence<int, Step...>) {
    (run_step<Known, Step>(factors, x, scratch), ...);
  }
  template <class Known, int Step, class T, std::size_t Factors>
  static void run_step(const std::array<const T *, Factors> &factors, T *x,
                       T *scratch) {
    constexpr plan_step step = Known::plan.step[Step];
    constexpr int result = static_cast<int>(Factors);
    [[maybe_unused]] const T one = T(1);
    const auto operand = [&](auto number) -> const T * {
      constexpr int k = decltype(number)::value;
      if constexpr (k < 0)
        return &one;
      else if constexpr (k < result)
        return factors[at(k)];
      else
        return scratch + Known::plan.operand_of[k].offset;
    };
    T *out = x;
    if constexpr (step.out != result)
      out = scratch + Known::plan.operand_of[step.out].offset;
    tiled_step<T, typename Known::template step<Step>>::run(
        operand(std::integral_constant<int, step.a>()),
        operand(std::integral_constant<int, step.b>()), out);
  }

  /// The dense elements of a factor, computed or copied where needed.
  template <class T, integer... E>
  const T *elements_of(const tensor_view<const T, E...> &view) {
    if (is_dense(view))
      return view.origin;
    constexpr dimensions<int(sizeof...(E))> extents{E...};
    constexpr auto strides = row_major(extents);
    T *copy = memory.template take<T>(count(extents));
    copy_elements(copy, strides.data(), view.origin, view.strides.data(),
                  extents.data(), view.rank);
    return copy;
  }
  template <class T, class Tensor>
  const T *elements_of(const owned<Tensor> &node) {
    if constexpr (std::is_same_v<T, typename Tensor::value_type>)
      return node.held.data();
    else
      return computed<T>(node);
  }
  template <class T> const T *elements_of(const scalar<T> &node) {
    return &node.value;
  }
  template <class T, class Node> const T *elements_of(const Node &node) {
    return computed<T>(node);
  }
  template <class T, class Node> const T *computed(const Node &node) {
    T *elements = memory.template take<T>(count(Node::static_extents));
    store(elements, node);
    return elements;
  }

  //===- Loop nests -------------------------------------------------------===//

  /// Which of so many loops each dimension of an operand is read at.
  template <int Loops, int... D> struct at_loops {};

  template <class T, class Node, std::size_t... K>
  void store_values(T *x, const Node &node, std::index_sequence<K...>) {
    constexpr auto extents = Node::static_extents;
    if constexpr (count(extents) != 0) {
      const auto value = value_of(node, at_loops<Node::rank, int(K)...>());
      if constexpr (decltype(value)::is_flat(row_major(extents)))
        for (integer j = 0; j < count(extents); ++j)
          x[j] = static_cast<T>(value.flat(j));
      else
        run_nest<Node>(x, value);
    }
  }
  /// Returns where the elements end.
  template <class Shape, class T, class V, class... I>
  static T *run_nest(T *x, const V &value, I... index) {
    constexpr int depth = sizeof...(I);
    constexpr integer extent = Shape::static_extents[at(depth)];
    for (integer i = 0; i < extent; ++i)
      if constexpr (depth + 1 == Shape::rank)
        x[i] = static_cast<T>(value(index..., i));
      else
        x = run_nest<Shape>(x, value, index..., i);
    return depth + 1 == Shape::rank ? x + extent : x;
  }

  template <class Shape, int Loops, int... D>
  static constexpr std::array<integer, at(Loops)> strides_by_loop() {
    std::array<integer, at(Loops)> result{};
    [[maybe_unused]] const auto strides = row_major(Shape::static_extents);
    [[maybe_unused]] std::size_t d = 0;
    ((result[at(D)] += strides[d++]), ...);
    return result;
  }
  template <class Shape, class T, int Loops, int... D, std::size_t... L>
  static auto array_of(const T *elements, at_loops<Loops, D...>,
                       std::index_sequence<L...>) {
    return known_array<T, strides_by_loop<Shape, Loops, D...>()[L]...>{
        elements};
  }

  template <class T, int Loops, int... D>
  static auto value_of(const scalar<T> &node, at_loops<Loops, D...>) {
    return known_constant<T>{node.value};
  }
  template <class A, int M, int N, int Loops, int... D>
  auto value_of(const transpose_node<A, M, N> &node, at_loops<Loops, D...>) {
    constexpr auto d =
        transpose_node<A, M, N>::exchange(std::array<int, sizeof...(D)>{D...});
    return exchanged_value<transpose_node<A, M, N>, Loops, D...>(
        node.operand, std::make_index_sequence<d.size()>());
  }
  template <class Node, int Loops, int... D, class A, std::size_t... K>
  auto exchanged_value(const A &operand, std::index_sequence<K...>) {
    constexpr auto d = Node::exchange(std::array<int, sizeof...(D)>{D...});
    return value_of(operand, at_loops<Loops, d[K]...>());
  }
  template <class F, class... A, int Loops, int... D>
  auto value_of(const elementwise_node<F, A...> &node, at_loops<Loops, D...>) {
    return std::apply(
        [&](const A &...each) {
          return known_function<F, decltype(value_of(
                                       each, loops_for<A, Loops, D...>()))...>{
              &node.function, {value_of(each, loops_for<A, Loops, D...>())...}};
        },
        node.operands);
  }
  template <class A, int Loops, int... D>
  using loops_for = std::conditional_t<A::rank == int(sizeof...(D)),
                                       at_loops<Loops, D...>, at_loops<Loops>>;
  /// Tensors, and what is computed first.
  template <class Node, int Loops, int... D>
  auto value_of(const expression<Node> &node, at_loops<Loops, D...> loops) {
    return array_of<Node>(elements_of<typename Node::value_type>(node.self()),
                          loops, std::make_index_sequence<at(Loops)>());
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_KNOWN_STATEMENT_H
