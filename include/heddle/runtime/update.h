//===- runtime/update.h - x = x op e, without interruption ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several threads reduce to one element of an array, each of their steps
// is one that no other thread interrupts. In which order they come is open, so
// only integers are reduced so: their sums, products, bits, maxima and minima
// are the same in any order.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_UPDATE_H
#define HEDDLE_RUNTIME_UPDATE_H

#include "combine.h"
#include "config.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle {
namespace rt {

namespace by {

/// Only as a step: what is subtracted in several steps is summed.
struct difference {};

} // namespace by

namespace rt_detail {

/// The unsigned type in which sums and products of T are formed; bool has none.
template <class T>
using wide_unsigned = std::conditional_t<(sizeof(T) > sizeof(unsigned)),
                                         unsigned long long, unsigned>;

/// The new value of x, modulo the range of its type.
template <class Op, class T> HEDDLE_HD constexpr T updated(T x, T e) {
  using wide = wide_unsigned<T>;
  if constexpr (std::is_same<Op, by::difference>::value)
    return static_cast<T>(static_cast<wide>(x) - static_cast<wide>(e));
  else if constexpr (std::is_same<Op, by::sum>::value ||
                     std::is_same<Op, by::product>::value)
    return static_cast<T>(
        Op::combine(static_cast<wide>(x), static_cast<wide>(e)));
  else
    return Op::combine(x, e);
}

inline namespace HEDDLE_BUILD {

template <class Op> struct is_set : std::false_type {};
template <long long value> struct is_set<by::set<value>> : std::true_type {};

#if defined(__CUDA_ARCH__)

/// By compare and swap of the word that holds it, which exists as a whole:
/// allocations are made of more.
template <class Op, class T> __device__ void update_word(T *x, T e) {
  if constexpr (sizeof(T) == 8) {
    auto *const word = reinterpret_cast<unsigned long long *>(x);
    unsigned long long before,
        seen = *static_cast<volatile unsigned long long *>(word);
    do {
      before = seen;
      seen = atomicCAS(word, before,
                       static_cast<unsigned long long>(
                           updated<Op>(static_cast<T>(before), e)));
    } while (seen != before);
  } else {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(x);
    auto *const word =
        reinterpret_cast<unsigned *>(address & ~std::uintptr_t{3});
    const unsigned shift = static_cast<unsigned>(address & 3) * 8;
    constexpr unsigned ones = 0xffffffffu >> (32 - 8 * sizeof(T));
    // Read like that, too: beside an array's last element there may be nothing.
    unsigned seen = atomicCAS(word, 0u, 0u), before;
    do {
      before = seen;
      const T next = updated<Op>(static_cast<T>(before >> shift & ones), e);
      seen = atomicCAS(word, before,
                       (before & ~(ones << shift)) |
                           (static_cast<unsigned>(next) & ones) << shift);
    } while (seen != before);
  }
}

template <class Op, class T> __device__ void update_element(T *x, T e) {
  using wide = wide_unsigned<T>;
  using ordered =
      std::conditional_t<std::is_signed<T>::value,
                         std::conditional_t<sizeof(T) == 8, long long, int>,
                         wide>;
  auto *const bits = reinterpret_cast<wide *>(x);
  auto *const number = reinterpret_cast<ordered *>(x);
  if constexpr (is_set<Op>::value) {
    // Most come when it is there already.
    if (*static_cast<const volatile T *>(x) != e)
      update_word<Op>(x, e);
  } else if constexpr (sizeof(T) < sizeof(unsigned) ||
                       std::is_same<Op, by::product>::value)
    update_word<Op>(x, e);
  else if constexpr (std::is_same<Op, by::sum>::value)
    atomicAdd(bits, static_cast<wide>(e));
  else if constexpr (std::is_same<Op, by::difference>::value)
    atomicAdd(bits, wide{0} - static_cast<wide>(e));
  else if constexpr (std::is_same<Op, by::max>::value)
    atomicMax(number, static_cast<ordered>(e));
  else if constexpr (std::is_same<Op, by::min>::value)
    atomicMin(number, static_cast<ordered>(e));
  else if constexpr (std::is_same<Op, by::bit_and>::value)
    atomicAnd(bits, static_cast<wide>(e));
  else if constexpr (std::is_same<Op, by::bit_or>::value)
    atomicOr(bits, static_cast<wide>(e));
  else
    atomicXor(bits, static_cast<wide>(e));
}

#else

template <class Op, class T> void update_element(T *x, T e) {
  T seen = __atomic_load_n(x, __ATOMIC_RELAXED);
  if (is_set<Op>::value && seen == e)
    return;
  while (!__atomic_compare_exchange_n(x, &seen, updated<Op>(seen, e), true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

#endif

} // namespace HEDDLE_BUILD
} // namespace rt_detail

inline namespace HEDDLE_BUILD {

/// The value of an integer in memory that other threads update meanwhile.
template <class T> HEDDLE_HD T seen(const T &x) {
#if defined(__CUDA_ARCH__)
  return static_cast<const volatile T &>(x);
#else
  return __atomic_load_n(&x, __ATOMIC_RELAXED);
#endif
}

/// x = x op e, where x is an integer or a truth value in memory that other
/// threads update in the same way.
template <class Op, class T, class E> HEDDLE_HD void update(T &x, const E &e) {
  static_assert(std::is_integral<T>::value && std::is_integral<E>::value,
                "heddle: only integers are the same in any order");
  rt_detail::update_element<Op>(&x, static_cast<T>(e));
}

} // namespace HEDDLE_BUILD
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_UPDATE_H
