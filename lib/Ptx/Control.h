//===- Control.h - branches, calls and returns of groups ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_CONTROL_H
#define HEDDLE_PTX_CONTROL_H

#include "Ptx/Block.h"

namespace heddle::ptx {

/// Runs an instruction that is not Flow::Plain. `Mask` are the lanes of the
/// group that run it; at least one. Returns false where a mistake was found.
/// Groups have changed.
bool runControl(BlockRun &Block, Warp &W, std::size_t G, const Instruction &I,
                std::uint32_t Mask);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_CONTROL_H
