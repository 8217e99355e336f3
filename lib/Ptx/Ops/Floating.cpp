//===- Floating.cpp - arithmetic of f32 and f64 ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/MinMax.h"
#include "Ptx/Ops/Numbers.h"
#include "Ptx/Ops/Rounds.h"

using namespace heddle::ptx;

namespace {

struct Add {
  template <class F> F operator()(F A, F B) const { return A + B; }
};
struct Sub {
  template <class F> F operator()(F A, F B) const { return A - B; }
};
struct Mul {
  template <class F> F operator()(F A, F B) const { return A * B; }
};
struct Fma {
  template <class F> F operator()(F A, F B, F C) const {
    return std::fma(A, B, C);
  }
};
struct Div {
  template <class F> F operator()(F A, F B) const { return A / B; }
};
/// a times 1/b; where b is so large that 1/b is below the normal numbers, that
/// is 0. The quotient, rounded once, is within the bounds that the ISA gives.
struct DivApprox {
  float operator()(float A, float B) const {
    const float Size = std::fabs(B);
    if (Size > 0x1p126f && Size <= std::numeric_limits<float>::max())
      return A * std::copysign(0.0f, B);
    return A / B;
  }
};

// Signs are single bits, also those of NaN.
struct Abs {
  template <class F> F operator()(F A) const { return std::fabs(A); }
};
struct Neg {
  template <class F> F operator()(F A) const { return -A; }
};
struct CopySign { // the sign of a, the rest of b
  template <class F> F operator()(F A, F B) const {
    return std::copysign(B, A);
  }
};

template <class Do> struct OfThree {
  template <class F> F operator()(F A, F B, F C) const {
    return Do()(Do()(A, B), C);
  }
};
template <class Do> struct OfThreeSizes {
  template <class F> F operator()(F A, F B, F C) const {
    return Do()(Do()(std::fabs(A), std::fabs(B)), std::fabs(C));
  }
};

template <class Do>
Handler chooseMinMaxForm(Modifiers &Mods, const Instruction &I) {
  if (I.T == Type::F32 && Mods.take("xorsign"))
    return Mods.take("abs") ? chooseFloating<XorSign<Do>, 2>(I) : nullptr;
  if (I.T == Type::F32 && I.S.size() == 3)
    return Mods.take("abs") ? chooseFloating<OfThreeSizes<Do>, 3>(I)
                            : chooseFloating<OfThree<Do>, 3>(I);
  return chooseFloating<Do, 2>(I);
}
template <template <bool> class Do>
Handler chooseMinMax(Modifiers &Mods, const Instruction &I) {
  return I.T == Type::F32 && Mods.take("NaN")
             ? chooseMinMaxForm<Do<true>>(Mods, I)
             : chooseMinMaxForm<Do<false>>(Mods, I);
}

/// div has either a rounding, or (f32) `approx` or `full`.
Handler chooseDiv(Modifiers &Mods, Instruction &I) {
  if (Mods.takeRounding(I.Round))
    return chooseFloating<Div, 2>(I);
  if (I.T != Type::F32)
    return nullptr;
  return Mods.take("approx") ? chooseFloating<DivApprox, 2>(I)
         : Mods.take("full") ? chooseFloating<Div, 2>(I)
                             : nullptr;
}

/// Abs and Neg change nothing but the sign, and so keep a NaN.
template <class Do> Handler chooseSign(const Instruction &I) {
  if (!has(I, 1, 1))
    return nullptr;
  if (I.T == Type::F64)
    return I.Ftz ? nullptr : unary<double, double, Do>;
  return I.Ftz ? chooseFloating<Do, 1>(I) : unary<float, float, Do>;
}

} // namespace

Handler heddle::ptx::floatSum(Sum What, Modifiers &Mods, Instruction &I) {
  if (I.T2 != Type::None)
    return nullptr;
  I.Ftz = Mods.take("ftz");
  switch (What) {
  case Sum::Abs:
    return chooseSign<Abs>(I);
  case Sum::Neg:
    return chooseSign<Neg>(I);
  case Sum::Min:
    return chooseMinMax<FloatMin>(Mods, I);
  case Sum::Max:
    return chooseMinMax<FloatMax>(Mods, I);
  case Sum::Div:
    return chooseDiv(Mods, I);
  default:
    break;
  }
  const bool HasRounding = Mods.takeRounding(I.Round);
  I.Sat = Mods.take("sat");
  switch (What) {
  case Sum::Add:
    return chooseFloating<Add, 2>(I);
  case Sum::Sub:
    return chooseFloating<Sub, 2>(I);
  case Sum::Mul:
    return chooseFloating<Mul, 2>(I);
  default: // fma and mad, which are the same from sm_20 on
    return HasRounding ? chooseFloating<Fma, 3>(I) : nullptr;
  }
}

Handler heddle::ptx::bindCopySign(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 2))
    return nullptr;
  return I.T == Type::F64   ? binary<double, double, CopySign>
         : I.T == Type::F32 ? binary<float, float, CopySign>
                            : nullptr;
}

namespace {

enum Property { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

template <Property P> struct Test {
  template <class F> bool operator()(F A) const {
    switch (P) {
    case Finite:
      return std::isfinite(A);
    case Infinite:
      return std::isinf(A);
    case Number:
      return !std::isnan(A);
    case NotANumber:
      return std::isnan(A);
    case Normal: // 0 counts as normal
      return std::isnormal(A) || A == 0;
    default:
      return std::fpclassify(A) == FP_SUBNORMAL;
    }
  }
};

template <Property P> Handler chooseTest(Type T) {
  return T == Type::F32   ? unary<uint64_t, float, Test<P>>
         : T == Type::F64 ? unary<uint64_t, double, Test<P>>
                          : nullptr;
}

} // namespace

Handler heddle::ptx::bindTestProperty(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 1))
    return nullptr;
  switch (
      Mods.takeOneOf("finite infinite number notanumber normal subnormal")) {
  case Finite:
    return chooseTest<Finite>(I.T);
  case Infinite:
    return chooseTest<Infinite>(I.T);
  case Number:
    return chooseTest<Number>(I.T);
  case NotANumber:
    return chooseTest<NotANumber>(I.T);
  case Normal:
    return chooseTest<Normal>(I.T);
  case Subnormal:
    return chooseTest<Subnormal>(I.T);
  default:
    return nullptr;
  }
}
