//===- runtime/device.h - standard functions that kernels may call --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc refuses constexpr host functions in kernels, std::min among them. The
// emitted code calls these instead. Each gives the result of its namesake in
// std for the same arguments in the same order, NaN and the sign of zero
// included: the comparisons are those the C++ standard prescribes
// ([alg.min.max], [alg.clamp], [c.math.abs]), written in the same direction.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DEVICE_H
#define HEDDLE_RUNTIME_DEVICE_H

#include "config.h"

#include <cmath>
#include <cstddef>

namespace heddle {
namespace rt {
namespace device {

/// std::min(a, b): `a` where neither is smaller.
template <class T> HEDDLE_HD constexpr T min(const T &a, const T &b) {
  return b < a ? b : a;
}

/// std::max(a, b): `a` where neither is larger.
template <class T> HEDDLE_HD constexpr T max(const T &a, const T &b) {
  return a < b ? b : a;
}

/// std::clamp(v, low, high), for !(high < low) as the standard requires.
template <class T>
HEDDLE_HD constexpr T clamp(const T &v, const T &low, const T &high) {
  return v < low ? low : high < v ? high : v;
}

/// std::swap(a, b) of numbers.
template <class T> HEDDLE_HD constexpr void swap(T &a, T &b) {
  const T before = a;
  a = b;
  b = before;
}

/// std::copy and std::copy_n of numbers.
template <class From, class To>
HEDDLE_HD constexpr void copy(const From *first, const From *last, To *to) {
  for (; first != last; ++first, ++to)
    *to = static_cast<To>(*first);
}
template <class From, class Count, class To>
HEDDLE_HD constexpr void copy_n(const From *from, Count n, To *to) {
  for (long long k = 0; k < static_cast<long long>(n); ++k)
    to[k] = static_cast<To>(from[k]);
}

/// std::fill and std::fill_n of numbers.
template <class T, class Value>
HEDDLE_HD constexpr void fill(T *first, T *last, Value value) {
  for (; first != last; ++first)
    *first = static_cast<T>(value);
}
template <class T, class Count, class Value>
HEDDLE_HD constexpr void fill_n(T *first, Count n, Value value) {
  for (long long k = 0; k < static_cast<long long>(n); ++k)
    first[k] = static_cast<T>(value);
}

/// memcpy of the numbers that so many bytes hold.
template <class T>
HEDDLE_HD constexpr void copy_bytes(T *to, const T *from, std::size_t bytes) {
  const std::size_t n = bytes / sizeof(T);
  for (std::size_t k = 0; k < n; ++k)
    to[k] = from[k];
}

/// The same of memmove, where the two may overlap.
template <class T>
HEDDLE_HD constexpr void move_bytes(T *to, const T *from, std::size_t bytes) {
  if (to < from)
    return copy_bytes(to, from, bytes);
  for (std::size_t k = bytes / sizeof(T); k > 0; --k)
    to[k - 1] = from[k - 1];
}

/// memset: of numbers of one byte to the value, of others to 0.
template <class T>
HEDDLE_HD constexpr void set_bytes(T *to, int value, std::size_t bytes) {
  const std::size_t n = bytes / sizeof(T);
  for (std::size_t k = 0; k < n; ++k)
    to[k] = sizeof(T) == 1 ? static_cast<T>(static_cast<unsigned char>(value))
                           : T(0);
}

/// std::isfinite, isnan, isinf and signbit of float and double.
template <class T> HEDDLE_HD constexpr bool isfinite(T v) {
  return v - v == T(0);
}
template <class T> HEDDLE_HD constexpr bool isnan(T v) { return v != v; }
template <class T> HEDDLE_HD constexpr bool isinf(T v) {
  return v == v && !(v - v == T(0));
}
HEDDLE_HD inline bool signbit(float v) { return ::copysignf(1.0f, v) < 0; }
HEDDLE_HD inline bool signbit(double v) { return ::copysign(1.0, v) < 0; }

/// Bits of unsigned numbers, as compilers count them.
#ifdef __CUDA_ARCH__
#define HEDDLE_BITS(of_device, of_host) of_device
#else
#define HEDDLE_BITS(of_device, of_host) of_host
#endif
HEDDLE_HD inline int popcountll(unsigned long long v) {
  return HEDDLE_BITS(::__popcll(v), __builtin_popcountll(v));
}
HEDDLE_HD inline int popcountl(unsigned long v) { return popcountll(v); }
HEDDLE_HD inline int popcount(unsigned v) {
  return HEDDLE_BITS(::__popc(v), __builtin_popcount(v));
}
/// Zeros in front of the first one; v is not 0.
HEDDLE_HD inline int clzll(unsigned long long v) {
  return HEDDLE_BITS(::__clzll(static_cast<long long>(v)), __builtin_clzll(v));
}
HEDDLE_HD inline int clz(unsigned v) {
  return HEDDLE_BITS(::__clz(static_cast<int>(v)), __builtin_clz(v));
}
HEDDLE_HD inline int clzl(unsigned long v) {
  return sizeof(v) == sizeof(unsigned) ? clz(static_cast<unsigned>(v))
                                       : clzll(v);
}
/// The place of the last one, counted from 1; 0 of 0.
HEDDLE_HD inline int ffsll(long long v) {
  return HEDDLE_BITS(::__ffsll(v), __builtin_ffsll(v));
}
HEDDLE_HD inline int ffsl(long v) { return ffsll(v); }
HEDDLE_HD inline int ffs(int v) {
  return HEDDLE_BITS(::__ffs(v), __builtin_ffs(v));
}
/// Zeros behind the last one; v is not 0.
HEDDLE_HD inline int ctzll(unsigned long long v) {
  return ffsll(static_cast<long long>(v)) - 1;
}
HEDDLE_HD inline int ctzl(unsigned long v) { return ctzll(v); }
HEDDLE_HD inline int ctz(unsigned v) { return ffs(static_cast<int>(v)) - 1; }
#undef HEDDLE_BITS

/// std::abs for the types that std::abs has; smaller integers promote to int
/// and, as with std::abs, unsigned ones are ambiguous.
HEDDLE_HD constexpr int abs(int v) { return v < 0 ? -v : v; }
HEDDLE_HD constexpr long abs(long v) { return v < 0 ? -v : v; }
HEDDLE_HD constexpr long long abs(long long v) { return v < 0 ? -v : v; }
HEDDLE_HD inline float abs(float v) { return ::fabsf(v); }
HEDDLE_HD inline double abs(double v) { return ::fabs(v); }

} // namespace device
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_DEVICE_H
