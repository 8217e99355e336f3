//===- runtime/divisor.h - division by an invariant divisor ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folded thread indices are unfolded by dividing by run-time extents. GPUs have
// no integer divide instruction, so a launch computes a multiplier and a shift
// for each extent once, on the host, and the kernel multiplies and shifts.
//
// Method: T. Granlund, P. L. Montgomery, "Division by Invariant Integers using
// Multiplication", PLDI 1994, section 4; H. S. Warren, "Hacker's Delight", 2nd
// ed., chapter 10.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DIVISOR_H
#define HEDDLE_RUNTIME_DIVISOR_H

#include "checked.h"
#include "config.h"
#include "error.h"

namespace heddle {
namespace rt {

namespace rt_detail {

/// The high half of the product. Not constexpr: the device has intrinsics.
HEDDLE_HD inline unsigned multiply_high(unsigned a, unsigned b) {
#if defined(__CUDA_ARCH__)
  return __umulhi(a, b);
#else
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
#endif
}
HEDDLE_HD inline unsigned long long multiply_high(unsigned long long a,
                                                  unsigned long long b) {
#if defined(__CUDA_ARCH__)
  return __umul64hi(a, b);
#else
  return static_cast<unsigned long long>(static_cast<u128>(a) * b >> 64);
#endif
}

/// The least l with d <= 2^l, for 1 <= d <= 2^63.
constexpr unsigned log2_ceil(unsigned long long d) {
  unsigned l = 0;
  while ((1ULL << l) < d)
    ++l;
  return l;
}

/// The divisor, which must have passed `takes`: a launch shape that is
/// representable has positive extents, and only those are divided by.
constexpr unsigned long long positive_divisor(checked d, bool taken) {
  if (!taken)
    raise("a divisor is " +
          (d.ok() ? std::to_string(d.value())
                  : std::string("not representable")) +
          ", which is not positive or too large");
  return static_cast<unsigned long long>(d.value());
}

} // namespace rt_detail

/// Division by a fixed divisor; `T` is `unsigned` or `unsigned long long`.
/// Made on the host, passed to kernels by value (it is trivially copyable).
template <class T> class divisor;

/// For every n < 2^32 and 1 <= d < 2^32, exact.
///
/// With l = ceil(log2 d) the multiplier ceil(2^(32+l) / d) has 33 bits; the 32
/// low ones are stored and the top one is the addition in `div` (Figure 4.1).
template <> class divisor<unsigned> {
public:
  /// Whether `d` is certainly in the range.
  static constexpr bool takes(checked d) {
    return (d >= 1 && d <= 0xFFFFFFFFLL).certain();
  }

  /// Raises an error unless takes(d).
  constexpr explicit divisor(checked d)
      : value_(static_cast<unsigned>(rt_detail::positive_divisor(d, takes(d)))),
        multiplier_(0), shift1_(0), shift2_(0) {
    const unsigned l = rt_detail::log2_ceil(value_);
    const unsigned long long rest = (1ULL << l) - value_;
    multiplier_ = static_cast<unsigned>((rest << 32) / value_ + 1);
    shift1_ = l == 0 ? 0 : 1;
    shift2_ = l == 0 ? 0 : l - 1;
  }

  /// floor(n / value()).
  HEDDLE_HD unsigned div(unsigned n) const {
    const unsigned t = rt_detail::multiply_high(multiplier_, n);
    return (t + ((n - t) >> shift1_)) >> shift2_;
  }
  /// n - value() * div(n).
  HEDDLE_HD unsigned mod(unsigned n) const { return n - value_ * div(n); }
  HEDDLE_HD constexpr unsigned value() const { return value_; }

private:
  unsigned value_, multiplier_, shift1_, shift2_;
};

/// For every n < 2^63 and 1 <= d < 2^63, exact. Thread numbers and extents are
/// below 2^63, and the missing bit saves the correction that the full range
/// would need.
///
/// With l = ceil(log2 d) the multiplier m = floor(2^(63+l) / d) + 1 fits 64
/// bits, and floor(n * m / 2^(63+l)) = floor(n / d) for n < 2^63 (Theorem 4.2
/// with N = 63); it is computed as the high half of 2n * m, shifted by l.
template <> class divisor<unsigned long long> {
public:
  /// Whether `d` is certainly in the range.
  static constexpr bool takes(checked d) { return (d >= 1).certain(); }

  /// Raises an error unless takes(d).
  constexpr explicit divisor(checked d)
      : value_(rt_detail::positive_divisor(d, takes(d))), multiplier_(0),
        shift_(rt_detail::log2_ceil(value_)) {
    const rt_detail::u128 power = static_cast<rt_detail::u128>(1)
                                  << (63 + shift_);
    multiplier_ = static_cast<unsigned long long>(power / value_ + 1);
  }

  /// floor(n / value()), for n < 2^63.
  HEDDLE_HD unsigned long long div(unsigned long long n) const {
    return rt_detail::multiply_high(multiplier_, n << 1) >> shift_;
  }
  /// n - value() * div(n), for n < 2^63.
  HEDDLE_HD unsigned long long mod(unsigned long long n) const {
    return n - value_ * div(n);
  }
  HEDDLE_HD constexpr unsigned long long value() const { return value_; }

private:
  unsigned long long value_, multiplier_;
  unsigned shift_;
};

using divisor32 = divisor<unsigned>;
using divisor64 = divisor<unsigned long long>;

} // namespace rt
} // namespace heddle

#endif // HEDDLE_RUNTIME_DIVISOR_H
