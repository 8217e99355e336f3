//===- Rounds.h - modes of rounding and results of floating point ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_ROUNDS_H
#define HEDDLE_PTX_OPS_ROUNDS_H

#include "Ptx/Ops/Ops.h"

#include <cfenv>
#include <cmath>
#include <limits>

namespace heddle::ptx {

/// The host rounds as the instruction says while this lives. Operands are read
/// from registers and results written to them within; so no compiler moves the
/// operation out.
class RoundingScope {
public:
  explicit RoundingScope(Rounding How) : Set(How != Rounding::Nearest) {
    static constexpr int Modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                    FE_UPWARD};
    if (Set)
      std::fesetround(Modes[static_cast<unsigned>(How)]);
  }
  ~RoundingScope() {
    if (Set)
      std::fesetround(FE_TONEAREST);
  }
  RoundingScope(const RoundingScope &) = delete;
  RoundingScope &operator=(const RoundingScope &) = delete;

private:
  const bool Set;
};

/// A number below the normal ones becomes a 0 of its sign.
inline float flushed(float A) {
  return std::fabs(A) < std::numeric_limits<float>::min()
             ? std::copysign(0.0f, A)
             : A;
}

/// An operand: with Ftz flushed, which only f32 has.
template <class F, bool Ftz> F operand(uint64_t Bits) {
  const F A = fromBits<F>(Bits);
  if constexpr (Ftz && sizeof(F) == 4)
    return flushed(A);
  return A;
}

/// In [0, 1]; NaN becomes 0, and so does -0.
template <class F> F saturated(F A) {
  return A > 0 ? (A < 1 ? A : F(1)) : F(0);
}

/// The bits of a result. A NaN of f32 has one form.
template <class F, bool Ftz, bool Sat> uint64_t result(F A) {
  if constexpr (Sat)
    A = saturated(A);
  if constexpr (sizeof(F) == 4) {
    if constexpr (Ftz)
      A = flushed(A);
    const uint64_t Bits = toBits(A);
    return (Bits & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : Bits;
  }
  return toBits(A);
}

/// d = Do(sources), as many as Sources.
template <class F, class Do, unsigned Sources, bool Ftz, bool Sat>
void floating(Step &S) {
  const RoundingScope Scope(S.I.Round);
  const Lanes &A = S.in(0), &B = S.in(Sources > 1 ? 1 : 0),
              &C = S.in(Sources > 2 ? 2 : 0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    F R;
    if constexpr (Sources == 1)
      R = Do()(operand<F, Ftz>(A[L]));
    else if constexpr (Sources == 2)
      R = Do()(operand<F, Ftz>(A[L]), operand<F, Ftz>(B[L]));
    else
      R = Do()(operand<F, Ftz>(A[L]), operand<F, Ftz>(B[L]),
               operand<F, Ftz>(C[L]));
    D[L] = result<F, Ftz, Sat>(R);
  });
}

/// By I.T (f32 or f64), I.Ftz and I.Sat, which only f32 has.
template <class Do, unsigned Sources>
Handler chooseFloating(const Instruction &I) {
  if (!has(I, 1, Sources))
    return nullptr;
  if (I.T == Type::F64)
    return I.Ftz || I.Sat ? nullptr
                          : floating<double, Do, Sources, false, false>;
  if (I.T != Type::F32)
    return nullptr;
  return chooseFlag(I.Ftz, [&](auto Ftz) {
    return chooseFlag(I.Sat, [](auto Sat) {
      return floating<float, Do, Sources, decltype(Ftz)::value,
                      decltype(Sat)::value>;
    });
  });
}

} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_ROUNDS_H
