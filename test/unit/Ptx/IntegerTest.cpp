//===- IntegerTest.cpp - Integer arithmetic -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using Wide = __int128;
using Number = std::function<Wide(Wide, Wide, Wide)>;

/// A type with its three operands read as numbers.
struct Kind {
  std::string Name;
  unsigned Width;
  bool Signed;
  explicit Kind(std::string N)
      : Name(N), Width(widthOf(N)), Signed(N[0] == 's') {}
  Wide of(std::uint64_t Bits) const {
    return Signed ? Wide(signedOf(Bits, Width)) : Wide(Bits & maskOf(Width));
  }
  Wide max() const { return Wide(maskOf(Width) >> (Signed ? 1 : 0)); }
  Wide min() const { return Signed ? -max() - 1 : 0; }
  Wide limited(Wide V) const {
    return V < min() ? min() : V > max() ? max() : V;
  }
};

/// `Name.Type`: a function of numbers, cut off to the type's width.
Case row(const std::string &Op, const std::string &Type, unsigned Sources,
         const Number &Of) {
  const Kind K(Type);
  std::string Types = Type;
  for (unsigned N = 0; N != Sources; ++N)
    Types += " " + Type;
  return {Op + "." + Type, Types, [=](const Operands &O) {
            return std::optional<std::uint64_t>(
                std::uint64_t(Of(K.of(O.A), K.of(O.B), K.of(O.C))));
          }};
}

const char *const All[] = {"u16", "u32", "u64", "s16", "s32", "s64"};
const char *const Signed[] = {"s16", "s32", "s64"};

Wide absolute(Wide V) { return V < 0 ? -V : V; }

} // namespace

TEST(Integer, SumsDifferencesAndSads) {
  for (const std::string T : All) {
    check(row("add", T, 2, [](Wide A, Wide B, Wide) { return A + B; }));
    check(row("sub", T, 2, [](Wide A, Wide B, Wide) { return A - B; }));
    check(row("sad", T, 3,
              [](Wide A, Wide B, Wide C) { return C + absolute(A - B); }));
  }
  const Kind S32("s32");
  check(row("add.sat", "s32", 2,
            [=](Wide A, Wide B, Wide) { return S32.limited(A + B); }));
  check(row("sub.sat", "s32", 2,
            [=](Wide A, Wide B, Wide) { return S32.limited(A - B); }));
}

TEST(Integer, Negations) {
  for (const std::string T : Signed) {
    check(row("neg", T, 1, [](Wide A, Wide, Wide) { return -A; }));
    check(row("abs", T, 1, [](Wide A, Wide, Wide) { return absolute(A); }));
  }
}

TEST(Integer, Products) {
  for (const std::string T : All) {
    const Kind K(T);
    // 64-bit operands have products of 128 bits, whose signs matter.
    const auto High = [=](Wide A, Wide B) {
      return K.Signed ? (A * B) >> K.Width : Wide(U128(A) * U128(B) >> K.Width);
    };
    const auto Low = [](Wide A, Wide B) { return Wide(U128(A) * U128(B)); };
    check(row("mul.lo", T, 2, [=](Wide A, Wide B, Wide) { return Low(A, B); }));
    check(
        row("mul.hi", T, 2, [=](Wide A, Wide B, Wide) { return High(A, B); }));
    check(row("mad.lo", T, 3, [=](Wide A, Wide B, Wide C) {
      return Wide(U128(Low(A, B)) + U128(C));
    }));
    check(row("mad.hi", T, 3,
              [=](Wide A, Wide B, Wide C) { return High(A, B) + C; }));
  }
  const Kind S32("s32");
  check(row("mad.hi.sat", "s32", 3, [=](Wide A, Wide B, Wide C) {
    return S32.limited(((A * B) >> 32) + C);
  }));
}

TEST(Integer, WideProducts) {
  for (const std::string T : {"u16", "u32", "s16", "s32"}) {
    const Kind K(T);
    const std::string Twice = T[0] + std::to_string(2 * K.Width);
    const Kind Double(Twice);
    check(Case{"mul.wide." + T, Twice + " " + T + " " + T,
               [=](const Operands &O) {
                 return std::uint64_t(K.of(O.A) * K.of(O.B));
               }});
    check(Case{"mad.wide." + T, Twice + " " + T + " " + T + " " + Twice,
               [=](const Operands &O) {
                 return std::uint64_t(K.of(O.A) * K.of(O.B) + Double.of(O.C));
               }});
  }
}

TEST(Integer, ProductsOf24Bits) {
  for (const std::string T : {"u32", "s32"}) {
    const auto Product = [=](std::uint64_t A, std::uint64_t B) {
      return T == "s32" ? Wide(signedOf(A, 24)) * signedOf(B, 24)
                        : Wide(A & 0xffffff) * Wide(B & 0xffffff);
    };
    for (const bool High : {false, true}) {
      const unsigned Shift = High ? 16 : 0;
      const std::string End = std::string(High ? ".hi." : ".lo.") + T;
      check(Case{"mul24" + End, T + " " + T + " " + T, [=](const Operands &O) {
                   return std::uint64_t(Product(O.A, O.B) >> Shift);
                 }});
      check(Case{"mad24" + End, T + " " + T + " " + T + " " + T,
                 [=](const Operands &O) {
                   return std::uint64_t((Product(O.A, O.B) >> Shift) +
                                        Kind(T).of(O.C));
                 }});
    }
  }
  check(Case{"mad24.hi.sat.s32", "s32 s32 s32 s32", [](const Operands &O) {
               const Wide Product = Wide(signedOf(O.A, 24)) * signedOf(O.B, 24);
               return std::uint64_t(
                   Kind("s32").limited((Product >> 16) + signedOf(O.C, 32)));
             }});
}

TEST(Integer, QuotientsAndRemainders) {
  for (const std::string T : All) {
    const Kind K(T);
    const auto Divided = [=](bool Rest) -> Definition {
      return [=](const Operands &O) -> std::optional<std::uint64_t> {
        const Wide A = K.of(O.A), B = K.of(O.B);
        // Division by zero has no result; the most negative number has none
        // that fits, and the interpreter must live with it (below).
        if (B == 0 || (A == K.min() && B == -1))
          return std::nullopt;
        return std::uint64_t(Rest ? A % B : A / B);
      };
    };
    check(Case{"div." + T, T + " " + T + " " + T, Divided(false)});
    check(Case{"rem." + T, T + " " + T + " " + T, Divided(true)});
  }
}

TEST(Integer, TheMostNegativeNumberDividedByMinusOne) {
  for (const std::string T : Signed) {
    const std::uint64_t Min = std::uint64_t(1) << (widthOf(T) - 1);
    const Operands O{Min, ~std::uint64_t(0), 0};
    const auto Quotient = results({"div." + T, T + " " + T + " " + T, {}}, {O});
    const auto Rest = results({"rem." + T, T + " " + T + " " + T, {}}, {O});
    ASSERT_TRUE(Quotient && Rest);
    EXPECT_EQ(Quotient->front() & maskOf(widthOf(T)), Min) << T;
    EXPECT_EQ(Rest->front() & maskOf(widthOf(T)), 0u) << T;
  }
}

TEST(Integer, DivisionByZeroIsFound) {
  for (const std::string Op : {"div.s32", "div.u32", "rem.s32", "rem.u32"}) {
    Program P(kernel(1, "  " + Op +
                            " %r3, 5, %r0; // HERE\n"
                            "  st.global.u32 [%l0], %r3;\n"));
    const auto Found = P.run({}, {}, {P.allocate(4)});
    ASSERT_TRUE(Found) << Op;
    EXPECT_EQ(Found->At.PtxLine, P.lineOf("// HERE"));
    EXPECT_NE(Found->Text.find("zero"), Found->Text.npos) << Found->Text;
  }
}

TEST(Integer, MinimaAndMaxima) {
  for (const std::string T : All) {
    check(row("min", T, 2, [](Wide A, Wide B, Wide) { return A < B ? A : B; }));
    check(row("max", T, 2, [](Wide A, Wide B, Wide) { return A < B ? B : A; }));
  }
  const auto Relu = [](Wide V) { return V < 0 ? 0 : V; };
  check(row("min.relu", "s32", 2,
            [=](Wide A, Wide B, Wide) { return Relu(A < B ? A : B); }));
  check(row("max.relu", "s32", 2,
            [=](Wide A, Wide B, Wide) { return Relu(A < B ? B : A); }));
}

TEST(Integer, PairsOf16Bits) {
  const auto Pair = [](const std::string &Op, const std::string &Half,
                       const std::function<Wide(Wide, Wide)> &Of) {
    const Kind K(Half);
    const std::string T = Half + "x2";
    check(Case{Op + "." + T, T + " " + T + " " + T, [=](const Operands &O) {
                 return halves(O, [&](const Operands &H) {
                   return std::optional<std::uint64_t>(
                       std::uint64_t(Of(K.of(H.A), K.of(H.B))));
                 });
               }});
  };
  for (const std::string Half : {"u16", "s16"}) {
    Pair("add", Half, [](Wide A, Wide B) { return A + B; });
    Pair("min", Half, [](Wide A, Wide B) { return A < B ? A : B; });
    Pair("max", Half, [](Wide A, Wide B) { return A < B ? B : A; });
  }
  const auto Relu = [](Wide V) { return V < 0 ? 0 : V; };
  Pair("min.relu", "s16", [=](Wide A, Wide B) { return Relu(A < B ? A : B); });
  Pair("max.relu", "s16", [=](Wide A, Wide B) { return Relu(A < B ? B : A); });
}

TEST(Integer, CarriesGoFromWordToWord) {
  const std::string Split =
      "mov.b64 {%r1, %r2}, %a;\n  mov.b64 {%r3, %r4}, %b;\n"
      "  mov.u32 %r0, 0;\n";
  const std::string Join = "\n  mov.b64 %d, {%r1, %r2};";
  const auto Of =
      [&](const std::string &Name, const std::string &Code,
          const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>
              &Gives) {
        check(Case{Name, "b64 b64 b64",
                   [=](const Operands &O) { return Gives(O.A, O.B); },
                   Split + Code + Join});
      };
  using U = std::uint64_t;
  Of("add.cc addc", "  add.cc.u32 %r1, %r1, %r3;\n  addc.u32 %r2, %r2, %r4;",
     [](U A, U B) { return A + B; });
  Of("sub.cc subc", "  sub.cc.s32 %r1, %r1, %r3;\n  subc.s32 %r2, %r2, %r4;",
     [](U A, U B) { return A - B; });
  Of("addc.cc: the carry of three words",
     "  add.cc.u32 %r1, %r1, %r3;\n  addc.cc.u32 %r2, %r2, %r4;\n"
     "  addc.u32 %r2, %r0, %r0;",
     [](U A, U B) { return ((A + B) & 0xffffffff) | U(A + B < A) << 32; });
  Of("subc.cc: the borrow of three words",
     "  sub.cc.u32 %r1, %r1, %r3;\n  subc.cc.u32 %r2, %r2, %r4;\n"
     "  subc.u32 %r2, %r0, %r0;",
     [](U A, U B) {
       return ((A - B) & 0xffffffff) | (A < B ? U(0xffffffff) << 32 : 0);
     });
  Of("mad.lo.cc madc.hi: a product of 64 bits and a sum",
     "  mad.lo.cc.u32 %r5, %r1, %r3, %r2;\n  madc.hi.u32 %r2, %r1, %r3, %r4;\n"
     "  mov.b32 %r1, %r5;",
     [](U A, U B) {
       return (A & 0xffffffff) * (B & 0xffffffff) +
              ((A >> 32) | (B >> 32) << 32);
     });
  Of("madc.lo.cc: a high word and its carry",
     "  add.cc.u32 %r5, %r1, %r3;\n  madc.lo.cc.u32 %r1, %r1, %r3, %r2;\n"
     "  addc.u32 %r2, %r0, %r0;",
     [](U A, U B) {
       const U X = A & 0xffffffff, Y = B & 0xffffffff;
       return ((X * Y) & 0xffffffff) + (A >> 32) + (X + Y > 0xffffffff);
     });
}

TEST(Integer, CarriesOf64Bits) {
  check(Case{"add.cc.u64", "b64 b64 b64",
             [](const Operands &O) { return std::uint64_t(O.A + O.B < O.A); },
             "add.cc.u64 %l1, %a, %b;\n  addc.u64 %d, 0, 0;"});
  check(Case{"sub.cc.u64", "b64 b64 b64",
             [](const Operands &O) {
               return O.A < O.B ? ~std::uint64_t(0) : std::uint64_t(0);
             },
             "sub.cc.u64 %l1, %a, %b;\n  subc.u64 %d, 0, 0;"});
  check(Case{"mad.lo.cc.u64", "b64 b64 b64 b64",
             [](const Operands &O) {
               return std::uint64_t((U128(O.A) * O.B + O.C) >> 64);
             },
             "mad.lo.cc.u64 %l1, %a, %b, %c;\n  madc.hi.u64 %d, %a, %b, 0;"});
}

TEST(Integer, DotProducts) {
  const auto Byte = [](std::uint64_t V, unsigned N, bool IsSigned) {
    const std::uint64_t B = V >> 8 * N & 0xff;
    return IsSigned ? signedOf(B, 8) : std::int64_t(B);
  };
  const auto Half = [](std::uint64_t V, unsigned N, bool IsSigned) {
    const std::uint64_t H = V >> 16 * N & 0xffff;
    return IsSigned ? signedOf(H, 16) : std::int64_t(H);
  };
  for (const std::string A : {"u32", "s32"})
    for (const std::string B : {"u32", "s32"}) {
      const std::string Types = "b32 b32 b32 b32";
      const bool Sa = A == "s32", Sb = B == "s32";
      check(Case{"dp4a." + A + "." + B, Types, [=](const Operands &O) {
                   std::int64_t Sum = signedOf(O.C, 32);
                   for (unsigned N = 0; N != 4; ++N)
                     Sum += Byte(O.A, N, Sa) * Byte(O.B, N, Sb);
                   return std::uint64_t(Sum);
                 }});
      for (const unsigned First : {0u, 2u})
        check(
            Case{std::string("dp2a") + (First ? ".hi." : ".lo.") + A + "." + B,
                 Types, [=](const Operands &O) {
                   std::int64_t Sum = signedOf(O.C, 32);
                   for (unsigned N = 0; N != 2; ++N)
                     Sum += Half(O.A, N, Sa) * Byte(O.B, First + N, Sb);
                   return std::uint64_t(Sum);
                 }});
    }
}
