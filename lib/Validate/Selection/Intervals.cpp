//===- Intervals.cpp - What an expression may be, of many threads ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Selection/Intervals.h"
#include <algorithm>

namespace heddle {
namespace validate {
namespace {

constexpr int64_t Far = int64_t{1} << 62;

Interval truth(Interval A) {
  return {A.Lo > 0 || A.Hi < 0, A.Lo != 0 || A.Hi != 0};
}

/// All values of T.
Interval all(Type T) {
  if (!T.isInt() || T.Bits >= 63)
    return {-Far, Far};
  const int64_t Half = int64_t{1} << (T.Bits - 1);
  return T.Signed ? Interval{-Half, Half - 1}
                  : Interval{0, (int64_t{1} << T.Bits) - 1};
}

Interval within(Interval Top, __int128 Lo, __int128 Hi) {
  return Lo < Top.Lo || Hi > Top.Hi
             ? Top
             : Interval{static_cast<int64_t>(Lo), static_cast<int64_t>(Hi)};
}

} // namespace

Intervals::Intervals(unsigned Count, const Box &B, Outcome &End)
    : Slots(Count, {-Far, Far}), Threads(B), End(End) {}

Interval Intervals::truthOf(const Node *E) { return truth(of(E)); }

Interval Intervals::of(const Node *E) {
  (void)End.step();
  const Type T = E->Ty;
  const Interval Top = all(T);
  switch (E->What) {
  case Op::Const:
    return {E->Number, E->Number};
  case Op::Slot:
    return Slots[E->Number];
  case Op::Coord:
    return Threads[E->Number];
  case Op::Cast: {
    const Interval A = of(E->Kids[0]);
    return E->From.isInt() && T.isInt() && T.Bits > 1 ? within(Top, A.Lo, A.Hi)
                                                      : Top;
  }
  case Op::Not: {
    const Interval A = truth(of(E->Kids[0]));
    return {A.Hi == 0, A.Lo == 0};
  }
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne:
  case Op::Both:
  case Op::Either:
    return combination(E, Top);
  default:
    return Top;
  }
}

Interval Intervals::combination(const Node *E, Interval Top) {
  const Interval X = of(E->Kids[0]), Y = of(E->Kids[1]);
  const __int128 A = X.Lo, C = X.Hi, D = Y.Lo, F = Y.Hi;
  switch (E->What) {
  case Op::Add:
    return within(Top, A + D, C + F);
  case Op::Sub:
    return within(Top, A - F, C - D);
  case Op::Mul: {
    const auto [Lo, Hi] = std::minmax({A * D, A * F, C * D, C * F});
    return within(Top, Lo, Hi);
  }
  case Op::Div:
    return A >= 0 && D > 0 ? within(Top, A / F, C / D) : Top;
  case Op::Rem:
    if (A < 0 || D <= 0)
      return Top;
    if (D == F && A / D == C / D)
      return within(Top, A % D, C % D);
    return within(Top, 0, std::min(C, F - 1));
  case Op::Lt:
    return {C < D, A < F};
  case Op::Le:
    return {C <= D, A <= F};
  case Op::Eq:
    return {A == C && D == F && A == D, A <= F && D <= C};
  case Op::Ne:
    return {A > F || D > C, !(A == C && D == F && A == D)};
  case Op::Both:
    return {truth(X).Lo && truth(Y).Lo, truth(X).Hi && truth(Y).Hi};
  default:
    return {truth(X).Lo || truth(Y).Lo, truth(X).Hi || truth(Y).Hi};
  }
}

} // namespace validate
} // namespace heddle
