//===- KernelSource.cpp - The edits of one nest ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KernelSource.h"
#include "Emit/BodyText.h"
#include "Emit/FusedText.h"
#include "Emit/HostBlocks.h"
#include "Emit/HostLoop.h"
#include "Emit/KernelText.h"
#include "Emit/LaunchText.h"
#include "Emit/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace heddle {

/// The kernels of P under names that depend on their text, but not on how the
/// command or the #include has spelled the file.
static LaunchPlan withHashedNames(const LaunchPlan &P) {
  LaunchPlan Out = P;
  for (auto &Step : Out.Steps)
    Step = std::make_shared<const LaunchPlan>(withHashedNames(*Step));
  const std::string &File = P.source().Place.Nest.File;
  const auto Hashed = [&](const std::string &Name, const std::string &Kernel) {
    const std::string Body =
        hasBodyFunction(P) ? bodyFunction(P, Dialect::Cuda) : "";
    std::string Text =
        forReaders(functionsText(P, Dialect::Cuda) + Body + Kernel);
    Text = withFileNamed(Text, File, "");
    return Name + "_" +
           llvm::utohexstr(llvm::xxh3_64bits(Text) & 0xffff,
                           /*LowerCase=*/true, /*Width=*/4);
  };
  for (auto [Old, New] : llvm::zip(P.Kernels, Out.Kernels))
    New.Name = Hashed(Old.Name, kernelText(P, Old, Dialect::Cuda));
  if (Out.Fused)
    Out.Fused->Name =
        Hashed(P.Fused->Name, fusedText(P, *P.Fused, Dialect::Cuda));
  return Out;
}

/// Without the kernels for grids that the first does not fit: on a CPU they
/// would only ever be compiled. The one that holds all indices is left.
static LaunchPlan withFirstKernel(const LaunchPlan &P) {
  LaunchPlan Out = P;
  for (auto &Step : Out.Steps)
    Step = std::make_shared<const LaunchPlan>(withFirstKernel(*Step));
  if (!Out.Kernels.empty())
    Out.Kernels = {Out.Kernels[Out.Kernels.front().Narrow.empty() ? 0 : 1]};
  return Out;
}

/// Nobody reads the compiler's text, and debuggers, coverage and stack traces
/// show loops as they are written, but for those that read copies.
static LaunchPlan withLoopsAsWritten(LaunchPlan P, bool OpenMP) {
  for (auto &Step : P.Steps)
    Step =
        std::make_shared<const LaunchPlan>(withLoopsAsWritten(*Step, OpenMP));
  P.LoopsCallBody = OpenMP && P.sharesCopies();
  P.FallbackCallsBody = false;
  P.Row.reset();
  return P;
}

/// P has a kernel.
static bool launches(const LaunchPlan &P) {
  return !P.Kernels.empty() ||
         llvm::any_of(P.Steps, [](const auto &Q) { return launches(*Q); });
}

/// The kernels of P, and the loops for CPU threads that stand outside of it.
static void spellKernels(const LaunchPlan &P, Dialect D, bool OpenMP,
                         InstantiationText &V) {
  for (const auto &Step : P.Steps)
    spellKernels(*Step, D, OpenMP, V);
  if (P.Fused) {
    V.Kernels += fusedText(P, *P.Fused, D);
    V.KernelNames.push_back(P.Fused->Name);
  }
  if (hasBodyFunction(P))
    V.Kernels += bodyFunction(P, D) + "\n";
  if (P.Row && OpenMP)
    V.Kernels += rowFunction(P, D) + "\n";
  for (const KernelPlan &K : P.Kernels) {
    V.Kernels += kernelText(P, K, D);
    V.KernelNames.push_back(K.Name);
  }
  if (P.Blocks)
    V.Kernels += blockFunction(P, D) + "\n";
  const LoopNest &N = P.source();
  if (OpenMP && N.Place.Constexpr && N.isLastStage() &&
      P.Parallel != HostLoop::Sequential)
    V.Kernels += hostFunctions(P);
}

static KernelSource spell(const LaunchPlan &P, Dialect D, bool OpenMP) {
  const Placement &Place = P.source().Place;
  KernelSource Out;
  Out.Insert = Place.Insert;
  Out.Replace = Place.Nest;
  Out.Before = Place.Before;
  Out.After = Place.After;
  Out.Name = P.Name;
  Out.File = Place.Nest.File;
  Out.Indent = Place.Nest.Column > 0 ? Place.Nest.Column - 1 : 0;
  Out.Instantiations.emplace_back();
  InstantiationText &V = Out.Instantiations.front();
  LaunchStyle Style;
  Style.OpenMP = OpenMP;
  Style.Stands = D == Dialect::Written;
  Style.ForHost = D == Dialect::Host;
  Style.AsWritten = true;
  V.Launch = launchText(P, Style);
  if (D == Dialect::Written) {
    V.Compared = std::move(V.Launch);
    Style.AsWritten = false;
    V.Launch = launchText(P, Style);
    if (V.Compared == V.Launch)
      V.Compared.clear();
  }
  if (!Place.Parameters.empty()) {
    Out.Parameters = Place.Parameters;
    Out.Otherwise = unverifiedText(P);
    V.Arguments.push_back(Place.Arguments);
  }
  if (!launches(P) && P.source().Opened.empty())
    return Out;
  // Kernels start on a line of their own; what follows keeps its place.
  if (Place.Insert.Column > 1)
    V.Kernels = "\n";
  V.Kernels += functionsText(P, D);
  spellKernels(P, D, OpenMP, V);
  V.Kernels += lineDirective(Place.Insert.Line, Place.Insert.File);
  if (Place.Insert.Column > 1)
    V.Kernels += std::string(Place.Insert.Column - 1, ' ');
  return Out;
}

/// P as the compiler that runs at this moment is to read it.
static LaunchPlan forDialect(const LaunchPlan &P, Dialect D, bool OpenMP) {
  if (D == Dialect::Written)
    return P;
  const LaunchPlan Loops = withLoopsAsWritten(P, OpenMP);
  return D == Dialect::Cuda ? withHashedNames(Loops) : withFirstKernel(Loops);
}

std::optional<KernelSource> emit(const LaunchPlan &P, Dialect D, bool OpenMP,
                                 Report &R) {
  KernelSource Out = spell(forDialect(P, D, OpenMP), D, OpenMP);
  const LoopNest &Nest = P.source();
  unsigned Line = positionOf(Nest, 0).Line;
  InstantiationText &V = Out.Instantiations.front();
  for (std::string *Text : {&V.Launch, &V.Compared, &V.Kernels, &Out.Otherwise})
    *Text = D == Dialect::Written
                ? forReaders(*Text)
                : forCompiler(*Text, Line, Nest.Place.Nest.File);
  return Out;
}

} // namespace heddle
