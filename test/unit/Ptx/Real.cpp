//===- Real.cpp - Exact numbers, and their rounding -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Real.h"

#include <cstring>

using namespace heddle::ptx::test;

Real::Real(bool Negative, U128 M, int Exponent) : Negative(Negative) {
  for (int Bit = 0; Bit != 128; ++Bit)
    if (M >> Bit & 1) {
      const int At = Exponent + Bit - Lowest;
      Limbs.at(std::size_t(At / 64)) |= std::uint64_t(1) << At % 64;
    }
}

static U128 significand(const Format &F, std::uint64_t Bits, int &Exponent) {
  const std::uint64_t Magnitude = F.magnitude(Bits);
  const std::uint64_t Fraction = Magnitude & (F.leastNormal() - 1);
  const int Field = int(Magnitude >> F.stored());
  Exponent = F.Min - int(F.stored()) + (Field ? Field - 1 : 0);
  return Field ? Fraction | F.leastNormal() : Fraction;
}

Real::Real(const Format &F, std::uint64_t Bits) {
  int Exponent = 0;
  const U128 M = significand(F, Bits, Exponent);
  *this = Real(F.isNegative(Bits), M, Exponent);
}

bool Real::isZero() const {
  for (const std::uint64_t L : Limbs)
    if (L)
      return false;
  return true;
}

int Real::compareMagnitude(const Real &Other) const {
  for (int N = Words; N-- > 0;)
    if (Limbs[std::size_t(N)] != Other.Limbs[std::size_t(N)])
      return Limbs[std::size_t(N)] < Other.Limbs[std::size_t(N)] ? -1 : 1;
  return 0;
}

Real Real::operator+(const Real &Other) const {
  const bool Subtract = Negative != Other.Negative;
  const bool Swap = Subtract && compareMagnitude(Other) < 0;
  const Real &Large = Swap ? Other : *this, &Small = Swap ? *this : Other;
  Real Sum;
  Sum.Negative = Large.Negative;
  std::uint64_t Carry = 0;
  for (std::size_t N = 0; N != Words; ++N) {
    const U128 A = Large.Limbs[N], B = U128(Small.Limbs[N]) + Carry;
    const U128 Word = Subtract ? A - B : A + B;
    Sum.Limbs[N] = std::uint64_t(Word);
    Carry = Subtract ? A < B : std::uint64_t(Word >> 64);
  }
  return Sum;
}

int Real::top() const {
  for (int N = Words; N-- > 0;)
    if (const std::uint64_t L = Limbs[std::size_t(N)])
      return N * 64 + 63 - __builtin_clzll(L) + Lowest;
  return Lowest;
}

bool Real::bit(int Exponent) const {
  const int At = Exponent - Lowest;
  return At >= 0 && At < Words * 64 &&
         (Limbs[std::size_t(At / 64)] >> At % 64 & 1);
}

bool Real::anyBelow(int Exponent) const {
  const int At = Exponent - Lowest;
  for (int N = 0; N < At / 64; ++N)
    if (Limbs[std::size_t(N)])
      return true;
  return At % 64 && Limbs[std::size_t(At / 64)] << (64 - At % 64);
}

U128 Real::above(int Exponent) const {
  U128 Out = 0;
  for (int Bit = 127; Bit >= 0; --Bit)
    Out = Out << 1 | (bit(Exponent + Bit) ? 1 : 0);
  return Out;
}

U128 Real::rounded(int Exponent, Mode M) const {
  const U128 Kept = above(Exponent);
  const bool Half = bit(Exponent - 1), Rest = anyBelow(Exponent - 1);
  bool Away = false;
  switch (M) {
  case Mode::Nearest:
    Away = Half && (Rest || (Kept & 1));
    break;
  case Mode::Zero:
    break;
  case Mode::Down:
    Away = Negative && (Half || Rest);
    break;
  case Mode::Up:
    Away = !Negative && (Half || Rest);
    break;
  }
  return Kept + (Away ? 1 : 0);
}

Rounded heddle::ptx::test::roundTo(const Format &F, const Real &R, Mode M) {
  const std::uint64_t Sign = R.isNegative() ? F.sign() : 0;
  if (R.isZero())
    return {Sign};
  const bool Tiny = R.top() < F.Min;
  const int Exponent = Tiny ? F.Min : R.top();
  const U128 Kept = R.rounded(Exponent - int(F.stored()), M);
  // A carry out of the significand moves the exponent as it should.
  const U128 Bits = (U128(Exponent - F.Min) << F.stored()) + Kept;
  if (Bits < F.infinity())
    return {Sign | std::uint64_t(Bits), Tiny};
  const bool Finite =
      M == Mode::Zero || (M == Mode::Down && !Sign) || (M == Mode::Up && Sign);
  return {Sign | (F.infinity() - (Finite ? 1 : 0))};
}

/// The sum of two numbers that are not both zero. If it is zero, it is positive
/// but when rounding down.
static Rounded roundSum(const Format &F, const Real &Sum, Mode M) {
  return Sum.isZero() ? Rounded{M == Mode::Down ? F.sign() : 0}
                      : roundTo(F, Sum, M);
}

Rounded heddle::ptx::test::add(const Format &F, std::uint64_t A,
                               std::uint64_t B, Mode M) {
  if (F.isNan(A) || F.isNan(B))
    return {F.nan()};
  if (F.isInfinite(A))
    return {F.isInfinite(B) && A != B ? F.nan() : A};
  if (F.isInfinite(B))
    return {B};
  if (A == B && F.isZero(A))
    return {A};
  return roundSum(F, Real(F, A) + Real(F, B), M);
}

static Real product(const Format &F, std::uint64_t A, std::uint64_t B) {
  int Ea = 0, Eb = 0;
  const U128 Ma = significand(F, A, Ea), Mb = significand(F, B, Eb);
  return Real(F.isNegative(A) != F.isNegative(B), Ma * Mb, Ea + Eb);
}

Rounded heddle::ptx::test::multiply(const Format &F, std::uint64_t A,
                                    std::uint64_t B, Mode M) {
  const std::uint64_t Sign = (A ^ B) & F.sign();
  if (F.isNan(A) || F.isNan(B))
    return {F.nan()};
  if (F.isInfinite(A) || F.isInfinite(B))
    return {F.isZero(A) || F.isZero(B) ? F.nan() : Sign | F.infinity()};
  return roundTo(F, product(F, A, B), M);
}

Rounded heddle::ptx::test::fused(const Format &F, std::uint64_t A,
                                 std::uint64_t B, std::uint64_t C, Mode M) {
  if (F.isNan(A) || F.isNan(B) || F.isNan(C))
    return {F.nan()};
  const std::uint64_t Sign = (A ^ B) & F.sign();
  if (F.isInfinite(A) || F.isInfinite(B)) {
    if (F.isZero(A) || F.isZero(B) ||
        (F.isInfinite(C) && Sign != (C & F.sign())))
      return {F.nan()};
    return {Sign | F.infinity()};
  }
  if (F.isInfinite(C))
    return {C};
  const bool ZeroProduct = F.isZero(A) || F.isZero(B);
  if (ZeroProduct && F.isZero(C) && Sign == (C & F.sign()))
    return {C};
  return roundSum(F, product(F, A, B) + Real(F, C), M);
}

Rounded heddle::ptx::test::divide(const Format &F, std::uint64_t A,
                                  std::uint64_t B, Mode M) {
  const std::uint64_t Sign = (A ^ B) & F.sign();
  if (F.isNan(A) || F.isNan(B))
    return {F.nan()};
  if (F.isInfinite(A))
    return {F.isInfinite(B) ? F.nan() : Sign | F.infinity()};
  if (F.isInfinite(B))
    return {Sign};
  if (F.isZero(B))
    return {F.isZero(A) ? F.nan() : Sign | F.infinity()};
  if (F.isZero(A))
    return {Sign};
  int Ea = 0, Eb = 0;
  U128 Ma = significand(F, A, Ea), Mb = significand(F, B, Eb);
  for (; !(Ma >> 120); --Ea)
    Ma <<= 1;
  // The quotient has 68 bits or more; one more says whether there is a rest.
  const U128 Quotient = Ma / Mb;
  const U128 Rest = Ma % Mb ? 1 : 0;
  return roundTo(F, Real(Sign, Quotient << 1 | Rest, Ea - Eb - 1), M);
}

Rounded heddle::ptx::test::squareRoot(const Format &F, std::uint64_t A,
                                      Mode M) {
  if (F.isZero(A))
    return {A};
  if (F.isNan(A) || F.isNegative(A))
    return {F.nan()};
  if (F.isInfinite(A))
    return {A};
  int E = 0;
  U128 Radicand = significand(F, A, E);
  for (; !(Radicand >> 119) || E % 2 != 0; --E)
    Radicand <<= 1;
  U128 Root = 0;
  for (int Bit = 62; Bit >= 0; --Bit) {
    const U128 Trial = Root | U128(1) << Bit;
    if (Trial * Trial <= Radicand)
      Root = Trial;
  }
  const U128 Rest = Root * Root != Radicand ? 1 : 0;
  return roundTo(F, Real(false, Root << 1 | Rest, E / 2 - 1), M);
}

int heddle::ptx::test::compare(const Format &F, std::uint64_t A,
                               std::uint64_t B) {
  const auto Place = [&](std::uint64_t Bits) {
    const auto Magnitude = static_cast<std::int64_t>(F.magnitude(Bits));
    return F.isNegative(Bits) ? -Magnitude : Magnitude;
  };
  return Place(A) < Place(B) ? -1 : Place(A) > Place(B);
}

Rounded heddle::ptx::test::convert(const Format &To, const Format &From,
                                   std::uint64_t Bits, Mode M) {
  const std::uint64_t Sign = From.isNegative(Bits) ? To.sign() : 0;
  if (From.isNan(Bits))
    return {To.nan()};
  if (From.isInfinite(Bits))
    return {Sign | To.infinity()};
  return roundTo(To, Real(From, Bits), M);
}

std::uint64_t heddle::ptx::test::integral(const Format &F, std::uint64_t Bits,
                                          Mode M) {
  if (F.isNan(Bits))
    return F.nan();
  const Real R(F, Bits);
  if (!F.isFinite(Bits) || R.isZero() || R.top() >= int(F.stored()))
    return Bits;
  return roundTo(F, Real(R.isNegative(), R.rounded(0, M), 0), Mode::Zero).Bits;
}

std::uint64_t heddle::ptx::test::toInteger(const Real &R, unsigned Width,
                                           bool Signed, Mode M) {
  const std::uint64_t All = ~std::uint64_t(0) >> (64 - Width);
  const std::uint64_t Max = Signed ? All >> 1 : All;
  const std::uint64_t Min = Signed ? Max + 1 : 0; // its magnitude
  if (R.isZero())
    return 0;
  const U128 Magnitude = R.top() > 66 ? U128(1) << 66 : R.rounded(0, M);
  if (R.isNegative())
    return (Magnitude >= Min ? ~Min + 1 : ~std::uint64_t(Magnitude) + 1) & All;
  return Magnitude >= Max ? Max : std::uint64_t(Magnitude);
}

double heddle::ptx::test::asDouble(const Format &F, std::uint64_t Bits) {
  const std::uint64_t Wide = convert(F64, F, Bits, Mode::Nearest).Bits;
  double Value;
  std::memcpy(&Value, &Wide, sizeof(Value));
  return Value;
}

std::uint64_t heddle::ptx::test::nearest(const Format &F, double Value) {
  std::uint64_t Wide;
  std::memcpy(&Wide, &Value, sizeof(Wide));
  return convert(F, F64, Wide, Mode::Nearest).Bits;
}
