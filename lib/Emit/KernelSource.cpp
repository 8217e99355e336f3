//===- KernelSource.cpp - The edits of one nest ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KernelSource.h"
#include "Emit/KernelText.h"
#include "Emit/LaunchText.h"
#include "Emit/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace heddle {

/// The kernels of P under names that depend on their text.
static LaunchPlan withHashedNames(const LaunchPlan &P) {
  LaunchPlan Out = P;
  for (auto [Old, New] : llvm::zip(P.Kernels, Out.Kernels)) {
    std::string Text = forReaders(kernelText(P, Old, Dialect::Cuda));
    New.Name += "_" + llvm::utohexstr(llvm::xxh3_64bits(Text) & 0xffff,
                                      /*LowerCase=*/true, /*Width=*/4);
  }
  return Out;
}

static KernelSource spell(const LaunchPlan &P, Dialect D, bool OpenMP) {
  const Placement &Place = P.Mapped->Verified->affine().Nest->Place;
  KernelSource Out;
  Out.Insert = Place.Insert;
  Out.Replace = Place.Nest;
  Out.Launch = launchText(P, OpenMP);
  if (P.Kernels.empty())
    return Out;
  // Kernels start on a line of their own; what follows keeps its place.
  if (Place.Insert.Column > 1)
    Out.Kernels = "\n";
  for (const KernelPlan &K : P.Kernels) {
    Out.Kernels += kernelText(P, K, D);
    Out.KernelNames.push_back(K.Name);
  }
  Out.Kernels += lineDirective(Place.Insert.Line, Place.Insert.File);
  if (Place.Insert.Column > 1)
    Out.Kernels += std::string(Place.Insert.Column - 1, ' ');
  return Out;
}

std::optional<KernelSource> emit(const LaunchPlan &P, Dialect D, bool OpenMP,
                                 Report &R) {
  KernelSource Out = spell(D == Dialect::Cuda ? withHashedNames(P) : P, D, OpenMP);
  if (D == Dialect::Written) {
    Out.Launch = forReaders(Out.Launch);
    Out.Kernels = forReaders(Out.Kernels);
    return Out;
  }
  const LoopNest &Nest = *P.Mapped->Verified->affine().Nest;
  unsigned Line = positionOf(Nest, 0).Line;
  Out.Launch = forCompiler(Out.Launch, Line, Nest.Place.Nest.File);
  Out.Kernels = forCompiler(Out.Kernels, Line, Nest.Place.Nest.File);
  return Out;
}

} // namespace heddle
