//===- AffineText.cpp - Expressions of rewritten text in isl --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/AffineText.h"
#include "Validate/Machine.h"

namespace heddle {
namespace validate {

using isl::take;

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

AffineText::AffineText(const Nest &N, const BlockValues &Block)
    : N(N), Block(Block), Ctx(300000, 1.0) {
  Types = take(isl_set_universe(isl_space_params_alloc(Ctx.get(), 0)));
  for (const Node &E : N.Nodes)
    if (E.What == Op::Store || E.What == Op::Update || E.What == Op::CopyBytes)
      if (const int64_t Place = placeOf(E.Kids[0]))
        Stored[objectOf(Place)] = true;
}

isl::PwAff AffineText::constant(int64_t V, const AffineScope &S) const {
  return take(isl_pw_aff_from_aff(
      isl_aff_val_on_domain(isl_local_space_from_space(S.Space.copy()),
                            isl_val_int_from_si(Ctx.get(), V))));
}

isl::PwAff AffineText::dimension(unsigned I, const AffineScope &S) const {
  return take(isl_pw_aff_from_aff(isl_aff_var_on_domain(
      isl_local_space_from_space(S.Space.copy()), isl_dim_set, I)));
}

/// An integer that the text reads from a variable and nobody writes.
isl::PwAff AffineText::parameter(const Node *Load, const AffineScope &S) {
  const int64_t Place = placeOf(Load->Kids[0]);
  if (!Place || Stored.count(objectOf(Place)) || !Load->Ty.isInt() ||
      N.Objects[objectOf(Place)].What != Object::Variable)
    return {};
  const std::string Name = "p" + std::to_string(Place);
  const auto In = [&](const isl::Space &Domain) {
    isl_space *Wider = isl_space_add_dims(Domain.copy(), isl_dim_param, 1);
    Wider =
        isl_space_set_dim_id(Wider, isl_dim_param, 0,
                             isl_id_alloc(Ctx.get(), Name.c_str(), nullptr));
    return take(isl_pw_aff_from_aff(isl_aff_var_on_domain(
        isl_local_space_from_space(Wider), isl_dim_param, 0)));
  };
  if (Seen.try_emplace(Place, true).second) {
    AffineScope Alone;
    Alone.Space = take(isl_space_set_alloc(Ctx.get(), 0, 0));
    Alone.Where = take(isl_set_universe(Alone.Space.copy()));
    const isl::Set Out = outside(In(Alone.Space), Load->Ty, Alone);
    Types = take(isl_set_intersect(
        Types.release(),
        isl_set_params(isl_set_subtract(Alone.Where.copy(), Out.copy()))));
  }
  return In(S.Space);
}

/// The points of Where for which V is no value of T.
isl::Set AffineText::outside(const isl::PwAff &V, Type T,
                             const AffineScope &S) const {
  const unsigned Rest = 64u - T.Bits + (T.Signed ? 1 : 0);
  const int64_t Least = T.Signed ? INT64_MIN >> (Rest - 1) : 0;
  isl::Set Out =
      take(isl_pw_aff_lt_set(V.copy(), constant(Least, S).release()));
  if (T.Signed || T.Bits < 64) {
    const auto Most = static_cast<int64_t>(~uint64_t{0} >> Rest);
    Out = take(isl_set_union(
        Out.release(),
        isl_pw_aff_gt_set(V.copy(), constant(Most, S).release())));
  }
  return take(isl_set_intersect(Out.release(), S.Where.copy()));
}

/// V, if it is a value of T for every point of Where.
isl::PwAff AffineText::within(isl::PwAff V, Type T, const AffineScope &S) {
  if (V.isNull() || T.K == Type::Checked || (T.Bits == 64 && T.Signed))
    return V; // checked at run time; 64 bits are enough for what is in 64 bits
  if (!T.isInt() || T.Bits == 1)
    return {};
  isl::Set Out = outside(V, T, S);
  Out = take(isl_set_intersect_params(Out.release(), Types.copy()));
  return isl::isEmpty(Out) == isl::Answer::Yes ? V : isl::PwAff();
}

isl::PwAff AffineText::division(const Node *E, const isl::PwAff &A,
                                const isl::PwAff &B) {
  if (isl_pw_aff_is_cst(B.get()) != isl_bool_true)
    return {};
  isl::Set Positive = take(isl_pw_aff_pos_set(B.copy()));
  if (isl_set_plain_is_universe(Positive.get()) != isl_bool_true)
    return {};
  const auto Floor = [](isl_pw_aff *P, isl_pw_aff *By) {
    return isl_pw_aff_floor(isl_pw_aff_div(P, By));
  };
  switch (E->What) {
  case Op::Div:
  case Op::TruncDiv:
    return take(isl_pw_aff_tdiv_q(A.copy(), B.copy()));
  case Op::Rem:
  case Op::TruncMod:
    return take(isl_pw_aff_tdiv_r(A.copy(), B.copy()));
  case Op::FloorDiv:
    return take(Floor(A.copy(), B.copy()));
  case Op::CeilDiv:
    return take(isl_pw_aff_ceil(isl_pw_aff_div(A.copy(), B.copy())));
  case Op::FloorMod:
    return take(isl_pw_aff_sub(
        A.copy(), isl_pw_aff_mul(Floor(A.copy(), B.copy()), B.copy())));
  default:
    return {};
  }
}

isl::PwAff AffineText::arithmetic(const Node *E, const AffineScope &S) {
  const isl::PwAff A = value(E->Kids[0], S);
  if (A.isNull())
    return {};
  if (E->What == Op::Neg)
    return take(isl_pw_aff_neg(A.copy()));
  const isl::PwAff B = value(E->Kids[1], S);
  if (B.isNull())
    return {};
  switch (E->What) {
  case Op::Add:
    return take(isl_pw_aff_add(A.copy(), B.copy()));
  case Op::Sub:
    return take(isl_pw_aff_sub(A.copy(), B.copy()));
  case Op::Mul:
    if (isl_pw_aff_is_cst(A.get()) != isl_bool_true &&
        isl_pw_aff_is_cst(B.get()) != isl_bool_true)
      return {};
    return take(isl_pw_aff_mul(A.copy(), B.copy()));
  case Op::Least:
    return take(isl_pw_aff_min(A.copy(), B.copy()));
  case Op::Most:
    return take(isl_pw_aff_max(A.copy(), B.copy()));
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
    if (S.IsSource && E->Ty.isInt() && E->Ty.Signed)
      return arithmetic(E, S);
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
    Then.Where = E->What == Op::Both
                     ? A
                     : take(isl_set_subtract(S.Where.copy(), A.copy()));
    const isl::Set B = truth(E->Kids[1], Then);
    if (B.isNull() || E->What == Op::Both)
      return B;
    return take(isl_set_union(A.copy(), B.copy()));
  }
  case Op::Not: {
    const isl::Set A = truth(E->Kids[0], S);
    return A.isNull() ? A : take(isl_set_subtract(S.Where.copy(), A.copy()));
  }
  case Op::Lt:
  case Op::Le:
  case Op::Eq:
  case Op::Ne: {
    const isl::PwAff A = value(E->Kids[0], S), B = value(E->Kids[1], S);
    if (A.isNull() || B.isNull())
      return {};
    isl_set *Holds = E->What == Op::Lt   ? isl_pw_aff_lt_set(A.copy(), B.copy())
                     : E->What == Op::Le ? isl_pw_aff_le_set(A.copy(), B.copy())
                     : E->What == Op::Eq
                         ? isl_pw_aff_eq_set(A.copy(), B.copy())
                         : isl_pw_aff_ne_set(A.copy(), B.copy());
    return take(isl_set_intersect(Holds, S.Where.copy()));
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
