//===- IslAff.cpp - Quasi-affine functions of isl -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include "Affine/IslKinds.h"
#include <isl/ilp.h>

namespace heddle {
namespace isl {

static isl_local_space *localSpace(const Space &S) {
  return isl_local_space_from_space(S.copy());
}

//===----------------------------------------------------------------------===//
// One expression
//===----------------------------------------------------------------------===//

static isl_val *valueFor(const Aff &A, int64_t V) {
  return valueIn(A.isNull() ? nullptr : isl_aff_get_ctx(A.get()), V);
}

Aff Aff::zero(const Space &Domain) {
  return Aff(isl_aff_zero_on_domain(localSpace(Domain)));
}

Aff Aff::var(const Space &Domain, Dim Kind, unsigned Pos) {
  return Aff(isl_aff_var_on_domain(localSpace(Domain), kind(Kind), Pos));
}

Aff Aff::withCoefficient(Dim Kind, unsigned Pos, int64_t V) const {
  return Aff(isl_aff_set_coefficient_val(
      copy(), kind(Kind), static_cast<int>(Pos), valueFor(*this, V)));
}

Aff Aff::withConstant(int64_t V) const {
  return Aff(isl_aff_set_constant_val(copy(), valueFor(*this, V)));
}

Aff Aff::plus(int64_t V) const {
  return Aff(isl_aff_add_constant_val(copy(), valueFor(*this, V)));
}

Aff Aff::floorDiv(unsigned Divisor) const {
  return Aff(isl_aff_floor(isl_aff_scale_down_ui(copy(), Divisor)));
}

unsigned Aff::dim(Dim Kind) const {
  return countOf(isl_aff_dim(get(), kind(Kind)));
}

Val Aff::coefficient(Dim Kind, unsigned Pos) const {
  return Val(
      isl_aff_get_coefficient_val(get(), kind(Kind), static_cast<int>(Pos)));
}

Val Aff::constant() const { return Val(isl_aff_get_constant_val(get())); }

Answer Aff::hasDivisions() const {
  isl_size Divisions = isl_aff_dim(get(), isl_dim_div);
  return Divisions < 0 ? Answer::Unknown
                       : (Divisions > 0 ? Answer::Yes : Answer::No);
}

Map Aff::toMap() const { return Map(isl_map_from_aff(copy())); }

//===----------------------------------------------------------------------===//
// Tuples of expressions
//===----------------------------------------------------------------------===//

MultiAff MultiAff::zero(const Space &Pairs) {
  return MultiAff(isl_multi_aff_zero(Pairs.copy()));
}

MultiAff MultiAff::identity(const Space &Domain) {
  return MultiAff(isl_multi_aff_identity_on_domain_space(Domain.copy()));
}

unsigned MultiAff::size() const {
  return countOf(isl_multi_aff_dim(get(), isl_dim_out));
}

Aff MultiAff::at(unsigned Pos) const {
  return Aff(isl_multi_aff_get_aff(get(), static_cast<int>(Pos)));
}

MultiAff MultiAff::with(unsigned Pos, const Aff &A) const {
  return MultiAff(
      isl_multi_aff_set_aff(copy(), static_cast<int>(Pos), A.copy()));
}

Map MultiAff::toMap() const { return Map(isl_map_from_multi_aff(copy())); }

//===----------------------------------------------------------------------===//
// Expressions in pieces
//===----------------------------------------------------------------------===//

static isl_val *valueFor(const PwAff &F, int64_t V) {
  return valueIn(F.isNull() ? nullptr : isl_pw_aff_get_ctx(F.get()), V);
}

PwAff PwAff::constant(const Space &Domain, const Val &V) {
  return PwAff(
      isl_pw_aff_from_aff(isl_aff_val_on_domain(localSpace(Domain), V.copy())));
}

PwAff PwAff::constant(const Space &Domain, int64_t V) {
  isl_ctx *Ctx = Domain.isNull() ? nullptr : isl_space_get_ctx(Domain.get());
  return constant(Domain, Val(valueIn(Ctx, V)));
}

PwAff PwAff::var(const Space &Domain, Dim Kind, unsigned Pos) {
  return PwAff(isl_pw_aff_var_on_domain(localSpace(Domain), kind(Kind), Pos));
}

PwAff PwAff::scale(int64_t By) const {
  return PwAff(isl_pw_aff_scale_val(copy(), valueFor(*this, By)));
}

PwAff PwAff::scaleDown(int64_t By) const {
  return PwAff(isl_pw_aff_scale_down_val(copy(), valueFor(*this, By)));
}

PwAff PwAff::mod(int64_t By) const {
  return PwAff(isl_pw_aff_mod_val(copy(), valueFor(*this, By)));
}

PwAff PwAff::floor() const { return PwAff(isl_pw_aff_floor(copy())); }
PwAff PwAff::ceil() const { return PwAff(isl_pw_aff_ceil(copy())); }

PwAff PwAff::intersectDomain(const Set &S) const {
  return PwAff(isl_pw_aff_intersect_domain(copy(), S.copy()));
}

PwAff PwAff::intersectParams(const Set &Params) const {
  return PwAff(isl_pw_aff_intersect_params(copy(), Params.copy()));
}

Set PwAff::lt(const PwAff &B) const {
  return Set(isl_pw_aff_lt_set(copy(), B.copy()));
}

Set PwAff::le(const PwAff &B) const {
  return Set(isl_pw_aff_le_set(copy(), B.copy()));
}

Set PwAff::gt(const PwAff &B) const {
  return Set(isl_pw_aff_gt_set(copy(), B.copy()));
}

Set PwAff::ge(const PwAff &B) const {
  return Set(isl_pw_aff_ge_set(copy(), B.copy()));
}

Set PwAff::eq(const PwAff &B) const {
  return Set(isl_pw_aff_eq_set(copy(), B.copy()));
}

Set PwAff::ne(const PwAff &B) const {
  return Set(isl_pw_aff_ne_set(copy(), B.copy()));
}

Set PwAff::whereZero() const { return Set(isl_pw_aff_zero_set(copy())); }

Set PwAff::whereNonZero() const { return Set(isl_pw_aff_non_zero_set(copy())); }

Set PwAff::wherePositive() const { return Set(isl_pw_aff_pos_set(copy())); }

Set PwAff::whereNonNegative() const {
  return Set(isl_pw_aff_nonneg_set(copy()));
}

Space PwAff::space() const { return Space(isl_pw_aff_get_domain_space(get())); }
Set PwAff::domain() const { return Set(isl_pw_aff_domain(copy())); }
Answer PwAff::isConstant() const { return answer(isl_pw_aff_is_cst(get())); }
Map PwAff::toMap() const { return Map(isl_map_from_pw_aff(copy())); }

PwAff operator+(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_add(A.copy(), B.copy()));
}

PwAff operator-(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_sub(A.copy(), B.copy()));
}

PwAff operator-(const PwAff &A) { return PwAff(isl_pw_aff_neg(A.copy())); }

PwAff operator*(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_mul(A.copy(), B.copy()));
}

PwAff min(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_min(A.copy(), B.copy()));
}

PwAff max(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_max(A.copy(), B.copy()));
}

PwAff quotient(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_div(A.copy(), B.copy()));
}

PwAff truncatedQuotient(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_tdiv_q(A.copy(), B.copy()));
}

PwAff truncatedRemainder(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_tdiv_r(A.copy(), B.copy()));
}

PwAff unionAdd(const PwAff &A, const PwAff &B) {
  return PwAff(isl_pw_aff_union_add(A.copy(), B.copy()));
}

PwAff constantOn(const Set &Domain, const Val &V) {
  return PwAff(isl_pw_aff_val_on_domain(Domain.copy(), V.copy()));
}

Set valueSet(const PwAff &F) { return Set(isl_set_from_pw_aff(F.copy())); }

PwAff gistParams(const PwAff &F, const Set &Params) {
  return PwAff(isl_pw_aff_gist_params(F.copy(), Params.copy()));
}

Val minimum(const PwAff &F) { return Val(isl_pw_aff_min_val(F.copy())); }
Val maximum(const PwAff &F) { return Val(isl_pw_aff_max_val(F.copy())); }

unsigned pieces(const PwAff &F) { return countOf(isl_pw_aff_n_piece(F.get())); }

Answer isEqual(const PwAff &A, const PwAff &B) {
  return answer(isl_pw_aff_is_equal(A.get(), B.get()));
}

//===----------------------------------------------------------------------===//
// Tuples in pieces
//===----------------------------------------------------------------------===//

PwMultiAff::PwMultiAff(const Map &SingleValued)
    : Handle(isl_pw_multi_aff_from_map(SingleValued.copy())) {}

unsigned PwMultiAff::pieces() const {
  return countOf(isl_pw_multi_aff_n_piece(get()));
}

PwAff PwMultiAff::at(unsigned Pos) const {
  return PwAff(isl_pw_multi_aff_get_pw_aff(get(), static_cast<int>(Pos)));
}

MultiAff PwMultiAff::single() const {
  if (isl_pw_multi_aff_isa_multi_aff(get()) != isl_bool_true)
    return MultiAff();
  return MultiAff(isl_pw_multi_aff_as_multi_aff(copy()));
}

MultiAff PwMultiAff::onlyPiece() const {
  MultiAff Found;
  if (pieces() == 1)
    isl_pw_multi_aff_foreach_piece(
        get(),
        [](isl_set *Where, isl_multi_aff *F, void *To) {
          isl_set_free(Where);
          *static_cast<MultiAff *>(To) = MultiAff(F);
          return isl_stat_ok;
        },
        &Found);
  return Found;
}

static std::optional<int64_t> constantOf(const Aff &A) {
  const Val C = A.constant();
  if (isl_aff_is_cst(A.get()) != isl_bool_true ||
      isl_val_is_int(C.get()) != isl_bool_true ||
      isl_val_cmp_si(C.get(), INT64_MAX) > 0 ||
      isl_val_cmp_si(C.get(), INT64_MIN) < 0)
    return std::nullopt;
  return isl_val_get_num_si(C.get());
}

std::optional<std::vector<int64_t>> constantDifference(const MultiAff &A,
                                                       const MultiAff &B) {
  if (A.isNull() || B.isNull() ||
      isl_space_is_equal(Space(isl_multi_aff_get_space(A.get())).get(),
                         Space(isl_multi_aff_get_space(B.get())).get()) !=
          isl_bool_true)
    return std::nullopt;
  const MultiAff Difference(isl_multi_aff_sub(A.copy(), B.copy()));
  std::vector<int64_t> Constants;
  for (unsigned I = 0; I < Difference.size(); ++I) {
    const std::optional<int64_t> C = constantOf(Difference.at(I));
    if (!C)
      return std::nullopt;
    Constants.push_back(*C);
  }
  return Constants;
}

Map tuple(const std::vector<PwAff> &F) {
  Map All;
  for (const PwAff &X : F)
    All = &X == &F.front()
              ? X.toMap()
              : Map(isl_map_flat_range_product(All.copy(), X.toMap().copy()));
  return All;
}

} // namespace isl
} // namespace heddle
