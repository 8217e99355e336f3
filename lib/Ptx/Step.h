//===- Step.h - one instruction of a warp, as its handler sees it ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_STEP_H
#define HEDDLE_PTX_STEP_H

#include "Ptx/Instruction.h"

#include <string>

namespace heddle::ptx {

struct Warp;
struct BlockRun;
struct Frame;

/// How an access treats memory.
enum class Access : std::uint8_t { Load, Store, Atomic };

/// An access asks for this besides its place.
struct AccessKind {
  Access How = Access::Load;
  bool Strong = false;  ///< volatile, relaxed, acquire, release or atomic: two
                        ///< strong accesses to one place are no race
  bool Acquire = false; ///< later accesses of this thread come after
  bool Release = false; ///< earlier accesses of this thread come before
};

/// A handler's view: the instruction, the lanes that run it, their registers.
struct Step {
  BlockRun &Block;
  Warp &W;
  Frame &F;
  const Instruction &I;
  std::uint32_t Mask;     ///< lanes that run it; never 0
  Lanes *Registers;       ///< of the frame
  const Lanes *Constants; ///< of the function

  const Lanes &in(unsigned K) const {
    const std::int32_t At = I.S[K];
    return At >= 0 ? Registers[At] : Constants[~At];
  }
  Lanes &out(unsigned K) const { return Registers[I.D[K]]; }

  /// Checks and counts one memory access of each lane: `Bytes` (all elements
  /// of a vector) at address[lane] + Offset in the space. Puts a pointer to the
  /// bytes, or where they are copied to, into At[lane]. A store or an atomic
  /// marks them as written. False: a mistake was found, and the launch ends;
  /// the handler returns.
  bool access(Space In, const Lanes &Address, std::int64_t Offset,
              unsigned Bytes, AccessKind Kind, unsigned char *At[WarpSize]);

  /// Orders what each lane does before and after (fence, membar).
  void fence();

  /// cp.async: each lane copies `Bytes` to shared memory, of which the first
  /// `SourceBytes` (all where it is null) come from global memory and the
  /// others are 0. Bytes that it writes cannot be read before the lane waits.
  void copyAsync(const Lanes &To, const Lanes &From, unsigned Bytes,
                 const Lanes *SourceBytes);
  void commitCopies();
  /// Until at most so many groups of copies are left; -1: all copies are done,
  /// those without a group, too.
  void waitCopies(int Groups);

  /// Ends the launch with a message about this instruction and a lane.
  void fail(const std::string &Text, unsigned Lane);
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_STEP_H
