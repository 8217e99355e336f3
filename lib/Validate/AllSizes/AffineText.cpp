//===- AffineText.cpp - Expressions of rewritten text in isl --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/AllSizes/AffineText.h"
#include "Validate/Interpret/Value.h"

namespace heddle {
namespace validate {

namespace {

/// The variable that a pointer is to, and how far into it; 0: not known.
int64_t placeOf(const Node *P) {
  int64_t Bytes = 0;
  while (P->What == Op::PtrAdd && P->Kids[1]->What == Op::Const) {
    Bytes += P->Number * P->Kids[1]->Number;
    P = P->Kids[0];
  }
  return P->What == Op::Object
             ? pointerTo(static_cast<unsigned>(P->Number), Bytes)
             : 0;
}

} // namespace

AffineText::AffineText(const Nest &N, const BlockValues &Block,
                       const ValueAt *At)
    : N(N), Block(Block), At(At), Ctx(At ? 25000 : 300000, 1.0) {
  Types = isl::Set::universe(isl::Space::params(Ctx));
  for (const Node &E : N.Nodes)
    if (E.What == Op::Store || E.What == Op::Update || E.What == Op::CopyBytes)
      if (const int64_t Place = placeOf(E.Kids[0]))
        Stored[objectOf(Place)] = true;
}

isl::PwAff AffineText::constant(int64_t V, const AffineScope &S) const {
  return isl::PwAff::constant(S.Space, V);
}

isl::PwAff AffineText::dimension(unsigned I, const AffineScope &S) const {
  return isl::PwAff::var(S.Space, isl::Dim::Set, I);
}

/// An integer that the text reads from a variable and nobody writes.
isl::PwAff AffineText::parameter(const Node *Load, const AffineScope &S) {
  const int64_t Place = placeOf(Load->Kids[0]);
  if (!Place || Stored.count(objectOf(Place)) || !Load->Ty.isInt() ||
      N.Objects[objectOf(Place)].What != Object::Variable)
    return {};
  if (At)
    if (const std::optional<int64_t> V = (*At)(Place, Load->Ty))
      return constant(*V, S);
  const std::string Name = "p" + std::to_string(Place);
  const auto In = [&](const isl::Space &Domain) {
    return isl::PwAff::var(Domain.withParam(Name), isl::Dim::Param, 0);
  };
  if (Seen.try_emplace(Place, true).second) {
    AffineScope Alone;
    Alone.Space = isl::Space::sets(Ctx, 0);
    Alone.Where = isl::Set::universe(Alone.Space);
    const isl::Set Out = outside(In(Alone.Space), Load->Ty, Alone);
    Types = Types.intersect(Alone.Where.subtract(Out).params());
  }
  return In(S.Space);
}

/// The points of Where for which V is no value of T.
isl::Set AffineText::outside(const isl::PwAff &V, Type T,
                             const AffineScope &S) const {
  const unsigned Rest = 64u - T.Bits + (T.Signed ? 1 : 0);
  const int64_t Least = T.Signed ? INT64_MIN >> (Rest - 1) : 0;
  isl::Set Out = V.lt(constant(Least, S));
  if (T.Signed || T.Bits < 64) {
    const auto Most = static_cast<int64_t>(~uint64_t{0} >> Rest);
    Out = Out.unionWith(V.gt(constant(Most, S)));
  }
  return Out.intersect(S.Where);
}

void AffineText::needDefined(const isl::PwAff &V, Type T,
                             const AffineScope &S) {
  Undefined |= !V.isNull() && T.isInt() && T.Signed &&
               isl::isEmpty(outside(V, T, S)) != isl::Answer::Yes;
}

/// V, if it is a value of T for every point of Where.
isl::PwAff AffineText::within(isl::PwAff V, Type T, const AffineScope &S) {
  if (V.isNull() || T.K == Type::Checked || (T.Bits == 64 && T.Signed))
    return V; // checked at run time; 64 bits are enough for what is in 64 bits
  if (!T.isInt() || T.Bits == 1)
    return {};
  isl::Set Out = outside(V, T, S);
  Out = Out.intersectParams(Types);
  const isl::Answer Fits = isl::isEmpty(Out);
  const bool IsOfThread = !S.IsSource && !S.IsBlock;
  BeyondType |=
      IsOfThread && T.Signed && !hasParameters() && Fits == isl::Answer::No;
  return Fits == isl::Answer::Yes ? V : isl::PwAff();
}

isl::PwAff AffineText::division(const Node *E, const isl::PwAff &A,
                                const isl::PwAff &B) {
  if (B.isConstant() != isl::Answer::Yes)
    return {};
  isl::Set Positive = B.wherePositive();
  if (isl::isUniverse(Positive) != isl::Answer::Yes)
    return {};
  switch (E->What) {
  case Op::Div:
  case Op::TruncDiv:
    return isl::truncatedQuotient(A, B);
  case Op::Rem:
  case Op::TruncMod:
    return isl::truncatedRemainder(A, B);
  case Op::FloorDiv:
    return isl::quotient(A, B).floor();
  case Op::CeilDiv:
    return isl::quotient(A, B).ceil();
  case Op::FloorMod:
    return A - isl::quotient(A, B).floor() * B;
  default:
    return {};
  }
}

isl::PwAff AffineText::arithmetic(const Node *E, const AffineScope &S) {
  const isl::PwAff A = value(E->Kids[0], S);
  if (A.isNull())
    return {};
  if (E->What == Op::Neg)
    return -A;
  const isl::PwAff B = value(E->Kids[1], S);
  if (B.isNull())
    return {};
  switch (E->What) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    if (A.isConstant() != isl::Answer::Yes &&
        B.isConstant() != isl::Answer::Yes)
      return {};
    return A * B;
  case Op::Least:
    return isl::min(A, B);
  case Op::Most:
    return isl::max(A, B);
  default:
    return division(E, A, B);
  }
}

isl::PwAff AffineText::value(const Node *E, const AffineScope &S) {
  if (!E || (!E->Ty.isInt() && E->Ty.K != Type::Checked) || Depth > 60)
    return {};
  switch (E->What) {
  case Op::Const:
    if (E->Ty.isInt() && !E->Ty.Signed && E->Number < 0)
      return {};
    return constant(E->Number, S);
  case Op::Slot: {
    if (auto At = S.Slots.find(E->Number); At != S.Slots.end())
      return At->second;
    if (!S.IsBlock)
      return {};
    ++Depth;
    isl::PwAff V = value(Block.of(E->Number), S);
    --Depth;
    return V;
  }
  case Op::Coord:
    return S.HasThreads && !S.IsBlock
               ? dimension(static_cast<unsigned>(E->Number), S)
               : isl::PwAff();
  case Op::Load:
    return parameter(E, S);
  case Op::Cast:
    if (!E->From.isInt() && E->From.K != Type::Checked)
      return {};
    return within(value(E->Kids[0], S), E->Ty, S);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Neg:
  case Op::Div:
  case Op::Rem:
  case Op::Least:
  case Op::Most:
  case Op::CeilDiv:
  case Op::FloorDiv:
  case Op::FloorMod:
  case Op::TruncDiv:
  case Op::TruncMod:
    if (S.IsSource && E->Ty.isInt() && E->Ty.Signed) {
      const isl::PwAff V = arithmetic(E, S);
      if (At)
        needDefined(V, E->Ty, S);
      return V;
    }
    return within(arithmetic(E, S), E->Ty, S);
  default:
    return {};
  }
}

isl::Set AffineText::truth(const Node *E, const AffineScope &S) {
  switch (E->What) {
  case Op::Both:
  case Op::Either: {
    const isl::Set A = truth(E->Kids[0], S);
    if (A.isNull())
      return {};
    // The second is only evaluated where the first does not decide.
    AffineScope Then = S;
    Then.Where = E->What == Op::Both ? A : S.Where.subtract(A);
    const isl::Set B = truth(E->Kids[1], Then);
    if (B.isNull() || E->What == Op::Both)
      return B;
    return A.unionWith(B);
  }
  case Op::Not: {
    const isl::Set A = truth(E->Kids[0], S);
    return A.isNull() ? A : S.Where.subtract(A);
  }
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne: {
    const isl::PwAff A = value(E->Kids[0], S), B = value(E->Kids[1], S);
    if (A.isNull() || B.isNull())
      return {};
    const isl::Set Holds = E->What == Op::Lt   ? A.lt(B)
                           : E->What == Op::Le ? A.le(B)
                           : E->What == Op::Eq ? A.eq(B)
                                               : A.ne(B);
    return Holds.intersect(S.Where);
  }
  case Op::Cast:
    if (E->From.isInt() && E->From.Bits == 1)
      return truth(E->Kids[0], S);
    return {};
  default:
    return {};
  }
}

} // namespace validate
} // namespace heddle
