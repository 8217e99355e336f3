//===- JoinedReads.cpp - loads of more than a thread needs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/JoinedReads.h"

using namespace heddle::ptx;

/// Lanes that have no value in the register, or the constant.
static std::uint32_t lanesWithout(const Frame &F, std::int32_t At) {
  return At < 0 ? 0 : F.Undefined[std::size_t(At)];
}

/// Lanes in which all bits of Mask are as in Value.
static std::uint32_t lanesWith(const Frame &F, std::int32_t At,
                               std::uint64_t Mask, std::uint64_t Value) {
  const Lanes &Of = At >= 0 ? F.Registers[std::size_t(At)]
                            : F.Of->Constants[std::size_t(~At)];
  std::uint32_t All = 0;
  for (unsigned L = 0; L != WarpSize; ++L)
    if ((Of[L] & Mask) == (Value & Mask))
      All |= 1u << L;
  return All;
}

/// Lanes in which the operand says by itself what `and` of it with another one
/// is, or `or`.
static std::uint32_t lanesDecided(const Frame &F, std::int32_t At, bool IsAnd,
                                  unsigned Bits) {
  const std::uint64_t All = Bits < 64 ? (std::uint64_t(1) << Bits) - 1 : ~0ull;
  return ~lanesWithout(F, At) & lanesWith(F, At, All, IsAnd ? 0 : All);
}

/// A choice leaves what it chose, and a conjunction with false is false; all
/// else needs all of its operands.
static std::uint32_t lanesWithoutResult(const Frame &F, const Instruction &I) {
  if (isNamed(I, "selp")) {
    const std::uint32_t Chosen = lanesWith(F, I.S[2], 1, 1);
    return lanesWithout(F, I.S[2]) | (lanesWithout(F, I.S[0]) & Chosen) |
           (lanesWithout(F, I.S[1]) & ~Chosen);
  }
  std::uint32_t Lanes = 0;
  for (const std::int32_t At : I.S)
    Lanes |= lanesWithout(F, At);
  const bool IsAnd = isNamed(I, "and");
  if (IsAnd || isNamed(I, "or")) {
    const unsigned Bits = I.T == Type::Pred ? 1 : 8 * bytesOf(I.T);
    for (const std::int32_t At : I.S)
      Lanes &= ~lanesDecided(F, At, IsAnd, Bits);
  }
  // p and q of setp.and: a predicate behind the two that are compared.
  constexpr std::int64_t And = 0, Or = 1;
  if (isNamed(I, "setp") && I.S.size() == 3 &&
      (I.Extra == And || I.Extra == Or))
    Lanes &= ~lanesDecided(F, I.S[2], I.Extra == And, 1);
  return Lanes;
}

bool heddle::ptx::beforeUse(BlockRun &Block, Warp &W, const Group &G,
                            const Instruction &I, std::uint32_t Mask) {
  const Frame &F = *G.In;
  std::uint32_t Used = I.Guard < 0 ? 0 : lanesWithout(F, I.Guard) & G.Mask;
  const bool Computes = I.Kind == Flow::Plain && I.Counts != Class::Memory;
  if (!Computes)
    for (const std::int32_t At : I.S)
      Used |= lanesWithout(F, At) & Mask;
  if (I.Callee) {
    Used |= lanesWithout(F, I.Callee->Through) & Mask;
    for (const CallTarget::Place &P : I.Callee->Arguments)
      if (P.InRegister)
        Used |= lanesWithout(F, P.Register) & Mask;
  }
  if (!Used)
    return true;
  return Block.fail(Mistake::Unwritten,
                    "the thread uses what it has read in shared memory, and "
                    "nobody has written",
                    Block.whereIs(W, G, Used));
}

static void setWithout(Frame &F, std::int32_t At, std::uint32_t Mask,
                       std::uint32_t Without) {
  if (At > Sink)
    F.Undefined[std::size_t(At)] =
        (F.Undefined[std::size_t(At)] & ~Mask) | Without;
}

void heddle::ptx::behindUse(Frame &F, const Instruction &I,
                            std::uint32_t Mask) {
  const bool Computes = I.Kind == Flow::Plain && I.Counts != Class::Memory;
  const std::uint32_t Without = Computes ? lanesWithoutResult(F, I) & Mask : 0;
  for (const std::int32_t At : I.D)
    setWithout(F, At, Mask, Without);
  if (I.Callee)
    for (const CallTarget::Place &P : I.Callee->Results)
      if (P.InRegister)
        setWithout(F, P.Register, Mask, 0);
}

void heddle::ptx::behindJoined(Warp &W, Frame &F, const Instruction &I,
                               std::uint32_t Mask) {
  const unsigned Bytes = bytesOf(I.T);
  for (std::size_t K = 0; K != I.D.size(); ++K) {
    std::uint32_t Without = 0;
    eachLane(Mask, [&](unsigned L) {
      if (W.Joined[L] >> (K * Bytes) & ((1u << Bytes) - 1))
        Without |= 1u << L;
    });
    if (Without && F.Undefined.empty())
      F.Undefined.resize(F.Registers.size());
    if (!F.Undefined.empty())
      setWithout(F, I.D[K], Mask, Without);
  }
}
