//===- Half.cpp - arithmetic of f16, bf16 and their pairs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Half.h"

#include "Ptx/Ops/MinMax.h"
#include "Ptx/Ops/Numbers.h"

using namespace heddle::ptx;

namespace {

// Products of two halves are exact in double precision.
struct Add {
  double operator()(double A, double B, double) const { return oddSum(A, B); }
};
struct Sub {
  double operator()(double A, double B, double) const { return oddSum(A, -B); }
};
struct Mul {
  double operator()(double A, double B, double) const { return A * B; }
};
struct Fma {
  double operator()(double A, double B, double C) const {
    return oddSum(A * B, C);
  }
};
struct Power {
  double operator()(double A, double, double) const { return std::exp2(A); }
};
struct Tanh {
  double operator()(double A, double, double) const { return std::tanh(A); }
};
template <class Do> struct OfTwo {
  double operator()(double A, double B, double) const { return Do()(A, B); }
};
template <class Do> struct OfThree {
  double operator()(double A, double B, double C) const {
    return Do()(Do()(A, B), C);
  }
};
template <class Do> struct OfThreeSizes {
  double operator()(double A, double B, double C) const {
    return Do()(Do()(std::fabs(A), std::fabs(B)), std::fabs(C));
  }
};

/// How the rounded result is changed (Instruction::Extra).
enum Clamp : std::int64_t { AsItIs, Saturate, Relu };

template <class H> uint16_t clamped(uint16_t Bits, std::int64_t How) {
  const bool IsNaN = (Bits & 0x7fff) > H::Infinity, Minus = Bits & 0x8000;
  constexpr uint16_t One = H::Bias << H::FractionBits;
  if (How == Relu)
    return Minus && !IsNaN ? 0 : Bits;
  return Minus || IsNaN ? 0 : std::min(Bits, One);
}

template <class H, class Do, unsigned Sources>
uint16_t compute(const Instruction &I, uint16_t A, uint16_t B, uint16_t C) {
  if (I.Ftz) {
    A = flushedHalf<H>(A);
    B = flushedHalf<H>(B);
    C = flushedHalf<H>(C);
  }
  uint16_t R = narrow<H>(Do()(widen<H>(A), Sources > 1 ? widen<H>(B) : 0,
                              Sources > 2 ? widen<H>(C) : 0),
                         Rounding::Nearest);
  if (I.Ftz)
    R = flushedHalf<H>(R);
  return I.Extra == AsItIs ? R : clamped<H>(R, I.Extra);
}

template <class H, class Do, unsigned Sources, bool IsPair>
void halves(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(Sources > 1 ? 1 : 0),
              &C = S.in(Sources > 2 ? 2 : 0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    const auto Part = [&](unsigned Shift) -> uint32_t {
      return compute<H, Do, Sources>(S.I, static_cast<uint16_t>(A[L] >> Shift),
                                     static_cast<uint16_t>(B[L] >> Shift),
                                     static_cast<uint16_t>(C[L] >> Shift));
    };
    D[L] = IsPair ? Part(0) | Part(16) << 16 : Part(0);
  });
}

template <class Do, unsigned Sources> Handler choose(const Instruction &I) {
  if (!has(I, 1, Sources))
    return nullptr;
  switch (I.T) {
  case Type::F16:
    return halves<F16, Do, Sources, false>;
  case Type::F16x2:
    return halves<F16, Do, Sources, true>;
  case Type::BF16:
    return halves<BF16, Do, Sources, false>;
  case Type::BF16x2:
    return halves<BF16, Do, Sources, true>;
  default:
    return nullptr;
  }
}

template <class Do> Handler chooseMinMaxForm(Modifiers &Mods, Instruction &I) {
  if (Mods.take("xorsign"))
    return Mods.take("abs") ? choose<OfTwo<XorSign<Do>>, 2>(I) : nullptr;
  if (I.S.size() == 3)
    return Mods.take("abs") ? choose<OfThreeSizes<Do>, 3>(I)
                            : choose<OfThree<Do>, 3>(I);
  return choose<OfTwo<Do>, 2>(I);
}
template <template <bool> class Do>
Handler chooseMinMax(Modifiers &Mods, Instruction &I) {
  return Mods.take("NaN") ? chooseMinMaxForm<Do<true>>(Mods, I)
                          : chooseMinMaxForm<Do<false>>(Mods, I);
}

/// abs and neg: of the sign bits alone, `Clears` or flips them.
template <bool Clears> void signs(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  const bool IsPair = bytesOf(S.I.T) == 4;
  eachLane(S.Mask, [&](unsigned L) {
    uint32_t Bits = static_cast<uint32_t>(A[L]);
    if (S.I.Ftz)
      Bits = flushedHalf<F16>(static_cast<uint16_t>(Bits)) |
             uint32_t(flushedHalf<F16>(static_cast<uint16_t>(Bits >> 16)))
                 << 16;
    const uint32_t All = IsPair ? 0x80008000 : 0x8000;
    D[L] = Clears ? Bits & ~All : Bits ^ All;
  });
}
template <bool Clears> Handler chooseSigns(const Instruction &I) {
  return has(I, 1, 1) ? signs<Clears> : nullptr;
}

bool isF16(Type T) { return T == Type::F16 || T == Type::F16x2; }

} // namespace

Handler heddle::ptx::halfSum(Sum What, Modifiers &Mods, Instruction &I) {
  if (I.T2 != Type::None)
    return nullptr;
  I.Ftz = isF16(I.T) && Mods.take("ftz");
  switch (What) {
  case Sum::Abs:
    return chooseSigns<true>(I);
  case Sum::Neg:
    return chooseSigns<false>(I);
  case Sum::Min:
    return chooseMinMax<FloatMin>(Mods, I);
  case Sum::Max:
    return chooseMinMax<FloatMax>(Mods, I);
  default:
    break;
  }
  const bool Rounds = Mods.take("rn");
  if (isF16(I.T) && Mods.take("sat"))
    I.Extra = Saturate;
  else if (What == Sum::Fma && Mods.take("relu"))
    I.Extra = Relu;
  switch (What) {
  case Sum::Add:
    return choose<Add, 2>(I);
  case Sum::Sub:
    return choose<Sub, 2>(I);
  case Sum::Mul:
    return choose<Mul, 2>(I);
  case Sum::Fma:
    return Rounds ? choose<Fma, 3>(I) : nullptr;
  default:
    return nullptr;
  }
}

Handler heddle::ptx::halfFunction(bool IsTanh, Modifiers &Mods,
                                  Instruction &I) {
  if (!Mods.take("approx"))
    return nullptr;
  if (IsTanh)
    return choose<Tanh, 1>(I);
  // ex2 of bf16 is written with ftz, that of f16 without.
  const bool Flushes = Mods.take("ftz");
  if (Flushes == isF16(I.T))
    return nullptr;
  I.Ftz = Flushes;
  return choose<Power, 1>(I);
}
