//===- BitsTest.cpp - Logic, shifts, fields and bytes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions go bit by bit.
#include "Harness.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using U = std::uint64_t;

bool bit(U V, unsigned N) { return N < 64 && (V >> N & 1); }

/// A value of bits that a function of the bit's number gives.
template <class F> U bits(unsigned Width, const F &Of) {
  U Out = 0;
  for (unsigned N = 0; N != Width; ++N)
    Out |= U(Of(N) ? 1 : 0) << N;
  return Out;
}

std::string types(const std::string &T, unsigned Sources) {
  std::string Out = T;
  while (Sources--)
    Out += " " + T;
  return Out;
}

} // namespace

TEST(Bits, Logic) {
  for (const std::string T : {"pred", "b16", "b32", "b64"}) {
    check(Case{"and." + T, types(T, 2),
               [](const Operands &O) { return O.A & O.B; }});
    check(Case{"or." + T, types(T, 2),
               [](const Operands &O) { return O.A | O.B; }});
    check(Case{"xor." + T, types(T, 2),
               [](const Operands &O) { return O.A ^ O.B; }});
    check(
        Case{"not." + T, types(T, 1), [](const Operands &O) { return ~O.A; }});
    if (T == "pred")
      continue;
    const unsigned W = widthOf(T);
    check(Case{"cnot." + T, types(T, 1), [=](const Operands &O) {
                 return U((O.A & maskOf(W)) == 0 ? 1 : 0);
               }});
  }
}

TEST(Bits, AnyFunctionOfThree) {
  const auto Lop = [](const Operands &O, unsigned Table) {
    return bits(32, [&](unsigned N) {
      return bit(Table, unsigned(bit(O.A, N)) * 4 + unsigned(bit(O.B, N)) * 2 +
                            unsigned(bit(O.C, N)));
    });
  };
  for (unsigned Table = 0; Table < 256; Table += 17)
    check(Case{"lop3.b32 of " + std::to_string(Table), types("b32", 3),
               [=](const Operands &O) { return Lop(O, Table); },
               "lop3.b32 %d, %a, %b, %c, " + std::to_string(Table) + ";"});
  for (const std::string Op : {"or", "and"})
    check(Case{"lop3." + Op + ".b32", "b64 b32 b32 b32",
               [=](const Operands &O) {
                 const U Value = Lop(O, 0x96);
                 const bool Q = O.A & 1, NonZero = Value != 0;
                 return Value | U(Op == "or" ? NonZero || Q : NonZero && Q)
                                    << 32;
               },
               "and.b32 %r1, %a, 1;\n  setp.ne.u32 %p1, %r1, 0;\n  lop3." + Op +
                   ".b32 %r2|%p2, %a, %b, %c, 0x96, %p1;\n"
                   "  selp.b32 %r3, 1, 0, %p2;\n  mov.b64 %d, {%r2, %r3};"});
}

TEST(Bits, Shifts) {
  for (const unsigned W : {16u, 32u, 64u}) {
    const std::string N = std::to_string(W);
    const auto By = [](const Operands &O) { return U(O.B & 0xffffffff); };
    check(
        Case{"shl.b" + N, "b" + N + " b" + N + " u32", [=](const Operands &O) {
               return bits(W, [&](unsigned At) {
                 return By(O) <= At && bit(O.A, unsigned(At - By(O)));
               });
             }});
    for (const std::string Kind : {"b", "u", "s"})
      check(Case{"shr." + Kind + N, Kind + N + " " + Kind + N + " u32",
                 [=](const Operands &O) {
                   return bits(W, [&](unsigned At) {
                     const U From = At + By(O);
                     return From < W ? bit(O.A, unsigned(From))
                                     : Kind == "s" && bit(O.A, W - 1);
                   });
                 }});
  }
}

TEST(Bits, FunnelShifts) {
  for (const bool Wraps : {true, false})
    for (const bool Left : {true, false})
      check(Case{std::string("shf.") + (Left ? "l." : "r.") +
                     (Wraps ? "wrap" : "clamp") + ".b32",
                 "b32 b32 b32 u32", [=](const Operands &O) {
                   const U Pair = O.B << 32 | (O.A & 0xffffffff);
                   const U C = O.C & 0xffffffff;
                   const unsigned By =
                       unsigned(Wraps ? C % 32 : std::min<U>(C, 32));
                   return bits(32, [&](unsigned N) {
                     return bit(Pair, Left ? N + 32 - By : N + By);
                   });
                 }});
}

TEST(Bits, CountsAndPlaces) {
  for (const unsigned W : {32u, 64u}) {
    const std::string N = std::to_string(W);
    check(Case{"popc.b" + N, "u32 b" + N, [=](const Operands &O) {
                 U Count = 0;
                 for (unsigned At = 0; At != W; ++At)
                   Count += bit(O.A, At);
                 return Count;
               }});
    check(Case{"clz.b" + N, "u32 b" + N, [=](const Operands &O) {
                 U Count = 0;
                 while (Count != W && !bit(O.A, unsigned(W - 1 - Count)))
                   ++Count;
                 return Count;
               }});
    check(Case{"brev.b" + N, types("b" + N, 1), [=](const Operands &O) {
                 return bits(W,
                             [&](unsigned At) { return bit(O.A, W - 1 - At); });
               }});
    for (const bool IsSigned : {false, true})
      for (const bool Amount : {false, true}) {
        const std::string T = (IsSigned ? "s" : "u") + N;
        check(Case{(Amount ? "bfind.shiftamt." : "bfind.") + T, "u32 " + T,
                   [=](const Operands &O) {
                     const bool Skip = IsSigned && bit(O.A, W - 1);
                     for (unsigned At = W; At-- > 0;)
                       if (bit(O.A, At) != Skip)
                         return U(Amount ? W - 1 - At : At);
                     return U(0xffffffff);
                   }});
      }
  }
}

TEST(Bits, TheNthSetBit) {
  check(Case{"fns.b32", "b32 b32 b32 s32",
             [](const Operands &O) -> std::optional<U> {
               if (!(O.A & 0xffffffff)) // nothing to find, whatever the offset
                 return U(0xffffffff);
               const std::int64_t Base = std::int64_t(O.B % 32);
               const std::int64_t Offset = signedOf(O.C, 32) % 12;
               const int Way = Offset < 0 ? -1 : 1;
               std::int64_t Left = Offset < 0 ? -Offset : Offset;
               if (Offset == 0)
                 return bit(O.A, unsigned(Base)) ? U(Base) : U(0xffffffff);
               for (std::int64_t At = Base; At >= 0 && At < 32; At += Way)
                 if (bit(O.A, unsigned(At)) && --Left == 0)
                   return U(At);
               return U(0xffffffff);
             },
             "and.b32 %r1, %b, 31;\n  rem.s32 %r2, %c, 12;\n"
             "  fns.b32 %d, %a, %r1, %r2;"});
}

TEST(Bits, FieldsAreTakenOut) {
  for (const std::string T : {"u32", "u64", "s32", "s64"}) {
    const unsigned W = widthOf(T);
    check(Case{"bfe." + T, T + " " + T + " u32 u32", [=](const Operands &O) {
                 const unsigned Pos = O.B & 0xff, Len = O.C & 0xff;
                 const bool Sign = T[0] == 's' && Len != 0 &&
                                   bit(O.A, std::min(Pos + Len - 1, W - 1));
                 return bits(W, [&](unsigned N) {
                   return N < Len && Pos + N < W ? bit(O.A, Pos + N) : Sign;
                 });
               }});
  }
}

TEST(Bits, FieldsArePutIn) {
  for (const unsigned W : {32u, 64u}) {
    const std::string B = "b" + std::to_string(W);
    // The length is the position's high half, so that three operands do.
    check(Case{"bfi." + B, B + " " + B + " " + B + " u32",
               [=](const Operands &O) {
                 const unsigned Pos = O.C & 0xff, Len = O.C >> 16 & 0xff;
                 return bits(W, [&](unsigned N) {
                   return N >= Pos && N - Pos < Len ? bit(O.A, N - Pos)
                                                    : bit(O.B, N);
                 });
               },
               "shr.u32 %r1, %c, 16;\n  bfi." + B + " %d, %a, %b, %c, %r1;"});
  }
}

TEST(Bits, SignsAreExtendedAndMasksMade) {
  for (const bool Wraps : {true, false}) {
    const std::string Mode = Wraps ? ".wrap" : ".clamp";
    const auto Limited = [=](U V) {
      return unsigned(Wraps ? V % 32 : std::min<U>(V & 0xffffffff, 32));
    };
    for (const std::string T : {"u32", "s32"})
      check(Case{"szext" + Mode + "." + T, T + " " + T + " u32",
                 [=](const Operands &O) {
                   const unsigned N = Limited(O.B);
                   const bool Sign = T == "s32" && N && bit(O.A, N - 1);
                   return bits(32, [&](unsigned At) {
                     return At < N ? bit(O.A, At) : Sign;
                   });
                 }});
    check(Case{"bmsk" + Mode + ".b32", "b32 u32 u32", [=](const Operands &O) {
                 const unsigned From = Limited(O.A), Len = Limited(O.B);
                 return bits(32, [&](unsigned At) {
                   return At >= From && At - From < Len;
                 });
               }});
  }
}

TEST(Bits, BytesArePermuted) {
  const auto Byte = [](const Operands &O, unsigned N) {
    return (O.B << 32 | (O.A & 0xffffffff)) >> 8 * (N & 7) & 0xff;
  };
  check(Case{"prmt.b32", types("b32", 3), [=](const Operands &O) {
               U Out = 0;
               for (unsigned N = 0; N != 4; ++N) {
                 const unsigned Select = O.C >> 4 * N & 15;
                 U Value = Byte(O, Select);
                 if (Select & 8)
                   Value = Value & 0x80 ? 0xff : 0;
                 Out |= Value << 8 * N;
               }
               return Out;
             }});
  const std::pair<const char *, std::array<std::array<unsigned, 4>, 4>>
      Modes[] = {
          {"f4e", {{{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}}}},
          {"b4e", {{{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}}}},
          {"rc8", {{{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}}}},
          {"ecl", {{{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}}}},
          {"ecr", {{{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}}}},
          {"rc16", {{{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}}}}};
  for (const auto &[Name, Table] : Modes)
    check(Case{std::string("prmt.b32.") + Name, types("b32", 3),
               [=, Rows = Table](const Operands &O) {
                 U Out = 0;
                 for (unsigned N = 0; N != 4; ++N)
                   Out |= Byte(O, Rows[O.C & 3][N]) << 8 * N;
                 return Out;
               }});
}
