//===- JoinedReads.cpp - loads of more than a thread needs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/JoinedReads.h"

using namespace heddle::ptx;

static bool isNamed(const Instruction &I, std::string_view Name) {
  return I.Op && I.Op->Name == Name;
}

bool heddle::ptx::mayBeJoined(const Instruction &I) {
  return I.Width > 1 && !I.Copies && isNamed(I, "ld");
}

/// Lanes that have no value in the register, or the constant.
static std::uint32_t lanesWithout(const Frame &F, std::int32_t At) {
  return At < 0 ? 0 : F.Undefined[std::size_t(At)];
}

/// A choice leaves what it chose; all else needs all of its operands.
static std::uint32_t lanesWithoutResult(const Frame &F, const Instruction &I) {
  if (isNamed(I, "selp")) {
    const std::uint32_t First = lanesWithout(F, I.S[0]),
                        Second = lanesWithout(F, I.S[1]);
    std::uint32_t Lanes = lanesWithout(F, I.S[2]);
    for (unsigned L = 0; L != WarpSize; ++L) {
      const bool Chosen = I.S[2] >= 0
                              ? F.Registers[std::size_t(I.S[2])][L] & 1
                              : F.Of->Constants[std::size_t(~I.S[2])][L] & 1;
      Lanes |= (Chosen ? First : Second) & (1u << L);
    }
    return Lanes;
  }
  std::uint32_t Lanes = 0;
  for (const std::int32_t At : I.S)
    Lanes |= lanesWithout(F, At);
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
  if (!Used)
    return true;
  return Block.fail(Mistake::Unwritten,
                    "the thread uses what it has read in shared memory, and "
                    "nobody has written",
                    Block.whereIs(W, G, Used));
}

void heddle::ptx::behindUse(Frame &F, const Instruction &I,
                            std::uint32_t Mask) {
  const std::uint32_t Without =
      I.Counts == Class::Memory ? 0 : lanesWithoutResult(F, I) & Mask;
  for (const std::int32_t At : I.D)
    if (At != Sink)
      F.Undefined[std::size_t(At)] =
          (F.Undefined[std::size_t(At)] & ~Mask) | Without;
}

void heddle::ptx::behindJoined(Warp &W, Frame &F, const Instruction &I,
                               std::uint32_t Mask) {
  const unsigned Bytes = bytesOf(I.T);
  for (std::size_t K = 0; K != I.D.size(); ++K) {
    std::uint32_t Without = 0;
    eachLane(Mask, [&](unsigned L) {
      if (W.Unwritten[L] >> (K * Bytes) & ((1u << Bytes) - 1))
        Without |= 1u << L;
    });
    if (Without && F.Undefined.empty())
      F.Undefined.resize(F.Registers.size());
    if (!F.Undefined.empty() && I.D[K] != Sink)
      F.Undefined[std::size_t(I.D[K])] =
          (F.Undefined[std::size_t(I.D[K])] & ~Mask) | Without;
  }
}
