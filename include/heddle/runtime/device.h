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
