//===- Instances.cpp - When one thread meets another's element ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Instances.h"
#include <algorithm>

using namespace heddle;

isl::Map Instances::ordered(const isl::Map &M, unsigned Dim, unsigned Loop,
                            bool SecondIsLater) const {
  bool Greater = SecondIsLater != (N.Nest->Loops[Loop].Step < 0);
  return Greater ? M.whereLess(Dim) : M.whereGreater(Dim);
}

isl::Set Instances::readBefore(const AffineAccess &Read,
                               const AffineAccess &Write) const {
  isl::Map Writers = relation(Write); // threads: inner loops do not matter
  Writers = Writers.project(isl::Dim::In, N.Depth,
                            static_cast<unsigned>(Write.InnerLoops.size()));
  isl::Map Same = relation(Read).applyRange(Writers.reverse());
  isl::Set Found;
  for (unsigned L = 0; L < Rank; ++L) {
    Found = isl::unite(Found, ordered(Same, L, L, true).domain());
    if (N.Nest->isStatement())
      Found = isl::unite(Found, ordered(Same, L, L, false).domain());
    Same = Same.whereEqual(L);
  }
  return Found;
}

isl::Set Instances::readAfter(unsigned Read, unsigned Write) const {
  const AffineAccess &R = N.Accesses[Read], &W = N.Accesses[Write];
  isl::Map Same = relation(R).applyRange(relation(W).reverse());
  for (unsigned L = 0; L < Rank; ++L)
    Same = Same.whereEqual(L);
  if (N.Nest->isStatement())
    return isl::Set::empty(Same.space().domain());
  // `while` loops and headers that read data come by again.
  bool Repeats = N.Nest->Accesses[W.Source].May;
  unsigned Dims = N.Depth;
  if (!Repeats)
    while (Dims - N.Depth <
               std::min(R.InnerLoops.size(), W.InnerLoops.size()) &&
           loop(R, Dims) == loop(W, Dims))
      ++Dims;
  isl::Set Found = isl::Set::empty(Same.space().domain());
  for (unsigned L = Rank; L < Dims; ++L) {
    Found = isl::unite(Found, ordered(Same, L, loop(R, L), false).domain());
    Same = Same.whereEqual(L);
  }
  if (Repeats || W.Source < R.Source)
    Found = isl::unite(Found, Same.domain());
  return Found;
}
