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

isl::Set ExprReader::compare(Relation Rel, const Expr &A, const Expr &B) {
  bool OnLeft = A.Kind == ExprKind::Min || A.Kind == ExprKind::Max;
  bool OnRight = B.Kind == ExprKind::Min || B.Kind == ExprKind::Max;
  if (Rel != Relation::Ne && OnLeft && !OnRight)
    return compare(mirrored(Rel), B, A);
  if (Rel != Relation::Ne && OnRight) {
    isl::Set S = compare(Rel, A, *B.Operands[0]);
    isl::Set T = compare(Rel, A, *B.Operands[1]);
    bool Below = Rel == Relation::Lt || Rel == Relation::Le;
    bool All = Below == (B.Kind == ExprKind::Min);
    return All ? S.intersect(T) : S.unionWith(T);
  }
  isl::PwAff X = value(A);
  isl::PwAff Y = X.isNull() ? isl::PwAff() : value(B);
  if (Y.isNull())
    return isl::Set();
  return relate(Rel, X, Y);
}

Truth ExprReader::connective(const Expr &E) {
  Truth A = test(*E.Operands[0]);
  if (E.Kind == ExprKind::Not)
    return {A.No, A.Yes, A.Exact};
  bool And = E.Kind == ExprKind::And;
  isl::Set Outer = Path;
  Path = Outer.intersect(And ? A.Yes : A.No);
  Truth B = test(*E.Operands[1]);
  Path = Outer;
  Truth R;
  R.Exact = A.Exact && B.Exact;
  if (And) {
    R.Yes = A.Yes.intersect(B.Yes);
    R.No = A.No.unionWith(B.No);
  } else {
    R.Yes = A.Yes.unionWith(B.Yes);
    R.No = A.No.intersect(B.No);
  }
  if (R.Exact && And)
    R.No = R.Yes.complement();
  else if (R.Exact)
    R.Yes = R.No.complement();
  return R;
}

Truth ExprReader::test(const Expr &E) {
  Truth Unknown{universe(), universe(), false};
  if (E.Kind == ExprKind::And || E.Kind == ExprKind::Or ||
      E.Kind == ExprKind::Not)
    return connective(E);
  // A condition that cannot be read is no failure: it may go either way, and
  // what its operands need for exactness does not matter.
  std::optional<ReadFailure> Before = Failure;
  size_t Known = Conditions.size(), NonAffine = NonAffineConditions.size();
  Failure.reset();
  isl::Set Yes;
  switch (E.Kind) {
  case ExprKind::Lt:
    Yes = compare(Relation::Lt, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Le:
    Yes = compare(Relation::Le, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Gt:
    Yes = compare(Relation::Gt, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Ge:
    Yes = compare(Relation::Ge, *E.Operands[0], *E.Operands[1]);
    break;
  case ExprKind::Ne:
  case ExprKind::Eq:
    Yes = compare(Relation::Ne, *E.Operands[0], *E.Operands[1]);
    if (E.Kind == ExprKind::Eq && !Yes.isNull())
      Yes = Yes.complement();
    break;
  default:
    if (isl::PwAff V = value(E); !V.isNull())
      Yes = V.whereNonZero();
  }
  bool Failed = Failure.has_value() || Yes.isNull() ||
                NonAffineConditions.size() != NonAffine;
  if (Failed && !Unread)
    Unread = Failure ? *Failure : ReadFailure{&E, "it is not affine", false};
  Failure = Before;
  if (Failed) {
    Conditions.resize(Known);
    NonAffineConditions.resize(NonAffine);
    return Unknown;
  }
  isl::Set No = Yes.complement();
  return {std::move(Yes), std::move(No), true};
}

} // namespace heddle
