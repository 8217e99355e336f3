//===- Moves.cpp - mov, and addresses in their spaces ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Block.h"
#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/MemoryMods.h"

#include <algorithm>

using namespace heddle::ptx;

namespace {

void move(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) { D[L] = A[L]; });
}

constexpr uint64_t ones(unsigned Bits) {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}

/// mov d, {a, b}: a stands in the low bits. Extra: bits of an element.
void pack(Step &S) {
  const unsigned Bits = static_cast<unsigned>(S.I.Extra);
  const unsigned Elements = static_cast<unsigned>(S.I.S.size());
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    uint64_t Whole = 0;
    for (unsigned K = 0; K != Elements; ++K)
      Whole |= (S.in(K)[L] & ones(Bits)) << (K * Bits);
    D[L] = Whole;
  });
}

/// mov {d, e}, a. A destination may be the source, too.
void unpack(Step &S) {
  const unsigned Bits = static_cast<unsigned>(S.I.Extra);
  const unsigned Elements = static_cast<unsigned>(S.I.D.size());
  const Lanes &A = S.in(0);
  eachLane(S.Mask, [&](unsigned L) {
    const uint64_t Whole = A[L];
    for (unsigned K = 0; K != Elements; ++K)
      S.out(K)[L] = Whole >> (K * Bits) & ones(Bits);
  });
}

/// d = a + Extra.
void shiftAddress(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  const auto By = static_cast<uint64_t>(S.I.Extra);
  eachLane(S.Mask, [&](unsigned L) { D[L] = A[L] + By; });
}

/// p = whether a generic address is in the window I.In.
void isSpace(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &P = S.out(0);
  const uint64_t Window = windowBase(S.I.In) >> 48;
  eachLane(S.Mask, [&](unsigned L) { P[L] = A[L] >> 48 == Window; });
}
/// The same of global or, where IsConst, constant memory, which share a window.
template <bool IsConst> void isGlobal(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &P = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    const Allocation *const Of = S.Block.On.Memory.find(A[L]);
    const bool InConst = Of && Of->Kind == MemoryKind::Constant;
    P[L] = A[L] >> 48 == 0 && InConst == IsConst;
  });
}

} // namespace

Handler heddle::ptx::bindMove(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const unsigned Bits = 8 * bytesOf(I.T);
  if (I.T2 != Type::None || (Bits == 0 && I.T != Type::Pred) || Bits > 64)
    return nullptr;
  if (has(I, 1, 1))
    return move;
  const std::size_t Elements = std::max(I.D.size(), I.S.size());
  if (I.Operands != 2 || std::min(I.D.size(), I.S.size()) != 1 || Bits % Elements != 0)
    return nullptr;
  I.Extra = static_cast<std::int64_t>(Bits / Elements);
  return I.D.size() == 1 ? pack : unpack;
}

/// cvta.space: to a generic address; cvta.to.space: back.
Handler heddle::ptx::bindConvertAddress(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const bool Back = Mods.take("to");
  if (I.T != Type::U64 || !has(I, 1, 1) || !takeStateSpace(Mods, I.In))
    return nullptr;
  const auto Base = static_cast<std::int64_t>(windowBase(I.In));
  I.Extra = Back ? -Base : Base;
  return Base == 0 ? move : shiftAddress;
}

Handler heddle::ptx::bindIsSpace(Modifiers &Mods, Instruction &I) {
  if (!has(I, 1, 1) || !takeStateSpace(Mods, I.In))
    return nullptr;
  return I.In == Space::Global  ? isGlobal<false>
         : I.In == Space::Const ? isGlobal<true>
                                : isSpace;
}
