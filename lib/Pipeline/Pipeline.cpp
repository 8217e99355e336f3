//===- Pipeline.cpp - From LoopNest to edits ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Pipeline/Pipeline.h"
#include "Emit/Instantiations.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

namespace {

class Run {
public:
  Run(const PipelineOptions &Options, PipelineResult &Result)
      : Options(Options), Result(Result) {}

  /// Shows a phase's structure; true if the pipeline ends here.
  template <class Dump> bool ends(Phase P, Dump Show) {
    if (Options.Dump == P && Options.DumpTo)
      Show(*Options.DumpTo);
    return Result.Verified = Options.StopAfter == P;
  }

private:
  const PipelineOptions &Options;
  PipelineResult &Result;
};

} // namespace

static void dumpSource(const KernelSource &S, llvm::raw_ostream &OS) {
  OS << "insert " << S.Insert.File << ':' << S.Insert.Begin << '\n'
     << allKernels(S) << "replace " << S.Replace.File << ':' << S.Replace.Begin
     << '-' << S.Replace.End << '\n'
     << wholeLaunch(S) << '\n';
}

PipelineResult heddle::runPipeline(std::shared_ptr<const LoopNest> Nest,
                                   const PipelineOptions &Options, Report &R) {
  using llvm::raw_ostream;
  PipelineResult Result;
  Run Pipeline(Options, Result);
  if (Pipeline.ends(Phase::Frontend, [&](raw_ostream &OS) { Nest->dump(OS); }))
    return Result;
  auto Affine = buildAffineNest(std::move(Nest), R);
  if (!Affine ||
      Pipeline.ends(Phase::Affine, [&](raw_ostream &OS) { Affine->dump(OS); }))
    return Result;
  std::vector<ArrayFinding> Found;
  auto Verified = verify(Affine, R, Found);
  if (Options.Describe)
    describeLegality(Verified ? Verified->affine() : *Affine, Found,
                     Verified.get(), Result.Description);
  if (!Verified || Pipeline.ends(Phase::Legality,
                                 [&](raw_ostream &OS) { dump(*Verified, OS); }))
    return Result;
  auto Mapped = mapNest(std::move(Verified), *Options.Proofs, R);
  if (!Mapped || Pipeline.ends(Phase::Mapping,
                               [&](raw_ostream &OS) { dump(*Mapped, OS); }))
    return Result;
  auto Plan = planLaunch(std::move(Mapped), R);
  if (!Plan ||
      Pipeline.ends(Phase::Kernel, [&](raw_ostream &OS) { dump(*Plan, OS); }))
    return Result;
  if (Options.Describe)
    describeLaunch(*Plan, Result.Description);
  Result.Source = emit(*Plan, Options.Text, Options.OpenMP, R);
  if (Result.Source)
    Pipeline.ends(Phase::Emit,
                  [&](raw_ostream &OS) { dumpSource(*Result.Source, OS); });
  return Result;
}
