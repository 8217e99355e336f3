//===- tensor/nodes.h - the operations of the algebra ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The operations of Rink, "Modeling of languages for tensor manipulation",
// arXiv:1801.08771, and their typing rules after Ullrich, "Detection and
// exploitation of data-parallelism in assignments of multi-dimensional
// tensors", TU Dresden 2018, figure 6. Dimensions are counted from 0.
//
// Constructors check the shapes: at compile time where both extents are known,
// else they throw shape_error, before anything is computed.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_NODES_H
#define HEDDLE_TENSOR_NODES_H

#include "expression.h"

#include <tuple>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

/// The rank of operands of one elementwise operation: numbers and tensors of
/// rank 0 go with every rank.
constexpr int common_rank(std::initializer_list<int> ranks) {
  int common = 0;
  for (int rank : ranks)
    if (rank > common)
      common = rank;
  return common;
}

constexpr bool ranks_agree(std::initializer_list<int> ranks) {
  for (int rank : ranks)
    if (rank != 0 && rank != common_rank(ranks))
      return false;
  return true;
}

template <class A, std::size_t Rank>
constexpr void refine_by(std::array<integer, Rank> &result) {
  if constexpr (A::rank == static_cast<int>(Rank))
    for (std::size_t k = 0; k < Rank; ++k)
      result[k] = refine(result[k], A::static_extents[k]);
}

/// The extent of each dimension as one of the operands knows it.
template <int Rank, class... A> constexpr dimensions<Rank> common_extents() {
  dimensions<Rank> result{};
  for (std::size_t k = 0; k < result.size(); ++k)
    result[k] = dyn;
  (refine_by<A>(result), ...);
  return result;
}

template <int Rank, class... A> struct common_declared {
  static constexpr dimensions<Rank> extents() {
    return common_extents<Rank, A...>();
  }
};

template <class A, std::size_t Rank>
constexpr bool has_extents(const std::array<integer, Rank> &extents) {
  if constexpr (A::rank == static_cast<int>(Rank))
    return may_agree(A::static_extents, extents);
  else
    return extents.size() == Rank;
}

/// f of the elements at the same index, for any number of operands.
template <class F, class... A>
struct elementwise_node
    : expression<elementwise_node<F, A...>>,
      extents_base<common_declared<common_rank({A::rank...}), A...>> {
  using value_type = std::decay_t<decltype(std::declval<const F &>()(
      typename A::value_type()...))>;
  static constexpr bool labelled = (A::labelled || ...);
  static_assert(!labelled || ((A::labelled || A::rank == 0) && ...),
                "heddle: a tensor without indices in index notation");
  static_assert(ranks_agree({A::rank...}),
                "heddle: elementwise operation on tensors of different ranks");
  static constexpr int rank = common_rank({A::rank...});
  static_assert(rank <= max_rank, "heddle: more than 16 dimensions");
  static constexpr int leaves = (A::leaves + ... + 0);

  F function;
  std::tuple<A...> operands;
  using extents_base<common_declared<rank, A...>>::extents;

  static constexpr dimensions<rank> static_extents =
      common_extents<rank, A...>();
  static_assert((has_extents<A>(static_extents) && ...),
                "heddle: elementwise operation on tensors of different shapes");

  constexpr elementwise_node(F f, const char *name, A... a)
      : function(std::move(f)), operands(std::move(a)...) {
    bool first = true;
    std::apply([&](const A &...each) { (adopt(each, name, first), ...); },
               operands);
  }

  static constexpr void mark(const goal_of_rules<rank> &goal,
                             leaf_marks &marks) {
    (mark_one<A>(goal, marks), ...);
  }
  template <class G> constexpr void each_leaf(G &&g) const {
    std::apply([&](const A &...each) { (each.each_leaf(g), ...); }, operands);
  }

  /// tc-elem; tc-smul and tc-sdiv: a scalar is read at no index.
  template <class E>
  static constexpr void mark_one(const goal_of_rules<rank> &goal,
                                 leaf_marks &marks) {
    if constexpr (E::rank == rank)
      E::mark(goal, marks);
    else
      E::mark({}, marks);
  }

private:
  template <class E>
  constexpr void adopt(const E &operand, const char *name, bool &first) {
    if constexpr (E::rank == rank) {
      if (!first)
        require_same(name, extents, operand.extents);
      this->set_extents(operand.extents);
      first = false;
    }
  }
};

// The functions of the operators. Numbers are converted first, as C++ would, so
// that users' warnings for conversions stay quiet.
template <class A, class B>
using arithmetic_type = decltype(std::declval<A>() + std::declval<B>());

#define HEDDLE_TENSOR_OPERATOR(name, sign)                                     \
  struct name {                                                                \
    template <class A, class B>                                                \
    constexpr auto operator()(const A &a, const B &b) const {                  \
      if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {      \
        using C = arithmetic_type<A, B>;                                       \
        return static_cast<C>(a) sign static_cast<C>(b);                       \
      } else                                                                   \
        return a sign b;                                                       \
    }                                                                          \
  }
HEDDLE_TENSOR_OPERATOR(plus, +);
HEDDLE_TENSOR_OPERATOR(minus, -);
HEDDLE_TENSOR_OPERATOR(times, *);
HEDDLE_TENSOR_OPERATOR(divides, /);
#undef HEDDLE_TENSOR_OPERATOR
struct negate {
  template <class A> constexpr auto operator()(const A &a) const { return -a; }
};

template <class A, class B>
using product_type = decltype(times()(std::declval<A>(), std::declval<B>()));

/// The tensor product: element (i, j) is a(i) * b(j).
template <class A, class B> struct outer_declared {
  static constexpr auto extents() {
    return outer_of(A::static_extents, B::static_extents);
  }
  static constexpr dimensions<A::rank + B::rank>
  outer_of(const dimensions<A::rank> &a, const dimensions<B::rank> &b) {
    dimensions<A::rank + B::rank> both{};
    for (int k = 0; k < A::rank; ++k)
      both[at(k)] = a[at(k)];
    for (int k = 0; k < B::rank; ++k)
      both[at(A::rank + k)] = b[at(k)];
    return both;
  }
};
template <class A, class B>
struct outer_node : expression<outer_node<A, B>>,
                    extents_base<outer_declared<A, B>> {
  using value_type =
      product_type<typename A::value_type, typename B::value_type>;
  static constexpr int rank = A::rank + B::rank;
  static constexpr bool labelled = false;
  static_assert(!A::labelled && !B::labelled,
                "heddle: outer in index notation; write a product");
  static constexpr int leaves = A::leaves + B::leaves;

  template <class T>
  static constexpr auto first(const std::array<T, at(rank)> &both) {
    std::array<T, at(A::rank)> part{};
    for (int k = 0; k < A::rank; ++k)
      part[at(k)] = both[at(k)];
    return part;
  }
  template <class T>
  static constexpr auto second(const std::array<T, at(rank)> &both) {
    std::array<T, at(B::rank)> part{};
    for (int k = 0; k < B::rank; ++k)
      part[at(k)] = both[at(A::rank + k)];
    return part;
  }
  static constexpr dimensions<rank> static_extents =
      outer_declared<A, B>::extents();

  A left;
  B right;
  using extents_base<outer_declared<A, B>>::extents;

  constexpr outer_node(A a, B b)
      : extents_base<outer_declared<A, B>>(
            outer_declared<A, B>::outer_of(a.extents, b.extents)),
        left(std::move(a)), right(std::move(b)) {}
  /// tc-prod.
  static constexpr void mark(const goal_of_rules<rank> &goal,
                             leaf_marks &marks) {
    A::mark(first(goal), marks);
    B::mark(second(goal), marks);
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    left.each_leaf(f);
    right.each_leaf(f);
  }
};

template <class A, int M, int N> struct transpose_declared {
  static constexpr auto extents() { return exchange(A::static_extents); }
  /// Its own inverse.
  template <class Array> static constexpr Array exchange(Array each) {
    auto m = each[at(M)];
    each[at(M)] = each[at(N)];
    each[at(N)] = m;
    return each;
  }
};
/// Dimensions M and N exchanged.
template <class A, int M, int N>
struct transpose_node : expression<transpose_node<A, M, N>>,
                        extents_base<transpose_declared<A, M, N>> {
  static_assert(!A::labelled, "heddle: transpose in index notation");
  static_assert(0 <= M && M < A::rank && 0 <= N && N < A::rank,
                "heddle: transpose of a dimension that is not there");
  using value_type = typename A::value_type;
  static constexpr int rank = A::rank;
  static constexpr bool labelled = false;
  static constexpr int leaves = A::leaves;

  template <class Array> static constexpr Array exchange(Array each) {
    return transpose_declared<A, M, N>::exchange(each);
  }
  static constexpr dimensions<rank> static_extents =
      exchange(A::static_extents);

  A operand;
  using extents_base<transpose_declared<A, M, N>>::extents;

  constexpr explicit transpose_node(A a)
      : extents_base<transpose_declared<A, M, N>>(exchange(a.extents)),
        operand(std::move(a)) {}
  /// tc-trans.
  static constexpr void mark(const goal_of_rules<rank> &goal,
                             leaf_marks &marks) {
    A::mark(exchange(goal), marks);
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    operand.each_leaf(f);
  }
};

/// The pairs that contract<...> sums over, as data.
template <class... Pairs> struct contracted_pairs;
template <int... M, int... N> struct contracted_pairs<pair<M, N>...> {
  static constexpr int count = sizeof...(M);
  static constexpr std::array<int, at(count)> first{M...};
  static constexpr std::array<int, at(count)> second{N...};

  static constexpr bool names(int dimension) {
    return ((M == dimension || N == dimension) || ...);
  }
  static constexpr bool valid(int rank) {
    int named = 0;
    for (int k = 0; k < rank; ++k)
      named += names(k) ? 1 : 0;
    return named == 2 * count &&
           ((0 <= M && M < rank && 0 <= N && N < rank) && ...);
  }
};

template <class A, class... Pairs> struct contract_declared {
  using pairs = contracted_pairs<Pairs...>;
  static constexpr int rank = A::rank - 2 * pairs::count;
  /// The dimensions that are left, as dimensions of the operand.
  static constexpr std::array<int, at(rank)> kept() {
    std::array<int, at(rank)> result{};
    int next = 0;
    for (int k = 0; k < A::rank; ++k)
      if (!pairs::names(k))
        result[at(next++)] = k;
    return result;
  }
  static constexpr dimensions<rank> remaining(const dimensions<A::rank> &all) {
    constexpr auto old = kept();
    dimensions<rank> result{};
    for (std::size_t k = 0; k < old.size(); ++k)
      result[k] = all[at(old[k])];
    return result;
  }
  static constexpr auto extents() { return remaining(A::static_extents); }
};

[[noreturn]] HEDDLE_COLD inline void
fail_diagonal(int m, int n, const integer *extents, int rank) {
  fail("contract<" + std::to_string(m) + ", " + std::to_string(n) +
       ">: shape " + shape_text(extents, rank) + " has extents " +
       std::to_string(extents[m]) + " and " + std::to_string(extents[n]) +
       " there");
}

/// The sums over the diagonals of pairs of dimensions.
template <class A, class... Pairs>
struct contract_node : expression<contract_node<A, Pairs...>>,
                       extents_base<contract_declared<A, Pairs...>> {
  using pairs = contracted_pairs<Pairs...>;
  static_assert(!A::labelled,
                "heddle: contract in index notation; repeat an index");
  static_assert(pairs::valid(A::rank),
                "heddle: contract needs different dimensions that are there");
  using value_type = sum_type<typename A::value_type>;
  static constexpr int rank = A::rank - 2 * pairs::count;
  static constexpr bool labelled = false;
  static constexpr int leaves = A::leaves;

  static constexpr std::array<int, at(rank)> kept() {
    return contract_declared<A, Pairs...>::kept();
  }
  static constexpr bool diagonals_agree() {
    for (int k = 0; k < pairs::count; ++k)
      if (!may_agree(A::static_extents[at(pairs::first[at(k)])],
                     A::static_extents[at(pairs::second[at(k)])]))
        return false;
    return true;
  }
  static_assert(diagonals_agree(),
                "heddle: contract over dimensions of different extents");
  static constexpr dimensions<rank> static_extents =
      contract_declared<A, Pairs...>::extents();

  A operand;
  using extents_base<contract_declared<A, Pairs...>>::extents;

  constexpr explicit contract_node(A a)
      : extents_base<contract_declared<A, Pairs...>>(
            contract_declared<A, Pairs...>::remaining(a.extents)),
        operand(std::move(a)) {
    for (int k = 0; k < pairs::count; ++k) {
      const int m = pairs::first[at(k)], n = pairs::second[at(k)];
      if (operand.extents[at(m)] != operand.extents[at(n)])
        fail_diagonal(m, n, operand.extents.data(), A::rank);
    }
  }
  /// tc-contr: what is summed over is a fresh index.
  static constexpr void mark(const goal_of_rules<rank> &goal,
                             leaf_marks &marks) {
    goal_of_rules<A::rank> inner{};
    for (int k = 0; k < A::rank; ++k)
      inner[at(k)] = other_index;
    for (int k = 0; k < rank; ++k)
      inner[at(kept()[at(k)])] = goal[at(k)];
    A::mark(inner, marks);
  }
  template <class F> constexpr void each_leaf(F &&f) const {
    operand.each_leaf(f);
  }
};

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail
} // namespace heddle

#endif // HEDDLE_TENSOR_NODES_H
