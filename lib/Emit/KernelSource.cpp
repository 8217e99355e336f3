//===- KernelSource.cpp - The edits of one nest ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KernelSource.h"
#include "Emit/BodyText.h"
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
  for (auto &Part : Out.Parts)
    Part = std::make_shared<const LaunchPlan>(withHashedNames(*Part));
  const std::string &File = P.source().Place.Nest.File;
  for (auto [Old, New] : llvm::zip(P.Kernels, Out.Kernels)) {
    const std::string Body =
        hasBodyFunction(P) ? bodyFunction(P, Dialect::Cuda) : "";
    std::string Text = forReaders(functionsText(P, Dialect::Cuda) + Body +
                                  kernelText(P, Old, Dialect::Cuda));
    Text = withFileNamed(Text, File, "");
    New.Name += "_" + llvm::utohexstr(llvm::xxh3_64bits(Text) & 0xffff,
                                      /*LowerCase=*/true, /*Width=*/4);
  }
  return Out;
}

/// Without the kernels for grids that the first does not fit: on a CPU they
/// would only ever be compiled.
static LaunchPlan withFirstKernel(const LaunchPlan &P) {
  LaunchPlan Out = P;
  for (auto &Part : Out.Parts)
    Part = std::make_shared<const LaunchPlan>(withFirstKernel(*Part));
  if (Out.Kernels.size() > 1)
    Out.Kernels.resize(1);
  return Out;
}

/// Nobody reads the compiler's text, and debuggers, coverage and stack traces
/// show loops as they are written.
static LaunchPlan withLoopsAsWritten(LaunchPlan P) {
  for (auto &Part : P.Parts)
    Part = std::make_shared<const LaunchPlan>(withLoopsAsWritten(*Part));
  P.LoopsCallBody = P.FallbackCallsBody = false;
  return P;
}

using StagePlans = std::vector<std::shared_ptr<const LaunchPlan>>;

/// P has a kernel.
static bool launches(const LaunchPlan &P) {
  return !P.Kernels.empty() ||
         llvm::any_of(P.Parts, [](const auto &Q) { return launches(*Q); });
}

/// The kernels of P, and the loops for CPU threads that stand outside of it.
static void spellKernels(const LaunchPlan &P, Dialect D, bool OpenMP,
                         InstantiationText &V) {
  for (const auto &Part : P.Parts)
    spellKernels(*Part, D, OpenMP, V);
  if (hasBodyFunction(P))
    V.Kernels += bodyFunction(P, D) + "\n";
  for (const KernelPlan &K : P.Kernels) {
    V.Kernels += kernelText(P, K, D);
    V.KernelNames.push_back(K.Name);
  }
  const LoopNest &N = P.source();
  if (OpenMP && N.Place.Constexpr && N.isLastStage() &&
      P.Parallel != HostLoop::Sequential)
    V.Kernels += hostFunction(P);
}

static KernelSource spell(const StagePlans &Stages, Dialect D, bool OpenMP) {
  const LaunchPlan &P = *Stages.back();
  const Placement &Place = P.source().Place;
  KernelSource Out;
  Out.Insert = Place.Insert;
  Out.Replace = Place.Nest;
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
  V.Launch = launchText(Stages, Style);
  if (D == Dialect::Written) {
    V.Compared = std::move(V.Launch);
    Style.AsWritten = false;
    V.Launch = launchText(Stages, Style);
    if (V.Compared == V.Launch)
      V.Compared.clear();
  }
  if (!Place.Parameters.empty()) {
    Out.Parameters = Place.Parameters;
    Out.Otherwise = unverifiedText(Stages.back());
    V.Arguments.push_back(Place.Arguments);
  }
  if (llvm::none_of(Stages, [](const auto &S) { return launches(*S); }))
    return Out;
  // Kernels start on a line of their own; what follows keeps its place.
  if (Place.Insert.Column > 1)
    V.Kernels = "\n";
  V.Kernels += functionsText(P, D);
  for (const auto &Stage : Stages)
    spellKernels(*Stage, D, OpenMP, V);
  V.Kernels += lineDirective(Place.Insert.Line, Place.Insert.File);
  if (Place.Insert.Column > 1)
    V.Kernels += std::string(Place.Insert.Column - 1, ' ');
  return Out;
}

std::optional<KernelSource> emit(const StagePlans &Stages, Dialect D,
                                 bool OpenMP, Report &R) {
  StagePlans Named;
  for (const auto &Stage : Stages) {
    if (D == Dialect::Written) {
      Named.push_back(Stage);
      continue;
    }
    const LaunchPlan Loops = withLoopsAsWritten(*Stage);
    Named.push_back(std::make_shared<const LaunchPlan>(
        D == Dialect::Cuda ? withHashedNames(Loops) : withFirstKernel(Loops)));
  }
  KernelSource Out = spell(Named, D, OpenMP);
  const LoopNest &Nest = Stages.back()->source();
  unsigned Line = positionOf(Nest, 0).Line;
  InstantiationText &V = Out.Instantiations.front();
  for (std::string *Text : {&V.Launch, &V.Compared, &V.Kernels, &Out.Otherwise})
    *Text = D == Dialect::Written
                ? forReaders(*Text)
                : forCompiler(*Text, Line, Nest.Place.Nest.File);
  return Out;
}

} // namespace heddle
