//===- Access.h - one memory access of a warp -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Step::access finds each lane's bytes (Access.cpp), checks for races
// (Races.cpp) and counts (Requests.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_ACCESS_H
#define HEDDLE_PTX_ACCESS_H

#include "Ptx/Block.h"
#include "Ptx/Step.h"

namespace heddle::ptx {

/// One access while it is looked at: which bytes each lane asks for.
struct MemoryAccess {
  MemoryAccess(Step &S, const Lanes &Address, std::int64_t Offset,
               unsigned Bytes, AccessKind Kind, unsigned char **At);

  Step &S;
  BlockRun &Block;
  Warp &W;
  const unsigned Bytes;
  const AccessKind Kind;
  unsigned char **const At; ///< to be filled
  Counts &Spent;            ///< of the instruction
  /// Each lane's address; within the space, where that has a base.
  std::uint64_t Places[WarpSize];
};

//===--- Races.cpp --------------------------------------------------------===//

/// Notes the lane's access at an offset of the allocation. False: it races with
/// one before. `Launch` numbers the launch whose accesses are remembered, or,
/// of shared memory, the block.
bool checkRaces(const MemoryAccess &M, Allocation &A, unsigned Lane,
                std::uint64_t Offset, std::uint64_t Launch);
/// The order that strong accesses make; others make none.
void orderStrong(const MemoryAccess &M, std::uint32_t Lanes, bool InShared);

//===--- Requests.cpp -----------------------------------------------------===//

void countGlobal(const MemoryAccess &M, std::uint32_t Lanes);
void countShared(const MemoryAccess &M, std::uint32_t Lanes);
void countLocal(const MemoryAccess &M, std::uint32_t Lanes);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_ACCESS_H
