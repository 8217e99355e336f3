//===- Proof.h - Index recovery is one-to-one and onto ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the very trees that are printed: the map from the threads in the grid
// that pass all guards to the loop counters is bijective, and its range is the
// iteration domain, for all parameters for which a kernel is launched. Both are
// needed: a bijection onto too little loses iterations.
//
// Products of parameters are outside of Presburger arithmetic. The chain of
// steps is cut at each FoldLast2 with a variable inner extent; each part is
// proved to be a bijection onto the box of the extents at its end, where a
// product of extents is a fresh extent >= 1. At a cut, the fold itself is a
// theorem: for E >= 1, f -> (floor(f / E), f - floor(f / E) * E) is a bijection
// from 0 <= f < A * E onto 0 <= q < A, 0 <= r < E. (By induction on A: row A
// adds f in A*E .. A*E+E-1, exactly those with q = A.)
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_PROOF_H
#define HEDDLE_MAPPING_PROOF_H

#include "Mapping/MappedNest.h"

namespace heddle {

/// The operations of isl granted to each proof; ordinary proofs need a
/// hundredth of them.
constexpr unsigned long ProofOperations = 2000000;

struct ProofOutcome {
  isl::Answer Holds = isl::Answer::Unknown;
  ProofKind Kind = ProofKind::AllParameters;
  std::string Why; ///< where it does not hold, for an internal error
};

/// The parameter values for which kernels run: context, run-time checks, and
/// not the zero-trip test.
isl::Set launchedParameters(const AffineNest &N);

/// Rank: the number of mapped loops. Exact: Unknown only where isl gives up.
ProofOutcome prove(const ThreadMapping &V, const AffineNest &N, unsigned Rank);

/// Removes guards that hold in every thread of every launch in which the
/// guards before them hold. Says of each guard whether it is kept.
std::vector<bool> dropImpliedGuards(ThreadMapping &V, const AffineNest &N,
                                    unsigned Rank);

} // namespace heddle

#endif
