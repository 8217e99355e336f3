//===- ShiftedAccesses.cpp - Accesses that are apart by constants ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/ShiftedAccesses.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

namespace {

/// Accesses at constant distances from the first of them.
struct Shifts {
  isl::Set Domain;
  isl::MultiAff Subscripts;
  unsigned First, Last; ///< accesses
  std::vector<int64_t> ToFirst, ToLast;
};

} // namespace

std::vector<unsigned> outermostShifts(const AffineNest &N,
                                      llvm::ArrayRef<unsigned> Accesses) {
  std::vector<Shifts> Groups;
  auto Join = [&](unsigned I, const isl::Set &Domain,
                  const isl::MultiAff &Subscripts) {
    for (Shifts &G : Groups) {
      const auto By = isl::constantDifference(Subscripts, G.Subscripts);
      if (!By || isl::isEqual(G.Domain, Domain) != Answer::Yes)
        continue;
      if (*By < G.ToFirst) {
        G.ToFirst = *By;
        G.First = I;
      }
      if (*By > G.ToLast) {
        G.ToLast = *By;
        G.Last = I;
      }
      return true;
    }
    return false;
  };
  std::vector<unsigned> Found;
  for (unsigned I : Accesses) {
    const isl::Map &Relation = N.Accesses[I].Relation;
    if (isl::isSingleValued(Relation) != Answer::Yes) {
      Found.push_back(I);
      continue;
    }
    isl::MultiAff Subscripts = isl::PwMultiAff(Relation).onlyPiece();
    isl::Set Domain = Relation.domain();
    if (Join(I, Domain, Subscripts))
      continue;
    std::vector<int64_t> None(Relation.dim(isl::Dim::Out), 0);
    Groups.push_back({Domain, std::move(Subscripts), I, I, None, None});
  }
  for (const Shifts &G : Groups) {
    Found.push_back(G.First);
    Found.push_back(G.Last);
  }
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

} // namespace heddle
