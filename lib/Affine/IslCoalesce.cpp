//===- IslCoalesce.cpp - Unions of fewer pieces ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include <algorithm>

namespace heddle {
namespace isl {

static std::vector<Map> piecesOf(const Map &M) {
  std::vector<Map> Pieces;
  isl_basic_map_list *List = isl_map_get_basic_map_list(M.get());
  for (isl_size I = 0, N = isl_basic_map_list_n_basic_map(List); I < N; ++I)
    Pieces.push_back(
        Map(isl_map_from_basic_map(isl_basic_map_list_get_basic_map(List, I))));
  isl_basic_map_list_free(List);
  return Pieces;
}

/// Asks about A and B alone.
static bool isWithin(const Map &A, const Map &B) {
  return isl_map_is_subset(A.get(), B.get()) == isl_bool_true;
}

/// Takes out what both have, word for word.
static void dropCommon(std::vector<Map> &A, std::vector<Map> &B) {
  for (size_t I = 0; I < A.size();) {
    auto Same = std::find_if(B.begin(), B.end(), [&](const Map &X) {
      return isl_map_plain_is_equal(A[I].get(), X.get()) == isl_bool_true;
    });
    if (Same == B.end()) {
      ++I;
      continue;
    }
    B.erase(Same);
    A.erase(A.begin() + static_cast<std::ptrdiff_t>(I));
  }
}

/// Whether Simple, whose pieces isl has merged from those of M, is seen to have
/// the same points. A piece is compared with those within it alone: against
/// all, most of which only touch it, the time would be exponential.
static bool isMerged(const Map &M, const Map &Simple) {
  if (M.isNull() || Simple.isNull())
    return false;
  std::vector<Map> Parts = piecesOf(M), Merged = piecesOf(Simple);
  if (Merged.size() == Parts.size())
    return false; // nothing gained
  const std::vector<Map> All = Merged;
  dropCommon(Parts, Merged);
  for (const Map &Part : Parts)
    if (std::none_of(All.begin(), All.end(),
                     [&](const Map &X) { return isWithin(Part, X); }))
      return false;
  for (const Map &Piece : Merged) {
    Map Held = Map::empty(M.space());
    for (const Map &Part : Parts)
      if (isWithin(Part, Piece))
        Held = Held.unionWith(Part);
    if (!isWithin(Piece, Held))
      return false;
  }
  return true;
}

Map coalesced(Map M) {
  Map Simple(isl_map_coalesce(M.copy()));
  return isMerged(M, Simple) ? Simple : M;
}

Set coalesced(Set S) {
  Set Simple(isl_set_coalesce(S.copy()));
  return isMerged(Map(isl_map_from_range(S.copy())),
                  Map(isl_map_from_range(Simple.copy())))
             ? Simple
             : S;
}

PwAff coalesced(PwAff F) {
  PwAff Simple(isl_pw_aff_coalesce(F.copy()));
  return isEqual(Simple, F) == Answer::Yes ? Simple : F;
}

Set unite(const Set &A, const Set &B) {
  return A.isNull() ? B : coalesced(A.unionWith(B));
}

Map unite(const Map &A, const Map &B) {
  return A.isNull() ? B : coalesced(A.unionWith(B));
}

} // namespace isl
} // namespace heddle
