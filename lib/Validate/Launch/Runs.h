//===- Runs.h - Runs of a launch, and of the loop as written ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each run is of its own: an interpreter of the block's text over memory that
// holds what the World says, and, of a launch, threads over the same memory.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_RUNS_H
#define HEDDLE_VALIDATE_LAUNCH_RUNS_H

#include "Validate/Launch/HostRun.h"
#include "Validate/Launch/InspectedHulls.h"
#include "Validate/Launch/ListedIterations.h"
#include "Validate/Launch/Passed.h"
#include "Validate/Launch/Values.h"
#include "Validate/Selection/Sample.h"

namespace heddle {
namespace validate {

/// Whether what is promised before the block holds.
bool assumptionsHold(World &W, uint64_t Steps);

/// The loop as written.
class LoopRun {
public:
  /// Some: chooses iterations, which run alone; null: all run.
  LoopRun(World &W, uint64_t Steps, Sample *Some = nullptr);

  /// Also stores the last values of the loop's own variables in those around
  /// the launch that keep them; not of chosen iterations.
  void run();

  HostRun Host;

private:
  std::optional<SampledLoops> Sampled;
};

/// The block with its launch.
class LaunchRun : public Surroundings {
public:
  enum class Mode : unsigned char {
    Kernels,    ///< kernels run
    Shapes,     ///< only thread spaces are looked at; loops of parts do not run
    CpuThreads, ///< the launch decides for the loops of CPU threads, which run
    Collapsed,  ///< the same, of several loops together where that is known
    Blocked,    ///< the same, in blocks where that is known
  };
  enum class Path : unsigned char { None, Done, Nothing, Sequential };

  /// The first Skip shapes that are asked whether they fit do not, of each
  /// kernel that is to run. Some: iterations for which kernels run; null: all.
  LaunchRun(World &W, uint64_t Steps, Mode How, unsigned Skip = 0,
            const Sample *Some = nullptr)
      : Host(W, Steps), N(W.N), How(How), Some(Some), Skip(Skip),
        SkipEach(Skip) {
    Host.Text.surround(this);
  }

  void run();

  std::optional<Flow> instead(const Node *S) override;
  Value operation(const Node *E) override;

  HostRun Host;
  bool RunsAreWhole = true; ///< all arrays begin as Op::WholeRuns asks
  bool AsksForRuns = false; ///< there is such an argument
  Path Taken = Path::None;
  unsigned Kernel = 0; ///< Done: in Nest::Launches; of several the last
  std::vector<unsigned> Kernels;  ///< Done: all that ran
  bool InPhases = false;          ///< Done: one of these is
  std::vector<unsigned> InBlocks; ///< in phases, launched in several blocks
  bool SkippedAll = false; ///< as many shapes were asked as were to be skipped
  bool TooMany = false;    ///< met the limit of threads
  unsigned Live = 0;       ///< of the last kernel, those that passed all guards

private:
  Value runKernel(const Node *E);
  bool pass(const Node *E, Passed &To, std::vector<ArrayValue> &Reduced);
  bool runScan(const Node *E, const Passed &First,
               llvm::ArrayRef<ArrayValue> Results, const ShapeValue &S);
  void runThreads(const LaunchSite &L, const Passed &Given,
                  llvm::ArrayRef<ArrayValue> Reduced, const ShapeValue &S);
  void runBlocks(const LaunchSite &L, const Passed &Given, const ShapeValue &S);
  bool runsCpuThreads() const {
    return How == Mode::CpuThreads || How == Mode::Collapsed ||
           How == Mode::Blocked;
  }
  bool takesCopy(const Node *E);
  Value hostCopy(const ArrayValue &A);
  bool hasTable(llvm::ArrayRef<Value> Arrays) const;
  bool areTablesApart(Value A, Value B);
  bool passTable(const ArrayValue &A, Passed &To, Value &Bound);

  const Nest &N;
  const Mode How;
  const Sample *Some;
  unsigned Skip, SkipEach;
  unsigned Threads = 0;    ///< that ran, of all kernels
  bool LeftToLoop = false; ///< has come to the loop as written
  LaunchValues Values;
  ListedIterations Lists{Host, Values};
  InspectedHulls Hulls{Host};
};

} // namespace validate
} // namespace heddle

#endif
