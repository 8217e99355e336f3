//===- runtime/accumulators.h - partial results, of one value or several --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the tree of reduce.h on partial results of type A: a value that
// an operator of combine.h combines, or an offer of choose.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ACCUMULATORS_H
#define HEDDLE_RUNTIME_ACCUMULATORS_H

#include "choose.h"
#include "combine.h"
#include "reduce_parts.h"

#include <type_traits>
#include <utility>

namespace heddle {
namespace rt {
namespace rt_detail {

/// With it nothing else changes.
template <class Op, class A> HEDDLE_HD A identity() {
  if constexpr (is_offer<A>::value)
    return no_offer<Op, A>();
  else
    return Op::template identity<A>();
}

/// `a` is the partial result of the earlier places.
template <class Op, class A> HEDDLE_HD A combined(const A &a, const A &b) {
  if constexpr (is_offer<A>::value)
    return better<Op>(a, b);
  else
    return Op::combine(a, b);
}

/// The variables take in what all iterations gave.
template <class Op, class A, class... T>
HEDDLE_HD void put(const A &all, T *...variables) {
  if constexpr (is_offer<A>::value)
    take<Op>(all, variables...);
  else
    ((*variables = static_cast<T>(Op::onto(static_cast<A>(*variables), all))),
     ...);
}

//===--- One iteration ----------------------------------------------------===//

template <auto At, std::size_t Next, class... A, class... P>
HEDDLE_HD void call(unsigned block, unsigned place, members<A...> &mine,
                    P &...given);

/// The parts of an offer are several parameters of At, which says whether it
/// has made one.
template <auto At, std::size_t Next, class All, class Key, class... With,
          std::size_t... I, class... P>
HEDDLE_HD void call_for(offer<Key, With...> &one, std::index_sequence<I...>,
                        unsigned block, unsigned place, All &mine,
                        P &...given) {
  bool won = false;
  call<At, Next + 1>(block, place, mine, given..., one.key, get<I>(one.with)...,
                     won);
  if (won)
    one.number =
        static_cast<unsigned long long>(block) * reduction_block + place;
}

/// At(block, place, given..., references to the partial results from Next on).
template <auto At, std::size_t Next, class... A, class... P>
HEDDLE_HD void call(unsigned block, unsigned place, members<A...> &mine,
                    P &...given) {
  if constexpr (Next == sizeof...(A)) {
    At(block, place, given...);
  } else {
    auto &one = get<Next>(mine);
    using accumulator = typename std::remove_reference<decltype(one)>::type;
    if constexpr (is_offer<accumulator>::value)
      call_for<At, Next>(one,
                         std::make_index_sequence<accumulator::companions>(),
                         block, place, mine, given...);
    else
      call<At, Next + 1>(block, place, mine, given..., one);
  }
}

/// Runs iteration `place` of `block` from identities on, and leaves what it
/// gives in `mine`.
template <auto At, class... R, std::size_t... I, class... P>
HEDDLE_HD void run_iteration(std::index_sequence<I...>,
                             members<typename R::accumulator...> &mine,
                             unsigned block, unsigned place, P &...parameters) {
  ((get<I>(mine) = identity<typename R::by, typename R::accumulator>()), ...);
  call<At, 0>(block, place, mine, parameters...);
}

} // namespace rt_detail
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_ACCUMULATORS_H
