//===- Control.cpp - branches, calls and returns of groups ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Control.h"

#include "Ptx/Barriers.h"
#include "Ptx/Builtins.h"
#include "Ptx/Frames.h"

#include <algorithm>

using namespace heddle::ptx;

/// More calls within each other are taken for endless ones.
static constexpr unsigned DeepestCall = 4096;

static bool branchIndexed(BlockRun &Block, Warp &W, std::size_t G,
                          const Instruction &I) {
  while (W.Groups[G].Mask) {
    const unsigned Lane = unsigned(__builtin_ctz(W.Groups[G].Mask));
    const auto To =
        static_cast<std::uint32_t>(operandOf(W.Groups[G], I.S[0], Lane));
    if (To >= I.Targets.size())
      return Block.fail(Mistake::Arithmetic,
                        "brx.idx has the index " + std::to_string(To) +
                            ", its table " + std::to_string(I.Targets.size()) +
                            " labels",
                        Block.whereIs(W, W.Groups[G]));
    std::uint32_t Same = 0;
    eachLane(W.Groups[G].Mask, [&](unsigned L) {
      if (static_cast<std::uint32_t>(operandOf(W.Groups[G], I.S[0], L)) == To)
        Same |= 1u << L;
    });
    if (Same == W.Groups[G].Mask) {
      W.Groups[G].Pc = I.Targets[To];
      return true;
    }
    const std::size_t Part = splitGroup(W, G, Same);
    W.Groups[Part].Pc = I.Targets[To];
  }
  return true;
}

/// Copies one lane's bytes from a place of the caller to a formal parameter, or
/// back.
static void copyPlace(Frame &Caller, Frame &Callee, const CallTarget::Place &P,
                      const Variable &Formal, unsigned Lane, bool Back) {
  unsigned char *const Own =
      Callee.Formals.data() + Lane * Callee.Of->ParameterBytes + Formal.Address;
  if (!P.InRegister) {
    unsigned char *const Slot = Caller.Slots.data() +
                                Lane * Caller.Of->SlotBytes +
                                (P.Address - CallSlots);
    const std::size_t Bytes = std::min(P.Size, Formal.Size);
    std::memcpy(Back ? Slot : Own, Back ? Own : Slot, Bytes);
    return;
  }
  std::uint64_t Value = 0;
  if (Back) {
    std::memcpy(&Value, Own, std::min<std::size_t>(8, Formal.Size));
    Caller.Registers[std::size_t(P.Register)][Lane] = Value;
    return;
  }
  Value = P.Register >= 0
              ? Caller.Registers[std::size_t(P.Register)][Lane]
              : Caller.Of->Constants[std::size_t(~P.Register)][Lane];
  std::memcpy(Own, &Value, std::min<std::size_t>(8, Formal.Size));
}

static bool callFunction(BlockRun &Block, Warp &W, std::size_t G,
                         const Instruction &I, const Function &F) {
  Group &Calling = W.Groups[G];
  Frame &Caller = *Calling.In;
  if (!F.Problem.empty())
    return Block.fail(Mistake::Unknown, F.Problem, Block.whereIs(W, Calling));
  if (Caller.Depth == DeepestCall)
    return Block.fail(Mistake::Other, "calls are nested more than 4096 deep",
                      Block.whereIs(W, Calling));
  Frame &New = enterFrame(Block, W, F, &Caller, Calling.Mask);
  New.Call = I.Callee;
  New.ReturnTo = Calling.Pc + 1;
  for (std::size_t K = 0; K != I.Callee->Arguments.size(); ++K)
    eachLane(Calling.Mask, [&](unsigned L) {
      copyPlace(Caller, New, I.Callee->Arguments[K], F.Formals[K], L, false);
    });
  Calling.In = &New;
  Calling.Pc = 0;
  return true;
}

/// Lanes with different functions call them one after another.
static bool callThrough(BlockRun &Block, Warp &W, std::size_t G,
                        const Instruction &I) {
  const unsigned Lane = unsigned(__builtin_ctz(W.Groups[G].Mask));
  const std::uint64_t Address = operandOf(W.Groups[G], I.Callee->Through, Lane);
  std::uint32_t Same = 0;
  eachLane(W.Groups[G].Mask, [&](unsigned L) {
    if (operandOf(W.Groups[G], I.Callee->Through, L) == Address)
      Same |= 1u << L;
  });
  const FunctionText *const Text = functionAt(Block.M, Address);
  const auto Found =
      Text ? Block.K.Functions.find(Text->Name) : Block.K.Functions.end();
  if (Found == Block.K.Functions.end() || Text->IsEntry ||
      Text->Parameters.size() != I.Callee->Arguments.size() ||
      Text->Results.size() != I.Callee->Results.size())
    return Block.fail(Mistake::Other,
                      "the call goes to no function with such parameters",
                      Block.whereIs(W, W.Groups[G]));
  if (Same != W.Groups[G].Mask)
    splitGroup(W, G, W.Groups[G].Mask & ~Same); // calls when its turn comes
  return callFunction(Block, W, G, I, *Found->second);
}

static bool callBuiltin(BlockRun &Block, Warp &W, std::size_t G,
                        const Instruction &I) {
  Group &Calling = W.Groups[G];
  Frame &Caller = *Calling.In;
  for (std::uint32_t Left = Calling.Mask; Left; Left &= Left - 1) {
    const unsigned L = unsigned(__builtin_ctz(Left));
    std::vector<std::uint64_t> Values;
    for (const CallTarget::Place &P : I.Callee->Arguments) {
      std::uint64_t Value = 0;
      if (P.InRegister)
        Value = operandOf(Calling, P.Register, L);
      else
        std::memcpy(&Value,
                    Caller.Slots.data() + L * Caller.Of->SlotBytes +
                        (P.Address - CallSlots),
                    std::min<std::size_t>(8, P.Size));
      Values.push_back(Value);
    }
    std::uint64_t Result = 0;
    if (!runBuiltin(Block, W, L, *Caller.Of, I, Values, Result))
      return false;
    for (const CallTarget::Place &P : I.Callee->Results) {
      if (P.InRegister)
        Caller.Registers[std::size_t(P.Register)][L] = Result;
      else
        std::memcpy(Caller.Slots.data() + L * Caller.Of->SlotBytes +
                        (P.Address - CallSlots),
                    &Result, std::min<std::size_t>(8, P.Size));
    }
  }
  ++Calling.Pc;
  return true;
}

static bool call(BlockRun &Block, Warp &W, std::size_t G,
                 const Instruction &I) {
  if (I.Callee->Own != Builtin::None)
    return callBuiltin(Block, W, G, I);
  if (I.Callee->Callee)
    return callFunction(Block, W, G, I, *I.Callee->Callee);
  return callThrough(Block, W, G, I);
}

/// Back to the caller.
static void leave(Warp &W, std::size_t G) {
  Group &Leaving = W.Groups[G];
  Frame &F = *Leaving.In;
  const std::size_t First = F.Call->Arguments.size();
  for (std::size_t K = 0; K != F.Call->Results.size(); ++K)
    eachLane(Leaving.Mask, [&](unsigned L) {
      copyPlace(*F.Caller, F, F.Call->Results[K], F.Of->Formals[First + K], L,
                true);
    });
  F.Inside &= ~Leaving.Mask;
  Leaving.In = F.Caller;
  Leaving.Pc = F.ReturnTo;
  if (F.Inside == 0)
    releaseFrame(W, F);
}

/// Its lanes run nothing more.
static void endLanes(Warp &W, std::size_t G) {
  const Group Ending = W.Groups[G];
  W.Alive &= ~Ending.Mask;
  for (Frame *F = Ending.In; F;) {
    Frame *const Caller = F->Caller;
    F->Inside &= ~Ending.Mask;
    if (F->Inside == 0)
      releaseFrame(W, *F);
    F = Caller;
  }
  W.Groups.erase(W.Groups.begin() + std::ptrdiff_t(G));
  // Who waits for lanes that have ended waits no longer.
  for (Group &Each : W.Groups) {
    if (Each.For == Group::Waits::WarpSync) {
      // It is issued again, and counts once.
      const Instruction &I = Each.In->Of->Code[Each.Pc];
      Counts &Spent = Each.In->Of->Spent[Each.Pc];
      --Spent.Warp[unsigned(I.Counts)];
      Spent.Thread[unsigned(I.Counts)] -=
          static_cast<unsigned>(__builtin_popcount(Each.Mask));
    }
    if (Each.For == Group::Waits::Collective ||
        Each.For == Group::Waits::WarpSync)
      Each.For = Group::Waits::Ready;
  }
}

bool heddle::ptx::runControl(BlockRun &Block, Warp &W, std::size_t G,
                             const Instruction &I, std::uint32_t Mask) {
  // The others go on behind it.
  if (Mask != W.Groups[G].Mask) {
    const std::size_t Rest = splitGroup(W, G, W.Groups[G].Mask & ~Mask);
    ++W.Groups[Rest].Pc;
  }
  switch (I.Kind) {
  case Flow::Branch:
    W.Groups[G].Pc = I.Target;
    return true;
  case Flow::Indexed:
    return branchIndexed(Block, W, G, I);
  case Flow::Call:
    return call(Block, W, G, I);
  case Flow::Return:
    if (W.Groups[G].In->Caller)
      leave(W, G);
    else
      endLanes(W, G);
    return true;
  case Flow::Exit:
    endLanes(W, G);
    return true;
  case Flow::Trap:
    return Block.fail(Mistake::Trap, "the thread runs into trap",
                      Block.whereIs(W, W.Groups[G]));
  case Flow::Barrier:
    return arrive(Block, W, G, I);
  case Flow::WarpSync:
    return warpSync(Block, W, G, I);
  case Flow::Collective:
    return collective(Block, W, G, I);
  case Flow::Plain:
    break;
  }
  return true;
}
