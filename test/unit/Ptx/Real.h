//===- Real.h - Exact numbers, and their rounding -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point instructions are compared with this. It uses no arithmetic of
// the host on floating-point numbers: a result is computed exactly, as an
// integer of many words, and rounded once, as IEEE 754 defines it.
#ifndef HEDDLE_TEST_UNIT_PTX_REAL_H
#define HEDDLE_TEST_UNIT_PTX_REAL_H

#include <array>
#include <cstdint>
#include <optional>

namespace heddle::ptx::test {

using U128 = unsigned __int128;

/// A binary format of IEEE 754. Min and Max: exponents of normal numbers.
struct Format {
  unsigned Width, Precision;
  int Min, Max;

  unsigned stored() const { return Precision - 1; }
  std::uint64_t sign() const { return std::uint64_t(1) << (Width - 1); }
  std::uint64_t magnitude(std::uint64_t Bits) const {
    return Bits & (sign() - 1);
  }
  std::uint64_t infinity() const {
    return (sign() - 1) >> stored() << stored();
  }
  std::uint64_t one() const { return std::uint64_t(Max) << stored(); }
  std::uint64_t leastNormal() const { return std::uint64_t(1) << stored(); }
  bool isNegative(std::uint64_t Bits) const { return Bits & sign(); }
  bool isNan(std::uint64_t Bits) const { return magnitude(Bits) > infinity(); }
  bool isInfinite(std::uint64_t Bits) const {
    return magnitude(Bits) == infinity();
  }
  bool isFinite(std::uint64_t Bits) const {
    return magnitude(Bits) < infinity();
  }
  bool isZero(std::uint64_t Bits) const { return magnitude(Bits) == 0; }
  bool isSubnormal(std::uint64_t Bits) const {
    return !isZero(Bits) && magnitude(Bits) < leastNormal();
  }
  /// A NaN result's bits: all but the sign.
  std::uint64_t nan() const { return sign() - 1; }
};

inline constexpr Format F16{16, 11, -14, 15}, BF16{16, 8, -126, 127},
    F32{32, 24, -126, 127}, F64{64, 53, -1022, 1023};

enum class Mode { Nearest, Zero, Down, Up };

/// A finite number, exactly.
class Real {
public:
  static constexpr int Lowest = -2240; ///< exponent of the last bit
  static constexpr int Words = 70;

  Real() = default;
  /// M * 2^Exponent.
  Real(bool Negative, U128 M, int Exponent);
  /// The finite number that the bits name.
  Real(const Format &F, std::uint64_t Bits);

  Real operator+(const Real &Other) const;
  bool isZero() const;
  bool isNegative() const { return Negative; }
  /// The exponent of the highest bit; the number is not zero.
  int top() const;
  bool bit(int Exponent) const;
  bool anyBelow(int Exponent) const;
  /// |this| / 2^Exponent without its fraction; must fit.
  U128 above(int Exponent) const;
  /// |this| / 2^Exponent, an integer by the mode; must fit.
  U128 rounded(int Exponent, Mode M) const;

private:
  int compareMagnitude(const Real &Other) const;
  bool Negative = false;
  std::array<std::uint64_t, Words> Limbs{};
};

/// The result of an operation, and whether its exact value was nearer to zero
/// than the format's least normal number.
struct Rounded {
  std::uint64_t Bits;
  bool Tiny = false;
};

/// The nearest number of the format by the mode. A zero has the number's sign.
Rounded roundTo(const Format &F, const Real &R, Mode M);

Rounded add(const Format &F, std::uint64_t A, std::uint64_t B, Mode M);
Rounded multiply(const Format &F, std::uint64_t A, std::uint64_t B, Mode M);
Rounded fused(const Format &F, std::uint64_t A, std::uint64_t B,
              std::uint64_t C, Mode M);
Rounded divide(const Format &F, std::uint64_t A, std::uint64_t B, Mode M);
Rounded squareRoot(const Format &F, std::uint64_t A, Mode M);

/// Compares finite numbers and infinities: -1, 0, 1.
int compare(const Format &F, std::uint64_t A, std::uint64_t B);

/// A float that becomes one of another format.
Rounded convert(const Format &To, const Format &From, std::uint64_t Bits,
                Mode M);
/// A float that becomes an integral number of its format.
std::uint64_t integral(const Format &F, std::uint64_t Bits, Mode M);
/// A number that becomes an integer of `Width` bits, limited to its range.
std::uint64_t toInteger(const Real &R, unsigned Width, bool Signed, Mode M);

/// For comparison within a bound, not for results.
double asDouble(const Format &F, std::uint64_t Bits);
std::uint64_t nearest(const Format &F, double Value);

} // namespace heddle::ptx::test

#endif // HEDDLE_TEST_UNIT_PTX_REAL_H
