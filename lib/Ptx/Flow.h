//===- Flow.h - control flow's binders, and what Extra means --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_FLOW_H
#define HEDDLE_PTX_FLOW_H

#include "Ptx/Instruction.h"

namespace heddle::ptx {

/// The kinds of barrier instructions (Instruction::Extra of Flow::Barrier).
enum BarrierAction : std::int64_t {
  BarrierSync,
  BarrierArrive,
  BarrierPopc,
  BarrierAnd,
  BarrierOr
};

Handler bindBranch(Modifiers &Mods, Instruction &I);
Handler bindIndexedBranch(Modifiers &Mods, Instruction &I);
Handler bindCall(Modifiers &Mods, Instruction &I);
Handler bindReturn(Modifiers &Mods, Instruction &I);
Handler bindExit(Modifiers &Mods, Instruction &I);
Handler bindTrap(Modifiers &Mods, Instruction &I);
Handler bindBarrier(Modifiers &Mods, Instruction &I);
/// Waits that are over at once, and advice.
Handler bindNothing(Modifiers &Mods, Instruction &I);

/// Handlers of hidden instructions.
void negatePredicate(Step &S);
void readClock(Step &S);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_FLOW_H
