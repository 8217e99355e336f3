//===- Pipeline.cpp - From LoopNest to edits ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Pipeline/Pipeline.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

PipelineResult heddle::runPipeline(std::shared_ptr<const LoopNest> Nest,
                                   const PipelineOptions &Options, Report &R) {
  PipelineResult Result;
  // Shows a phase's structure, and says whether the pipeline ends here.
  auto Last = [&](Phase P, auto &&Dump) {
    if (Options.Dump == P && Options.DumpTo)
      Dump(*Options.DumpTo);
    return Options.StopAfter == P;
  };

  if (Last(Phase::Frontend, [&](llvm::raw_ostream &OS) { Nest->dump(OS); })) {
    Result.Verified = true;
    return Result;
  }
  return Result;
}
