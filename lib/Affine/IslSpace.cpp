//===- IslSpace.cpp - Numbers and spaces of isl ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include "Affine/IslKinds.h"

namespace heddle {
namespace isl {

//===----------------------------------------------------------------------===//
// Spaces
//===----------------------------------------------------------------------===//

Space Space::params(const Context &C) {
  return Space(isl_space_params_alloc(C.get(), 0));
}

Space Space::sets(const Context &C, unsigned Dims) {
  return Space(isl_space_set_alloc(C.get(), 0, Dims));
}

Space Space::withSetDims(unsigned Dims) const {
  return Space(
      isl_space_add_dims(isl_space_set_from_params(copy()), isl_dim_set, Dims));
}

Space Space::pairs() const { return Space(isl_space_map_from_set(copy())); }

Space Space::to(const Space &Range) const {
  return Space(isl_space_map_from_domain_and_range(copy(), Range.copy()));
}

Space Space::domain() const { return Space(isl_space_domain(copy())); }

Space Space::withParam(const std::string &Name) const {
  if (isNull())
    return Space();
  isl_id *Id = isl_id_alloc(isl_space_get_ctx(get()), Name.c_str(), nullptr);
  return Space(
      isl_space_set_dim_id(isl_space_add_dims(copy(), isl_dim_param, 1),
                           isl_dim_param, dim(Dim::Param), Id));
}

Space Space::alignParams(const Space &Model) const {
  return Space(isl_space_align_params(copy(), Model.copy()));
}

Space Space::named(const std::string &Tuple) const {
  return Space(isl_space_set_tuple_name(copy(), isl_dim_set, Tuple.c_str()));
}

unsigned Space::dim(Dim Kind) const {
  return countOf(isl_space_dim(get(), kind(Kind)));
}

std::string Space::dimName(Dim Kind, unsigned Pos) const {
  const char *Name = isl_space_get_dim_name(get(), kind(Kind), Pos);
  return Name ? Name : "";
}

std::optional<unsigned> Space::param(const std::string &Name) const {
  int At = isl_space_find_dim_by_name(get(), isl_dim_param, Name.c_str());
  return At < 0 ? std::nullopt : std::optional<unsigned>(At);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Val Val::powerOfTwo(const Space &S, unsigned Exponent) {
  isl_ctx *Ctx = S.isNull() ? nullptr : isl_space_get_ctx(S.get());
  return Val(isl_val_2exp(valueIn(Ctx, Exponent)));
}

Val Val::plus(int64_t V) const {
  if (isNull())
    return Val();
  return Val(isl_val_add(copy(), valueIn(isl_val_get_ctx(get()), V)));
}

std::optional<int64_t> Val::int64() const {
  if (isNull() || isl_val_is_int(get()) != isl_bool_true ||
      isl_val_cmp_si(get(), INT64_MAX) > 0 ||
      isl_val_cmp_si(get(), INT64_MIN) < 0)
    return std::nullopt;
  return isl_val_get_num_si(get());
}

std::optional<__int128> Val::int128() const {
  uint64_t Chunks[2] = {};
  if (isNull() || isl_val_is_int(get()) != isl_bool_true)
    return std::nullopt;
  isl_size Count = isl_val_n_abs_num_chunks(get(), sizeof(uint64_t));
  if (Count < 0 || Count > 2 ||
      isl_val_get_abs_num_chunks(get(), sizeof(uint64_t), Chunks) < 0 ||
      Chunks[1] > INT64_MAX)
    return std::nullopt;
  auto Magnitude = static_cast<__int128>(Chunks[1]) << 64 | Chunks[0];
  return isl_val_is_neg(get()) == isl_bool_true ? -Magnitude : Magnitude;
}

} // namespace isl
} // namespace heddle
