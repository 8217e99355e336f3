//===- ConvertTest.cpp - cvt ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatCase.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

const char *const Integers[] = {"u8",  "s8",  "u16", "s16",
                                "u32", "s32", "u64", "s64"};
const char *const Floats[] = {"f16", "bf16", "f32", "f64"};
const std::pair<const char *, Mode> Roundings[] = {{"rn", Mode::Nearest},
                                                   {"rz", Mode::Zero},
                                                   {"rm", Mode::Down},
                                                   {"rp", Mode::Up}};

/// The type of a register that holds the value: 8 bits stand in 16.
std::string registerType(const std::string &Type) {
  return widthOf(Type) == 8 ? "b16" : Type;
}

__int128 numberOf(const std::string &Type, U Bits) {
  const unsigned W = widthOf(Type);
  return Type[0] == 's' ? __int128(signedOf(Bits, W))
                        : __int128(Bits & maskOf(W));
}

U limited(const std::string &Type, __int128 Value) {
  const unsigned W = widthOf(Type);
  const __int128 Max = maskOf(W) >> (Type[0] == 's' ? 1 : 0);
  const __int128 Min = Type[0] == 's' ? -Max - 1 : 0;
  return U(Value < Min ? Min : Value > Max ? Max : Value);
}

/// To the width of the type, and from there as wide as a register is.
U extended(const std::string &Type, U Bits) { return U(numberOf(Type, Bits)); }

/// Every value of one type is one of the other.
bool fits(const std::string &To, const std::string &From) {
  const unsigned T = widthOf(To), F = widthOf(From);
  return To[0] == From[0] ? T >= F : To[0] == 's' && T > F;
}

Case caseOf(const std::string &Name, const std::string &To,
            const std::string &From, const Definition &Gives) {
  Case C{Name + "." + To + "." + From,
         registerType(To) + " " + registerType(From), Gives};
  C.AnyNan = true;
  return C;
}

} // namespace

TEST(Convert, IntegersToIntegers) {
  for (const std::string To : Integers)
    for (const std::string From : Integers) {
      check(caseOf("cvt", To, From, [=](const Operands &O) {
        return extended(To, U(numberOf(From, O.A)));
      }));
      if (!fits(To, From))
        check(caseOf("cvt.sat", To, From, [=](const Operands &O) {
          return extended(To, limited(To, numberOf(From, O.A)));
        }));
    }
}

TEST(Convert, RegistersMayBeWiderThanTheirTypes) {
  for (const std::string To : {"u8", "s8", "u16", "s16", "u32", "s32"})
    for (const std::string From : {"u8", "s8", "u16", "s16", "u32", "s32"})
      check(Case{"cvt." + To + "." + From + " in 64 bits", "b64 b64",
                 [=](const Operands &O) {
                   return extended(To, U(numberOf(From, O.A)));
                 },
                 "cvt." + To + "." + From + " %d, %a;"});
}

TEST(Convert, IntegersToFloats) {
  for (const std::string To : Floats)
    for (const std::string From : Integers)
      for (const auto &[Rounding, M] : Roundings)
        for (const bool Sat : {false, true}) {
          if (To == "bf16" && (Sat || widthOf(From) == 8))
            continue;
          const Format &F = *formatOf(To);
          check(caseOf(
              std::string("cvt.") + Rounding + (Sat ? ".sat" : ""), To, From,
              [=, &F, M = M](const Operands &O) {
                const __int128 V = numberOf(From, O.A);
                const Real R(V < 0, U128(V < 0 ? -V : V), 0);
                return finished(F, roundTo(F, R, M), {M, false, Sat, false});
              }));
        }
}

TEST(Convert, FloatsToIntegers) {
  for (const std::string To : Integers)
    for (const std::string From : Floats)
      for (const auto &[Rounding, M] : Roundings)
        for (const bool Ftz : {false, true}) {
          if ((Ftz && From != "f32") || (From == "bf16" && widthOf(To) == 8))
            continue;
          const Format &F = *formatOf(From);
          const unsigned W = widthOf(To);
          const auto Gives = [=, &F,
                              M = M](const Operands &O) -> std::optional<U> {
            const U Bits = Ftz ? flushed(F, O.A) : O.A;
            if (F.isNan(Bits)) {
              // Two readings of the definition differ for 8 and 16 bits.
              if (From == "f64" && W < 32)
                return std::nullopt;
              return From == "f64" || W == 64 ? U(1) << (W - 1) : 0;
            }
            if (F.isInfinite(Bits))
              return extended(To, toInteger(Real(F.isNegative(Bits), 1, 100), W,
                                            To[0] == 's', M));
            return extended(To, toInteger(Real(F, Bits), W, To[0] == 's', M));
          };
          check(
              caseOf(std::string("cvt.") + Rounding + "i" + (Ftz ? ".ftz" : ""),
                     To, From, Gives));
        }
}

TEST(Convert, FloatsToWiderFloats) {
  const std::pair<const char *, const char *> Pairs[] = {{"f32", "f16"},
                                                         {"f32", "bf16"},
                                                         {"f64", "f16"},
                                                         {"f64", "bf16"},
                                                         {"f64", "f32"}};
  for (const auto &[To, From] : Pairs)
    for (const unsigned Mods : {0u, 1u, 2u, 3u}) {
      const bool Ftz = Mods & 1, Sat = Mods & 2;
      const bool HasF32 =
          std::string(To) == "f32" || std::string(From) == "f32";
      const bool Brain = std::string(From) == "bf16";
      if ((Ftz && (!HasF32 || Brain)) || (Sat && Brain))
        continue;
      const Format &T = *formatOf(To), &F = *formatOf(From);
      check(
          caseOf(std::string("cvt") + (Ftz ? ".ftz" : "") + (Sat ? ".sat" : ""),
                 To, From, [=, &T, &F](const Operands &O) {
                   // .ftz is of f32 alone.
                   const U A = Ftz && &F == &F32 ? flushed(F, O.A) : O.A;
                   return finished(T, convert(T, F, A, Mode::Zero),
                                   {Mode::Zero, Ftz && &T == &F32, Sat, false});
                 }));
    }
}

TEST(Convert, FloatsToNarrowerFloats) {
  const struct {
    const char *To, *From, *Mods;
  } Pairs[] = {{"f32", "f64", ".ftz .sat .ftz.sat"},
               {"f16", "f64", ".sat"},
               {"f16", "f32", ".ftz .sat .relu"},
               {"bf16", "f32", ".relu"},
               {"bf16", "f64", ""},
               {"bf16", "f16", ""}};
  for (const auto &P : Pairs)
    for (const auto &[Rounding, M] : Roundings)
      for (const std::string Mods : {"", ".ftz", ".sat", ".relu", ".ftz.sat"}) {
        const std::string Known = std::string(" ") + P.Mods + " ";
        if (!Mods.empty() && Known.find(" " + Mods + " ") == Known.npos)
          continue;
        const bool Directed = M == Mode::Down || M == Mode::Up;
        if (Directed && (Mods == ".relu" || P.To == std::string("bf16")) &&
            P.From == std::string("f32"))
          continue;
        const Format &T = *formatOf(P.To), &F = *formatOf(P.From);
        const bool Ftz = Mods.find("ftz") != Mods.npos;
        const FloatMods Limits{M, Ftz && &T == &F32,
                               Mods.find("sat") != Mods.npos, Mods == ".relu"};
        check(caseOf(std::string("cvt.") + Rounding + Mods, P.To, P.From,
                     [=, &T, &F, M = M](const Operands &O) {
                       const U A = Ftz && &F == &F32 ? flushed(F, O.A) : O.A;
                       return finished(T, convert(T, F, A, M), Limits);
                     }));
      }
}

TEST(Convert, FloatsToIntegralFloats) {
  for (const std::string T : Floats)
    for (const auto &[Rounding, M] : Roundings)
      for (const unsigned Mods : {0u, 1u, 2u}) {
        const bool Ftz = Mods & 1, Sat = Mods & 2;
        if ((Ftz && T != "f32") || (Sat && T == "bf16"))
          continue;
        const Format &F = *formatOf(T);
        check(caseOf(
            std::string("cvt.") + Rounding + "i" + (Ftz ? ".ftz" : "") +
                (Sat ? ".sat" : ""),
            T, T, [=, &F, M = M](const Operands &O) {
              const U A = Ftz ? flushed(F, O.A) : O.A;
              return finished(F, {integral(F, A, M)}, {M, Ftz, Sat, false});
            }));
      }
}

TEST(Convert, PairsOfHalves) {
  for (const std::string To : {"f16", "bf16"})
    for (const auto &[Rounding, M] : Roundings)
      for (const bool Relu : {false, true}) {
        if (M == Mode::Down || M == Mode::Up)
          continue;
        const Format &F = *formatOf(To);
        const FloatMods Mods{M, false, false, Relu};
        const auto Half = [=, &F, M = M](U Bits) {
          return finished(F, convert(F, F32, Bits, M), Mods);
        };
        check(Case{std::string("cvt.") + Rounding + (Relu ? ".relu." : ".") +
                       To + "x2.f32",
                   "b32 f32 f32", [=](const Operands &O) -> std::optional<U> {
                     const std::optional<U> High = Half(O.A), Low = Half(O.B);
                     if (!High || !Low)
                       return std::nullopt;
                     return *High << 16 | *Low;
                   }});
      }
}

TEST(Convert, PacksOfIntegers) {
  const auto Pack = [](const Operands &O, const std::string &T, bool Third) {
    const unsigned W = widthOf(T);
    const U High = limited(T, signedOf(O.A, 32)) & maskOf(W);
    const U Low = limited(T, signedOf(O.B, 32)) & maskOf(W);
    return (Third ? O.C << 2 * W : 0) | High << W | Low;
  };
  for (const std::string T : {"u16", "s16"})
    check(Case{"cvt.pack.sat." + T + ".s32", "b32 s32 s32",
               [=](const Operands &O) { return Pack(O, T, false); }});
  for (const std::string T : {"u8", "s8"})
    check(Case{"cvt.pack.sat." + T + ".s32.b32", "b32 s32 s32 b32",
               [=](const Operands &O) { return Pack(O, T, true); }});
}
