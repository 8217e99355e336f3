//===- FusionAdvice.cpp - Nests that could be one -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/FusionAdvice.h"
#include "Affine/Fusion.h"
#include "Affine/Witness.h"

namespace heddle {

/// "'a'", "'a' and 'b'", "'a', 'b' and 'c'"
static std::string listed(const Program &P, llvm::ArrayRef<unsigned> Arrays) {
  std::string Text;
  for (size_t I = 0; I < Arrays.size(); ++I)
    Text += (I == 0                   ? "'"
             : I + 1 == Arrays.size() ? " and '"
                                      : ", '") +
            P.Arrays[Arrays[I]].Name + "'";
  return Text;
}

static std::string reason(const Fusion &F, const Program &P) {
  switch (F.Kind) {
  case Fusion::Possible:
    if (!F.Passed.empty())
      return "each takes " + listed(P, F.Passed) +
             " from the same one of that nest";
    if (!F.Shared.empty())
      return "each reads the elements of " + listed(P, F.Shared) +
             " that the same one of that nest reads";
    return "one nest would read nothing less";
  case Fusion::OtherIterations:
    return "their iterations are not the same";
  case Fusion::Crossing:
    if (F.First.empty())
      return "iterations that differ touch one element of '" +
             P.Arrays[F.Array].Name + "'";
    return "iteration " + pointText(F.Second) + " touches an element of '" +
           P.Arrays[F.Array].Name + "' that iteration " + pointText(F.First) +
           " of the nest before touches" +
           (F.Sizes.empty() ? "" : ", for " + F.Sizes);
  case Fusion::Unknown:
    break;
  }
  return "it is not known which elements they share";
}

/// Both are nests of the source, and no stage of a statement.
static bool areNests(const ProgramStep &A, const ProgramStep &B) {
  return A.Nest->Step.Role == StepRole::Whole && A.Nest->Statement.empty() &&
         B.Nest->Step.Role == StepRole::Whole && B.Nest->Statement.empty();
}

std::vector<FoundFusion> findFusions(llvm::ArrayRef<NestGroup> Groups) {
  std::vector<FoundFusion> Out;
  for (unsigned G = 0; G < Groups.size(); ++G) {
    const std::shared_ptr<const Program> &Group = Groups[G].Nests;
    if (!Group || Group->Steps.size() < 2 || changedSize(*Group))
      continue;
    Report Unused;
    const auto Affine = buildAffineProgram(Group, Unused);
    for (unsigned S = 1; Affine && S < Group->Steps.size(); ++S) {
      const ProgramStep &Before = Group->Steps[S - 1], &Step = Group->Steps[S];
      if (!areNests(Before, Step))
        continue;
      const Fusion F = findFusion(*Affine, S - 1, S);
      FoundFusion &Found = Out.emplace_back();
      Found.Group = G;
      Found.Step = S;
      Found.Depth = Step.Nest->PerfectDepth;
      Found.Nest = Step.Nest->Where;
      Found.Before = Before.Nest->Where;
      Found.IsPossible = F.Kind == Fusion::Possible;
      Found.IsAdvised =
          Found.IsPossible && !(F.Passed.empty() && F.Shared.empty());
      Found.Why = reason(F, *Group);
    }
  }
  return Out;
}

} // namespace heddle
