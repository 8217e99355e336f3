//===- Pipeline.cpp - From LoopNest to edits ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Pipeline/Pipeline.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

#ifndef HEDDLE_LINKED_PHASES
#define HEDDLE_LINKED_PHASES 6
#endif

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

#if HEDDLE_LINKED_PHASES >= 6
static void dumpSource(const KernelSource &S, llvm::raw_ostream &OS) {
  OS << "insert " << S.Insert.File << ':' << S.Insert.Begin << '\n'
     << S.Kernels << "replace " << S.Replace.File << ':' << S.Replace.Begin
     << '-' << S.Replace.End << '\n'
     << S.Launch << '\n';
}
#endif

PipelineResult heddle::runPipeline(std::shared_ptr<const LoopNest> Nest,
                                   const PipelineOptions &Options, Report &R) {
  using llvm::raw_ostream;
  PipelineResult Result;
  Run Pipeline(Options, Result);
  if (Pipeline.ends(Phase::Frontend, [&](raw_ostream &OS) { Nest->dump(OS); }))
    return Result;
#if HEDDLE_LINKED_PHASES >= 2
  auto Affine = buildAffineNest(std::move(Nest), R);
  if (!Affine ||
      Pipeline.ends(Phase::Affine, [&](raw_ostream &OS) { Affine->dump(OS); }))
    return Result;
#endif
#if HEDDLE_LINKED_PHASES >= 3
  auto Verified = verify(std::move(Affine), R);
  if (!Verified || Pipeline.ends(Phase::Legality, [&](raw_ostream &OS) {
        dump(*Verified, OS);
      }))
    return Result;
#endif
#if HEDDLE_LINKED_PHASES >= 4
  auto Mapped = mapNest(std::move(Verified), R);
  if (!Mapped || Pipeline.ends(Phase::Mapping, [&](raw_ostream &OS) {
        dump(*Mapped, OS);
      }))
    return Result;
#endif
#if HEDDLE_LINKED_PHASES >= 5
  auto Plan = planLaunch(std::move(Mapped), R);
  if (!Plan || Pipeline.ends(Phase::Kernel,
                             [&](raw_ostream &OS) { dump(*Plan, OS); }))
    return Result;
#endif
#if HEDDLE_LINKED_PHASES >= 6
  Result.Source = emit(*Plan, Options.Text, R);
  if (Result.Source)
    Pipeline.ends(Phase::Emit,
                  [&](raw_ostream &OS) { dumpSource(*Result.Source, OS); });
#endif
  return Result;
}
