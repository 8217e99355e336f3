//===- Conflicts.h - Which iterations touch the same elements --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Per array, the exact relation between iterations of the perfect loops that
// touch one element, at least one of them writing it. Accesses are united
// first and composed once; inner loops are projected out, because they run in
// order inside one iteration. Iterations stand in the order of execution: the
// counters of descending loops are negated, so that 'earlier' is
// 'lexicographically smaller'. (The level-wise dependence test of Allen and
// Kennedy on integer sets, Pugh: The Omega test.)
//
// Everything holds for all parameter values of fastPathParams() and nothing is
// said about others. Accesses marked May over-approximate, so a conflict may
// be one that no data ever shows; the absence of a conflict is certain.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_CONFLICTS_H
#define HEDDLE_LEGALITY_CONFLICTS_H

#include "Affine/AffineNest.h"
#include "Legality/VerifiedNest.h"
#include <vector>

namespace heddle {

/// Operations of isl granted to one nest's dependences, and to each witness
/// afterwards. Ordinary nests need a tenth of it; the hardest kind that is
/// known, many quotients in many accesses, takes two seconds for it.
constexpr unsigned long LegalityOperations = 250000;
constexpr unsigned long WitnessOperations = 100000;

/// Dependences are pairs of accesses: so much for a nest of many.
unsigned long legalityOperations(const AffineNest &N);

/// Parameter values that can reach the parallel code: the context and every
/// run-time check.
isl::Set fastPathParams(const AffineNest &N);

/// The perfect loop at Level counts down.
bool descends(const AffineNest &N, unsigned Level);

/// { iteration of the perfect loops, in the order of execution -> element }
/// for one access, restricted to Params.
isl::Map orderedAccess(const AffineNest &N, const AffineAccess &A,
                       const isl::Set &Params);

/// { x -> y : x and y agree before Level and x[Level] < y[Level] } in the space
/// of M, a relation between iterations.
isl::Map carriedAt(const isl::Map &M, unsigned Level);
/// The same with x[Level] different from y[Level].
isl::Map differingAt(const isl::Map &M, unsigned Level);

/// Whether conflicts exist that the loop at one level carries: the outer
/// counters agree and this one differs.
struct LevelConflicts {
  isl::Answer Anti = isl::Answer::Unknown;   ///< read, later written
  isl::Answer Flow = isl::Answer::Unknown;   ///< written, later read
  isl::Answer Output = isl::Answer::Unknown; ///< written, later written

  isl::Answer of(ConflictKind K) const;
  bool known() const;
  /// No conflict of any kind, for certain.
  bool free() const;
};

/// Over so many of the outermost loops, by the user's word, no two iterations
/// touch one element of the array but to read it (independent), or the launch
/// finds that out; 0: nothing is said. The threads of a nest with owners have
/// other iterations.
unsigned claimedLoops(const AffineNest &N, unsigned Array);

/// Pairs that a claim excludes are none.
struct ArrayConflicts {
  unsigned Array = 0; ///< into AffineNest::Arrays
  bool Read = false, Written = false;
  isl::Map ReadWrite;  ///< { x -> y : x reads what y writes }, any order
  isl::Map WriteWrite; ///< { x -> y : both write one element }, symmetric
  /// All reads come before all writes (LoopNest::Statement): whatever the order
  /// of the iterations, a conflict of the two is an anti-dependence.
  bool ReadsFirst = false;
  std::vector<LevelConflicts> Levels; ///< one per perfect loop
  /// Per perfect loop: some conflict joins iterations that differ in it.
  std::vector<isl::Answer> Differs;

  /// { earlier -> later } for conflicts of kind K carried at Level.
  isl::Map carried(ConflictKind K, unsigned Level) const;
};

/// The conflicts of array Array of N. Answers are Unknown where isl met its
/// limit or an error.
ArrayConflicts findConflicts(const AffineNest &N, unsigned Array,
                             const isl::Set &Params);

} // namespace heddle

#endif
