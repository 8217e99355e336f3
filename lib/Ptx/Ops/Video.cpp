//===- Video.cpp - arithmetic of the bytes or halves of a word ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands with selectors or masks (`a.b0`) are not known. No compiler writes
// these often; signs are asked for in the loop.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Ops.h"

#include <algorithm>

using namespace heddle::ptx;

namespace {

struct Add {
  int32_t operator()(int32_t A, int32_t B) const { return A + B; }
};
struct Sub {
  int32_t operator()(int32_t A, int32_t B) const { return A - B; }
};
struct Average { // rounded up, but towards 0 where it is negative
  int32_t operator()(int32_t A, int32_t B) const {
    return (A + B + (A + B >= 0)) >> 1;
  }
};
struct Apart {
  int32_t operator()(int32_t A, int32_t B) const {
    return A < B ? B - A : A - B;
  }
};
struct Min {
  int32_t operator()(int32_t A, int32_t B) const { return std::min(A, B); }
};
struct Max {
  int32_t operator()(int32_t A, int32_t B) const { return std::max(A, B); }
};
struct Equal {
  int32_t operator()(int32_t A, int32_t B) const { return A == B; }
};
struct Unequal {
  int32_t operator()(int32_t A, int32_t B) const { return A != B; }
};
struct Less {
  int32_t operator()(int32_t A, int32_t B) const { return A < B; }
};
struct LessEqual {
  int32_t operator()(int32_t A, int32_t B) const { return A <= B; }
};
struct Greater {
  int32_t operator()(int32_t A, int32_t B) const { return A > B; }
};
struct GreaterEqual {
  int32_t operator()(int32_t A, int32_t B) const { return A >= B; }
};

/// Instruction::Extra: which types have a sign, and whether all elements are
/// summed with c instead of put side by side.
enum Video : std::int64_t { SignedD = 1, SignedA = 2, SignedB = 4, Sums = 8 };

/// The K-th element of so many bits.
int32_t element(uint64_t Word, unsigned K, unsigned Bits, bool IsSigned) {
  const uint32_t Top = static_cast<uint32_t>(Word) << (32 - Bits * (K + 1));
  return IsSigned ? static_cast<int32_t>(Top) >> (32 - Bits)
                  : static_cast<int32_t>(Top >> (32 - Bits));
}

template <unsigned Elements, class Do> void video(Step &S) {
  constexpr unsigned Bits = 32 / Elements;
  const Instruction &I = S.I;
  const bool IsSigned = I.Extra & SignedD;
  const int32_t Least = IsSigned ? -(1 << (Bits - 1)) : 0;
  const int32_t Most = IsSigned ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    uint32_t R = I.Extra & Sums ? static_cast<uint32_t>(C[L]) : 0;
    for (unsigned K = 0; K != Elements; ++K) {
      int32_t V = Do()(element(A[L], K, Bits, I.Extra & SignedA),
                       element(B[L], K, Bits, I.Extra & SignedB));
      if (I.Sat)
        V = std::clamp(V, Least, Most);
      if (I.Extra & Sums)
        R += static_cast<uint32_t>(V);
      else
        R |= (static_cast<uint32_t>(V) & ((1u << Bits) - 1)) << (K * Bits);
    }
    D[L] = R;
  });
}

template <class Do> Handler choose(const Instruction &I) {
  return I.Op->Name.back() == '2' ? video<2, Do> : video<4, Do>;
}

/// Takes the types of d, a and b, or (IsSet) of a and b alone.
bool takeVideoTypes(Modifiers &Mods, Instruction &I, bool IsSet) {
  Type Types[3] = {Type::U32, Type::U32, Type::U32};
  for (unsigned K = IsSet ? 1 : 0; K != 3; ++K) {
    Types[K] = Mods.takeType();
    if (Types[K] != Type::U32 && Types[K] != Type::S32)
      return false;
    I.Extra |= isSigned(Types[K]) ? std::int64_t(1) << K : 0;
  }
  I.T = Types[1];
  return has(I, 1, 3);
}

template <class Do> Handler bindVideo(Modifiers &Mods, Instruction &I) {
  if (!takeVideoTypes(Mods, I, false))
    return nullptr;
  I.Sat = Mods.take("sat");
  if (Mods.take("add"))
    I.Extra |= Sums;
  return I.Sat && I.Extra & Sums ? nullptr : choose<Do>(I);
}

} // namespace

Handler heddle::ptx::bindVideoAdd(Modifiers &Mods, Instruction &I) {
  return bindVideo<Add>(Mods, I);
}
Handler heddle::ptx::bindVideoSub(Modifiers &Mods, Instruction &I) {
  return bindVideo<Sub>(Mods, I);
}
Handler heddle::ptx::bindVideoAverage(Modifiers &Mods, Instruction &I) {
  return bindVideo<Average>(Mods, I);
}
Handler heddle::ptx::bindVideoApart(Modifiers &Mods, Instruction &I) {
  return bindVideo<Apart>(Mods, I);
}
Handler heddle::ptx::bindVideoMin(Modifiers &Mods, Instruction &I) {
  return bindVideo<Min>(Mods, I);
}
Handler heddle::ptx::bindVideoMax(Modifiers &Mods, Instruction &I) {
  return bindVideo<Max>(Mods, I);
}

Handler heddle::ptx::bindVideoSet(Modifiers &Mods, Instruction &I) {
  if (!takeVideoTypes(Mods, I, true))
    return nullptr;
  if (Mods.take("add"))
    I.Extra |= Sums;
  switch (Mods.takeOneOf("eq ne lt le gt ge")) {
  case 0:
    return choose<Equal>(I);
  case 1:
    return choose<Unequal>(I);
  case 2:
    return choose<Less>(I);
  case 3:
    return choose<LessEqual>(I);
  case 4:
    return choose<Greater>(I);
  case 5:
    return choose<GreaterEqual>(I);
  default:
    return nullptr;
  }
}
