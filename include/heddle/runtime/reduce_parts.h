//===- runtime/reduce_parts.h - what a reduction passes around ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_REDUCE_PARTS_H
#define HEDDLE_RUNTIME_REDUCE_PARTS_H

#include "array.h"
#include "combine.h"

#include <cstddef>
#include <utility>

namespace heddle {
namespace rt {

/// A kernel's parameter: one partial result for each block.
template <class Op, class A> struct partials {
  using by = Op;
  using accumulator = A;
  A *first;
};

namespace rt_detail {

/// Places in a block, and so the branching of the tree.
constexpr unsigned reduction_block = 256;

//===--- A tuple for kernels: std::get is not for devices -----------------===//

template <std::size_t I, class T> struct member { T value; };
template <class Indices, class... T> struct member_list;
template <std::size_t... I, class... T>
struct member_list<std::index_sequence<I...>, T...> : member<I, T>... {};

template <class... T>
struct members : member_list<std::index_sequence_for<T...>, T...> {};

template <std::size_t I, class T> HEDDLE_HD constexpr T &get(member<I, T> &m) {
  return m.value;
}
template <std::size_t I, class T>
HEDDLE_HD constexpr const T &get(const member<I, T> &m) {
  return m.value;
}

template <class... O, class... A, std::size_t... I>
HEDDLE_HD members<partials<O, A>...> collect(std::index_sequence<I...>,
                                             const partials<O, A> &...all) {
  members<partials<O, A>...> list;
  ((get<I>(list) = all), ...);
  return list;
}

template <class T, class...> struct first_of_types { using type = T; };

/// The variables of types T that Op reduces to together, over partial results
/// of type A.
template <class Op, class A, class... T> struct reduction {
  using variable = typename first_of_types<T...>::type;
  using by = Op;
  using accumulator = A;
  static constexpr std::size_t variables = sizeof...(T);
  members<array_argument<T, access::inout>...> places;
};

template <class... R, std::size_t... I>
HEDDLE_HD members<R...> listed(std::index_sequence<I...>, const R &...all) {
  members<R...> list;
  ((get<I>(list) = all), ...);
  return list;
}

} // namespace rt_detail

/// The variable at `place`, its first element, takes part in a launch as the
/// result of a reduction by Op over partial results of type A.
template <class Op, class A, class T>
constexpr rt_detail::reduction<Op, A, T>
reduced(const rt_detail::array_argument<T, rt_detail::access::inout> &place) {
  return {{{{place}}}};
}

/// The results of one launch.
template <class... R> rt_detail::members<R...> results(const R &...all) {
  return rt_detail::listed(std::index_sequence_for<R...>(), all...);
}

/// In a kernel, where the partial results of each of them go.
template <class... O, class... A>
HEDDLE_HD rt_detail::members<partials<O, A>...>
into(const partials<O, A> &...all) {
  return rt_detail::collect(std::index_sequence_for<O...>(), all...);
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_REDUCE_PARTS_H
