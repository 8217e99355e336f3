//===- Findings.h - What was found about each array ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For reports, of refused nests too, which leave no VerifiedNest behind.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_FINDINGS_H
#define HEDDLE_LEGALITY_FINDINGS_H

#include "Legality/ConflictWitness.h"

namespace heddle {

struct ArrayFinding {
  unsigned Array = 0; ///< into LoopNest::Arrays
  bool Read = false, Written = false;
  /// Conflicts in the mapped loops, or none for certain, or not looked at as
  /// another array had been too much already.
  enum : unsigned char { Free, Conflicting, Undecided } Conflicts = Free;
  /// Per perfect loop: two iterations of some conflict differ in it.
  std::vector<isl::Answer> Differs;
  std::optional<DiagID> ID;               ///< what was said about it
  std::optional<ConflictWitness> Witness; ///< the conflict that ID speaks of
};

/// As verify(); Found gets what there is about each array that the nest
/// touches, ascending, whatever the result.
std::shared_ptr<const VerifiedNest>
verify(std::shared_ptr<const AffineNest> Nest, Report &R,
       std::vector<ArrayFinding> &Found);

/// The same of a nest whose threads own elements, or whose loops have changed
/// places (AffineNest::Owner). Null also, with a clause in Why, where threads
/// would share elements.
std::shared_ptr<const VerifiedNest>
verifyOwners(std::shared_ptr<const AffineNest> Nest, Report &R,
             std::vector<ArrayFinding> &Found, std::string &Why);

} // namespace heddle

#endif
