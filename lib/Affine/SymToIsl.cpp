//===- SymToIsl.cpp - The isl reading of Sym ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

isl::PwAff parameterOn(const isl::Space &Space, const std::string &Name) {
  if (std::optional<unsigned> At = Space.param(Name))
    return isl::PwAff::var(Space, isl::Dim::Param, *At);
  return isl::PwAff::var(Space.withParam(Name), isl::Dim::Param,
                         Space.dim(isl::Dim::Param));
}

namespace {

class Translator {
public:
  Translator(const isl::Space &Space, const LeafDims &Dims)
      : Space(Space), Dims(Dims) {}

  isl::PwAff value(const Sym &S);
  isl::Set truth(const Sym &S);
  std::string Why;

private:
  isl::PwAff refuse(const Sym &S, const char *Reason) {
    if (Why.empty())
      Why = "'" + toString(S) + "' " + Reason;
    return isl::PwAff();
  }
  isl::PwAff leaf(const Sym &S) const;
  isl::PwAff product(const Sym &S);
  isl::PwAff quotient(const Sym &S);
  isl::PwAff choice(const Sym &S);

  const isl::Space &Space;
  const LeafDims &Dims;
};

isl::PwAff Translator::leaf(const Sym &S) const {
  auto I = Dims.find(S.name());
  if (I == Dims.end())
    return parameterOn(Space, S.name());
  return isl::PwAff::var(Space, isl::Dim::Set, I->second);
}

isl::PwAff Translator::product(const Sym &S) {
  isl::PwAff A = value(S.operands()[0]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[1]);
  if (B.isNull())
    return B;
  if (A.isConstant() != isl::Answer::Yes && B.isConstant() != isl::Answer::Yes)
    return refuse(S, "is a product of two run-time values");
  return A * B;
}

isl::PwAff Translator::quotient(const Sym &S) {
  const Sym &D = S.operands()[1];
  if (!D.isConst() || D.value() <= 0)
    return refuse(S, "does not divide by a positive constant");
  isl::PwAff A = value(S.operands()[0]);
  if (A.isNull())
    return A;
  if (S.kind() == SymKind::FloorMod)
    return A.mod(D.value());
  A = A.scaleDown(D.value());
  return S.kind() == SymKind::FloorDiv ? A.floor() : A.ceil();
}

isl::PwAff Translator::choice(const Sym &S) {
  isl::Set C = truth(S.operands()[0]);
  isl::PwAff A = C.isNull() ? isl::PwAff() : value(S.operands()[1]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[2]);
  if (B.isNull())
    return B;
  return isl::unionAdd(A.intersectDomain(C), B.intersectDomain(C.complement()));
}

isl::PwAff Translator::value(const Sym &S) {
  auto Both = [&](isl::PwAff (*Op)(const isl::PwAff &, const isl::PwAff &)) {
    isl::PwAff A = value(S.operands()[0]);
    isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[1]);
    return B.isNull() ? isl::PwAff() : Op(A, B);
  };
  switch (S.kind()) {
  case SymKind::Const:
    return isl::PwAff::constant(Space, S.value());
  case SymKind::Leaf:
    return leaf(S);
  case SymKind::Neg: {
    isl::PwAff A = value(S.operands()[0]);
    return A.isNull() ? A : -A;
  }
  case SymKind::Add:
    return Both(isl::operator+);
  case SymKind::Sub:
    return Both(isl::operator-);
  case SymKind::Mul:
    return product(S);
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
  case SymKind::CeilDiv:
    return quotient(S);
  case SymKind::Min:
    return Both(isl::min);
  case SymKind::Max:
    return Both(isl::max);
  case SymKind::Select:
    return choice(S);
  default: {
    isl::Set T = truth(S);
    return T.isNull() ? isl::PwAff() : isl::indicator(T);
  }
  }
}

isl::Set Translator::truth(const Sym &S) {
  auto Compare = [&](isl::Set (isl::PwAff::*Op)(const isl::PwAff &) const) {
    isl::PwAff A = value(S.operands()[0]);
    isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[1]);
    return B.isNull() ? isl::Set() : (A.*Op)(B);
  };
  auto Combine = [&](isl::Set (isl::Set::*Op)(const isl::Set &) const) {
    isl::Set A = truth(S.operands()[0]);
    isl::Set B = A.isNull() ? isl::Set() : truth(S.operands()[1]);
    return B.isNull() ? isl::Set() : (A.*Op)(B);
  };
  switch (S.kind()) {
  case SymKind::Lt:
    return Compare(&isl::PwAff::lt);
  case SymKind::Le:
    return Compare(&isl::PwAff::le);
  case SymKind::Eq:
    return Compare(&isl::PwAff::eq);
  case SymKind::Ne:
    return Compare(&isl::PwAff::ne);
  case SymKind::And:
    return Combine(&isl::Set::intersect);
  case SymKind::Or:
    return Combine(&isl::Set::unionWith);
  case SymKind::Not: {
    isl::Set A = truth(S.operands()[0]);
    return A.isNull() ? A : A.complement();
  }
  default: {
    isl::PwAff A = value(S);
    return A.isNull() ? isl::Set() : A.whereNonZero();
  }
  }
}

} // namespace

isl::PwAff toIsl(const Sym &S, const isl::Space &Space, const LeafDims &Dims,
                 std::string *Why) {
  Translator T(Space, Dims);
  isl::PwAff R = T.value(S);
  if (Why)
    *Why = T.Why;
  return R;
}

isl::Set toIslSet(const Sym &S, const isl::Space &Space, const LeafDims &Dims,
                  std::string *Why) {
  Translator T(Space, Dims);
  isl::Set R = T.truth(S);
  if (Why)
    *Why = T.Why;
  return R;
}

/// S stays within Bits (signed) at all points of Where, by Margin.
static bool staysWithin(const Sym &S, const isl::Set &Where,
                        const LeafDims &Dims, unsigned Bits, int64_t Margin) {
  isl::Val Most =
      isl::Val::powerOfTwo(Where.space(), Bits - 1).plus(-1).plus(-Margin);
  isl::PwAff Value = toIsl(S, Where.space(), Dims);
  auto Inside = [&](const isl::PwAff &Side) {
    isl::PwAff Limit = isl::constantOn(Side.domain(), Most);
    // There is one negative number more.
    Most = Most.plus(1);
    return isl::isSubset(Where, Side.le(Limit)) == isl::Answer::Yes;
  };
  return !Value.isNull() && Inside(Value) && Inside(-Value);
}

/// Every number that S computes does. A quotient of what may be negative takes
/// a sum with its divisor.
bool fits(const Sym &S, const isl::Set &Where, const LeafDims &Dims,
          unsigned Bits) {
  if (!llvm::all_of(S.operands(),
                    [&](const Sym &Op) { return fits(Op, Where, Dims, Bits); }))
    return false;
  if (S.kind() >= SymKind::Lt || (S.isConst() && Bits == 64))
    return true;
  if (S.kind() != SymKind::FloorDiv && S.kind() != SymKind::FloorMod)
    return staysWithin(S, Where, Dims, Bits, 0);
  const Sym &Divisor = S.operands()[1];
  return Divisor.isConst() && Divisor.value() > 0 &&
         Divisor.value() < INT32_MAX / 2 &&
         staysWithin(S.operands()[0], Where, Dims, Bits, Divisor.value());
}

isl::Set asParameters(isl::Set S, const LeafDims &Dims) {
  S = S.unnamed();
  for (const auto &[Name, Dim] : Dims)
    S = isl::nameDim(S, isl::Dim::Set, Dim, Name);
  return isl::dimsAsParams(S);
}

} // namespace heddle
