//===- Turn.cpp - Loops that may be mapped, around the others -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Turn.h"
#include "Legality/OwnerComputes.h"

using namespace heddle;

/// Scans, copies, passes over the loops and endings of the program rest on the
/// order of the loops; and CPU threads are to share the outermost one, which
/// cannot have gaps between runs.
static bool mayTurn(const VerifiedNest &V) {
  const LoopNest &N = V.source();
  const AffineNest &A = V.affine();
  return !N.isStatement() && !N.EndsAt.isValid() && !N.Annot.Map && !A.Owner &&
         A.DeclaredRank == 0 && V.reductions().empty() && V.copies().empty() &&
         V.inspected().empty() && A.Dims.front().Width == 1;
}

std::shared_ptr<const VerifiedNest>
heddle::turned(const VerifiedNest &Nest, std::vector<ArrayFinding> &Found) {
  const std::vector<bool> &Apart = Nest.mappable();
  std::vector<unsigned> Loops;
  for (unsigned L = 0; L < Apart.size(); ++L)
    if (Apart[L])
      Loops.push_back(L);
  // All that are mapped as it stands, and others.
  if (!mayTurn(Nest) || Loops.size() <= Nest.rank() ||
      Loops[Nest.rank() - 1] != Nest.rank() - 1)
    return nullptr;
  std::string Why;
  auto Affine = withLoopsTurned(Nest.sharedAffine(), Loops, Why);
  if (!Affine)
    return nullptr;
  Report Unused;
  return verifyOwners(std::move(Affine), Unused, Found, Why);
}
