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

  /// The instances of Read whose element the write touches in a later thread;
  /// in a statement, which reads first, in any other thread.
  isl::Set readBefore(const AffineAccess &Read,
                      const AffineAccess &Write) const;
  /// The instances of Read whose element the write touches earlier in the same
  /// thread; in a statement there are none. A write that repeats in an unknown
  /// order counts as earlier.
  isl::Set readAfter(unsigned Read, unsigned Write) const;
  isl::Map relation(const AffineAccess &A) const {
    return A.Relation.alignParams(N.ParamSpace).intersectParams(Params);
  }

private:
  unsigned loop(const AffineAccess &A, unsigned Dim) const {
    return Dim < N.Depth ? Dim : A.InnerLoops[Dim - N.Depth];
  }
  /// The pairs of M whose second counter runs before (after) the first one's.
  isl::Map ordered(const isl::Map &M, unsigned Dim, unsigned Loop,
                   bool SecondIsLater) const;

  const AffineNest &N;
  const isl::Set &Params;
  unsigned Rank;
};

} // namespace heddle

#endif
