//===- MappedNest.h - A verified nest with its thread space ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mapping's symbolic reading together with the proof that its index recovery
// is a bijection from the threads that are not switched off onto the
// iteration domain.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_MAPPEDNEST_H
#define HEDDLE_MAPPING_MAPPEDNEST_H

#include "Legality/VerifiedNest.h"
#include "heddle/mapping.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

enum class ProofKind : unsigned char {
  AllParameters, ///< one isl proof for all parameter values
  ByTheorem,     ///< segments proved in isl, non-affine folds by theorem
};

/// What each index-recovery step computes, in the order of evaluation (last
/// combinator first). Values are over leaves: thread indices "bx by bz tx ty
/// tz", parameters, and earlier steps' names.
struct RecoveryStep {
  std::string Name; ///< fresh, or the user's loop variable for the last steps
  Sym Value;
};

/// A condition under which the thread works, evaluated after the first
/// `After` recovery steps (as early as possible).
struct ThreadGuard {
  Sym Cond;
  unsigned After = 0;
};

/// One way of mapping the nest: a named mapping, or the FoldAll variants.
struct MappingVariant {
  mapping Steps;
  std::string Suffix;    ///< kernel-name suffix: "" , "_fold", "_fold3d"
  std::string Spelling;  ///< "GridBlock(1, SplitLast(32, ShiftLB(Gen)))"
  Sym Grid[3], Block[3]; ///< x, y, z
  std::vector<RecoveryStep> Recovery; ///< ends with the counters, in order
  std::vector<ThreadGuard> Guards;
  ProofKind Proof = ProofKind::AllParameters;
  bool LimitsProved = false; ///< fits the device for every parameter value
};

struct MappedNest {
  std::shared_ptr<const VerifiedNest> Verified;
  /// Tried in order at the launch: the first that fits the device's limits.
  std::vector<MappingVariant> Variants;
};

/// VerifiedNest -> MappedNest. Null after reporting at least one error; a
/// failed proof is an internal error (HD9xx).
std::shared_ptr<const MappedNest>
mapNest(std::shared_ptr<const VerifiedNest> Nest, Report &R);

void dump(const MappedNest &N, llvm::raw_ostream &OS);

} // namespace heddle

#endif
