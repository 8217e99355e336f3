//===- FloatingTest.cpp - Arithmetic of f32 and f64 -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatCase.h"

#include <cmath>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

const char *const Roundings[] = {"", ".rn", ".rz", ".rm", ".rp"};

Mode modeOf(const std::string &Rounding) {
  return Rounding == ".rz"   ? Mode::Zero
         : Rounding == ".rm" ? Mode::Down
         : Rounding == ".rp" ? Mode::Up
                             : Mode::Nearest;
}

/// Every legal `Op.rounding.ftz.sat.type`.
void checkAll(const std::string &Op, unsigned Sources, bool MayOmit, bool Sat,
              const Arithmetic &Of) {
  for (const std::string T : {"f32", "f64"})
    for (const std::string R : Roundings) {
      if (R.empty() && !MayOmit)
        continue;
      for (const unsigned Mods : {0u, 1u, 2u, 3u}) {
        const bool Ftz = Mods & 1, Saturate = Mods & 2;
        if ((Saturate && !Sat) || (Mods && T == "f64"))
          continue;
        check(floatCase(Op + R + (Ftz ? ".ftz" : "") +
                            (Saturate ? ".sat." : ".") + T,
                        T, Sources, {modeOf(R), Ftz, Saturate, false}, Of));
      }
    }
}

Rounded sum(const Format &F, const Operands &O, Mode M) {
  return add(F, O.A, O.B, M);
}
Rounded difference(const Format &F, const Operands &O, Mode M) {
  return add(F, O.A, O.B ^ F.sign(), M);
}
Rounded product(const Format &F, const Operands &O, Mode M) {
  return multiply(F, O.A, O.B, M);
}
Rounded productAndSum(const Format &F, const Operands &O, Mode M) {
  return fused(F, O.A, O.B, O.C, M);
}

/// `Op` gives a value near that of a function of doubles.
struct Near {
  const char *Op, *Type;
  unsigned Sources;
  double (*Of)(double, double);
  double Relative, Absolute;
  double Least, Most; ///< magnitudes of the operands that have the bound
};

/// Runs the operation for finite operands in its range, and compares.
void checkNear(const Near &N) {
  const Format &F = *formatOf(N.Type);
  std::mt19937_64 Random(11);
  std::vector<Operands> In;
  const auto Any = [&] {
    for (;;) {
      const std::uint64_t Bits = valuesOf(N.Type, Random, 100)[Random() % 100];
      const double Magnitude = std::fabs(asDouble(F, F.isNan(Bits) ? 0 : Bits));
      if (F.isFinite(Bits) && Magnitude >= N.Least && Magnitude <= N.Most)
        return Bits;
    }
  };
  while (In.size() != 512)
    In.push_back({Any(), N.Sources > 1 ? Any() : 0, 0});
  std::string Types = N.Type;
  for (unsigned S = 0; S != N.Sources; ++S)
    Types += std::string(" ") + N.Type;
  const auto Out = results({N.Op, Types, {}}, In);
  for (std::size_t K = 0; Out && K != In.size(); ++K) {
    const double A = asDouble(F, In[K].A), B = asDouble(F, In[K].B);
    const double Want = N.Of(A, B);
    const std::uint64_t Bits = (*Out)[K] & maskOf(F.Width);
    if (std::isnan(Want)) {
      EXPECT_TRUE(F.isNan(Bits)) << N.Op << " of " << A;
      continue;
    }
    const double Have = F.isInfinite(Bits)
                            ? (F.isNegative(Bits) ? -HUGE_VAL : HUGE_VAL)
                            : asDouble(F, F.isNan(Bits) ? 0 : Bits);
    EXPECT_FALSE(F.isNan(Bits)) << N.Op << " of " << A << ", " << B;
    if (std::isinf(Want) || std::fabs(Want) > asDouble(F, F.infinity() - 1)) {
      EXPECT_GE(std::fabs(Have), asDouble(F, F.infinity() - 1)) << N.Op;
      continue;
    }
    // Half a place of the least number may be lost besides.
    EXPECT_LE(std::fabs(Have - Want),
              N.Absolute + N.Relative * std::fabs(Want) + asDouble(F, 1))
        << N.Op << " of " << A << ", " << B << " gives " << Have << ", not "
        << Want;
  }
}

constexpr double Ulp = 1.0 / (1 << 23); ///< at most, of an f32

} // namespace

TEST(Floating, Sums) {
  checkAll("add", 2, true, true, sum);
  checkAll("sub", 2, true, true, difference);
}

TEST(Floating, Products) { checkAll("mul", 2, true, true, product); }

TEST(Floating, FusedProductsAndSums) {
  checkAll("fma", 3, false, true, productAndSum);
  checkAll("mad", 3, false, true, productAndSum);
}

TEST(Floating, Quotients) {
  checkAll("div", 2, false, false,
           [](const Format &F, const Operands &O, Mode M) {
             return divide(F, O.A, O.B, M);
           });
  checkAll("rcp", 1, false, false,
           [](const Format &F, const Operands &O, Mode M) {
             return divide(F, F.one(), O.A, M);
           });
}

TEST(Floating, SquareRoots) {
  checkAll("sqrt", 1, false, false,
           [](const Format &F, const Operands &O, Mode M) {
             return squareRoot(F, O.A, M);
           });
}

TEST(Floating, Signs) {
  for (const std::string T : {"f32", "f64"})
    for (const bool Ftz : {false, true}) {
      if (Ftz && T == "f64")
        continue;
      const std::string End = std::string(Ftz ? ".ftz." : ".") + T;
      const Format &F = *formatOf(T);
      check(signCase("neg" + End, T, Ftz,
                     [&F](std::uint64_t A) { return A ^ F.sign(); }));
      check(signCase("abs" + End, T, Ftz,
                     [&F](std::uint64_t A) { return F.magnitude(A); }));
      if (!Ftz)
        check(Case{"copysign." + T, T + " " + T + " " + T,
                   [&F](const Operands &O) {
                     return (O.A & F.sign()) | F.magnitude(O.B);
                   }});
    }
}

TEST(Floating, MinimaAndMaxima) {
  for (const std::string T : {"f32", "f64"})
    for (unsigned N = 0; N != 8; ++N) {
      const bool Ftz = N & 1, Nan = N & 2, Xor = N & 4;
      if (N && T == "f64")
        continue;
      for (const bool Max : {false, true})
        check(extremeCase(std::string(Max ? "max" : "min") +
                              (Ftz ? ".ftz" : "") + (Nan ? ".NaN" : "") +
                              (Xor ? ".xorsign.abs." : ".") + T,
                          T, {Max, Ftz, Nan, Xor}));
    }
}

TEST(Floating, ApproximateQuotients) {
  const auto Quotient = [](double A, double B) { return A / B; };
  const auto Inverse = [](double A, double) { return 1 / A; };
  const double Least = std::ldexp(1, -126), Most = std::ldexp(1, 126);
  checkNear({"div.approx.f32", "f32", 2, Quotient, 2 * Ulp, 0, Least, Most});
  checkNear({"div.full.f32", "f32", 2, Quotient, 2 * Ulp, 0, Least, HUGE_VAL});
  checkNear({"rcp.approx.f32", "f32", 1, Inverse, Ulp, 0, Least, Most});
  checkNear({"rcp.approx.ftz.f32", "f32", 1, Inverse, Ulp, 0, Least, Most});
  checkNear({"rcp.approx.ftz.f64", "f64", 1, Inverse, std::ldexp(1, -19), 0,
             1e-300, 1e300});
}

TEST(Floating, ApproximateRoots) {
  const auto Root = [](double A, double) { return std::sqrt(A); };
  const auto Inverse = [](double A, double) { return 1 / std::sqrt(A); };
  const double Least = std::ldexp(1, -126);
  checkNear({"sqrt.approx.f32", "f32", 1, Root, Ulp, 0, Least, HUGE_VAL});
  checkNear({"sqrt.approx.ftz.f32", "f32", 1, Root, Ulp, 0, Least, HUGE_VAL});
  checkNear(
      {"rsqrt.approx.f32", "f32", 1, Inverse, 1.1 * Ulp, 0, Least, HUGE_VAL});
  checkNear({"rsqrt.approx.ftz.f32", "f32", 1, Inverse, 1.1 * Ulp, 0, Least,
             HUGE_VAL});
  checkNear({"rsqrt.approx.f64", "f64", 1, Inverse, std::ldexp(1, -19), 0,
             1e-300, HUGE_VAL});
  checkNear({"rsqrt.approx.ftz.f64", "f64", 1, Inverse, std::ldexp(1, -19), 0,
             1e-300, HUGE_VAL});
}

TEST(Floating, ApproximateFunctions) {
  const auto Sine = [](double A, double) { return std::sin(A); };
  const auto Cosine = [](double A, double) { return std::cos(A); };
  const double Pi = 3.14159265358979;
  for (const char *const Op : {"sin.approx.f32", "sin.approx.ftz.f32"})
    checkNear({Op, "f32", 1, Sine, 0, std::ldexp(1, -20), 0, 2 * Pi});
  for (const char *const Op : {"cos.approx.f32", "cos.approx.ftz.f32"})
    checkNear({Op, "f32", 1, Cosine, 0, std::ldexp(1, -20), 0, 2 * Pi});
  const auto Power = [](double A, double) { return std::exp2(A); };
  for (const char *const Op : {"ex2.approx.f32", "ex2.approx.ftz.f32"})
    checkNear({Op, "f32", 1, Power, std::ldexp(1, -21), std::ldexp(1, -126), 0,
               HUGE_VAL});
  const auto Log = [](double A, double) { return std::log2(A); };
  for (const char *const Op : {"lg2.approx.f32", "lg2.approx.ftz.f32"})
    checkNear({Op, "f32", 1, Log, std::ldexp(1, -22), std::ldexp(1, -22),
               std::ldexp(1, -126), HUGE_VAL});
  const auto Tanh = [](double A, double) { return std::tanh(A); };
  checkNear({"tanh.approx.f32", "f32", 1, Tanh, std::ldexp(1, -10), 0,
             std::ldexp(1, -126), HUGE_VAL});
}

TEST(Floating, ApproximationsOfSpecialValues) {
  constexpr std::uint64_t Inf = 0x7f800000, MinusInf = 0xff800000,
                          One = 0x3f800000, MinusZero = 0x80000000,
                          Nan = 0x7fffffff, MinusOne = 0xbf800000;
  const struct {
    const char *Op;
    std::uint64_t Of, Gives;
  } Values[] = {{"rcp.approx.f32", Inf, 0},
                {"rcp.approx.f32", MinusInf, MinusZero},
                {"rcp.approx.f32", 0, Inf},
                {"rcp.approx.f32", MinusZero, MinusInf},
                {"rcp.approx.f32", Nan, Nan},
                {"sqrt.approx.f32", MinusInf, Nan},
                {"sqrt.approx.f32", MinusZero, MinusZero},
                {"sqrt.approx.f32", Inf, Inf},
                {"sqrt.approx.f32", MinusOne, Nan},
                {"rsqrt.approx.f32", 0, Inf},
                {"rsqrt.approx.f32", MinusZero, MinusInf},
                {"rsqrt.approx.f32", Inf, 0},
                {"rsqrt.approx.f32", MinusOne, Nan},
                {"sin.approx.f32", Inf, Nan},
                {"sin.approx.f32", MinusZero, MinusZero},
                {"sin.approx.f32", 0, 0},
                {"cos.approx.f32", Inf, Nan},
                {"cos.approx.f32", 0, One},
                {"lg2.approx.f32", 0, MinusInf},
                {"lg2.approx.f32", MinusZero, MinusInf},
                {"lg2.approx.f32", Inf, Inf},
                {"lg2.approx.f32", MinusOne, Nan},
                {"ex2.approx.f32", MinusInf, 0},
                {"ex2.approx.f32", Inf, Inf},
                {"ex2.approx.f32", MinusZero, One},
                {"ex2.approx.f32", Nan, Nan},
                {"tanh.approx.f32", Inf, One},
                {"tanh.approx.f32", MinusInf, MinusOne},
                {"tanh.approx.f32", MinusZero, MinusZero},
                {"lg2.approx.ftz.f32", 1, MinusInf},
                {"rcp.approx.ftz.f32", 1, Inf},
                {"ex2.approx.ftz.f32", 0x80000001, One},
                {"rcp.approx.ftz.f32", 0x7f000001, 0}};
  for (const auto &V : Values) {
    const auto Out = results({V.Op, "f32 f32", {}}, {{V.Of, 0, 0}});
    ASSERT_TRUE(Out);
    const std::uint64_t Have = Out->front() & 0xffffffff;
    EXPECT_TRUE(Have == V.Gives || (V.Gives == Nan && F32.isNan(Have)))
        << V.Op << std::hex << " of 0x" << V.Of << " gives 0x" << Have;
  }
}
