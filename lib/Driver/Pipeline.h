//===- Pipeline.h - From LoopNest to edits ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   AST --Frontend--> LoopNest --Affine--> AffineNest --Legality-->
//   VerifiedNest --Mapping--> MappedNest --Kernel--> LaunchPlan --Emit-->
//   KernelSource --> edits
//
// Clang-free: the front ends (plugin, rewriter) feed it one LoopNest at a time,
// or the stages of one statement, and print the Report.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_PIPELINE_H
#define HEDDLE_DRIVER_PIPELINE_H

#include "Emit/KernelSource.h"
#include "Mapping/ProofMemo.h"
#include "Driver/NestReport.h"
#include <memory>
#include <optional>

namespace heddle {

enum class Phase : unsigned char {
  Frontend,
  Affine,
  Legality,
  Mapping,
  Kernel,
  Emit
};

struct PipelineOptions {
  Phase StopAfter = Phase::Emit;
  std::optional<Phase> Dump;
  llvm::raw_ostream *DumpTo = nullptr;
  Dialect Text = Dialect::Written;
  bool OpenMP = true; ///< the text may be compiled with OpenMP
  bool Describe = false; ///< fill PipelineResult::Description
  /// Of all runs with these options or copies of them.
  std::shared_ptr<ProofMemo> Proofs = std::make_shared<ProofMemo>();
};

struct PipelineResult {
  bool Verified = false; ///< every phase up to StopAfter succeeded
  std::optional<KernelSource> Source;
  /// As far as the pipeline came, without what the front end knows: verdict
  /// (unless mapped), place, function and messages.
  NestReport Description;
};

/// Stages: in their order, at least one; each goes through all phases up to the
/// last one, which spells them together.
PipelineResult
runPipeline(const std::vector<std::shared_ptr<const LoopNest>> &Stages,
            const PipelineOptions &Options, Report &R);

} // namespace heddle

#endif
