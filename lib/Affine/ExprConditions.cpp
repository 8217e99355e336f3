//===- ExprConditions.cpp - Boolean expressions as sets -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds by min and max become unions and intersections of inequalities: that
// is many times faster in isl than piecewise functions.
//===----------------------------------------------------------------------===//

#include "Affine/ExprReader.h"

namespace heddle {

namespace {

isl::Set relate(Relation Rel, const isl::PwAff &A, const isl::PwAff &B) {
  switch (Rel) {
  case Relation::Lt:
    return A.lt(B);
  case Relation::Le:
    return A.le(B);
  case Relation::Gt:
    return A.gt(B);
  case Relation::Ge:
    return A.ge(B);
  case Relation::Ne:
    return A.ne(B);
  }
  return isl::Set();
}

Relation mirrored(Relation Rel) {
  switch (Rel) {
  case Relation::Lt:
    return Relation::Gt;
  case Relation::Le:
    return Relation::Ge;
  case Relation::Gt:
    return Relation::Lt;
  case Relation::Ge:
    return Relation::Le;
  case Relation::Ne:
    break;
  }
  return Rel;
}

} // namespace

isl::Set compare(ExprReader &R, Relation Rel, const Expr &A, const Expr &B) {
  bool OnLeft = A.Kind == ExprKind::Min || A.Kind == ExprKind::Max;
  bool OnRight = B.Kind == ExprKind::Min || B.Kind == ExprKind::Max;
  if (Rel != Relation::Ne && OnLeft && !OnRight)
    return compare(R, mirrored(Rel), B, A);
  if (Rel != Relation::Ne && OnRight) {
    isl::Set S = compare(R, Rel, A, *B.Operands[0]);
    isl::Set T = compare(R, Rel, A, *B.Operands[1]);
    bool Below = Rel == Relation::Lt || Rel == Relation::Le;
    bool All = Below == (B.Kind == ExprKind::Min);
    return All ? S.intersect(T) : S.unionWith(T);
  }
  isl::PwAff X = valueOf(R, A);
  isl::PwAff Y = X.isNull() ? isl::PwAff() : valueOf(R, B);
  if (Y.isNull())
    return isl::Set();
  return relate(Rel, X, Y);
}

static Truth connective(ExprReader &R, const Expr &E) {
  Truth A = truthOf(R, *E.Operands[0]);
  if (E.Kind == ExprKind::Not)
    return {A.No, A.Yes, A.Exact};
  bool And = E.Kind == ExprKind::And;
  isl::Set Outer = R.Path;
  R.Path = Outer.intersect(And ? A.Yes : A.No);
  Truth B = truthOf(R, *E.Operands[1]);
  R.Path = Outer;
  Truth Both;
  Both.Exact = A.Exact && B.Exact;
  if (And) {
    Both.Yes = A.Yes.intersect(B.Yes);
    Both.No = Both.Exact ? Both.Yes.complement() : A.No.unionWith(B.No);
  } else {
    Both.Yes = A.Yes.unionWith(B.Yes);
    Both.No = A.No.intersect(B.No);
  }
  return Both;
}

Truth truthOf(ExprReader &R, const Expr &E) {
  const isl::Set Everywhere = isl::Set::universe(R.F.Space);
  if (E.Kind == ExprKind::And || E.Kind == ExprKind::Or ||
      E.Kind == ExprKind::Not)
    return connective(R, E);
  // A condition that cannot be read is no failure: it may go either way, and
  // what its operands need for exactness does not matter.
  std::optional<ReadFailure> Before = R.Failure;
  size_t Known = R.Conditions.size(), NonAffine = R.NonAffineConditions.size();
  R.Failure.reset();
  isl::Set Yes;
  switch (E.Kind) {
  case ExprKind::Lt:
    Yes = compare(R, Relation::Lt, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Le:
    Yes = compare(R, Relation::Le, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Gt:
    Yes = compare(R, Relation::Gt, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Ge:
    Yes = compare(R, Relation::Ge, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Ne:
  case ExprKind::Eq:
    Yes = compare(R, Relation::Ne, *E.Operands[0], *E.Operands[1]);
    if (E.Kind == ExprKind::Eq && !Yes.isNull())
      Yes = Yes.complement();
    break;
  default:
    if (isl::PwAff V = valueOf(R, E); !V.isNull())
      Yes = V.whereNonZero();
  }
  bool Failed = R.Failure.has_value() || Yes.isNull() ||
                R.NonAffineConditions.size() != NonAffine;
  if (Failed && !R.Unread)
    R.Unread =
        R.Failure ? *R.Failure : ReadFailure{&E, "it is not affine", false};
  R.Failure = Before;
  if (Failed) {
    R.Conditions.resize(Known);
    R.NonAffineConditions.resize(NonAffine);
    return {Everywhere, Everywhere, false};
  }
  isl::Set No = Yes.complement();
  return {std::move(Yes), std::move(No), true};
}

} // namespace heddle
