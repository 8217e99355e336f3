//===- IslSet.cpp - Sets of points, or of parameters ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include "Affine/IslKinds.h"
#include <isl/constraint.h>
#include <isl/point.h>

namespace heddle {
namespace isl {

static isl_val *valueFor(const Set &S, int64_t V) {
  return valueIn(S.isNull() ? nullptr : isl_set_get_ctx(S.get()), V);
}

Set Set::universe(const Space &S) { return Set(isl_set_universe(S.copy())); }
Set Set::empty(const Space &S) { return Set(isl_set_empty(S.copy())); }

Set Set::intersect(const Set &B) const {
  return Set(isl_set_intersect(copy(), B.copy()));
}

Set Set::intersectParams(const Set &Params) const {
  return Set(isl_set_intersect_params(copy(), Params.copy()));
}

Set Set::unionWith(const Set &B) const {
  return Set(isl_set_union(copy(), B.copy()));
}

Set Set::subtract(const Set &B) const {
  return Set(isl_set_subtract(copy(), B.copy()));
}

Set Set::complement() const { return Set(isl_set_complement(copy())); }

Set Set::gist(const Set &Known) const {
  return Set(isl_set_gist(copy(), Known.copy()));
}

Set Set::gistParams(const Set &Params) const {
  return Set(isl_set_gist_params(copy(), Params.copy()));
}

Set Set::apply(const Map &M) const {
  return Set(isl_set_apply(copy(), M.copy()));
}

Set Set::params() const { return Set(isl_set_params(copy())); }

Set Set::project(Dim Kind, unsigned First, unsigned Count) const {
  return Set(isl_set_project_out(copy(), kind(Kind), First, Count));
}

Set Set::addDims(Dim Kind, unsigned Count) const {
  return Set(isl_set_add_dims(copy(), kind(Kind), Count));
}

Set Set::alignParams(const Space &Model) const {
  return Set(isl_set_align_params(copy(), Model.copy()));
}

Set Set::named(const std::string &Tuple) const {
  return Set(isl_set_set_tuple_name(copy(), Tuple.c_str()));
}

Set Set::unnamed() const { return Set(isl_set_reset_tuple_id(copy())); }

Set Set::lowerBound(Dim Kind, unsigned Pos, int64_t V) const {
  return Set(
      isl_set_lower_bound_val(copy(), kind(Kind), Pos, valueFor(*this, V)));
}

Set Set::upperBound(Dim Kind, unsigned Pos, int64_t V) const {
  return Set(
      isl_set_upper_bound_val(copy(), kind(Kind), Pos, valueFor(*this, V)));
}

Set Set::fix(Dim Kind, unsigned Pos, int64_t V) const {
  return Set(isl_set_fix_val(copy(), kind(Kind), Pos, valueFor(*this, V)));
}

Space Set::space() const { return Space(isl_set_get_space(get())); }

unsigned Set::dim(Dim Kind) const {
  return countOf(isl_set_dim(get(), kind(Kind)));
}

Answer Set::involves(Dim Kind, unsigned Pos) const {
  return answer(isl_set_involves_dims(get(), kind(Kind), Pos, 1));
}

//===----------------------------------------------------------------------===//
// Rarer operations
//===----------------------------------------------------------------------===//

Set flatProduct(const Set &A, const Set &B) {
  return Set(isl_set_flat_product(A.copy(), B.copy()));
}

Set insertDims(const Set &S, Dim Kind, unsigned First, unsigned Count) {
  return Set(isl_set_insert_dims(S.copy(), kind(Kind), First, Count));
}

Set nameDim(const Set &S, Dim Kind, unsigned Pos, const std::string &Name) {
  return Set(isl_set_set_dim_name(S.copy(), kind(Kind), Pos, Name.c_str()));
}

Set namedLike(const Set &S, const Set &Other) {
  return Set(isl_set_set_tuple_id(S.copy(), isl_set_get_tuple_id(Other.get())));
}

Set upperBound(const Set &S, Dim Kind, unsigned Pos, const Val &V) {
  return Set(isl_set_upper_bound_val(S.copy(), kind(Kind), Pos, V.copy()));
}

Set whereNonNegative(const Set &S,
                     const std::vector<std::pair<unsigned, int>> &Terms) {
  isl_constraint *Sum = isl_constraint_alloc_inequality(
      isl_local_space_from_space(S.space().copy()));
  for (const auto &[Pos, Factor] : Terms)
    Sum = isl_constraint_set_coefficient_si(Sum, isl_dim_set,
                                            static_cast<int>(Pos), Factor);
  return Set(isl_set_add_constraint(S.copy(), Sum));
}

Set nonNegativeSet(const Aff &A) {
  return Set(isl_set_from_basic_set(
      isl_basic_set_from_constraint(isl_inequality_from_aff(A.copy()))));
}

Set zeroSet(const Aff &A) {
  return Set(isl_set_from_basic_set(isl_aff_zero_basic_set(A.copy())));
}

static std::optional<int64_t> integer(isl_val *V) { return Val(V).int64(); }

/// Nothing after an error, or where a number is beyond 64 bits.
static std::optional<LinearConstraint> readConstraint(isl_constraint *C) {
  LinearConstraint Out;
  bool Known = true;
  const auto Add = [&](isl_val *V) {
    const std::optional<int64_t> Number = integer(V);
    Known &= Number.has_value();
    return Number.value_or(0);
  };
  const auto ReadAll = [&](isl_dim_type Kind, std::vector<int64_t> &To) {
    const isl_size Count = isl_constraint_dim(C, Kind);
    Known &= Count >= 0;
    for (int D = 0; D < Count; ++D)
      To.push_back(Add(isl_constraint_get_coefficient_val(C, Kind, D)));
  };
  ReadAll(isl_dim_set, Out.OfDims);
  ReadAll(isl_dim_param, Out.OfParams);
  Out.Constant = Add(isl_constraint_get_constant_val(C));
  Out.IsEquality = isl_constraint_is_equality(C) == isl_bool_true;
  Known &= isl_constraint_dim(C, isl_dim_div) == 0;
  isl_constraint_free(C);
  return Known ? std::optional(std::move(Out)) : std::nullopt;
}

std::optional<std::vector<std::vector<LinearConstraint>>>
constraintsOf(const Set &S) {
  std::vector<std::vector<LinearConstraint>> All;
  const auto ReadPiece = [](isl_basic_set *Piece, void *To) {
    auto &Pieces =
        *static_cast<std::vector<std::vector<LinearConstraint>> *>(To);
    Pieces.emplace_back();
    const isl_stat Done = isl_basic_set_foreach_constraint(
        Piece,
        [](isl_constraint *C, void *Last) {
          std::optional<LinearConstraint> Read = readConstraint(C);
          if (!Read)
            return isl_stat_error;
          static_cast<std::vector<LinearConstraint> *>(Last)->push_back(
              std::move(*Read));
          return isl_stat_ok;
        },
        &Pieces.back());
    isl_basic_set_free(Piece);
    return Done;
  };
  isl_set *Disjoint = isl_set_remove_redundancies(
      isl_set_make_disjoint(isl_set_detect_equalities(S.copy())));
  const isl_stat Done = isl_set_foreach_basic_set(Disjoint, ReadPiece, &All);
  isl_set_free(Disjoint);
  return Done == isl_stat_ok ? std::optional(std::move(All)) : std::nullopt;
}

Set shifted(const Set &S, unsigned Pos, int64_t By) {
  MultiAff Shift = MultiAff::identity(S.space());
  return S.apply(Shift.with(Pos, Shift.at(Pos).plus(By)).toMap());
}

Set coordinate(const Set &S, unsigned Pos) {
  return S.project(Dim::Set, Pos + 1, S.dim(Dim::Set) - Pos - 1)
      .project(Dim::Set, 0, Pos);
}

Set dimsAsParams(const Set &S) {
  return outerDimsAsParams(S, S.dim(Dim::Set)).params();
}

Set outerDimsAsParams(const Set &S, unsigned Count) {
  return Set(isl_set_move_dims(S.copy(), isl_dim_param, S.dim(Dim::Param),
                               isl_dim_set, 0, Count));
}

Set paramsAsDims(const Set &S) {
  Set T = S.unnamed();
  if (isl_set_is_params(T.get()) == isl_bool_true)
    T = Set(isl_set_from_params(T.copy()));
  return Set(isl_set_move_dims(T.copy(), isl_dim_set, 0, isl_dim_param, 0,
                               T.dim(Dim::Param)));
}

Set lexmin(const Set &S) { return Set(isl_set_lexmin(S.copy())); }
Set lexmax(const Set &S) { return Set(isl_set_lexmax(S.copy())); }

PwMultiAff firstOf(const Set &S) {
  return PwMultiAff(isl_set_lexmin_pw_multi_aff(S.copy()));
}

PwMultiAff lastOf(const Set &S) {
  return PwMultiAff(isl_set_lexmax_pw_multi_aff(S.copy()));
}

Map lexLe(const Set &A, const Set &B) {
  return Map(isl_set_lex_le_set(A.copy(), B.copy()));
}

Map lexGe(const Set &A, const Set &B) {
  return Map(isl_set_lex_ge_set(A.copy(), B.copy()));
}

PwAff dimMin(const Set &S, unsigned Pos) {
  return PwAff(isl_set_dim_min(S.copy(), static_cast<int>(Pos)));
}

PwAff dimMax(const Set &S, unsigned Pos) {
  return PwAff(isl_set_dim_max(S.copy(), static_cast<int>(Pos)));
}

std::optional<int64_t> strideOf(const Set &S, unsigned Pos) {
  const Val V(isl_set_get_stride(S.get(), static_cast<int>(Pos)));
  return V.isNull() ? std::nullopt : V.int64();
}

PwAff onDims(const PwAff &F, const Space &Domain) {
  return PwAff(isl_pw_aff_insert_domain(F.copy(), Domain.copy()));
}

PwAff indicator(const Set &S) {
  return PwAff(isl_set_indicator_function(S.copy()));
}

std::optional<std::vector<int64_t>> samplePoint(const Set &S) {
  const Handle<isl_point, isl_point_copy, isl_point_free> P(
      isl_set_sample_point(S.copy()));
  if (P.isNull() || isl_point_is_void(P.get()) != isl_bool_false)
    return std::nullopt;
  std::vector<int64_t> R;
  for (unsigned D = 0; D < S.dim(Dim::Set); ++D) {
    const Val V(isl_point_get_coordinate_val(P.get(), isl_dim_set,
                                             static_cast<int>(D)));
    std::optional<int64_t> X = V.int64();
    if (!X)
      return std::nullopt;
    R.push_back(*X);
  }
  return R;
}

Answer isEmpty(const Set &S) {
  isl_bool B = isl_set_is_empty(S.get());
  return guarded(isl_set_get_ctx(S.get()), B);
}

Answer isEqual(const Set &A, const Set &B) {
  isl_bool E = isl_set_is_equal(A.get(), B.get());
  return guarded(isl_set_get_ctx(A.get()), E);
}

bool looksEqual(const Set &A, const Set &B) {
  return isl_set_plain_is_equal(A.get(), B.get()) == isl_bool_true;
}

Answer isSubset(const Set &A, const Set &B) {
  isl_bool E = isl_set_is_subset(A.get(), B.get());
  return guarded(isl_set_get_ctx(A.get()), E);
}

Answer isBounded(const Set &S, unsigned Pos) {
  Answer Low = answer(isl_set_dim_has_lower_bound(S.get(), isl_dim_set, Pos));
  if (Low != Answer::Yes)
    return Low;
  return answer(isl_set_dim_has_upper_bound(S.get(), isl_dim_set, Pos));
}

Answer isUniverse(const Set &S) {
  return answer(isl_set_plain_is_universe(S.get()));
}

Set affineHull(const Set &S) {
  return Set(isl_set_from_basic_set(isl_set_affine_hull(S.copy())));
}

unsigned pieces(const Set &S) { return countOf(isl_set_n_basic_set(S.get())); }

std::string toString(const Set &S) {
  return takeString(S.isNull() ? nullptr : isl_set_to_str(S.get()));
}

Set readSet(const Context &C, const std::string &Text) {
  return Set(isl_set_read_from_str(C.get(), Text.c_str()));
}

} // namespace isl
} // namespace heddle
