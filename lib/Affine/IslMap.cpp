//===- IslMap.cpp - Relations of points -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include "Affine/IslKinds.h"

namespace heddle {
namespace isl {

static isl_val *valueFor(const Map &M, int64_t V) {
  return valueIn(M.isNull() ? nullptr : isl_map_get_ctx(M.get()), V);
}

Map Map::universe(const Space &S) { return Map(isl_map_universe(S.copy())); }
Map Map::empty(const Space &S) { return Map(isl_map_empty(S.copy())); }

Map Map::intersect(const Map &B) const {
  return Map(isl_map_intersect(copy(), B.copy()));
}

Map Map::intersectDomain(const Set &S) const {
  return Map(isl_map_intersect_domain(copy(), S.copy()));
}

Map Map::intersectParams(const Set &Params) const {
  return Map(isl_map_intersect_params(copy(), Params.copy()));
}

Map Map::unionWith(const Map &B) const {
  return Map(isl_map_union(copy(), B.copy()));
}

Map Map::subtract(const Map &B) const {
  return Map(isl_map_subtract(copy(), B.copy()));
}

Map Map::gistParams(const Set &Params) const {
  return Map(isl_map_gist_params(copy(), Params.copy()));
}

Map Map::reverse() const { return Map(isl_map_reverse(copy())); }

Map Map::applyDomain(const Map &B) const {
  return Map(isl_map_apply_domain(copy(), B.copy()));
}

Map Map::applyRange(const Map &B) const {
  return Map(isl_map_apply_range(copy(), B.copy()));
}

Set Map::domain() const { return Set(isl_map_domain(copy())); }
Set Map::range() const { return Set(isl_map_range(copy())); }
Set Map::params() const { return Set(isl_map_params(copy())); }

Map Map::whereEqual(unsigned Pos) const {
  return Map(isl_map_equate(copy(), isl_dim_in, Pos, isl_dim_out, Pos));
}

Map Map::whereLess(unsigned Pos) const {
  return Map(isl_map_order_lt(copy(), isl_dim_in, Pos, isl_dim_out, Pos));
}

Map Map::whereGreater(unsigned Pos) const {
  return Map(isl_map_order_gt(copy(), isl_dim_in, Pos, isl_dim_out, Pos));
}

Map Map::whereOpposite(unsigned Pos) const {
  return Map(isl_map_oppose(copy(), isl_dim_in, Pos, isl_dim_out, Pos));
}

Map Map::project(Dim Kind, unsigned First, unsigned Count) const {
  return Map(isl_map_project_out(copy(), kind(Kind), First, Count));
}

Map Map::alignParams(const Space &Model) const {
  return Map(isl_map_align_params(copy(), Model.copy()));
}

Map Map::named(Dim Kind, const std::string &Tuple) const {
  return Map(isl_map_set_tuple_name(copy(), kind(Kind), Tuple.c_str()));
}

Space Map::space() const { return Space(isl_map_get_space(get())); }

unsigned Map::dim(Dim Kind) const {
  return countOf(isl_map_dim(get(), kind(Kind)));
}

Answer Map::involves(Dim Kind, unsigned Pos) const {
  return answer(isl_map_involves_dims(get(), kind(Kind), Pos, 1));
}

//===----------------------------------------------------------------------===//
// Rarer operations
//===----------------------------------------------------------------------===//

Map nameDim(const Map &M, Dim Kind, unsigned Pos, const std::string &Name) {
  return Map(isl_map_set_dim_name(M.copy(), kind(Kind), Pos, Name.c_str()));
}

Map product(const Set &Domain, const Set &Range) {
  return Map(isl_map_from_domain_and_range(Domain.copy(), Range.copy()));
}

Map lessAt(const Space &Pairs, unsigned Pos) {
  return Map(isl_map_from_basic_map(isl_basic_map_less_at(Pairs.copy(), Pos)));
}

Set graph(const Map &M) { return Set(isl_set_flatten(isl_map_wrap(M.copy()))); }

Map fix(const Map &M, Dim Kind, unsigned Pos, int64_t V) {
  return Map(isl_map_fix_val(M.copy(), kind(Kind), Pos, valueFor(M, V)));
}

Map lowerBound(const Map &M, Dim Kind, unsigned Pos, int64_t V) {
  return Map(
      isl_map_lower_bound_val(M.copy(), kind(Kind), Pos, valueFor(M, V)));
}

Map upperBound(const Map &M, Dim Kind, unsigned Pos, int64_t V) {
  return Map(
      isl_map_upper_bound_val(M.copy(), kind(Kind), Pos, valueFor(M, V)));
}

Map gistDomain(const Map &M, const Set &Domain) {
  return Map(isl_map_gist_domain(M.copy(), Domain.copy()));
}

Map affineHull(const Map &M) {
  return Map(isl_map_from_basic_map(isl_map_affine_hull(M.copy())));
}

Answer isEmpty(const Map &M) {
  isl_bool B = isl_map_is_empty(M.get());
  return guarded(isl_map_get_ctx(M.get()), B);
}

bool looksEqual(const Map &A, const Map &B) {
  return isl_map_plain_is_equal(A.get(), B.get()) == isl_bool_true;
}

Answer isBijective(const Map &M) {
  isl_bool B = isl_map_is_bijective(M.get());
  return guarded(isl_map_get_ctx(M.get()), B);
}

Answer isEqual(const Map &A, const Map &B) {
  return answer(isl_map_is_equal(A.get(), B.get()));
}

Answer isInjective(const Map &M) {
  return answer(isl_map_is_injective(M.get()));
}

Answer isSingleValued(const Map &M) {
  return answer(isl_map_is_single_valued(M.get()));
}

std::string toString(const Map &M) {
  return takeString(M.isNull() ? nullptr : isl_map_to_str(M.get()));
}

Map readMap(const Context &C, const std::string &Text) {
  return Map(isl_map_read_from_str(C.get(), Text.c_str()));
}

} // namespace isl
} // namespace heddle
