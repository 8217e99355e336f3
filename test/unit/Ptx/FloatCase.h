//===- FloatCase.h - Cases of floating-point instructions ----- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_PTX_FLOATCASE_H
#define HEDDLE_TEST_UNIT_PTX_FLOATCASE_H

#include "Harness.h"

namespace heddle::ptx::test {

struct FloatMods {
  Mode Rounds = Mode::Nearest;
  bool Ftz = false, Sat = false, Relu = false;
};

using Arithmetic =
    std::function<Rounded(const Format &, const Operands &, Mode)>;

/// `.ftz` of an operand.
inline std::uint64_t flushed(const Format &F, std::uint64_t Bits) {
  return F.isSubnormal(Bits) ? Bits & F.sign() : Bits;
}

/// `.ftz`, `.sat` and `.relu` of a result. None where the definition leaves the
/// result open: a number that rounding makes the least normal one may be
/// flushed or not, and a zero that limits give may have either sign.
inline std::optional<std::uint64_t> finished(const Format &F, Rounded R,
                                             const FloatMods &Mods) {
  std::uint64_t Bits = R.Bits;
  if (Mods.Ftz && R.Tiny && F.magnitude(Bits) == F.leastNormal())
    return std::nullopt;
  if (Mods.Ftz)
    Bits = flushed(F, Bits);
  if (F.isNan(Bits))
    return Mods.Sat ? 0 : F.nan();
  if ((Mods.Sat || Mods.Relu) && Bits == F.sign())
    return std::nullopt;
  if ((Mods.Sat || Mods.Relu) && F.isNegative(Bits))
    return 0;
  if (Mods.Sat && Bits > F.one())
    return F.one();
  return Bits;
}

/// One operation on one value, or on each half of a pair.
inline Case floatCase(const std::string &Name, const std::string &Type,
                      unsigned Sources, const FloatMods &Mods,
                      const Arithmetic &Of) {
  const Format &F = *formatOf(Type);
  std::string Types = Type;
  for (unsigned N = 0; N != Sources; ++N)
    Types += " " + Type;
  const auto Once = [=, &F](const Operands &O) -> std::optional<std::uint64_t> {
    Operands In = O;
    if (Mods.Ftz)
      In = {flushed(F, O.A), flushed(F, O.B), flushed(F, O.C)};
    return finished(F, Of(F, In, Mods.Rounds), Mods);
  };
  Case C{Name, Types, Once};
  if (Type.find("x2") != Type.npos)
    C.Gives = [=](const Operands &O) { return halves(O, Once); };
  // The bits of a NaN of f64 are not defined.
  C.AnyNan = F.Width == 64;
  return C;
}

/// abs and neg: the bits of a NaN are not defined.
inline Case signCase(const std::string &Name, const std::string &Type, bool Ftz,
                     const std::function<std::uint64_t(std::uint64_t)> &Of) {
  const Format &F = *formatOf(Type);
  const auto Once = [=, &F](const Operands &O) -> std::optional<std::uint64_t> {
    return Of(Ftz ? flushed(F, O.A) : O.A);
  };
  Case C{Name, Type + " " + Type, Once};
  C.AnyNan = true;
  if (Type.find("x2") != Type.npos)
    C.Gives = [=, &F](const Operands &O) -> std::optional<std::uint64_t> {
      if (F.isNan(O.A & 0xffff) || F.isNan(O.A >> 16))
        return std::nullopt;
      return halves(O, Once);
    };
  return C;
}

struct Extreme {
  bool Max, Ftz, Nan, XorSign;
};

/// min and max: NaN is no value, but with .NaN; -0 is less than +0.
inline std::uint64_t extreme(const Format &F, std::uint64_t A, std::uint64_t B,
                             const Extreme &E) {
  if (E.Ftz) {
    A = flushed(F, A);
    B = flushed(F, B);
  }
  const std::uint64_t Sign = (A ^ B) & F.sign();
  if (E.XorSign) {
    A = F.magnitude(A);
    B = F.magnitude(B);
  }
  if (F.isNan(A) && F.isNan(B))
    return F.nan();
  if (F.isNan(A) || F.isNan(B)) {
    if (E.Nan)
      return F.nan();
    const std::uint64_t Number = F.isNan(A) ? B : A;
    return E.XorSign ? Number | Sign : Number;
  }
  const int Order = compare(F, A, B);
  const bool FirstIsLess = Order < 0 || (Order == 0 && F.isNegative(A));
  const std::uint64_t Result = FirstIsLess == E.Max ? B : A;
  return E.XorSign ? Result | Sign : Result;
}

inline Case extremeCase(const std::string &Name, const std::string &Type,
                        const Extreme &E) {
  const Format &F = *formatOf(Type);
  const auto Once = [=, &F](const Operands &O) -> std::optional<std::uint64_t> {
    return extreme(F, O.A, O.B, E);
  };
  Case C{Name, Type + " " + Type + " " + Type, Once};
  if (Type.find("x2") != Type.npos)
    C.Gives = [=](const Operands &O) { return halves(O, Once); };
  C.AnyNan = F.Width == 64;
  return C;
}

} // namespace heddle::ptx::test

#endif // HEDDLE_TEST_UNIT_PTX_FLOATCASE_H
