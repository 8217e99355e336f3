//===- BitsExpr.cpp - Shifts and low bits as arithmetic -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Expr/BitsExpr.h"
#include "Read/Expr/IntegerExpr.h"

using namespace clang;

namespace heddle {

/// The constant that E is, if it is one from 0 to Most.
static std::optional<int64_t> constantUpTo(const NestReader &NR,
                                           const clang::Expr *E, int64_t Most) {
  clang::Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsInt(Result, NR.Ctx) ||
      !Result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  const int64_t Value = Result.Val.getInt().getExtValue();
  return Value >= 0 && Value <= Most ? std::optional(Value) : std::nullopt;
}

/// X modulo a power of two, which is not negative.
static ExprRef lowBits(const NestReader &NR, const ExprRef &X, int64_t Power,
                       const clang::Expr *E) {
  const ExprRef By = constant(NR, Power, X->Type, E);
  ExprRef Rest = node(NR, ExprKind::Rem, X->Type, {X, By}, E);
  if (!X->Type.Signed)
    return Rest;
  Rest = node(NR, ExprKind::Add, X->Type, {Rest, By}, E);
  return node(NR, ExprKind::Rem, X->Type, {Rest, By}, E);
}

/// X divided by a power of two and rounded down.
static ExprRef shiftedDown(const NestReader &NR, const ExprRef &X,
                           int64_t Power, const clang::Expr *E) {
  const ExprRef By = constant(NR, Power, X->Type, E);
  ExprRef Quotient = node(NR, ExprKind::Div, X->Type, {X, By}, E);
  if (!X->Type.Signed)
    return Quotient;
  // -1 - (-1 - x) / 2^k, where x is negative.
  auto Mirrored = [&](const ExprRef &Y) {
    return node(NR, ExprKind::Sub, X->Type, {constant(NR, -1, X->Type, E), Y},
                E);
  };
  ExprRef Below =
      Mirrored(node(NR, ExprKind::Div, X->Type, {Mirrored(X), By}, E));
  ExprRef IsBelow = node(NR, ExprKind::Lt, IntType{1, false},
                         {X, constant(NR, 0, X->Type, E)}, E);
  return node(NR, ExprKind::Select, X->Type, {IsBelow, Below, Quotient}, E);
}

/// X times a power of two, modulo the range of its type, as C++20 has it of
/// signed numbers, too.
static ExprRef shiftedUp(const NestReader &NR, const ExprRef &X, int64_t Power,
                         const clang::Expr *E) {
  const IntType Wraps{X->Type.Bits, false};
  return convert(NR,
                 node(NR, ExprKind::Mul, Wraps,
                      {convert(NR, X, Wraps), constant(NR, Power, Wraps, E)},
                      E),
                 X->Type);
}

ExprRef bitsExpr(NestReader &NR, const BinaryOperator *E) {
  const IntType Type = *intType(NR, E->getType());
  const ExprRef X = expr(NR, E->getLHS());
  if (Type.Bits < 32 || !(X->Type == Type))
    return nullptr;
  constexpr int64_t MostShift = 30, MostMask = (int64_t{1} << 30) - 1;
  if (E->isShiftOp()) {
    const auto By = constantUpTo(NR, E->getRHS(), MostShift);
    if (!By)
      return nullptr;
    (void)expr(NR, E->getRHS()); // with other flags it might be another
    const int64_t Power = int64_t{1} << *By;
    return E->getOpcode() == BO_Shl ? shiftedUp(NR, X, Power, E)
                                    : shiftedDown(NR, X, Power, E);
  }
  const auto Mask = constantUpTo(NR, E->getRHS(), MostMask);
  if (!Mask)
    return nullptr;
  (void)expr(NR, E->getRHS());
  if (E->getOpcode() == BO_And)
    return *Mask != 0 && (*Mask & (*Mask + 1)) == 0
               ? lowBits(NR, X, *Mask + 1, E)
               : nullptr;
  // The lowest bits of what is shifted up are clear.
  const ExprRef &Product = X->Kind == ExprKind::Cast ? X->Operands[0] : X;
  if (Product->Kind != ExprKind::Mul || Product->Type.Signed ||
      Product->Type.Bits != Type.Bits ||
      Product->Operands[1]->Kind != ExprKind::Const)
    return nullptr;
  const int64_t Factor = Product->Operands[1]->Value;
  if (Factor <= *Mask || (Factor & (Factor - 1)) != 0)
    return nullptr;
  return convert(
      NR,
      node(NR, ExprKind::Add, Product->Type,
           {Product, constant(NR, *Mask, Product->Type, E->getRHS())}, E),
      Type);
}

} // namespace heddle
