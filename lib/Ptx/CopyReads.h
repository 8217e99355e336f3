//===- CopyReads.h - values that are only copied --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers copy a structure with its padding, which nobody has written. A load
// whose values are only stored again is no use of them: it passes on which
// bytes nobody has written, and the store leaves those unwritten.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_COPYREADS_H
#define HEDDLE_PTX_COPYREADS_H

#include "Ptx/Kernel.h"

namespace heddle::ptx {

struct Frame;
struct Warp;

/// Marks the loads, moves and stores of such copies (Instruction::Copies), and
/// gives each register that they pass a number among those (Function::Copied).
void findCopies(Function &F);

/// Before a marked store or move, and behind a marked load or move: which bytes
/// of the values are unwritten, in Warp::Unwritten for memory.
void beforeCopy(Warp &W, Frame &F, const Instruction &I, std::uint32_t Mask);
void behindCopy(Warp &W, Frame &F, const Instruction &I, std::uint32_t Mask);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_COPYREADS_H
