//===- JoinedReads.cpp - loads of more than a thread needs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/JoinedReads.h"

using namespace heddle::ptx;

namespace {
constexpr unsigned RegisterBytes = 8;
constexpr std::uint8_t All = 0xff;

std::uint8_t bytes(unsigned Count) {
  return static_cast<std::uint8_t>((1u << Count) - 1);
}

/// One lane of an instruction: which bytes of operands have no value.
class LaneUse {
public:
  LaneUse(const Frame &F, const Instruction &I, unsigned L)
      : F(F), I(I), L(L) {}

  std::uint8_t missing(std::int32_t At) const {
    return At < 0 ? 0 : F.Undefined[std::size_t(At)][L];
  }
  /// The same of its result with that number.
  std::uint8_t missingIn(std::size_t Result) const;

private:
  std::uint64_t value(std::int32_t At) const {
    return At >= 0 ? F.Registers[std::size_t(At)][L]
                   : F.Of->Constants[std::size_t(~At)][L];
  }
  std::uint8_t whole(std::uint8_t Bytes) const { return Bytes ? All : 0; }
  bool decides(std::int32_t At, unsigned Byte, bool IsAnd) const;
  std::uint8_t bitwise(bool IsAnd) const;
  std::uint8_t moved(std::size_t Result) const;
  std::uint8_t computed() const;

  const Frame &F;
  const Instruction &I;
  const unsigned L;
};

/// The byte of the operand has a value that says by itself what `and` of it and
/// another one is, or `or`.
bool LaneUse::decides(std::int32_t At, unsigned Byte, bool IsAnd) const {
  const std::uint64_t Bits = I.T == Type::Pred ? 1 : 0xff;
  return !(missing(At) >> Byte & 1) &&
         (value(At) >> (8 * Byte) & Bits) == (IsAnd ? 0 : Bits);
}

std::uint8_t LaneUse::bitwise(bool IsAnd) const {
  const std::uint8_t Either = missing(I.S[0]) | missing(I.S[1]);
  std::uint8_t Out = 0;
  for (unsigned B = 0; B != RegisterBytes; ++B)
    if (Either >> B & 1 && !decides(I.S[0], B, IsAnd) &&
        !decides(I.S[1], B, IsAnd))
      Out |= static_cast<std::uint8_t>(1u << B);
  return I.T == Type::Pred ? Out & 1 : Out;
}

/// One to one, one to the parts of it, or parts to one.
std::uint8_t LaneUse::moved(std::size_t Result) const {
  const std::size_t Parts = std::max(I.D.size(), I.S.size());
  if (Parts == 1)
    return missing(I.S[0]);
  const auto Width = static_cast<unsigned>(bytesOf(I.T) / Parts);
  if (I.D.size() > 1)
    return static_cast<std::uint8_t>(missing(I.S[0]) >> (Result * Width)) &
           bytes(Width);
  std::uint8_t Out = 0;
  for (std::size_t K = 0; K != I.S.size(); ++K)
    Out |= static_cast<std::uint8_t>((missing(I.S[K]) & bytes(Width))
                                     << (K * Width));
  return Out;
}

/// All operands are needed, but for the two that setp.and compares in front of
/// a predicate that is false.
std::uint8_t LaneUse::computed() const {
  constexpr std::int64_t And = 0, Or = 1;
  const bool IsHidden = isNamed(I, "setp") && I.S.size() == 3 &&
                        !missing(I.S[2]) &&
                        ((I.Extra == And && !(value(I.S[2]) & 1)) ||
                         (I.Extra == Or && value(I.S[2]) & 1));
  std::uint8_t Any = 0;
  for (const std::int32_t At : I.S)
    Any |= missing(At);
  // The low bytes are all that a conversion to a shorter integer needs.
  if (isNamed(I, "cvt") && isInteger(I.T) && isInteger(I.T2))
    Any &= bytes(std::min(bytesOf(I.T), bytesOf(I.T2)));
  return IsHidden ? 0 : whole(Any);
}

std::uint8_t LaneUse::missingIn(std::size_t Result) const {
  if (isNamed(I, "mov"))
    return moved(Result);
  if (isNamed(I, "and") || isNamed(I, "or"))
    return bitwise(isNamed(I, "and"));
  if (isNamed(I, "shr") && I.S[1] < 0 && value(I.S[1]) % 8 == 0 &&
      !(missing(I.S[0]) >> (bytesOf(I.T) - 1) & 1))
    return value(I.S[1]) < 8 * RegisterBytes
               ? static_cast<std::uint8_t>(missing(I.S[0]) >>
                                           (value(I.S[1]) / 8))
               : 0;
  if (isNamed(I, "selp"))
    return missing(I.S[2]) ? All : missing(I.S[value(I.S[2]) & 1 ? 0 : 1]);
  return computed();
}

std::uint32_t lanesWithout(const Frame &F, std::int32_t At) {
  std::uint32_t Lanes = 0;
  for (unsigned L = 0; At >= 0 && L != WarpSize; ++L)
    Lanes |= static_cast<std::uint32_t>(F.Undefined[std::size_t(At)][L] != 0)
             << L;
  return Lanes;
}
} // namespace

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

void heddle::ptx::passOn(Frame &F, const Instruction &I, std::uint32_t Mask) {
  std::uint32_t Without = 0; // lanes that miss something
  for (const std::int32_t At : I.S)
    Without |= lanesWithout(F, At);
  const bool Computes = I.Kind == Flow::Plain && I.Counts != Class::Memory &&
                        (Without & Mask) != 0;
  eachLane(Mask, [&](unsigned L) {
    // A register may be operand and result.
    std::uint8_t Missing[8] = {};
    const std::size_t Count = std::min(I.D.size(), std::size(Missing));
    for (std::size_t K = 0; Computes && K != Count; ++K)
      Missing[K] = LaneUse(F, I, L).missingIn(K);
    for (std::size_t K = 0; K != Count; ++K)
      if (I.D[K] > Sink)
        F.Undefined[std::size_t(I.D[K])][L] = Missing[K];
    if (I.Callee)
      for (const CallTarget::Place &P : I.Callee->Results)
        if (P.InRegister && P.Register > Sink)
          F.Undefined[std::size_t(P.Register)][L] = 0;
  });
}

void heddle::ptx::behindJoined(Warp &W, Frame &F, const Instruction &I,
                               std::uint32_t Mask) {
  const unsigned Width = bytesOf(I.T);
  std::uint32_t Any = 0;
  eachLane(Mask, [&](unsigned L) { Any |= W.Joined[L]; });
  if (Any && F.Undefined.empty())
    F.Undefined.resize(F.Registers.size());
  if (F.Undefined.empty())
    return;
  for (std::size_t K = 0; K != I.D.size(); ++K)
    if (I.D[K] > Sink)
      eachLane(Mask, [&](unsigned L) {
        F.Undefined[std::size_t(I.D[K])][L] =
            static_cast<std::uint8_t>(W.Joined[L] >> (K * Width)) &
            bytes(Width);
      });
}
