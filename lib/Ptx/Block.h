//===- Block.h - a block while it runs ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_BLOCK_H
#define HEDDLE_PTX_BLOCK_H

#include "Ptx/Launch.h"
#include "Ptx/Warp.h"

#include <memory>
#include <optional>
#include <vector>

namespace heddle::ptx {

/// A barrier while threads wait at it.
struct BarrierState {
  unsigned Arrived = 0, Expected = 0;
  unsigned Votes = 0, Voters = 0;
};

struct BlockRun {
  BlockRun(Device &On, Module &M, Kernel &K, Dim3 Grid, Dim3 Shape,
           std::uint64_t DynamicShared, std::vector<unsigned char> Parameters);
  ~BlockRun();
  BlockRun(const BlockRun &) = delete;
  BlockRun &operator=(const BlockRun &) = delete;

  /// Runs one block to its end. False: Found says what is wrong.
  bool run(Dim3 Index);
  /// The block gets its next number, for stamps.
  void beginRun();

  /// Where a lane is, for messages.
  Where whereIs(const Warp &W, unsigned Lane, const Function &F,
                const Instruction &I) const;
  /// Where the first lane of a group is, or the first of some of its lanes.
  Where whereIs(const Warp &W, const Group &G, std::uint32_t Lanes) const;
  Where whereIs(const Warp &W, const Group &G) const {
    return whereIs(W, G, G.Mask);
  }
  Where whereWas(const Stamp &S) const;
  /// Notes the first mistake. Returns false.
  bool fail(Mistake Kind, const std::string &Text, const Where &At,
            std::optional<Where> Other = std::nullopt,
            const std::string &Memory = "");

  Device &On;
  Module &M;
  Kernel &K;
  const Dim3 Grid, Shape;
  Dim3 Index;
  const std::uint64_t DynamicBytes;
  /// The block's shared memory, as an allocation from address 0.
  Allocation Shared;
  std::vector<unsigned char> Parameters;
  Allocation *LastUsed = nullptr; ///< of global memory
  Ordering Orders;
  Ordering::Clock Time;
  std::vector<Dim3> Runs; ///< the block of each run, from 1
  std::optional<Finding> Found;
  std::uint64_t Issued = 0; ///< warp instructions of this block
  std::uint64_t ThreadsOff = 0;
  BarrierState Barriers[16];
  std::vector<std::unique_ptr<Warp>> Warps;
  std::vector<unsigned> WarpOrder;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_BLOCK_H
