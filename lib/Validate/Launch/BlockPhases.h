//===- BlockPhases.h - Runs the blocks of a kernel in phases ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_BLOCKPHASES_H
#define HEDDLE_VALIDATE_LAUNCH_BLOCKPHASES_H

#include "Validate/Launch/KernelThreads.h"
#include "Validate/Races/BlockRaces.h"

namespace heddle {
namespace validate {

/// Watches the threads of a block: what the block shares they may touch in an
/// order that barriers give, what a thread keeps only that thread, and both
/// only within their elements. Everything else is as for threads without
/// barriers, but for the order that barriers give: they give none to the threads
/// of two blocks.
class BlockWatch : public ThreadWatch {
public:
  BlockWatch(HostRun &Host, const Passed &Given, const Function &F)
      : ThreadWatch(Host, Given), F(F) {}

  void loads(int64_t Place, int64_t V, const Cell *C) override;
  void stores(int64_t Place, int64_t V, const Cell &C) override;
  void updates(int64_t Place, Combine By, const Cell &C) override;

  /// First: the number of its first thread among those of all blocks.
  void beginBlock(int First);
  /// The events that come next are of the block's thread Index, which is at At.
  void turnTo(int Index, const std::array<int64_t, 6> &At);
  void barrier() {
    Shared.barrier();
    Touched.barrier();
  }

private:
  void check(int64_t Place, bool Write);

  const Function &F;
  BlockRaces Shared;
  int First = 0, Index = 0;
};

/// The blocks of one launch of a kernel in phases. The text around the phases
/// is run once a block; each phase is run for all threads of the block, one
/// after the other, before what follows it.
class BlockPhases : public Surroundings {
public:
  /// Extents: of a block, x first.
  BlockPhases(HostRun &Host, const Function &F, const Passed &Given,
              const std::array<int64_t, 3> &Extents);

  /// Runs the block At, x first.
  void run(const std::array<int64_t, 3> &At);

  const Races &touched() const { return Watch.Touched; }

  /// Runs a phase.
  std::optional<Flow> instead(const Node *S) override;
  Value operation(const Node *E) override;

private:
  int threads() const {
    return static_cast<int>(Extents[0] * Extents[1] * Extents[2]);
  }
  void thread(int Index, const Node *Phase);

  HostRun &Host;
  const Function &F;
  const Passed &Given;
  const std::array<int64_t, 3> Extents;
  std::array<int64_t, 3> Block{};
  int First = 0; ///< thread of the block, among those of all blocks
  BlockWatch Watch;
  Frames Slots;
  Interpreter Text;
};

} // namespace validate
} // namespace heddle

#endif
