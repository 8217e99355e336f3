//===- CompareTest.cpp - Comparisons, selection, tests --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatCase.h"

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

bool isOneOf(const std::string &Word, const std::string &List) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

/// Whether the comparison is true for values in this order: -1, 0, 1.
bool byOrder(const std::string &Op, int Order) {
  if (isOneOf(Op, "eq equ"))
    return Order == 0;
  if (isOneOf(Op, "ne neu"))
    return Order != 0;
  if (isOneOf(Op, "lt ltu lo"))
    return Order < 0;
  if (isOneOf(Op, "le leu ls"))
    return Order <= 0;
  if (isOneOf(Op, "gt gtu hi"))
    return Order > 0;
  return Order >= 0;
}

/// Whether `A Op B` is true, for values of the type.
bool holds(const std::string &Op, const std::string &Type, bool Ftz, U A, U B) {
  const Format *const F = formatOf(Type);
  if (!F) {
    const unsigned W = widthOf(Type);
    if (Type[0] == 's') {
      const std::int64_t X = signedOf(A, W), Y = signedOf(B, W);
      return byOrder(Op, X < Y ? -1 : X > Y);
    }
    A &= maskOf(W);
    B &= maskOf(W);
    return byOrder(Op, A < B ? -1 : A > B);
  }
  const bool Nan = F->isNan(A) || F->isNan(B);
  if (isOneOf(Op, "num nan"))
    return Nan == (Op == "nan");
  if (Nan)
    return Op.back() == 'u';
  if (Ftz) {
    A = flushed(*F, A);
    B = flushed(*F, B);
  }
  return byOrder(Op, compare(*F, A, B));
}

std::vector<std::string> comparisons(const std::string &Type) {
  if (formatOf(Type))
    return {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
            "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  if (Type[0] == 'b')
    return {"eq", "ne"};
  if (Type[0] == 's')
    return {"eq", "ne", "lt", "le", "gt", "ge"};
  return {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"};
}

bool combined(const std::string &Op, bool A, bool B) {
  return Op == "and" ? A && B : Op == "or" ? A || B : A != B;
}

const char *const Types[] = {"b16", "b32", "b64", "u16", "u32", "u64",
                             "s16", "s32", "s64", "f32", "f64"};

} // namespace

TEST(Compare, EveryComparisonOfEveryType) {
  for (const std::string T : Types)
    for (const std::string &Op : comparisons(T))
      for (const bool Ftz : {false, true}) {
        if (Ftz && T != "f32")
          continue;
        check(Case{
            "setp." + Op + (Ftz ? ".ftz." : ".") + T, "pred " + T + " " + T,
            [=](const Operands &O) { return U(holds(Op, T, Ftz, O.A, O.B)); }});
      }
}

TEST(Compare, Halves) {
  for (const std::string T : {"f16", "bf16"})
    for (const std::string &Op : comparisons(T))
      for (const bool Ftz : {false, true}) {
        if (Ftz && T == "bf16")
          continue;
        check(Case{
            "setp." + Op + (Ftz ? ".ftz." : ".") + T, "pred " + T + " " + T,
            [=](const Operands &O) { return U(holds(Op, T, Ftz, O.A, O.B)); }});
        // The first result of a pair is that of the low halves.
        check(Case{"setp." + Op + (Ftz ? ".ftz." : ".") + T + "x2",
                   "b32 " + T + "x2 " + T + "x2",
                   [=](const Operands &O) {
                     return U(holds(Op, T, Ftz, O.A & 0xffff, O.B & 0xffff)) |
                            U(holds(Op, T, Ftz, O.A >> 16, O.B >> 16)) << 1;
                   },
                   "setp." + Op + (Ftz ? ".ftz." : ".") + T +
                       "x2 %p1|%p2, %a, %b;\n  selp.b32 %r1, 1, 0, %p1;\n"
                       "  selp.b32 %r2, 2, 0, %p2;\n  or.b32 %d, %r1, %r2;"});
      }
}

TEST(Compare, BooleanOperators) {
  for (const std::string T : {"s32", "u64", "f32", "f64"})
    for (const std::string Op : {"and", "or", "xor"})
      for (const bool Not : {false, true})
        for (const std::string C : {"lt", "ne"})
          check(Case{"setp." + C + "." + Op + "." + T + (Not ? " !c" : ""),
                     "b32 " + T + " " + T + " pred",
                     [=](const Operands &O) {
                       const bool Third = bool(O.C & 1) != Not;
                       const bool R = holds(C, T, false, O.A, O.B);
                       return U(combined(Op, R, Third)) |
                              U(combined(Op, !R, Third)) << 1;
                     },
                     "setp." + C + "." + Op + "." + T + " %p1|%p2, %a, %b, " +
                         (Not ? "!" : "") +
                         "%c;\n  selp.b32 %r1, 1, 0, %p1;\n"
                         "  selp.b32 %r2, 2, 0, %p2;\n  or.b32 %d, %r1, %r2;"});
}

TEST(Compare, TheSecondResultIsTheOpposite) {
  check(Case{"setp.lt.f32 p|q", "b32 f32 f32",
             [](const Operands &O) {
               return U(holds("lt", "f32", false, O.A, O.B) ? 1 : 2);
             },
             "setp.lt.f32 %p1|%p2, %a, %b;\n  selp.b32 %r1, 1, 0, %p1;\n"
             "  selp.b32 %r2, 2, 0, %p2;\n  or.b32 %d, %r1, %r2;"});
}

TEST(Compare, Sets) {
  const std::pair<const char *, U> Results[] = {
      {"u32", 0xffffffff}, {"s32", 0xffffffff}, {"f32", 0x3f800000}};
  for (const auto &[D, True] : Results)
    for (const std::string T : Types)
      for (const std::string &Op : comparisons(T)) {
        const std::string End = std::string(".") + D + "." + T;
        check(Case{"set." + Op + End, D + (" " + T + " " + T),
                   [=, True = True](const Operands &O) {
                     return holds(Op, T, false, O.A, O.B) ? True : 0;
                   }});
        if (isOneOf(Op, "eq gt"))
          check(Case{
              "set." + Op + ".or" + End, D + (" " + T + " " + T + " pred"),
              [=, True = True](const Operands &O) {
                return holds(Op, T, false, O.A, O.B) || (O.C & 1) ? True : 0;
              }});
        if (T == "f32")
          check(Case{"set." + Op + ".ftz" + End, D + (" " + T + " " + T),
                     [=, True = True](const Operands &O) {
                       return holds(Op, T, true, O.A, O.B) ? True : 0;
                     }});
      }
}

TEST(Compare, SetsOfHalves) {
  for (const std::string T : {"f16", "bf16"}) {
    const U One = formatOf(T)->one();
    const std::pair<std::string, U> Results[] = {{T, One},
                                                 {"u16", 0xffff},
                                                 {"s16", 0xffff},
                                                 {"u32", 0xffffffff},
                                                 {"s32", 0xffffffff}};
    for (const std::string &Op : comparisons(T)) {
      for (const auto &[D, True] : Results)
        check(Case{"set." + Op + "." + D + "." + T, D + " " + T + " " + T,
                   [=, True = True](const Operands &O) {
                     return holds(Op, T, false, O.A, O.B) ? True : 0;
                   }});
      const std::string Pair = T + "x2";
      check(Case{"set." + Op + "." + Pair + "." + Pair,
                 "b32 " + Pair + " " + Pair, [=](const Operands &O) {
                   return halves(O, [&](const Operands &H) {
                     return std::optional<U>(holds(Op, T, false, H.A, H.B) ? One
                                                                           : 0);
                   });
                 }});
    }
  }
}

TEST(Compare, Selections) {
  for (const std::string T : {"b16", "u16", "s16", "b32", "u32", "s32", "f32",
                              "b64", "u64", "s64", "f64"})
    check(Case{"selp." + T, T + " " + T + " " + T + " pred",
               [](const Operands &O) { return O.C & 1 ? O.A : O.B; }});
  for (const std::string T : {"b16", "b32", "b64", "u16", "u32", "u64", "s16",
                              "s32", "s64", "f32", "f64"}) {
    check(Case{
        "slct." + T + ".s32", T + " " + T + " " + T + " s32",
        [](const Operands &O) { return signedOf(O.C, 32) >= 0 ? O.A : O.B; }});
    for (const bool Ftz : {false, true})
      check(Case{std::string("slct.") + (Ftz ? "ftz." : "") + T + ".f32",
                 T + " " + T + " " + T + " f32", [=](const Operands &O) {
                   return holds("ge", "f32", Ftz, O.C, 0) ? O.A : O.B;
                 }});
  }
}

TEST(Compare, KindsOfNumbers) {
  for (const std::string T : {"f32", "f64"}) {
    const Format &F = *formatOf(T);
    const std::pair<const char *, std::function<bool(U)>> Tests[] = {
        {"finite", [&](U V) { return F.isFinite(V); }},
        {"infinite", [&](U V) { return F.isInfinite(V); }},
        {"number", [&](U V) { return !F.isNan(V); }},
        {"notanumber", [&](U V) { return F.isNan(V); }},
        // Zeros are normal numbers here.
        {"normal", [&](U V) { return F.isFinite(V) && !F.isSubnormal(V); }},
        {"subnormal", [&](U V) { return F.isSubnormal(V); }}};
    for (const auto &[Name, Is] : Tests)
      check(Case{std::string("testp.") + Name + "." + T, "pred " + T,
                 [Is = Is](const Operands &O) { return U(Is(O.A)); }});
  }
}
