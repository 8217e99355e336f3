//===- HalfTest.cpp - Arithmetic of f16, bf16 and pairs of them -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatCase.h"

#include <cmath>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

const char *const Types[] = {"f16", "f16x2", "bf16", "bf16x2"};

bool isBrain(const std::string &Type) { return Type[0] == 'b'; }

/// Every legal `Op.rn.ftz.sat.type`; bf16 knows neither .ftz nor .sat.
void checkAll(const std::string &Op, unsigned Sources, const Arithmetic &Of) {
  for (const std::string T : Types)
    for (const std::string R : {"", ".rn"})
      for (const unsigned Mods : {0u, 1u, 2u, 3u}) {
        if (Mods && isBrain(T))
          continue;
        check(floatCase(
            Op + R + (Mods & 1 ? ".ftz" : "") + (Mods & 2 ? ".sat." : ".") + T,
            T, Sources, {Mode::Nearest, bool(Mods & 1), bool(Mods & 2), false},
            Of));
      }
}

} // namespace

TEST(Half, Sums) {
  checkAll("add", 2, [](const Format &F, const Operands &O, Mode M) {
    return add(F, O.A, O.B, M);
  });
  checkAll("sub", 2, [](const Format &F, const Operands &O, Mode M) {
    return add(F, O.A, O.B ^ F.sign(), M);
  });
}

TEST(Half, Products) {
  checkAll("mul", 2, [](const Format &F, const Operands &O, Mode M) {
    return multiply(F, O.A, O.B, M);
  });
}

TEST(Half, FusedProductsAndSums) {
  const auto Of = [](const Format &F, const Operands &O, Mode M) {
    return fused(F, O.A, O.B, O.C, M);
  };
  for (const std::string T : Types)
    for (const bool Ftz : {false, true})
      for (const std::string Limit : {"", ".sat", ".relu"}) {
        if (isBrain(T) && (Ftz || Limit == ".sat"))
          continue;
        check(floatCase(
            "fma.rn" + std::string(Ftz ? ".ftz" : "") + Limit + "." + T, T, 3,
            {Mode::Nearest, Ftz, Limit == ".sat", Limit == ".relu"}, Of));
      }
}

TEST(Half, FusedResultsAreRoundedOnce) {
  // The product is halfway between two numbers, and the sum a little more, but
  // rounded to f32 it is halfway again.
  const Operands O{0x3c01, 0x3c01, 0x0001};
  const auto Out = results({"fma.rn.f16", "f16 f16 f16 f16", {}}, {O});
  ASSERT_TRUE(Out);
  EXPECT_EQ(Out->front() & 0xffff, 0x3c02u);
  const Operands P{0x4401, 0x3e00, 0x0001}; // 4.00390625 * 1.5 + 2^-24
  const auto Tie = results({"fma.rn.f16", "f16 f16 f16 f16", {}}, {P});
  ASSERT_TRUE(Tie);
  EXPECT_EQ(Tie->front() & 0xffff,
            fused(F16, P.A, P.B, P.C, Mode::Nearest).Bits);
}

TEST(Half, Signs) {
  for (const std::string T : Types)
    for (const bool Ftz : {false, true}) {
      if (Ftz && isBrain(T))
        continue;
      const std::string End = std::string(Ftz ? ".ftz." : ".") + T;
      const Format &F = *formatOf(T);
      check(signCase("neg" + End, T, Ftz,
                     [&F](std::uint64_t A) { return A ^ F.sign(); }));
      check(signCase("abs" + End, T, Ftz,
                     [&F](std::uint64_t A) { return F.magnitude(A); }));
    }
}

TEST(Half, MinimaAndMaxima) {
  for (const std::string T : Types)
    for (unsigned N = 0; N != 8; ++N) {
      const bool Ftz = N & 1, Nan = N & 2, Xor = N & 4;
      if (Ftz && isBrain(T))
        continue;
      for (const bool Max : {false, true})
        check(extremeCase(std::string(Max ? "max" : "min") +
                              (Ftz ? ".ftz" : "") + (Nan ? ".NaN" : "") +
                              (Xor ? ".xorsign.abs." : ".") + T,
                          T, {Max, Ftz, Nan, Xor}));
    }
}

TEST(Half, ApproximateFunctions) {
  const struct {
    const char *Op, *Type;
    double (*Of)(double);
    double Relative, Absolute;
  } Rows[] = {
      {"ex2.approx.f16", "f16", [](double V) { return std::exp2(V); },
       std::ldexp(1, -9), std::ldexp(1, -24)},
      {"ex2.approx.f16x2", "f16x2", [](double V) { return std::exp2(V); },
       std::ldexp(1, -9), std::ldexp(1, -24)},
      {"ex2.approx.ftz.bf16", "bf16", [](double V) { return std::exp2(V); },
       std::ldexp(1, -7), std::ldexp(1, -126)},
      {"ex2.approx.ftz.bf16x2", "bf16x2", [](double V) { return std::exp2(V); },
       std::ldexp(1, -7), std::ldexp(1, -126)},
      {"tanh.approx.f16", "f16", [](double V) { return std::tanh(V); }, 0,
       std::ldexp(1, -10)},
      {"tanh.approx.f16x2", "f16x2", [](double V) { return std::tanh(V); }, 0,
       std::ldexp(1, -10)},
      {"tanh.approx.bf16", "bf16", [](double V) { return std::tanh(V); }, 0,
       std::ldexp(1, -7)},
      {"tanh.approx.bf16x2", "bf16x2", [](double V) { return std::tanh(V); }, 0,
       std::ldexp(1, -7)}};
  for (const auto &R : Rows) {
    const Format &F = *formatOf(R.Type);
    std::mt19937_64 Random(3);
    std::vector<Operands> In;
    for (const std::uint64_t V : valuesOf(R.Type, Random, 400))
      In.push_back({V, 0, 0});
    const std::string T = R.Type;
    const auto Out = results({R.Op, T + " " + T, {}}, In);
    for (std::size_t N = 0; Out && N != In.size(); ++N)
      for (unsigned Shift = 0; Shift < widthOf(T); Shift += 16) {
        const std::uint64_t A = In[N].A >> Shift & 0xffff;
        const std::uint64_t D = (*Out)[N] >> Shift & 0xffff;
        if (!F.isFinite(A)) // other tests know these
          continue;
        const double Want = R.Of(asDouble(F, A));
        if (Want > asDouble(F, F.infinity() - 1)) {
          EXPECT_GE(D, F.infinity() - 1) << R.Op;
          EXPECT_LE(D, F.infinity()) << R.Op;
          continue;
        }
        ASSERT_TRUE(F.isFinite(D)) << R.Op << std::hex << " of 0x" << A;
        EXPECT_LE(std::fabs(asDouble(F, D) - Want),
                  R.Relative * Want + R.Absolute)
            << R.Op << std::hex << " of 0x" << A << " gives 0x" << D;
      }
  }
}
