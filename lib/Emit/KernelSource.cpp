//===- KernelSource.cpp - The edits of one nest ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KernelSource.h"
#include "Emit/KernelText.h"
#include "Emit/LaunchText.h"
#include "Emit/SourceLines.h"

namespace heddle {

std::optional<KernelSource> emit(const LaunchPlan &P, Dialect D, Report &R) {
  const Placement &Place = P.Mapped->Verified->affine().Nest->Place;
  KernelSource Out;
  Out.Insert = Place.Insert;
  Out.Replace = Place.Nest;
  Out.Launch = launchText(P);
  if (P.Kernels.empty())
    return Out;
  // Kernels start on a line of their own; what follows keeps its place.
  if (Place.Insert.Column > 1)
    Out.Kernels = "\n";
  for (const KernelPlan &K : P.Kernels)
    Out.Kernels += kernelText(P, K, D);
  Out.Kernels += lineDirective(Place.Insert.Line, Place.Insert.File);
  if (Place.Insert.Column > 1)
    Out.Kernels += std::string(Place.Insert.Column - 1, ' ');
  return Out;
}

} // namespace heddle
