//===- Expr.cpp - Integer expressions of the source ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle {

const char *const DependsOnArray = "it depends on array data";

/// The first part of E that is opaque and Wanted, or null.
const Expr *findIn(const Expr &E,
                   llvm::function_ref<bool(const Expr &)> IsWanted) {
  if (IsWanted(E))
    return &E;
  for (const ExprRef &Operand : E.Operands)
    if (const Expr *Found = findIn(*Operand, IsWanted))
      return Found;
  return nullptr;
}

const Expr *findOpaque(const Expr &E) {
  return findIn(E, [](const Expr &X) { return X.Kind == ExprKind::Opaque; });
}

const Expr *findUnnamed(const Expr &E) {
  return findIn(E, [](const Expr &X) {
    return X.Kind == ExprKind::Opaque && X.Local.empty();
  });
}

ExprRef renumbered(const ExprRef &E, const std::vector<unsigned> &NewIndex) {
  if (!E)
    return E;
  auto Copy = std::make_shared<Expr>(*E);
  // Conditions that no access of a part is under may speak of loops that are
  // gone.
  if (E->Kind == ExprKind::Counter && E->Index < NewIndex.size())
    Copy->Index = NewIndex[E->Index];
  for (ExprRef &Op : Copy->Operands)
    Op = renumbered(Op, NewIndex);
  return Copy;
}

namespace {

const char *infix(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::Add:
    return " + ";
  case ExprKind::Sub:
    return " - ";
  case ExprKind::Mul:
    return " * ";
  case ExprKind::Div:
    return " / ";
  case ExprKind::Rem:
    return " % ";
  case ExprKind::Lt:
    return " < ";
  case ExprKind::Le:
    return " <= ";
  case ExprKind::Gt:
    return " > ";
  case ExprKind::Ge:
    return " >= ";
  case ExprKind::Eq:
    return " == ";
  case ExprKind::Ne:
    return " != ";
  case ExprKind::And:
    return " && ";
  case ExprKind::Or:
    return " || ";
  default:
    return nullptr;
  }
}

std::string typeName(const IntType &T) {
  if (T.Bits == 1)
    return "bool";
  return (T.Signed ? "i" : "u") + std::to_string(T.Bits);
}

} // namespace

std::string toString(const Expr &E) {
  auto Operand = [&](unsigned I) { return toString(*E.Operands[I]); };
  switch (E.Kind) {
  case ExprKind::Const:
    return std::to_string(E.Value);
  case ExprKind::Counter:
    return "i" + std::to_string(E.Index);
  case ExprKind::Param:
    return "p" + std::to_string(E.Index);
  case ExprKind::Opaque:
    return "opaque(" + E.Text + ")";
  case ExprKind::Neg:
    return "(-" + Operand(0) + ")";
  case ExprKind::Not:
    return "(!" + Operand(0) + ")";
  case ExprKind::Min:
    return "min(" + Operand(0) + ", " + Operand(1) + ")";
  case ExprKind::Max:
    return "max(" + Operand(0) + ", " + Operand(1) + ")";
  case ExprKind::Select:
    return "(" + Operand(0) + " ? " + Operand(1) + " : " + Operand(2) + ")";
  case ExprKind::Cast:
    return typeName(E.Type) + "(" + Operand(0) + ")";
  default:
    return "(" + Operand(0) + infix(E.Kind) + Operand(1) + ")";
  }
}

} // namespace heddle
