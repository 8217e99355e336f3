//===- Pipeline.h - From LoopNest to edits ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   AST --Frontend--> LoopNest --Affine--> AffineNest --Legality-->
//   VerifiedNest --Mapping--> MappedNest --Kernel--> LaunchPlan --Emit-->
//   KernelSource --> edits
//
// Clang-free: the front ends (plugin, rewriter) feed it one program at a time,
// a nest or the stages of a statement, and print the Report.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_PIPELINE_H
#define HEDDLE_DRIVER_PIPELINE_H

#include "Driver/NestReport.h"
#include "Emit/KernelSource.h"
#include "IR/Program.h"
#include "Mapping/ProofMemo.h"
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
  bool OpenMP = true;      ///< the text may be compiled with OpenMP
  bool Describe = false;   ///< fill PipelineResult::Description
  bool Advise = false;     ///< remark where a mapping will be slow, and why
  bool Explain = false;    ///< Describe: also what mappings cost, and why
  bool Compare = false;    ///< Describe: also what the strategies would take
  bool Candidates = false; ///< Describe: also what Auto has weighed
  ChoiceOptions Choice;    ///< how Auto chooses mappings
  /// A nest that is too complex is given up after a few seconds, in which one
  /// or the other might have been decided.
  bool GiveUpSoon = false;
  /// For all runs with these options or copies of them.
  std::shared_ptr<ProofMemo> Proofs = std::make_shared<ProofMemo>();
};

/// Why the host has all arrays before a launch, in a program, too; empty: it
/// need not.
struct HostNeed {
  std::string Why;
  bool Reads = false; ///< only, so that the device keeps what it has
};

struct PipelineResult {
  bool Verified = false; ///< every phase up to StopAfter succeeded
  HostNeed OnHost;
  /// All iterations run in one launch, with nothing before it, and none of them
  /// needs copies, or what another one has computed.
  bool IsOneLaunch = false;
  bool HasTile = false; ///< in shared memory
  std::optional<KernelSource> Source;
  /// As far as the pipeline came, without what the front end knows: verdict
  /// (unless mapped), place, function and messages.
  NestReport Description;
};

/// P has at least one step. Each goes through all phases up to the last one,
/// which spells them together.
PipelineResult runPipeline(const Program &P, const PipelineOptions &Options,
                           Report &R);

} // namespace heddle

#endif
