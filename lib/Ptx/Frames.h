//===- Frames.h - functions that lanes enter and leave --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_FRAMES_H
#define HEDDLE_PTX_FRAMES_H

#include "Ptx/Block.h"

namespace heddle::ptx {

/// A new frame of the warp; Caller is null for the kernel itself. Its registers
/// of special values are filled.
Frame &enterFrame(const BlockRun &Block, Warp &W, const Function &F,
                  Frame *Caller, std::uint32_t Mask);
/// The frame may be used again for another function.
void releaseFrame(Warp &W, Frame &F);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_FRAMES_H
