//===- JoinedReads.h - loads of more than a thread needs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers join loads of neighbours in shared memory, and load some that the
// thread does not need there. Elements of such a vector that nobody has written
// are no mistake, but a use of them is: as an address or a condition, as what
// is stored, and by other lanes. A value that comes of them is like them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_JOINEDREADS_H
#define HEDDLE_PTX_JOINEDREADS_H

#include "Ptx/Block.h"
#include "Ptx/Warp.h"

namespace heddle::ptx {

/// Before the instruction, in a frame with Undefined registers: false, and the
/// launch ends, where it uses one. Mask: lanes that run it, of the group's.
bool beforeUse(BlockRun &Block, Warp &W, const Group &G, const Instruction &I,
               std::uint32_t Mask);
/// Before it runs: which bytes of registers it leaves without a value.
void passOn(Frame &F, const Instruction &I, std::uint32_t Mask);
/// Behind a load of several elements: by Warp::Joined.
void behindJoined(Warp &W, Frame &F, const Instruction &I, std::uint32_t Mask);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_JOINEDREADS_H
