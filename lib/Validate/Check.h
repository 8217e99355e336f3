//===- Check.h - A launch and its loop, run and compared -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_CHECK_H
#define HEDDLE_VALIDATE_CHECK_H

#include "Validate/Tree.h"
#include <algorithm>
#include <string>

namespace heddle {
namespace validate {

struct CheckOptions {
  /// The limit of each nest, in nodes that are run; the instances are those
  /// that it suffices for, in an order in which the first find most.
  uint64_t Steps = 1500000;
  /// The limit of one launch or loop.
  uint64_t StepsOfRun = 400000;

  /// At least so many of nests whose kernels run in phases: where several
  /// blocks run, all of a block's threads do.
  static constexpr uint64_t StepsInPhases = 20000000,
                            StepsOfRunInPhases = 10000000,
                            StepsOfLongRun = 80000000;

  /// The limit of some iterations of a tensor statement.
  static constexpr uint64_t StepsOfTensors = 60000000;

  /// The limit of loops in several blocks for caches.
  static constexpr uint64_t StepsOfBlocks = 40000000;

  /// All instances of which each run ends within ten times as many steps.
  static CheckOptions full() { return {UINT64_MAX, 4000000}; }
};

struct CheckResult {
  std::string Wrong;         ///< what differs, with a witness; empty if nothing
  unsigned Instances = 0;    ///< that were run to their end and compared
  unsigned AsWritten = 0;    ///< those that the launch leaves to the loop
  bool ClaimsFailed = false; ///< of some instances the claims are wrong
  bool Undefined = false;    ///< some loops as written were, as out of bounds
  bool Exhausted = false;    ///< some loops as written were too long
  unsigned Launched = 0;     ///< of them, those in which a kernel ran
  bool Sampled = false;      ///< only some iterations of each
  std::vector<bool> Ran; ///< by launch: whether its kernel ran in one of them
  /// By launch: its kernel runs in phases and is launched in several blocks,
  /// but it was only run in one.
  std::vector<bool> OneBlock;
  /// Where CPU threads run loops in blocks, several ones took too many steps.
  bool FewBlocks = false;
  std::vector<bool> ForAll; ///< by launch: the same for all sizes

  bool forAll() const {
    return std::find(ForAll.begin(), ForAll.end(), false) == ForAll.end();
  }
};

/// Runs the launch of a nest that was understood, and the loop as written, over
/// many small values of the parameters, and compares what they do.
CheckResult check(const Nest &N, const CheckOptions &Options);

} // namespace validate
} // namespace heddle

#endif
