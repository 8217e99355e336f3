//===- runtime/scan_parts.h - what a scan passes around -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_SCAN_PARTS_H
#define HEDDLE_RUNTIME_SCAN_PARTS_H

#include "accumulators.h"
#include "reduce_parts.h"
#include "transfer.h"

#include <cstddef>
#include <utility>

namespace heddle {
namespace rt {

/// By which numbers, as reduce.h counts iterations, the loops run.
enum class order : bool { up, down };

/// A kernel's parameter: for each block the value of a variable in front of its
/// iterations, in whose place the kernel puts the value behind them.
template <class T> struct running {
  using value = T;
  T *first;
};

namespace rt_detail {

/// The `number`-th of `count` in the order of the loops.
template <order Order>
HEDDLE_HD constexpr unsigned nth(unsigned number, unsigned count) {
  return Order == order::down ? count - 1 - number : number;
}

/// Runs the iterations of a block in the order of the loops, on `values`.
template <auto At, order Order, class... V, std::size_t... I, class... P>
HEDDLE_HD void run_in_order(std::index_sequence<I...>, unsigned block,
                            members<V...> &values, P &...parameters) {
  for (unsigned p = 0; p != reduction_block; ++p)
    At(block, nth<Order>(p, reduction_block), parameters..., get<I>(values)...);
}

/// `running` gets the value in front of each block: `start`, and what the
/// blocks before it make of it. Returns the value behind the last one.
template <class Op, order Order, class A, class T>
T combine_in_order(const A *partial, T *running, unsigned blocks, T start) {
  T value = start;
  for (unsigned n = 0; n != blocks; ++n) {
    const unsigned block = nth<Order>(n, blocks);
    running[block] = value;
    value = static_cast<T>(Op::onto(static_cast<A>(value), partial[block]));
  }
  return value;
}

//===--- Arrays that grow -------------------------------------------------===//

/// An array of which the loops store the elements from the value of result I
/// on, one with every step of the variable; Behind: from the next value on.
/// `array` has all that they might store.
template <std::size_t I, bool Behind, class T> struct grown_argument {
  array_argument<T, access::inout> array;
};

template <std::size_t I, bool Behind, class T>
transfer transfer_of(const grown_argument<I, Behind, T> &a) {
  return transfer_of(a.array);
}

template <class P, std::size_t I, bool Behind, class T>
struct parameter<P, grown_argument<I, Behind, T>>
    : parameter<P, array_argument<T, access::inout>> {
  static P make(const grown_argument<I, Behind, T> &a, std::uintptr_t origin) {
    return parameter<P, array_argument<T, access::inout>>::make(a.array,
                                                                origin);
  }
  static bool fits(const grown_argument<I, Behind, T> &) { return true; }
};

/// The arguments that are no such array stay as they are.
template <class A, class Values>
bool shrink(transfer &, const A &, const Values &, const Values &) {
  return true;
}

/// Leaves in `to` the elements that are stored where the variables go from
/// `first` to `end`. False where these are not among those that might be: the
/// variable's type wraps around.
template <std::size_t I, bool Behind, class T, class Values>
bool shrink(transfer &to, const grown_argument<I, Behind, T> &a,
            const Values &first, const Values &end) {
  const checked from = checked(get<I>(first)) + (Behind ? 1 : 0);
  const checked behind = checked(get<I>(end)) + (Behind ? 1 : 0);
  if (!(from <= behind && a.array.first <= from && behind - 1 <= a.array.last)
           .certain())
    return false;
  to.print = bytes(a.array.address(), from, behind - 1, sizeof(scalar_of<T>));
  return to.print.known;
}

} // namespace rt_detail

/// In a launch of a scan, an array that grows with result I.
template <std::size_t I, bool Behind = false, class T>
constexpr rt_detail::grown_argument<I, Behind, T>
grown(const rt_detail::array_argument<T, rt_detail::access::inout> &array) {
  return {array};
}

/// In a kernel, the variables that its blocks go on with.
template <class... T>
HEDDLE_HD rt_detail::members<running<T>...> from(const running<T> &...all) {
  return rt_detail::listed(std::index_sequence_for<T...>(), all...);
}

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_SCAN_PARTS_H
