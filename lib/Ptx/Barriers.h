//===- Barriers.h - lanes and warps that wait for each other --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_BARRIERS_H
#define HEDDLE_PTX_BARRIERS_H

#include "Ptx/Block.h"

namespace heddle::ptx {

/// The group comes to a barrier of the block. False: a mistake was found.
bool arrive(BlockRun &Block, Warp &W, std::size_t G, const Instruction &I);
/// bar.warp.sync: until all living lanes of the member mask wait with the same
/// mask, wherever they are. False: a mistake was found.
bool warpSync(BlockRun &Block, Warp &W, std::size_t G, const Instruction &I);
/// Runs where each lane's living members are in the group; else the group waits
/// until others meet it here. False: a mistake was found.
bool collective(BlockRun &Block, Warp &W, std::size_t G, const Instruction &I);
/// No warp can go on: says who waits, and for whom. Returns false.
bool reportStuck(BlockRun &Block);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_BARRIERS_H
