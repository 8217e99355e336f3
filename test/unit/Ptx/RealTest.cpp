//===- RealTest.cpp - The definitions themselves, against the host --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

#include <cfenv>
#include <cmath>
#include <cstring>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

double f64(std::uint64_t Bits) { return fromBits<double>(Bits); }
float f32(std::uint64_t Bits) { return fromBits<float>(Bits); }

/// One result of each operation of the host, whose operands no compiler knows.
template <class T> std::vector<T> hostResults(T A, T B, T C) {
  volatile T Va = A, Vb = B, Vc = C;
  return {Va + Vb, Va * Vb, std::fma(Va, Vb, Vc), Va / Vb, std::sqrt(Va)};
}

std::vector<std::uint64_t> realResults(const Format &F, const Operands &O,
                                       Mode M) {
  return {add(F, O.A, O.B, M).Bits, multiply(F, O.A, O.B, M).Bits,
          fused(F, O.A, O.B, O.C, M).Bits, divide(F, O.A, O.B, M).Bits,
          squareRoot(F, O.A, M).Bits};
}

void compareWithHost(const char *Type, const Format &F) {
  static constexpr int Host[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                 FE_UPWARD};
  std::mt19937_64 Random(7);
  const std::vector<std::uint64_t> Values = valuesOf(Type, Random, 400);
  for (unsigned N = 0; N != 8000; ++N) {
    const auto Any = [&] { return Values[Random() % Values.size()]; };
    const Operands O{Any(), Any(), Any()};
    const unsigned M = N % 4;
    std::vector<std::uint64_t> Have = realResults(F, O, static_cast<Mode>(M)),
                               Want;
    std::fesetround(Host[M]);
    if (F.Width == 64)
      for (const double V : hostResults(f64(O.A), f64(O.B), f64(O.C)))
        Want.push_back(toBits(V));
    else
      for (const float V : hostResults(f32(O.A), f32(O.B), f32(O.C)))
        Want.push_back(toBits(V));
    std::fesetround(FE_TONEAREST);
    for (std::size_t Op = 0; Op != Want.size(); ++Op)
      if (!F.isNan(Want[Op]) || !F.isNan(Have[Op])) {
        ASSERT_EQ(Want[Op], Have[Op])
            << std::hex << "operation " << Op << " mode " << M << ": " << O.A
            << ' ' << O.B << ' ' << O.C;
      }
  }
}

} // namespace

TEST(Real, DoublesAreRoundedAsTheHostDoes) { compareWithHost("f64", F64); }
TEST(Real, FloatsAreRoundedAsTheHostDoes) { compareWithHost("f32", F32); }

TEST(Real, EveryHalfComesBackFromFloat) {
  for (std::uint64_t H = 0; H != 0x10000; ++H)
    for (const Format *const F : {&F16, &BF16}) {
      const std::uint64_t Wide = convert(F32, *F, H, Mode::Zero).Bits;
      if (!F->isNan(H)) {
        ASSERT_EQ(convert(*F, F32, Wide, Mode::Nearest).Bits, H);
      }
      if (F == &BF16 && !F->isNan(H)) {
        ASSERT_EQ(Wide, H << 16);
      }
    }
}

TEST(Real, IntegersAreLimitedToTheirRange) {
  const auto Of = [](double V) { return Real(F64, toBits(V)); };
  EXPECT_EQ(toInteger(Of(2.5), 32, true, Mode::Nearest), 2u);
  EXPECT_EQ(toInteger(Of(3.5), 32, true, Mode::Nearest), 4u);
  EXPECT_EQ(toInteger(Of(-2.5), 32, true, Mode::Down), 0xfffffffdu);
  EXPECT_EQ(toInteger(Of(-0.5), 32, false, Mode::Down), 0u);
  EXPECT_EQ(toInteger(Of(1e10), 32, true, Mode::Zero), 0x7fffffffu);
  EXPECT_EQ(toInteger(Of(-1e10), 32, true, Mode::Zero), 0x80000000u);
  EXPECT_EQ(toInteger(Of(1e300), 64, false, Mode::Zero), ~0ull);
  EXPECT_EQ(toInteger(Of(-1e300), 64, true, Mode::Zero), 1ull << 63);
  EXPECT_EQ(toInteger(Of(127.5), 8, true, Mode::Nearest), 127u);
}
