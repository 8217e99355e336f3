//===- Flow.cpp - control flow's instructions, and their modifiers --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Flow.h"

#include "Ptx/Block.h"
#include "Ptx/Step.h"

using namespace heddle::ptx;

void heddle::ptx::flowOnly(Step &) {}

static void nothing(Step &) {}

Handler heddle::ptx::bindBranch(Modifiers &Mods, Instruction &I) {
  Mods.take("uni");
  I.Kind = Flow::Branch;
  return flowOnly;
}

Handler heddle::ptx::bindIndexedBranch(Modifiers &Mods, Instruction &I) {
  if (!Mods.take("idx"))
    return nullptr;
  Mods.take("uni");
  I.Kind = Flow::Indexed;
  return flowOnly;
}

Handler heddle::ptx::bindCall(Modifiers &Mods, Instruction &I) {
  Mods.take("uni");
  I.Kind = Flow::Call;
  return flowOnly;
}

Handler heddle::ptx::bindReturn(Modifiers &Mods, Instruction &I) {
  Mods.take("uni");
  I.Kind = Flow::Return;
  return flowOnly;
}

Handler heddle::ptx::bindExit(Modifiers &, Instruction &I) {
  I.Kind = Flow::Exit;
  return flowOnly;
}

Handler heddle::ptx::bindTrap(Modifiers &, Instruction &I) {
  I.Kind = Flow::Trap;
  return flowOnly;
}

/// bar{.cta}.sync a{, b}; bar.arrive a, b; bar.red.popc.u32 d, a{, b}, c;
/// bar.warp.sync mask; the same as `barrier`, which may be not aligned.
Handler heddle::ptx::bindBarrier(Modifiers &Mods, Instruction &I) {
  const bool IsBar = I.Op->Name == "bar";
  if (Mods.take("warp")) {
    I.Kind = Flow::WarpSync;
    return IsBar && Mods.take("sync") && I.S.size() == 1 ? flowOnly : nullptr;
  }
  Mods.take("cta");
  const int Action = Mods.takeOneOf("sync arrive red");
  I.Kind = Flow::Barrier;
  I.Sat = Mods.take("aligned") || IsBar; // all lanes of a warp come together
  const std::size_t Operands = I.S.size();
  switch (Action) {
  case 0:
    I.Extra = BarrierSync;
    return Operands == 1 || Operands == 2 ? flowOnly : nullptr;
  case 1:
    I.Extra = BarrierArrive;
    return Operands == 2 ? flowOnly : nullptr;
  case 2: {
    const int How = Mods.takeOneOf("popc and or");
    I.T = Mods.takeType();
    if (How < 0 || I.T != (How == 0 ? Type::U32 : Type::Pred))
      return nullptr;
    I.Extra = BarrierPopc + How;
    return Operands == 2 || Operands == 3 ? flowOnly : nullptr;
  }
  default:
    return nullptr;
  }
}

Handler heddle::ptx::bindNothing(Modifiers &Mods, Instruction &I) {
  I.T = Mods.takeType();
  return nothing;
}

void heddle::ptx::negatePredicate(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) { D[L] = !A[L]; });
}

void heddle::ptx::readClock(Step &S) {
  std::uint64_t Now = S.Block.Issued;
  if (S.I.Extra == static_cast<std::int64_t>(Special::ClockHi))
    Now >>= 32;
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) { D[L] = Now; });
}
