//===- integer.h - Integer operations of the mapping algebra ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The combinators of mapping.h are generic over their integer type `Int`, so
// that one definition serves numbers and symbolic expressions alike. This file
// lists the operations they use and supplies them for `long long`.
//
// Another type must be default constructible, copyable and implicitly
// constructible from `long long`, and must supply, found by argument-dependent
// lookup:
//
//   a + b, a - b, a * b
//   floor_div(a, b), floor_mod(a, b), ceil_div(a, b), max_of(a, b)
//   known_value(a)   a pair: is a certainly one constant, and which
//   divides(l, a)    does the `long long` l certainly divide a
//
// and may supply a better version of the templates below. Callers name them
// unqualified where `namespace integer` is visible.
//
// The `long long` versions are total: they saturate instead of overflowing and
// give 0 for a division by 0, so that no argument makes constant evaluation
// fail. `checked_` versions say whether the result is exact.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_INTEGER_H
#define HEDDLE_INTEGER_H

#include <limits>
#include <utility>

// A namespace of its own, since these take what converts to long long, which a
// caller of another overload in namespace heddle may not mean.
namespace heddle::integer {

inline constexpr long long lowest = std::numeric_limits<long long>::min();
inline constexpr long long highest = std::numeric_limits<long long>::max();

/// out = a + b. False, with out saturated, if the sum is no long long.
constexpr bool checked_add(long long a, long long b, long long &out) {
  if (b > 0 ? a > highest - b : a < lowest - b) {
    out = b > 0 ? highest : lowest;
    return false;
  }
  out = a + b;
  return true;
}

/// out = a - b. False, with out saturated, if the difference is no long long.
constexpr bool checked_subtract(long long a, long long b, long long &out) {
  if (b > 0 ? a < lowest + b : a > highest + b) {
    out = b > 0 ? lowest : highest;
    return false;
  }
  out = a - b;
  return true;
}

/// out = a * b. False, with out saturated, if the product is no long long.
constexpr bool checked_multiply(long long a, long long b, long long &out) {
  using magnitude = unsigned long long;
  const bool negative = (a < 0) != (b < 0);
  const magnitude x = a < 0 ? magnitude{0} - static_cast<magnitude>(a)
                            : static_cast<magnitude>(a);
  const magnitude y = b < 0 ? magnitude{0} - static_cast<magnitude>(b)
                            : static_cast<magnitude>(b);
  const magnitude limit =
      static_cast<magnitude>(highest) + (negative ? 1U : 0U);
  if (y != 0 && x > limit / y) {
    out = negative ? lowest : highest;
    return false;
  }
  out = a * b;
  return true;
}

/// a + b, saturated.
constexpr long long sum_of(long long a, long long b) {
  long long out = 0;
  checked_add(a, b, out);
  return out;
}

/// a * b, saturated.
constexpr long long product_of(long long a, long long b) {
  long long out = 0;
  checked_multiply(a, b, out);
  return out;
}

/// a / b rounded towards minus infinity; 0 if b is 0.
constexpr long long floor_div(long long a, long long b) {
  if (b == 0)
    return 0;
  if (b == -1)
    return product_of(a, -1);
  const long long quotient = a / b;
  const long long rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// a - b * floor(a / b), which has the sign of b; 0 if b is 0.
constexpr long long floor_mod(long long a, long long b) {
  if (b == 0 || b == -1)
    return 0;
  const long long rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// a / b rounded towards plus infinity; 0 if b is 0.
constexpr long long ceil_div(long long a, long long b) {
  if (b == 0)
    return 0;
  if (b == -1)
    return product_of(a, -1);
  const long long quotient = a / b;
  const long long rest = a % b;
  return rest != 0 && (rest < 0) == (b < 0) ? quotient + 1 : quotient;
}

constexpr long long max_of(long long a, long long b) { return a < b ? b : a; }

constexpr long long min_of(long long a, long long b) { return b < a ? b : a; }

/// Is a certainly one constant, and which. Exact for numbers.
constexpr std::pair<bool, long long> known_value(long long a) {
  return {true, a};
}

/// Does l certainly divide a. Exact for numbers; 0 divides nothing.
constexpr bool divides(long long l, long long a) {
  return l != 0 && floor_mod(a, l) == 0;
}

/// Is every index below a, once a is rounded up to a multiple of l, a long
/// long. Needs l >= 1.
constexpr bool round_up_is_indexable(long long a, long long l) {
  // (ceil(a / l) - 1) * l is below a, hence exact.
  return a <= 0 || (ceil_div(a, l) - 1) * l <= highest - (l - 1);
}

// The versions for all other types follow. Overflow is theirs to
// judge: a symbolic value stands for integers without bound, and whoever
// evaluates it checks.

template <class Int> constexpr Int sum_of(const Int &a, const Int &b) {
  return a + b;
}

template <class Int> constexpr Int product_of(const Int &a, const Int &b) {
  return a * b;
}

template <class Int> constexpr Int min_of(const Int &a, const Int &b) {
  return a - max_of(a - b, Int(0));
}

template <class Int>
constexpr bool checked_subtract(const Int &a, const Int &b, Int &out) {
  out = a - b;
  return true;
}

template <class Int>
constexpr bool checked_multiply(const Int &a, const Int &b, Int &out) {
  out = a * b;
  return true;
}

template <class Int>
constexpr bool round_up_is_indexable(const Int &, long long) {
  return true;
}

/// Is a certainly at most the bound (inclusive). Conservative: false where that
/// is not known; exact for numbers.
template <class Int>
constexpr bool certainly_at_most(const Int &a, long long bound) {
  const std::pair<bool, long long> value = known_value(a);
  return value.first && value.second <= bound;
}

/// Is a certainly equal to the value. Conservative; exact for numbers.
template <class Int>
constexpr bool certainly_equals(const Int &a, long long value) {
  const std::pair<bool, long long> known = known_value(a);
  return known.first && known.second == value;
}

} // namespace heddle::integer

#endif // HEDDLE_INTEGER_H
