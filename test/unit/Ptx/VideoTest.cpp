//===- VideoTest.cpp - Arithmetic of the bytes or halves of a word --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Harness.h"

#include <algorithm>

using namespace heddle::ptx;
using namespace heddle::ptx::test;

namespace {

using S = std::int64_t;
using U = std::uint64_t;
using Of = std::function<S(S, S)>;

/// An element of a word: bytes where there are 4, halves where there are 2.
S element(U Word, const std::string &Type, unsigned Parts, unsigned N) {
  const unsigned Width = 32 / Parts;
  const U Bits = Word >> N * Width & maskOf(Width);
  return Type == "s32" ? signedOf(Bits, Width) : S(Bits);
}

struct Types {
  std::string D, A, B;
  std::string text() const { return "." + D + "." + A + "." + B; }
};

std::vector<Types> allTypes() {
  std::vector<Types> Out;
  for (const std::string D : {"u32", "s32"})
    for (const std::string A : {"u32", "s32"})
      for (const std::string B : {"u32", "s32"})
        Out.push_back({D, A, B});
  return Out;
}

/// Each element of the result, cut off or limited to its width.
Case separate(const std::string &Name, unsigned Parts, const Types &T, bool Sat,
              const Of &F) {
  const unsigned Width = 32 / Parts;
  const S Max = S(maskOf(Width) >> (T.D == "s32" ? 1 : 0));
  const S Min = T.D == "s32" ? -Max - 1 : 0;
  return {Name, "b32 b32 b32 b32", [=](const Operands &O) {
            U Out = 0;
            for (unsigned N = 0; N != Parts; ++N) {
              S V = F(element(O.A, T.A, Parts, N), element(O.B, T.B, Parts, N));
              if (Sat)
                V = std::min(std::max(V, Min), Max);
              Out |= (U(V) & maskOf(Width)) << N * Width;
            }
            return Out;
          }};
}

/// The sum of the elements and the third operand. None where an element does
/// not fit its type: whether it is cut off before it is added is left open.
Case summed(const std::string &Name, unsigned Parts, const Types &T,
            const Of &F) {
  const unsigned Width = 32 / Parts;
  const S Max = S(maskOf(Width) >> (T.D == "s32" ? 1 : 0));
  const S Min = T.D == "s32" ? -Max - 1 : 0;
  return {Name, "b32 b32 b32 b32", [=](const Operands &O) -> std::optional<U> {
            S Sum = S(O.C);
            for (unsigned N = 0; N != Parts; ++N) {
              const S V =
                  F(element(O.A, T.A, Parts, N), element(O.B, T.B, Parts, N));
              if (V < Min || V > Max)
                return std::nullopt;
              Sum += V;
            }
            return U(Sum);
          }};
}

} // namespace

TEST(Video, EveryOperationOfBytesAndHalves) {
  const std::pair<const char *, Of> Operations[] = {
      {"vadd", [](S A, S B) { return A + B; }},
      {"vsub", [](S A, S B) { return A - B; }},
      {"vavrg", [](S A, S B) { return (A + B + (A + B >= 0 ? 1 : 0)) >> 1; }},
      {"vabsdiff", [](S A, S B) { return A < B ? B - A : A - B; }},
      {"vmin", [](S A, S B) { return std::min(A, B); }},
      {"vmax", [](S A, S B) { return std::max(A, B); }}};
  for (const auto &[Name, F] : Operations)
    for (const unsigned Parts : {2u, 4u})
      for (const Types &T : allTypes()) {
        const std::string Op = Name + std::to_string(Parts) + T.text();
        check(separate(Op, Parts, T, false, F));
        check(separate(Op + ".sat", Parts, T, true, F));
        check(summed(Op + ".add", Parts, T, F));
      }
}

TEST(Video, Comparisons) {
  const std::pair<const char *, Of> Comparisons[] = {
      {"eq", [](S A, S B) { return A == B; }},
      {"ne", [](S A, S B) { return A != B; }},
      {"lt", [](S A, S B) { return A < B; }},
      {"le", [](S A, S B) { return A <= B; }},
      {"gt", [](S A, S B) { return A > B; }},
      {"ge", [](S A, S B) { return A >= B; }}};
  for (const auto &[Name, F] : Comparisons)
    for (const unsigned Parts : {2u, 4u})
      for (const std::string A : {"u32", "s32"})
        for (const std::string B : {"u32", "s32"}) {
          const Types T{"u32", A, B};
          const std::string Op =
              "vset" + std::to_string(Parts) + "." + A + "." + B + "." + Name;
          check(separate(Op, Parts, T, false, F));
          check(summed(Op + ".add", Parts, T, F));
        }
}
