//===- Half.h - the formats f16 and bf16 ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Halves are computed in double precision and rounded once. Where a double does
// not hold a sum exactly, it holds it "rounded to odd" (S. Boldo and G.
// Melquiond, "Emulation of a FMA and Correctly Rounded Sums: Proved Algorithms
// Using Rounding to Odd"), so that the second rounding gives the right result.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_HALF_H
#define HEDDLE_PTX_OPS_HALF_H

#include "Ptx/Ops/Ops.h"

#include <algorithm>
#include <cmath>

namespace heddle::ptx {

/// A format of 16 bits: bits of the fraction and of the exponent.
template <int Fraction, int Exponent> struct Half {
  static constexpr int FractionBits = Fraction;
  static constexpr int Bias = (1 << (Exponent - 1)) - 1;
  static constexpr int TopExponent = (1 << Exponent) - 1;
  static constexpr uint16_t Infinity = TopExponent << Fraction;
  static constexpr uint16_t NaN = 0x7fff;
};
using F16 = Half<10, 5>;
using BF16 = Half<7, 8>;

/// Exact.
template <class H> double widen(uint16_t Bits) {
  const uint64_t Sign = uint64_t(Bits >> 15) << 63;
  const uint64_t Fraction = Bits & ((1u << H::FractionBits) - 1);
  const int Exponent = (Bits & 0x7fff) >> H::FractionBits;
  if (Exponent == 0) {
    const double Size = std::ldexp(static_cast<double>(Fraction),
                                   1 - H::Bias - H::FractionBits);
    return fromBits<double>(toBits(Size) | Sign);
  }
  const uint64_t Wide =
      Exponent == H::TopExponent ? 0x7ff : Exponent - H::Bias + 1023;
  return fromBits<double>(Sign | Wide << 52 |
                          Fraction << (52 - H::FractionBits));
}

/// The bits of a number that does not fit.
template <class H> uint16_t tooLarge(bool Minus, Rounding How) {
  const bool ToInfinity = How == Rounding::Nearest ||
                          How == (Minus ? Rounding::Down : Rounding::Up);
  return static_cast<uint16_t>((Minus ? 0x8000 : 0) |
                               (ToInfinity ? H::Infinity : H::Infinity - 1));
}

/// Rounded once. All NaN become one.
template <class H> uint16_t narrow(double Value, Rounding How) {
  const uint64_t Bits = toBits(Value);
  const bool Minus = Bits >> 63;
  const int Exponent = static_cast<int>(Bits >> 52 & 0x7ff);
  uint64_t Digits = Bits & ((uint64_t(1) << 52) - 1);
  const auto Sign = static_cast<uint16_t>(Minus ? 0x8000 : 0);
  if (Exponent == 0x7ff)
    return Digits ? H::NaN : static_cast<uint16_t>(Sign | H::Infinity);
  if (Exponent != 0)
    Digits |= uint64_t(1) << 52;
  // How many low digits go, one more for each power of 2 below the normal
  // numbers; those far below are all less than half of the smallest one.
  int To = Exponent - 1023 + H::Bias, Drop = 52 - H::FractionBits;
  if (To < 1) {
    Drop = std::min(Drop + 1 - To, 55);
    To = 1;
  }
  const uint64_t Rest = Digits & ((uint64_t(1) << Drop) - 1);
  const uint64_t Middle = uint64_t(1) << (Drop - 1);
  uint64_t Kept = Digits >> Drop;
  switch (How) {
  case Rounding::Nearest:
    Kept += Rest > Middle || (Rest == Middle && (Kept & 1));
    break;
  case Rounding::Zero:
    break;
  case Rounding::Down:
    Kept += Minus && Rest;
    break;
  case Rounding::Up:
    Kept += !Minus && Rest;
    break;
  }
  // Kept has the leading 1, which counts one exponent up; so does a carry.
  const uint64_t Result =
      (static_cast<uint64_t>(To - 1) << H::FractionBits) + Kept;
  return Result >= H::Infinity ? tooLarge<H>(Minus, How)
                               : static_cast<uint16_t>(Sign | Result);
}

/// A number below the normal ones becomes a 0 of its sign.
template <class H> uint16_t flushedHalf(uint16_t Bits) {
  return (Bits & H::Infinity) == 0 ? Bits & 0x8000 : Bits;
}

/// a + b, rounded to odd: exact, or with an odd last digit next to the sum.
inline double oddSum(double A, double B) {
  const double Sum = A + B;
  const double Back = Sum - A;
  const double Error = (A - (Sum - Back)) + (B - Back);
  uint64_t Bits = toBits(Sum);
  if (Error == 0 || Error != Error || (Bits & 1))
    return Sum;
  // The exact sum is on Error's side of Sum; go one step to it.
  const bool Grows = (Error > 0) == (Sum > 0);
  return fromBits<double>(Grows ? Bits + 1 : Bits - 1);
}

/// An integer, rounded to odd.
inline double oddDouble(uint64_t Value) {
  return Value >> 53
             ? static_cast<double>(Value >> 11 | ((Value & 0x7ff) != 0)) *
                   2048.0
             : static_cast<double>(Value);
}
inline double oddDouble(int64_t Value) {
  return Value < 0 ? -oddDouble(~static_cast<uint64_t>(Value) + 1)
                   : oddDouble(static_cast<uint64_t>(Value));
}

} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_HALF_H
