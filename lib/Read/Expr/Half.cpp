//===- Half.cpp - Elements in half precision ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of _Float16 are storage: a nest converts what it reads to float, and
// stores what has been rounded. Kernels have heddle::rt::float16 in its place.
// Nothing is computed in the type itself: hosts keep more digits on the way
// where they like, and devices do not have it.
//===----------------------------------------------------------------------===//
#include "Read/Expr/Half.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"

using namespace clang;

namespace heddle {

static constexpr char Computes[] =
    "a '_Float16' that is neither an element nor converted at once";

bool isHalf(QualType T) {
  return !T.isNull() && !T.isVolatileQualified() &&
         T->isSpecificBuiltinType(BuiltinType::Float16);
}

/// An element, read or written.
static void useHalf(NestReader &NR, const clang::Expr *E, AccessMode Mode) {
  E = skipMarkers(E);
  if (isa<DeclRefExpr, ConditionalOperator, MaterializeTemporaryExpr>(E))
    return refuse(NR, E, Computes);
  const std::optional<Position> P = lvalue(NR, E, /*Evaluate=*/true);
  if (P && P->Private)
    return refuse(NR, E, Computes);
  if (P)
    recordAccess(NR, *P, E, Mode, {});
}

/// The value of an element, and nothing else.
static void readHalf(NestReader &NR, const clang::Expr *E) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(skipMarkers(E));
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return refuse(NR, E, Computes);
  useHalf(NR, Load->getSubExpr(), AccessMode::Read);
}

/// The conversion is not written.
static bool isImplicit(const CastExpr *E) {
  const auto *C = dyn_cast<ImplicitCastExpr>(E);
  return C && !C->isPartOfExplicitCast();
}

bool readFromHalf(NestReader &NR, const CastExpr *E) {
  if (!isHalf(E->getSubExpr()->getType()) || isHalf(E->getType()) ||
      E->getCastKind() != CK_FloatingCast)
    return false;
  if (!checkScalar(NR, E->getType(), E->getSourceRange()))
    return true;
  readHalf(NR, E->getSubExpr());
  if (isImplicit(E))
    addParentheses(NR, E->getSubExpr(), "static_cast<float>(");
  return true;
}

bool assignHalf(NestReader &NR, const BinaryOperator *E) {
  if (!isHalf(E->getLHS()->getType()))
    return false;
  const clang::Expr *Value = skipMarkers(E->getRHS());
  const auto *Cast = dyn_cast<CastExpr>(Value);
  while (Cast && Cast->getCastKind() == CK_NoOp)
    Cast = dyn_cast<CastExpr>(skipMarkers(Cast->getSubExpr()));
  if (E->isCompoundAssignmentOp()) {
    refuse(NR, E, Computes);
    return true;
  }
  if (Cast && Cast->getCastKind() == CK_FloatingCast) {
    read(NR, Cast->getSubExpr()); // of float or double
    if (isImplicit(Cast))
      addParentheses(NR, Value, DeviceHalf + std::string("("));
  } else {
    readHalf(NR, Value);
  }
  useHalf(NR, E->getLHS(), AccessMode::Write);
  return true;
}

} // namespace heddle
