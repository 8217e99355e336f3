//===- Cost.h - The cost of a mapping on a device ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An estimate, to weigh mappings against each other before any of them runs. It
// counts what the threads of one block in the middle of the grid ask of memory.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_COST_H
#define HEDDLE_MAPPING_COST_H

#include "Legality/VerifiedNest.h"
#include "Mapping/Device.h"
#include "Mapping/InstructionModel.h"
#include "heddle/strategy.h"

namespace heddle {

struct JoinedAccesses;
struct ThreadBlock;
struct ThreadMapping;

/// All figures are for 32 iterations, which is what a full warp runs.
struct Cost {
  double Instructions = 0; ///< of warps
  double Sectors = 0;      ///< of 32 bytes that loads and stores ask for
  double Lines = 0;        ///< of 128 bytes, likewise: a cache looks up each
  double Shared = 0;       ///< bytes that pass the cache that all share
  double Bytes = 0;        ///< of global memory, each once
  double Idle = 0;         ///< share of the threads without iteration
  /// Times the instructions, on average, where extents that are not known leave
  /// blocks that are not full.
  double Ends = 1;
  double Registers = 0; ///< of a thread
  /// Share of the warps that a multiprocessor holds which it has at once, on
  /// average over all of them.
  double Occupancy = 1;
  double Latency = 0; ///< cycles that a warp waits, over the warps at hand
  double Cycles = 0;  ///< of a multiprocessor

  enum Limit : unsigned char {
    Memory,
    SharedCache,
    Cache,
    Instruction,
    Waiting
  };
  Limit Bound = Memory; ///< what takes most of the cycles
};

/// The part of one access, on average over the warps of a block.
struct AccessCost {
  double Sectors = 0; ///< of 32 bytes
  double Used = 0;    ///< bytes of each of these that threads touch
  /// Bytes from a thread to the next one of its warp; empty where that is not
  /// known, or there is none.
  std::optional<int64_t> Apart;
};

class CostModel {
public:
  CostModel(const VerifiedNest &Nest, unsigned Rank, const Device &On,
            const Ranges &Known)
      : Model(Nest.affine(), Rank, Known), Instructions(Model), On(On) {}
  CostModel(const CostModel &) = delete;

  /// Nothing where the runs of its threads are not alike.
  std::optional<Cost> of(const layout &L) const;
  /// The same for any mapping. Each: the parts of the accesses, parallel to
  /// nest().strides(), if they are wanted.
  Cost of(const ThreadMapping &V,
          std::vector<AccessCost> *Each = nullptr) const;
  /// Fills in V.Run.
  void findRun(ThreadMapping &V) const;

  const NestModel &nest() const { return Model; }
  const Device &device() const { return On; }

private:
  std::vector<AccessCost> each(llvm::ArrayRef<ThreadBlock> Turns,
                               const JoinedAccesses &Joined) const;

  const NestModel Model;
  const InstructionModel Instructions;
  const Device &On;
};

} // namespace heddle

#endif
