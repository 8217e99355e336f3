//===- Instances.h - When one thread meets another's element ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread is an iteration of the mapped loops, the outer Rank ones; the others
// run within it. All of it holds for the parameter values in Params; relations
// that over-approximate give sets that do.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_INSTANCES_H
#define HEDDLE_LEGALITY_INSTANCES_H

#include "Affine/AffineNest.h"

namespace heddle {

/// The instances of a read that touch an element which a write touches as well.
/// Null where isl gave up.
class Instances {
public:
  Instances(const AffineNest &N, const isl::Set &Params, unsigned Rank)
      : N(N), Params(Params), Rank(Rank) {}

  /// Those of Read whose element the write accesses an instance of in a later
  /// thread; in a statement, which reads first, in any other.
  isl::Set readBefore(const AffineAccess &Read,
                      const AffineAccess &Write) const;
  /// Those of Read whose element the write accesses an instance of earlier in
  /// the same thread; in a statement there are none. What repeats in an unknown
  /// order counts as earlier.
  isl::Set readAfter(unsigned Read, unsigned Write) const;
  isl::Map relation(const AffineAccess &A) const {
    return isl::take(isl_map_intersect_params(
        isl_map_align_params(A.Relation.copy(), N.ParamSpace.copy()),
        Params.copy()));
  }

private:
  unsigned loop(const AffineAccess &A, unsigned Dim) const {
    return Dim < N.Depth ? Dim : A.InnerLoops[Dim - N.Depth];
  }
  /// The pairs of M whose second counter runs before (after) the first one's.
  isl::Map ordered(const isl::Map &M, unsigned Dim, unsigned Loop,
                   bool SecondIsLater) const;
  static isl::Map agree(isl::Map M, unsigned Dim) {
    return isl::take(
        isl_map_equate(M.release(), isl_dim_in, Dim, isl_dim_out, Dim));
  }

  const AffineNest &N;
  const isl::Set &Params;
  unsigned Rank;
};

} // namespace heddle

#endif
