//===- Control.cpp - branches, calls and returns of groups ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Block.h"
#include "Ptx/Builtins.h"

using namespace heddle::ptx;

/// More calls within each other are taken for endless ones.
static constexpr unsigned DeepestCall = 4096;

/// `Mask` are the lanes of the group that run the instruction; at least one.
/// Returns false where a mistake was found. Groups have changed.
bool BlockRun::control(Warp &W, std::size_t G, const Instruction &I,
                       std::uint32_t Mask) {
  // The others go on behind it.
  if (Mask != W.Groups[G].Mask) {
    const std::size_t Rest = split(W, G, W.Groups[G].Mask & ~Mask);
    ++W.Groups[Rest].Pc;
  }
  switch (I.Kind) {
  case Flow::Branch:
    W.Groups[G].Pc = I.Target;
    return true;
  case Flow::Indexed:
    branchIndexed(W, G, I);
    return !Found;
  case Flow::Call:
    return call(W, G, I);
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
    fail(Mistake::Trap, "the thread runs into trap",
         whereIs(W, unsigned(__builtin_ctz(Mask)), *W.Groups[G].In->Of, I));
    return false;
  case Flow::Barrier:
    return arrive(W, G, I);
  case Flow::WarpSync:
    warpSync(W, G, I);
    return !Found;
  case Flow::Collective:
    return collective(W, G, I);
  case Flow::Plain:
    break;
  }
  return true;
}

void BlockRun::branchIndexed(Warp &W, std::size_t G, const Instruction &I) {
  while (W.Groups[G].Mask) {
    const unsigned Lane = unsigned(__builtin_ctz(W.Groups[G].Mask));
    const auto To =
        static_cast<std::uint32_t>(operandOf(W.Groups[G], I.S[0], Lane));
    if (To >= I.Targets.size()) {
      fail(Mistake::Arithmetic,
           "brx.idx has the index " + std::to_string(To) + ", its table " +
               std::to_string(I.Targets.size()) + " labels",
           whereIs(W, Lane, *W.Groups[G].In->Of, I));
      return;
    }
    std::uint32_t Same = 0;
    eachLane(W.Groups[G].Mask, [&](unsigned L) {
      if (static_cast<std::uint32_t>(operandOf(W.Groups[G], I.S[0], L)) == To)
        Same |= 1u << L;
    });
    if (Same == W.Groups[G].Mask) {
      W.Groups[G].Pc = I.Targets[To];
      return;
    }
    const std::size_t Part = split(W, G, Same);
    W.Groups[Part].Pc = I.Targets[To];
  }
}

bool BlockRun::call(Warp &W, std::size_t G, const Instruction &I) {
  if (I.Callee->Own != Builtin::None)
    return callBuiltin(W, G, I);
  if (I.Callee->Callee)
    return callFunction(W, G, I, *I.Callee->Callee);
  return callThrough(W, G, I);
}

/// Lanes with different functions call them one after another.
bool BlockRun::callThrough(Warp &W, std::size_t G, const Instruction &I) {
  const unsigned Lane = unsigned(__builtin_ctz(W.Groups[G].Mask));
  const std::uint64_t Address = operandOf(W.Groups[G], I.Callee->Through, Lane);
  std::uint32_t Same = 0;
  eachLane(W.Groups[G].Mask, [&](unsigned L) {
    if (operandOf(W.Groups[G], I.Callee->Through, L) == Address)
      Same |= 1u << L;
  });
  const FunctionText *const Text = functionAt(M, Address);
  const auto Found = Text ? K.Functions.find(Text->Name) : K.Functions.end();
  if (Found == K.Functions.end() || Text->IsEntry ||
      Text->Parameters.size() != I.Callee->Arguments.size() ||
      Text->Results.size() != I.Callee->Results.size()) {
    fail(Mistake::Other, "the call goes to no function with such parameters",
         whereIs(W, Lane, *W.Groups[G].In->Of, I));
    return false;
  }
  if (Same != W.Groups[G].Mask)
    split(W, G, W.Groups[G].Mask & ~Same); // calls when its turn comes
  return callFunction(W, G, I, *Found->second);
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

bool BlockRun::callFunction(Warp &W, std::size_t G, const Instruction &I,
                            const Function &F) {
  Group &Calling = W.Groups[G];
  Frame &Caller = *Calling.In;
  if (!F.Problem.empty()) {
    fail(Mistake::Unknown, F.Problem,
         whereIs(W, unsigned(__builtin_ctz(Calling.Mask)), *Caller.Of, I));
    return false;
  }
  if (Caller.Depth == DeepestCall) {
    fail(Mistake::Other, "calls are nested more than 4096 deep",
         whereIs(W, unsigned(__builtin_ctz(Calling.Mask)), *Caller.Of, I));
    return false;
  }
  Frame &New = enter(W, F, &Caller, Calling.Mask);
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

void BlockRun::leave(Warp &W, std::size_t G) {
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
    release(W, F);
}

void BlockRun::endLanes(Warp &W, std::size_t G) {
  const Group Ending = W.Groups[G];
  W.Alive &= ~Ending.Mask;
  for (Frame *F = Ending.In; F;) {
    Frame *const Caller = F->Caller;
    F->Inside &= ~Ending.Mask;
    if (F->Inside == 0)
      release(W, *F);
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

bool BlockRun::callBuiltin(Warp &W, std::size_t G, const Instruction &I) {
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
    if (!runBuiltin(*this, W, L, *Caller.Of, I, Values, Result))
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
