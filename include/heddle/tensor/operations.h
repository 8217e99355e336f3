//===- tensor/operations.h - how expressions are written ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every function here takes tensors, views, expressions and, where elements are
// combined, numbers; it returns an expression, or for slices of tensors a view.
// An expression refers to the tensors that it names and must not outlive them;
// tensors that are temporaries move into it.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_OPERATIONS_H
#define HEDDLE_TENSOR_OPERATIONS_H

#include "owner.h"
#include "windows.h"

#include <cmath>
#include <cstdlib>

namespace heddle {
namespace tensor_detail {
inline namespace HEDDLE_TENSOR_BUILD {

template <class F, class... A>
constexpr auto combine(F f, const char *name, A &&...operands) {
  return elementwise_node<F, node_of<A>...>(
      std::move(f), name, as_node(std::forward<A>(operands))...);
}

#define HEDDLE_TENSOR_OPERATOR(sign, functor)                                  \
  template <class A, class B, std::enable_if_t<are_operands<A, B>, int> = 0>   \
  constexpr auto operator sign(A &&a, B &&b) {                                 \
    return combine(functor(), #sign, std::forward<A>(a), std::forward<B>(b));  \
  }
HEDDLE_TENSOR_OPERATOR(+, plus)
HEDDLE_TENSOR_OPERATOR(-, minus)
HEDDLE_TENSOR_OPERATOR(*, times)
HEDDLE_TENSOR_OPERATOR(/, divides)
#undef HEDDLE_TENSOR_OPERATOR

template <class A, std::enable_if_t<is_expression<A>, int> = 0>
constexpr auto operator-(A &&a) {
  return combine(negate(), "-", std::forward<A>(a));
}

// The functions of <cmath>, as types, so that they are inlined.
#define HEDDLE_TENSOR_FUNCTION(name)                                           \
  struct name##_function {                                                     \
    template <class T> auto operator()(const T &x) const {                     \
      using std::name;                                                         \
      return name(x);                                                          \
    }                                                                          \
  };
#define HEDDLE_TENSOR_FUNCTIONS(DO)                                            \
  DO(abs)                                                                      \
  DO(sqrt)                                                                     \
  DO(exp)                                                                      \
  DO(log) DO(sin) DO(cos) DO(tan) DO(sinh) DO(cosh) DO(tanh) DO(erf) DO(floor) \
      DO(ceil)
HEDDLE_TENSOR_FUNCTIONS(HEDDLE_TENSOR_FUNCTION)
#undef HEDDLE_TENSOR_FUNCTION

struct max_function {
  template <class A, class B>
  constexpr auto operator()(const A &a, const B &b) const {
    using C = arithmetic_type<A, B>;
    const C x = static_cast<C>(a), y = static_cast<C>(b);
    return x < y ? y : x;
  }
};
struct min_function {
  template <class A, class B>
  constexpr auto operator()(const A &a, const B &b) const {
    using C = arithmetic_type<A, B>;
    const C x = static_cast<C>(a), y = static_cast<C>(b);
    return y < x ? y : x;
  }
};
struct pow_function {
  template <class A, class B> auto operator()(const A &a, const B &b) const {
    using std::pow;
    return pow(a, b);
  }
};

/// Is there a product to be contracted below this node, perhaps times
/// something.
template <class Node> inline constexpr bool holds_product = false;
template <class A, class B>
inline constexpr bool holds_product<outer_node<A, B>> = true;
template <class A, class B>
inline constexpr bool holds_product<conv_node<A, B>> = true;
template <class A, class... Pairs>
inline constexpr bool holds_product<contract_node<A, Pairs...>> = true;
template <class A, int M, int N>
inline constexpr bool holds_product<transpose_node<A, M, N>> = holds_product<A>;
template <class F, class... A>
inline constexpr bool
    holds_product<elementwise_node<F, A...>> = (holds_product<A> || ...);

/// Is op(a) + op(b) = op(a + b) for contractions and transposes, and is the
/// former to be computed, lest the product be built.
template <class Node> inline constexpr bool is_distributed = false;
template <class F, class A, class B>
inline constexpr bool is_distributed<elementwise_node<F, A, B>> =
    (std::is_same_v<F, plus> || std::is_same_v<F, minus>)&&A::rank
        == B::rank &&std::is_same_v<typename A::value_type,
                                    typename B::value_type> &&
    (holds_product<A> || holds_product<B>);
template <class A>
inline constexpr bool is_distributed<elementwise_node<negate, A>> =
    holds_product<A>;

/// Likewise op(a) / s = op(a / s) for a number s, where division is exact.
template <class Node> inline constexpr bool is_quotient = false;
template <class A, class B>
inline constexpr bool is_quotient<elementwise_node<divides, A, B>> =
    B::rank == 0 && A::rank != 0 &&
    !std::is_integral_v<typename A::value_type> && holds_product<A>;

template <class Op, class Node> constexpr auto distribute(Op op, Node &&node) {
  using plain = std::decay_t<Node>;
  if constexpr (is_distributed<plain>)
    return std::apply(
        [&](auto &&...each) {
          return combine(node.function, "+",
                         distribute(op, std::move(each))...);
        },
        std::move(node.operands));
  else if constexpr (is_quotient<plain>)
    return combine(divides(), "/",
                   distribute(op, std::get<0>(std::move(node.operands))),
                   std::get<1>(std::move(node.operands)));
  else
    return op(std::move(node));
}

/// A view of what is a tensor or a view already, at other elements.
template <class T>
inline constexpr bool is_stored = is_view<std::decay_t<T>> ||
                                  (is_tensor<std::decay_t<T>> &&
                                   std::is_lvalue_reference_v<T>);

template <class T, integer... E>
constexpr auto slice_view(const tensor_view<T, E...> &x,
                          const dimensions<int(sizeof...(E))> &lower,
                          const dimensions<int(sizeof...(E))> &upper,
                          const dimensions<int(sizeof...(E))> &step) {
  dimensions<int(sizeof...(E))> strides = x.strides;
  integer first = 0;
  for (std::size_t k = 0; k < sizeof...(E); ++k) {
    first += lower[k] * x.strides[k];
    strides[k] *= step[k];
  }
  const auto extents = slice_extents(x.extents, lower, upper, step);
  return tensor_view<T, ((void)E, dyn)...>(x.origin + first, extents, strides);
}

template <int Rank> constexpr dimensions<Rank> all_ones() {
  dimensions<Rank> ones{};
  for (int k = 0; k < Rank; ++k)
    ones[at(k)] = 1;
  return ones;
}

template <int K, class T, std::size_t... Rest, integer... E>
constexpr auto select_view(const tensor_view<T, E...> &x, integer index,
                           std::index_sequence<Rest...>) {
  constexpr std::array<integer, sizeof...(E)> declared{E...};
  constexpr auto old = [](std::size_t k) { return k < at(K) ? k : k + 1; };
  if (index < 0 || index >= x.extents[at(K)])
    fail_select(K, index, x.extents.data(), x.rank);
  return tensor_view<T, declared[old(Rest)]...>(
      x.origin + index * x.strides[at(K)], {x.extents[old(Rest)]...},
      {x.strides[old(Rest)]...});
}

} // namespace HEDDLE_TENSOR_BUILD
} // namespace tensor_detail

/// The tensor product (CFDlang's #): element (i..., j...) is a(i...) * b(j...).
template <class A, class B,
          std::enable_if_t<tensor_detail::are_operands<A, B>, int> = 0>
constexpr auto outer(A &&a, B &&b) {
  using namespace tensor_detail;
  return outer_node<node_of<A>, node_of<B>>(as_node(std::forward<A>(a)),
                                            as_node(std::forward<B>(b)));
}

/// Sums over the diagonals of pairs of dimensions; all numbers are dimensions
/// of a: contract<pair<1, 6>, pair<3, 7>>(a).
template <
    class... Pairs, class A,
    std::enable_if_t<sizeof...(Pairs) != 0 && tensor_detail::is_expression<A>,
                     int> = 0>
constexpr auto contract(A &&a) {
  using namespace tensor_detail;
  return distribute(
      [](auto &&node) {
        return contract_node<std::decay_t<decltype(node)>, Pairs...>(
            std::move(node));
      },
      as_node(std::forward<A>(a)));
}

/// One pair: contract<0, 1>(a) is the trace.
template <int M, int N, class A,
          std::enable_if_t<tensor_detail::is_expression<A>, int> = 0>
constexpr auto contract(A &&a) {
  return contract<pair<M, N>>(std::forward<A>(a));
}

/// Dimensions M and N exchanged.
template <int M, int N, class A,
          std::enable_if_t<tensor_detail::is_expression<A>, int> = 0>
constexpr auto transpose(A &&a) {
  using namespace tensor_detail;
  return distribute(
      [](auto &&node) {
        return transpose_node<std::decay_t<decltype(node)>, M, N>(
            std::move(node));
      },
      as_node(std::forward<A>(a)));
}

/// f of the elements at each index. f may be called any number of times and in
/// any order.
template <class F, class... A,
          std::enable_if_t<tensor_detail::are_operands<A...>, int> = 0>
constexpr auto elementwise(F f, A &&...operands) {
  return tensor_detail::combine(std::move(f), "elementwise",
                                std::forward<A>(operands)...);
}

#define HEDDLE_TENSOR_FUNCTION(name)                                           \
  template <class A,                                                           \
            std::enable_if_t<tensor_detail::is_expression<A>, int> = 0>        \
  constexpr auto name(A &&a) {                                                 \
    return tensor_detail::combine(tensor_detail::name##_function(), #name,     \
                                  std::forward<A>(a));                         \
  }
HEDDLE_TENSOR_FUNCTIONS(HEDDLE_TENSOR_FUNCTION)
#undef HEDDLE_TENSOR_FUNCTION
#undef HEDDLE_TENSOR_FUNCTIONS

#define HEDDLE_TENSOR_FUNCTION(name)                                           \
  template <class A, class B,                                                  \
            std::enable_if_t<tensor_detail::are_operands<A, B>, int> = 0>      \
  constexpr auto name(A &&a, B &&b) {                                          \
    return tensor_detail::combine(tensor_detail::name##_function(), #name,     \
                                  std::forward<A>(a), std::forward<B>(b));     \
  }
HEDDLE_TENSOR_FUNCTION(max)
HEDDLE_TENSOR_FUNCTION(min)
HEDDLE_TENSOR_FUNCTION(pow)
#undef HEDDLE_TENSOR_FUNCTION

/// The elements at lower, lower + step, ... below upper, in each dimension; of
/// a tensor or a view that is a view, to which one may assign.
template <class A, std::enable_if_t<tensor_detail::is_expression<A>, int> = 0>
constexpr auto
slice(A &&a, const tensor_detail::dimensions<std::decay_t<A>::rank> &lower,
      const tensor_detail::dimensions<std::decay_t<A>::rank> &upper,
      const tensor_detail::dimensions<std::decay_t<A>::rank> &step =
          tensor_detail::all_ones<std::decay_t<A>::rank>()) {
  using namespace tensor_detail;
  if constexpr (is_stored<A>)
    return slice_view(a.view(), lower, upper, step);
  else
    return slice_node<node_of<A>>(as_node(std::forward<A>(a)), lower, upper,
                                  step);
}

/// The view of a tensor or a view at one index of dimension K, which it loses.
template <int K, class A,
          std::enable_if_t<tensor_detail::is_stored<A>, int> = 0>
constexpr auto select(A &&a, std::ptrdiff_t index) {
  constexpr int rank = std::decay_t<A>::rank;
  static_assert(0 <= K && K < rank,
                "heddle: select of a dimension that is not there");
  return tensor_detail::select_view<K>(
      a.view(), index,
      std::make_index_sequence<tensor_detail::at(rank > 0 ? rank - 1 : 0)>());
}

/// `before` and `after` more elements in each dimension, all of them `value`.
template <class A, std::enable_if_t<tensor_detail::is_expression<A>, int> = 0>
constexpr auto
pad(A &&a, const tensor_detail::dimensions<std::decay_t<A>::rank> &before,
    const tensor_detail::dimensions<std::decay_t<A>::rank> &after,
    typename std::decay_t<A>::value_type value = {}) {
  using namespace tensor_detail;
  return pad_node<node_of<A>>(as_node(std::forward<A>(a)), before, after,
                              value);
}

/// Element i is the sum over l of a(i + l) * kernel(l), where the kernel fits
/// into a: extents are those of a, less those of the kernel, plus 1. Not
/// mirrored, as in neural networks; pad first to keep the extents.
template <class A, class B,
          std::enable_if_t<tensor_detail::is_expression<A> &&
                               tensor_detail::is_expression<B>,
                           int> = 0>
constexpr auto conv(A &&a, B &&kernel) {
  using namespace tensor_detail;
  return conv_node<node_of<A>, node_of<B>>(as_node(std::forward<A>(a)),
                                           as_node(std::forward<B>(kernel)));
}

} // namespace heddle

#endif // HEDDLE_TENSOR_OPERATIONS_H
