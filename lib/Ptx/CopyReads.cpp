//===- CopyReads.cpp - values that are only copied ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/CopyReads.h"

#include "Ptx/Warp.h"

using namespace heddle::ptx;

namespace {
bool isLoad(const Instruction &I) {
  return isNamed(I, "ld") && I.In != Space::Param;
}
/// One register to another.
bool isMove(const Instruction &I) {
  return isNamed(I, "mov") && I.D.size() == 1 && I.S.size() == 1;
}
} // namespace

void heddle::ptx::findCopies(Function &F) {
  // Registers that are computed with, or that several instructions define.
  std::vector<char> Used(std::size_t(F.Registers)), Stored(Used.size());
  std::vector<unsigned> Defined(Used.size());
  const auto Use = [&](std::int32_t At) {
    if (At >= 0)
      Used[std::size_t(At)] = 1;
  };
  for (const Instruction &I : F.Code) {
    const bool IsStore = isNamed(I, "st");
    for (std::size_t K = 0; K != I.S.size(); ++K)
      if (!(IsStore && K != 0) && !isMove(I))
        Use(I.S[K]);
      else if (I.S[K] >= 0)
        Stored[std::size_t(I.S[K])] = 1;
    if (I.Guard >= 0)
      Use(I.Guard);
    if (I.Callee) {
      Use(I.Callee->Through);
      for (const CallTarget::Place &P : I.Callee->Arguments)
        if (P.InRegister)
          Use(P.Register);
    }
    for (const std::int32_t At : I.D)
      if (At != Sink && Defined[std::size_t(At)]++)
        Used[std::size_t(At)] = 1;
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Instruction &I : F.Code)
      if (isMove(I) && I.S[0] >= 0 && Used[std::size_t(I.D[0])] &&
          !Used[std::size_t(I.S[0])]) {
        Used[std::size_t(I.S[0])] = 1;
        Changed = true;
      }
  }
  const auto IsCopied = [&](std::int32_t At) {
    return At > CarryRegister && Defined[std::size_t(At)] &&
           Stored[std::size_t(At)] && !Used[std::size_t(At)];
  };
  F.Copied.assign(Used.size(), -1);
  std::int32_t Count = 0;
  for (Instruction &I : F.Code) {
    if (!isLoad(I) && !isMove(I))
      continue;
    bool All = true;
    for (const std::int32_t At : I.D)
      All &= At == Sink || IsCopied(At);
    I.Copies = All;
    for (const std::int32_t At : I.D)
      if (All && At != Sink)
        F.Copied[std::size_t(At)] = Count++;
  }
  for (Instruction &I : F.Code)
    if (isNamed(I, "st") && I.In != Space::Param)
      for (std::size_t K = 1; K != I.S.size(); ++K)
        I.Copies |= I.S[K] >= 0 && F.Copied[std::size_t(I.S[K])] >= 0;
  F.CopiedRegisters = Count;
}

/// The unwritten bytes of a register, a bit each, by lane; null for a register
/// that no copy passes.
static std::array<std::uint8_t, WarpSize> *bytesIn(Frame &F, std::int32_t At) {
  const std::int32_t Number = At < 0 ? -1 : F.Of->Copied[std::size_t(At)];
  return Number < 0 ? nullptr : &F.Unwritten[std::size_t(Number)];
}

void heddle::ptx::beforeCopy(Warp &W, Frame &F, const Instruction &I,
                             std::uint32_t Mask) {
  eachLane(Mask, [&](unsigned L) { W.Unwritten[L] = 0; });
  if (!isNamed(I, "st"))
    return;
  const unsigned Bytes = bytesOf(I.T);
  for (std::size_t K = 1; K != I.S.size(); ++K)
    if (const auto *const From = bytesIn(F, I.S[K]))
      eachLane(Mask, [&](unsigned L) {
        const std::uint32_t Own = (*From)[L] & ((1u << Bytes) - 1);
        W.Unwritten[L] |= Own << ((K - 1) * Bytes);
      });
}

void heddle::ptx::behindCopy(Warp &W, Frame &F, const Instruction &I,
                             std::uint32_t Mask) {
  if (isMove(I)) {
    auto *const To = bytesIn(F, I.D[0]);
    const auto *const From = bytesIn(F, I.S[0]);
    if (To)
      eachLane(Mask, [&](unsigned L) { (*To)[L] = From ? (*From)[L] : 0; });
    return;
  }
  if (!isLoad(I))
    return;
  const unsigned Bytes = bytesOf(I.T);
  for (std::size_t K = 0; K != I.D.size(); ++K)
    if (auto *const To = bytesIn(F, I.D[K]))
      eachLane(Mask, [&](unsigned L) {
        (*To)[L] = static_cast<std::uint8_t>(W.Unwritten[L] >> (K * Bytes) &
                                             ((1u << Bytes) - 1));
      });
}
