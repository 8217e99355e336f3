//===- Instances.cpp - When one thread meets another's element ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Instances.h"
#include <algorithm>

using namespace heddle;
using isl::take;

isl::Map Instances::ordered(const isl::Map &M, unsigned Dim, unsigned Loop,
                            bool SecondIsLater) const {
  bool Greater = SecondIsLater != (N.Nest->Loops[Loop].Step < 0);
  return take(
      Greater ? isl_map_order_lt(M.copy(), isl_dim_in, Dim, isl_dim_out, Dim)
              : isl_map_order_gt(M.copy(), isl_dim_in, Dim, isl_dim_out, Dim));
}

isl::Set Instances::readBefore(const AffineAccess &Read,
                               const AffineAccess &Write) const {
  isl::Map Writers = relation(Write); // threads: inner loops do not matter
  Writers =
      take(isl_map_project_out(Writers.release(), isl_dim_in, N.Depth,
                               static_cast<unsigned>(Write.InnerLoops.size())));
  isl::Map Same = take(isl_map_apply_range(relation(Read).release(),
                                           isl_map_reverse(Writers.release())));
  isl::Set Found;
  for (unsigned L = 0; L < Rank; ++L) {
    Found =
        isl::unite(std::move(Found),
                   take(isl_map_domain(ordered(Same, L, L, true).release())));
    if (N.Nest->isStatement())
      Found = isl::unite(
          std::move(Found),
          take(isl_map_domain(ordered(Same, L, L, false).release())));
    Same = agree(std::move(Same), L);
  }
  return Found;
}

isl::Set Instances::readAfter(unsigned Read, unsigned Write) const {
  const AffineAccess &R = N.Accesses[Read], &W = N.Accesses[Write];
  isl::Map Same = take(isl_map_apply_range(
      relation(R).release(), isl_map_reverse(relation(W).release())));
  for (unsigned L = 0; L < Rank; ++L)
    Same = agree(std::move(Same), L);
  if (N.Nest->isStatement())
    return take(isl_set_empty(isl_space_domain(isl_map_get_space(Same.get()))));
  // `while` loops and headers that read data come by again.
  bool Repeats = N.Nest->Accesses[W.Source].May;
  unsigned Dims = N.Depth;
  if (!Repeats)
    while (Dims - N.Depth <
               std::min(R.InnerLoops.size(), W.InnerLoops.size()) &&
           loop(R, Dims) == loop(W, Dims))
      ++Dims;
  isl::Set Found =
      take(isl_set_empty(isl_space_domain(isl_map_get_space(Same.get()))));
  for (unsigned L = Rank; L < Dims; ++L) {
    Found = isl::unite(
        std::move(Found),
        take(isl_map_domain(ordered(Same, L, loop(R, L), false).release())));
    Same = agree(std::move(Same), L);
  }
  if (Repeats || W.Source < R.Source)
    Found = isl::unite(std::move(Found), take(isl_map_domain(Same.release())));
  return Found;
}
