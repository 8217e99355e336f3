//===- SymToIsl.cpp - The isl reading of Sym ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::take;

isl::PwAff parameterOn(const isl::Space &Space, const std::string &Name) {
  isl_ctx *Ctx = isl_space_get_ctx(Space.get());
  isl::Space S = Space;
  isl::Id Id = take(isl_id_alloc(Ctx, Name.c_str(), nullptr));
  int At = isl_space_find_dim_by_id(S.get(), isl_dim_param, Id.get());
  if (At < 0) {
    At = static_cast<int>(isl_space_dim(S.get(), isl_dim_param));
    S = take(isl_space_add_dims(S.release(), isl_dim_param, 1));
    S = take(isl_space_set_dim_id(S.release(), isl_dim_param,
                                  static_cast<unsigned>(At), Id.release()));
  }
  return take(isl_pw_aff_var_on_domain(isl_local_space_from_space(S.release()),
                                       isl_dim_param,
                                       static_cast<unsigned>(At)));
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
  isl::PwAff constant(long long V) const {
    return take(isl_pw_aff_from_aff(isl_aff_val_on_domain(
        isl_local_space_from_space(Space.copy()),
        isl_val_int_from_si(isl_space_get_ctx(Space.get()), V))));
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
  return take(isl_pw_aff_var_on_domain(isl_local_space_from_space(Space.copy()),
                                       isl_dim_set, I->second));
}

isl::PwAff Translator::product(const Sym &S) {
  isl::PwAff A = value(S.operands()[0]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[1]);
  if (B.isNull())
    return B;
  if (isl_pw_aff_is_cst(A.get()) != isl_bool_true &&
      isl_pw_aff_is_cst(B.get()) != isl_bool_true)
    return refuse(S, "is a product of two run-time values");
  return take(isl_pw_aff_mul(A.release(), B.release()));
}

isl::PwAff Translator::quotient(const Sym &S) {
  const Sym &D = S.operands()[1];
  if (!D.isConst() || D.value() <= 0)
    return refuse(S, "does not divide by a positive constant");
  isl::PwAff A = value(S.operands()[0]);
  if (A.isNull())
    return A;
  isl::Val V =
      take(isl_val_int_from_si(isl_space_get_ctx(Space.get()), D.value()));
  if (S.kind() == SymKind::FloorMod)
    return take(isl_pw_aff_mod_val(A.release(), V.release()));
  A = take(isl_pw_aff_scale_down_val(A.release(), V.release()));
  return take(S.kind() == SymKind::FloorDiv ? isl_pw_aff_floor(A.release())
                                            : isl_pw_aff_ceil(A.release()));
}

isl::PwAff Translator::choice(const Sym &S) {
  isl::Set C = truth(S.operands()[0]);
  isl::PwAff A = C.isNull() ? isl::PwAff() : value(S.operands()[1]);
  isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[2]);
  if (B.isNull())
    return B;
  A = take(isl_pw_aff_intersect_domain(A.release(), C.copy()));
  B = take(isl_pw_aff_intersect_domain(B.release(),
                                       isl_set_complement(C.release())));
  return take(isl_pw_aff_union_add(A.release(), B.release()));
}

isl::PwAff Translator::value(const Sym &S) {
  auto Both = [&](isl_pw_aff *(*Op)(isl_pw_aff *, isl_pw_aff *)) {
    isl::PwAff A = value(S.operands()[0]);
    isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[1]);
    return B.isNull() ? isl::PwAff() : take(Op(A.release(), B.release()));
  };
  switch (S.kind()) {
  case SymKind::Const:
    return constant(S.value());
  case SymKind::Leaf:
    return leaf(S);
  case SymKind::Neg: {
    isl::PwAff A = value(S.operands()[0]);
    return A.isNull() ? A : take(isl_pw_aff_neg(A.release()));
  }
  case SymKind::Add:
    return Both(isl_pw_aff_add);
  case SymKind::Sub:
    return Both(isl_pw_aff_sub);
  case SymKind::Mul:
    return product(S);
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
  case SymKind::CeilDiv:
    return quotient(S);
  case SymKind::Min:
    return Both(isl_pw_aff_min);
  case SymKind::Max:
    return Both(isl_pw_aff_max);
  case SymKind::Select:
    return choice(S);
  default: {
    isl::Set T = truth(S);
    return T.isNull() ? isl::PwAff()
                      : take(isl_set_indicator_function(T.release()));
  }
  }
}

isl::Set Translator::truth(const Sym &S) {
  auto Compare = [&](isl_set *(*Op)(isl_pw_aff *, isl_pw_aff *)) {
    isl::PwAff A = value(S.operands()[0]);
    isl::PwAff B = A.isNull() ? isl::PwAff() : value(S.operands()[1]);
    return B.isNull() ? isl::Set() : take(Op(A.release(), B.release()));
  };
  auto Combine = [&](isl_set *(*Op)(isl_set *, isl_set *)) {
    isl::Set A = truth(S.operands()[0]);
    isl::Set B = A.isNull() ? isl::Set() : truth(S.operands()[1]);
    return B.isNull() ? isl::Set() : take(Op(A.release(), B.release()));
  };
  switch (S.kind()) {
  case SymKind::Lt:
    return Compare(isl_pw_aff_lt_set);
  case SymKind::Le:
    return Compare(isl_pw_aff_le_set);
  case SymKind::Eq:
    return Compare(isl_pw_aff_eq_set);
  case SymKind::Ne:
    return Compare(isl_pw_aff_ne_set);
  case SymKind::And:
    return Combine(isl_set_intersect);
  case SymKind::Or:
    return Combine(isl_set_union);
  case SymKind::Not: {
    isl::Set A = truth(S.operands()[0]);
    return A.isNull() ? A : take(isl_set_complement(A.release()));
  }
  default: {
    isl::PwAff A = value(S);
    return A.isNull() ? isl::Set() : take(isl_pw_aff_non_zero_set(A.release()));
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
  isl_ctx *Ctx = isl_set_get_ctx(Where.get());
  isl::Val Most = take(isl_val_2exp(isl_val_int_from_ui(Ctx, Bits - 1)));
  Most = take(isl_val_sub_ui(Most.release(), 1));
  Most = take(isl_val_sub(Most.release(), isl_val_int_from_si(Ctx, Margin)));
  isl::PwAff Value = toIsl(S, take(isl_set_get_space(Where.get())), Dims);
  auto Inside = [&](isl::PwAff Side) {
    isl::PwAff Limit = take(
        isl_pw_aff_val_on_domain(isl_pw_aff_domain(Side.copy()), Most.copy()));
    // There is one negative number more.
    Most = take(isl_val_add_ui(Most.release(), 1));
    return isl::isSubset(Where, take(isl_pw_aff_le_set(Side.release(),
                                                       Limit.release()))) ==
           isl::Answer::Yes;
  };
  return !Value.isNull() && Inside(Value) &&
         Inside(take(isl_pw_aff_neg(Value.copy())));
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
  S = take(isl_set_reset_tuple_id(S.release()));
  for (const auto &[Name, Dim] : Dims)
    S = take(isl_set_set_dim_name(S.release(), isl_dim_set, Dim, Name.c_str()));
  auto Count = static_cast<unsigned>(isl_set_dim(S.get(), isl_dim_set));
  auto Params = static_cast<unsigned>(isl_set_dim(S.get(), isl_dim_param));
  S = take(isl_set_move_dims(S.release(), isl_dim_param, Params, isl_dim_set, 0,
                             Count));
  return take(isl_set_params(S.release()));
}

} // namespace heddle
