//===- Builtins.h - functions that the device's own library has -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_BUILTINS_H
#define HEDDLE_PTX_BUILTINS_H

#include "Ptx/Block.h"

namespace heddle::ptx {

/// Runs vprintf or __assertfail for one lane. False: a mistake was found.
bool runBuiltin(BlockRun &Block, Warp &W, unsigned Lane, const Function &F,
                const Instruction &I,
                const std::vector<std::uint64_t> &Arguments,
                std::uint64_t &Result);

/// Bytes at a generic address, as a lane sees it. False: there are none.
bool readGeneric(BlockRun &Block, Warp &W, unsigned Lane, std::uint64_t Address,
                 void *To, unsigned Bytes);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_BUILTINS_H
