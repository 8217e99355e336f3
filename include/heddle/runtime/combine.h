//===- runtime/combine.h - the operators of reductions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has
//
//   identity<T>()  with combine(x, identity) and combine(identity, x) equal to
//                  x, bit for bit, for every x that is no NaN;
//   combine(a, b)  of two partial results, `a` the one of the earlier places;
//   onto(old, all) of the variable's old value and the result of all
//   iterations.
//
// Variables that iterations choose together (choose.h) have their own
// operators.
//
// Sums and products of integers are formed in unsigned types, chosen by who
// calls: partial results may leave the range of a signed type where the result,
// and every value on the way of the loop as written, do not.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_COMBINE_H
#define HEDDLE_RUNTIME_COMBINE_H

#include "config.h"

#include <limits>
#include <type_traits>

namespace heddle {
namespace rt {
namespace by {

/// For operators to which the old value is an operand like others.
template <class Op> struct combining {
  template <class T> static HEDDLE_HD constexpr T onto(T old, T all) {
    return Op::combine(old, all);
  }
};

/// Starts at -0: 0 would turn a sum of nothing but -0 into 0.
struct sum : combining<sum> {
  template <class T> static HEDDLE_HD constexpr T identity() {
    if constexpr (std::is_floating_point<T>::value)
      return -T(0);
    else
      return T(0);
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return static_cast<T>(a + b);
  }
};

struct product : combining<product> {
  template <class T> static HEDDLE_HD constexpr T identity() { return T(1); }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return static_cast<T>(a * b);
  }
};

/// The smallest and the largest value, infinities where there are.
template <class T> struct ends {
  using limits = std::numeric_limits<T>;
  static constexpr T high =
      limits::has_infinity ? limits::infinity() : limits::max();
  static constexpr T low =
      limits::has_infinity ? -limits::infinity() : limits::lowest();
  static constexpr T nan = limits::quiet_NaN();
};

/// The earlier one of equal values, 0 and -0 among them. A NaN gives way to
/// every number, as in std::fmax and std::fmin.
struct fmax : combining<fmax> {
  template <class T> static HEDDLE_HD constexpr T identity() {
    constexpr T nan = ends<T>::nan;
    return nan;
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return a < b || a != a ? b : a;
  }
};
struct fmin : combining<fmin> {
  template <class T> static HEDDLE_HD constexpr T identity() {
    return fmax::identity<T>();
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return b < a || a != a ? b : a;
  }
};

/// The same, but where the old value is a NaN it stays, as by
/// `if (s < e) s = e;`.
struct max {
  template <class T> static HEDDLE_HD constexpr T identity() {
    constexpr T low = ends<T>::low;
    return low;
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return fmax::combine(a, b);
  }
  template <class T> static HEDDLE_HD constexpr T onto(T old, T all) {
    return old < all ? all : old;
  }
};
struct min {
  template <class T> static HEDDLE_HD constexpr T identity() {
    constexpr T high = ends<T>::high;
    return high;
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return fmin::combine(a, b);
  }
  template <class T> static HEDDLE_HD constexpr T onto(T old, T all) {
    return all < old ? all : old;
  }
};

struct bit_and : combining<bit_and> {
  template <class T> static HEDDLE_HD constexpr T identity() {
    if constexpr (std::is_same<T, bool>::value)
      return true;
    else
      return static_cast<T>(~T(0));
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct bit_or : combining<bit_or> {
  template <class T> static HEDDLE_HD constexpr T identity() { return T(0); }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct bit_xor : combining<bit_xor> {
  template <class T> static HEDDLE_HD constexpr T identity() { return T(0); }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

/// Some iterations store the number `value`, and none another one: `if (c) found
/// = 1;`. Partial results are it, or another one where nobody stores.
template <long long value> struct set : combining<set<value>> {
  template <class T> static HEDDLE_HD constexpr T identity() {
    return static_cast<T>(static_cast<T>(value) == T(0) ? 1 : 0);
  }
  template <class T> static HEDDLE_HD constexpr T combine(T a, T b) {
    return b == static_cast<T>(value) ? b : a;
  }
};

} // namespace by
} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_COMBINE_H
