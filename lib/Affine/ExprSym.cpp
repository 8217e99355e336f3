//===- ExprSym.cpp - Expressions over parameters as Sym -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structural walk, because what it yields is printed: the shape of the source
// is kept where isl's normal form would lose it.
//===----------------------------------------------------------------------===//

#include "Affine/ExprReader.h"

namespace heddle {

/// A / C and A % C rounded towards zero, by floor operations.
static Sym truncated(ExprKind K, const Sym &A, int64_t C, bool NeverNegative) {
  Sym D(C < 0 ? -C : C);
  bool Div = K == ExprKind::Div;
  Sym Plus = Div ? floor_div(A, D) : floor_mod(A, D);
  Sym Minus = Div ? -floor_div(-A, D) : -floor_mod(-A, D);
  Sym R = NeverNegative ? Plus : select(less_equal(0, A), Plus, Minus);
  return Div && C < 0 ? -R : R;
}

static std::optional<Sym> symOfDivision(ExprReader &R, const Expr &E) {
  std::optional<Sym> A = symOf(R, *E.Operands[0]), D = symOf(R, *E.Operands[1]);
  if (!A || !D || !D->isConst() || D->isConst(0))
    return std::nullopt;
  isl::PwAff V = valueOf(R, *E.Operands[0]);
  if (V.isNull())
    return std::nullopt;
  isl::Set Negative = V.lt(isl::PwAff::constant(R.F.Space, 0));
  isl::Set Context = isl::Set::universe(R.F.Space).intersectParams(R.F.Context);
  bool Never = isl::isEmpty(Negative.intersect(Context)) == isl::Answer::Yes;
  return truncated(E.Kind, *A, D->value(), Never);
}

static std::optional<Sym> symOfNode(ExprReader &R, const Expr &E) {
  auto Operand = [&](unsigned I) { return symOf(R, *E.Operands[I]); };
  auto Pair = [&](Sym (*Make)(const Sym &, const Sym &)) -> std::optional<Sym> {
    std::optional<Sym> A = Operand(0);
    std::optional<Sym> B = A ? Operand(1) : std::nullopt;
    return B ? std::optional<Sym>(Make(*A, *B)) : std::nullopt;
  };
  switch (E.Kind) {
  case ExprKind::Const:
    return Sym(E.Value);
  case ExprKind::Param:
    return Sym::leaf(R.Nest.Params[E.Index].Name);
  case ExprKind::Counter:
  case ExprKind::Opaque:
    return std::nullopt;
  case ExprKind::Neg: {
    std::optional<Sym> A = Operand(0);
    return A ? std::optional<Sym>(-*A) : std::nullopt;
  }
  case ExprKind::Add:
    return Pair(operator+);
  case ExprKind::Sub:
    return Pair(operator-);
  case ExprKind::Mul: {
    std::optional<Polynomial> P = polynomialOf(R, E, false);
    if (!P || R.Atoms.usesCounters(*P))
      return std::nullopt;
    return R.Atoms.affineSym(*P);
  }
  case ExprKind::Div:
  case ExprKind::Rem:
    return symOfDivision(R, E);
  case ExprKind::Min:
    return Pair(min_of);
  case ExprKind::Max:
    return Pair(max_of);
  case ExprKind::Select: {
    std::optional<Sym> C = Operand(0), A = Operand(1), B = Operand(2);
    return C && A && B ? std::optional<Sym>(heddle::select(*C, *A, *B))
                       : std::nullopt;
  }
  case ExprKind::Cast: {
    std::optional<Sym> A = Operand(0);
    if (A && E.Type.Bits == 1)
      return negate(equal(*A, 0));
    return A;
  }
  case ExprKind::Lt:
    return Pair(less);
  case ExprKind::Le:
    return Pair(less_equal);
  case ExprKind::Gt:
    return Pair([](const Sym &A, const Sym &B) { return less(B, A); });
  case ExprKind::Ge:
    return Pair([](const Sym &A, const Sym &B) { return less_equal(B, A); });
  case ExprKind::Eq:
    return Pair(equal);
  case ExprKind::Ne:
    return Pair([](const Sym &A, const Sym &B) { return negate(equal(A, B)); });
  case ExprKind::And:
    return Pair(both);
  case ExprKind::Or:
    return Pair(either);
  case ExprKind::Not: {
    std::optional<Sym> A = Operand(0);
    return A ? std::optional<Sym>(negate(*A)) : std::nullopt;
  }
  }
  return std::nullopt;
}

/// Constants wrap as C++ computes them; what is not constant has conditions.
std::optional<Sym> symOf(ExprReader &R, const Expr &E) {
  std::optional<Sym> S = symOfNode(R, E);
  if (S && S->isConst() && E.Kind < ExprKind::Lt)
    if (std::optional<int64_t> V = wrapped(S->value(), E.Type))
      return Sym(*V);
  return S;
}

} // namespace heddle
