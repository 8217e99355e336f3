//===- MemoryMods.h - what stands behind names of memory operations -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_MEMORYMODS_H
#define HEDDLE_PTX_OPS_MEMORYMODS_H

#include "Ptx/Ops/Ops.h"

namespace heddle::ptx {

/// The order that an access asks for, as bits of Instruction::Extra.
enum OrderBits : std::int64_t { IsStrong = 1, Acquires = 2, Releases = 4 };

inline AccessKind kindOf(const Instruction &I, Access How) {
  AccessKind K;
  K.How = How;
  K.Strong = I.Extra & IsStrong;
  K.Acquire = I.Extra & Acquires;
  K.Release = I.Extra & Releases;
  return K;
}

/// Takes an order and a scope into Extra. Scopes make no difference here: all
/// are as the widest. False: an order that asks for more than Allowed.
bool takeOrder(Modifiers &Mods, Instruction &I, std::int64_t Allowed);
/// Takes a state space; blocks are clusters of one, so that the cluster's
/// shared memory is the block's. False if there is none.
bool takeStateSpace(Modifiers &Mods, Space &Out);
/// 1, or that of v2, v4, v8.
std::uint8_t takeWidth(Modifiers &Mods);
/// Hints change no result; a cache policy is an operand more, and unknown.
void takeCacheHints(Modifiers &Mods);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_MEMORYMODS_H
