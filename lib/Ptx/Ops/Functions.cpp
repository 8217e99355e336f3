//===- Functions.cpp - roots and functions of f32 and f64 -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ISA gives some functions with an error bound (`approx`). Here they are
// more exact than on a device: the value in double precision, rounded once.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Numbers.h"
#include "Ptx/Ops/Rounds.h"

using namespace heddle::ptx;

namespace {

struct Reciprocal {
  template <class F> F operator()(F A) const { return 1 / A; }
};
struct Root {
  template <class F> F operator()(F A) const { return std::sqrt(A); }
};
struct ReciprocalRoot {
  float operator()(float A) const {
    return static_cast<float>(1 / std::sqrt(double(A)));
  }
  double operator()(double A) const { return 1 / std::sqrt(A); }
};
struct Sine {
  float operator()(float A) const {
    return static_cast<float>(std::sin(double(A)));
  }
};
struct Cosine {
  float operator()(float A) const {
    return static_cast<float>(std::cos(double(A)));
  }
};
struct Logarithm { // of base 2
  float operator()(float A) const {
    return static_cast<float>(std::log2(double(A)));
  }
};
struct Power { // of 2
  float operator()(float A) const {
    return static_cast<float>(std::exp2(double(A)));
  }
};
struct Tanh {
  float operator()(float A) const {
    return static_cast<float>(std::tanh(double(A)));
  }
};

/// rcp and rsqrt of f64 with `approx.ftz`: of the high 32 bits of the operand
/// to the high 32 of the result, 20 bits of the fraction.
template <class Do> struct HighWord {
  static double high(double A) {
    if (std::fabs(A) < std::numeric_limits<double>::min())
      return std::copysign(0.0, A);
    return fromBits<double>(toBits(A) & ~uint64_t(0xffffffff));
  }
  double operator()(double A) const {
    if (A != A)
      return std::numeric_limits<double>::quiet_NaN();
    return high(Do()(high(A)));
  }
};

/// rcp and sqrt: a rounding, or `approx`; `Rough` has approx.ftz.f64.
template <class Do, bool Rough>
Handler chooseExact(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const bool Rounds = Mods.takeRounding(I.Round);
  const bool Approx = !Rounds && Mods.take("approx");
  I.Ftz = Mods.take("ftz");
  if (Approx && I.T == Type::F64) {
    if (!Rough || !I.Ftz || !has(I, 1, 1))
      return nullptr;
    return unary<double, double, HighWord<Do>>;
  }
  return Rounds || Approx ? chooseFloating<Do, 1>(I) : nullptr;
}

/// sin, cos, lg2, ex2 and tanh: `approx` of f32.
template <class Do> Handler chooseApprox(Modifiers &Mods, Instruction &I) {
  if (I.T != Type::F32 || !has(I, 1, 1) || !Mods.take("approx"))
    return nullptr;
  return Mods.take("ftz") ? floating<float, Do, 1, true, false>
                          : floating<float, Do, 1, false, false>;
}

bool isHalf(Type T) {
  return T == Type::F16 || T == Type::F16x2 || T == Type::BF16 ||
         T == Type::BF16x2;
}

} // namespace

Handler heddle::ptx::bindReciprocal(Modifiers &Mods, Instruction &I) {
  return chooseExact<Reciprocal, true>(Mods, I);
}
Handler heddle::ptx::bindRoot(Modifiers &Mods, Instruction &I) {
  return chooseExact<Root, false>(Mods, I);
}

Handler heddle::ptx::bindReciprocalRoot(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!Mods.take("approx") || !has(I, 1, 1))
    return nullptr;
  I.Ftz = Mods.take("ftz");
  if (I.T == Type::F64 && I.Ftz)
    return unary<double, double, HighWord<ReciprocalRoot>>;
  return chooseFloating<ReciprocalRoot, 1>(I);
}

Handler heddle::ptx::bindSine(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return chooseApprox<Sine>(Mods, I);
}
Handler heddle::ptx::bindCosine(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return chooseApprox<Cosine>(Mods, I);
}
Handler heddle::ptx::bindLogarithm(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return chooseApprox<Logarithm>(Mods, I);
}
Handler heddle::ptx::bindPower(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return isHalf(I.T) ? halfFunction(false, Mods, I)
                     : chooseApprox<Power>(Mods, I);
}
Handler heddle::ptx::bindTanh(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return isHalf(I.T) ? halfFunction(true, Mods, I)
                     : chooseApprox<Tanh>(Mods, I);
}
