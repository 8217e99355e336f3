//===- WarpOps.cpp - what lanes of a warp do together ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler runs these when all lanes of the member mask that have not
// ended are there, and for them alone: Step::Mask is the mask.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Ops.h"

#include <algorithm>

using namespace heddle::ptx;

namespace {

/// The member mask is the K-th source.
void together(Instruction &I, int K) {
  I.Kind = Flow::Collective;
  I.Members = K;
}

//===--- shfl -------------------------------------------------------------===//

enum class Shuffle { Up, Down, Butterfly, Index };

/// The lane that `Lane` reads, and whether it is in range; else its own.
template <Shuffle How>
unsigned sourceLane(unsigned Lane, uint64_t B, uint64_t C, bool &InRange) {
  const unsigned By = B & 31, Clamp = C & 31, Segment = C >> 8 & 31;
  const int Last = static_cast<int>((Lane & Segment) | (Clamp & ~Segment));
  int From = static_cast<int>(Lane);
  switch (How) {
  case Shuffle::Up:
    From -= static_cast<int>(By);
    break;
  case Shuffle::Down:
    From += static_cast<int>(By);
    break;
  case Shuffle::Butterfly:
    From ^= static_cast<int>(By);
    break;
  case Shuffle::Index:
    From = static_cast<int>((Lane & Segment) | (By & ~Segment));
    break;
  }
  InRange = How == Shuffle::Up ? From >= Last : From <= Last;
  return InRange ? static_cast<unsigned>(From) : Lane;
}

/// shfl.sync.mode.b32 d{|p}, a, b, c, members
template <Shuffle How> void shuffle(Step &S) {
  const Lanes A = S.in(0); // d may be the same register
  const Lanes &B = S.in(1), &C = S.in(2);
  Lanes Result, Found;
  for (std::uint32_t M = S.Mask; M; M &= M - 1) {
    const unsigned L = static_cast<unsigned>(__builtin_ctz(M));
    bool InRange = false;
    const unsigned From = sourceLane<How>(L, B[L], C[L], InRange);
    if (!(S.Mask >> From & 1))
      return S.fail("shfl reads lane " + std::to_string(From) +
                        ", which does not take part",
                    L);
    Result[L] = A[From];
    Found[L] = InRange;
  }
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) { D[L] = Result[L]; });
  if (S.I.D.size() == 2) {
    Lanes &P = S.out(1);
    eachLane(S.Mask, [&](unsigned L) { P[L] = Found[L]; });
  }
}

//===--- vote and match ---------------------------------------------------===//

void setAll(const Step &S, Lanes &D, uint64_t Value) {
  eachLane(S.Mask, [&](unsigned L) { D[L] = Value; });
}

uint32_t ballotOf(const Step &S) {
  const Lanes &P = S.in(0);
  uint32_t Votes = 0;
  eachLane(S.Mask, [&](unsigned L) { Votes |= uint32_t(P[L] & 1) << L; });
  return Votes;
}

enum class Vote { All, Any, Uniform, Ballot };

template <Vote How> void vote(Step &S) {
  const uint32_t Votes = ballotOf(S);
  setAll(S, S.out(0),
         How == Vote::All       ? Votes == S.Mask
         : How == Vote::Any     ? Votes != 0
         : How == Vote::Uniform ? Votes == S.Mask || Votes == 0
                                : Votes);
}

/// match.any: the lanes whose value is the lane's own.
template <class T> void matchAny(Step &S) {
  const Lanes A = S.in(0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    uint32_t Same = 0;
    eachLane(S.Mask, [&](unsigned K) {
      Same |= uint32_t(fromBits<T>(A[K]) == fromBits<T>(A[L])) << K;
    });
    D[L] = Same;
  });
}

/// match.all: all lanes or none, and whether all.
template <class T> void matchAll(Step &S) {
  const Lanes &A = S.in(0);
  const T First = fromBits<T>(A[static_cast<unsigned>(__builtin_ctz(S.Mask))]);
  bool Same = true;
  eachLane(S.Mask, [&](unsigned L) { Same &= fromBits<T>(A[L]) == First; });
  setAll(S, S.out(0), Same ? S.Mask : 0);
  if (S.I.D.size() == 2)
    setAll(S, S.out(1), Same);
}

//===--- redux ------------------------------------------------------------===//

struct Add {
  uint32_t operator()(uint32_t A, uint32_t B) const { return A + B; }
};
struct Min {
  template <class T> T operator()(T A, T B) const { return std::min(A, B); }
};
struct Max {
  template <class T> T operator()(T A, T B) const { return std::max(A, B); }
};
struct And {
  uint32_t operator()(uint32_t A, uint32_t B) const { return A & B; }
};
struct Or {
  uint32_t operator()(uint32_t A, uint32_t B) const { return A | B; }
};
struct Xor {
  uint32_t operator()(uint32_t A, uint32_t B) const { return A ^ B; }
};

template <class T, class Do> void reduce(Step &S) {
  const Lanes &A = S.in(0);
  bool IsFirst = true;
  T Result{};
  eachLane(S.Mask, [&](unsigned L) {
    const T Value = fromBits<T>(A[L]);
    Result = IsFirst ? Value : static_cast<T>(Do()(Result, Value));
    IsFirst = false;
  });
  setAll(S, S.out(0), toBits(Result));
}

//===--- Which lanes ------------------------------------------------------===//

void activeMask(Step &S) { setAll(S, S.out(0), S.Mask); }

/// elect.sync d|p, members: one lane, here the first, has p and its number is
/// d.
void elect(Step &S) {
  const unsigned First = static_cast<unsigned>(__builtin_ctz(S.Mask));
  Lanes &D = S.out(0), &P = S.out(1);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = First;
    P[L] = L == First;
  });
}

} // namespace

Handler heddle::ptx::bindShuffle(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!Mods.take("sync") || I.T != Type::B32 ||
      (!has(I, 1, 4) && !has(I, 2, 4)))
    return nullptr;
  together(I, 3);
  switch (Mods.takeOneOf("up down bfly idx")) {
  case 0:
    return shuffle<Shuffle::Up>;
  case 1:
    return shuffle<Shuffle::Down>;
  case 2:
    return shuffle<Shuffle::Butterfly>;
  case 3:
    return shuffle<Shuffle::Index>;
  default:
    return nullptr;
  }
}

Handler heddle::ptx::bindVote(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!Mods.take("sync") || !has(I, 1, 2))
    return nullptr;
  together(I, 1);
  const int How = Mods.takeOneOf("all any uni ballot");
  if (I.T != (How == 3 ? Type::B32 : Type::Pred))
    return nullptr;
  switch (How) {
  case 0:
    return vote<Vote::All>;
  case 1:
    return vote<Vote::Any>;
  case 2:
    return vote<Vote::Uniform>;
  case 3:
    return vote<Vote::Ballot>;
  default:
    return nullptr;
  }
}

Handler heddle::ptx::bindMatch(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int How = Mods.takeOneOf("any all");
  if (!Mods.take("sync") || (I.T != Type::B32 && I.T != Type::B64))
    return nullptr;
  together(I, 1);
  const bool IsWide = I.T == Type::B64;
  if (How == 0 && has(I, 1, 2))
    return IsWide ? matchAny<uint64_t> : matchAny<uint32_t>;
  if (How == 1 && (has(I, 1, 2) || has(I, 2, 2)))
    return IsWide ? matchAll<uint64_t> : matchAll<uint32_t>;
  return nullptr;
}

Handler heddle::ptx::bindReduceLanes(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!Mods.take("sync") || !has(I, 1, 2))
    return nullptr;
  together(I, 1);
  const bool IsSigned = I.T == Type::S32;
  const int How = Mods.takeOneOf("add min max and or xor");
  if (How < 3 ? I.T != Type::U32 && !IsSigned : I.T != Type::B32)
    return nullptr;
  switch (How) {
  case 0:
    return reduce<uint32_t, Add>;
  case 1:
    return IsSigned ? reduce<int32_t, Min> : reduce<uint32_t, Min>;
  case 2:
    return IsSigned ? reduce<int32_t, Max> : reduce<uint32_t, Max>;
  case 3:
    return reduce<uint32_t, And>;
  case 4:
    return reduce<uint32_t, Or>;
  case 5:
    return reduce<uint32_t, Xor>;
  default:
    return nullptr;
  }
}

Handler heddle::ptx::bindActiveMask(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 0) && I.T == Type::B32 ? activeMask : nullptr;
}

Handler heddle::ptx::bindElect(Modifiers &Mods, Instruction &I) {
  if (!Mods.take("sync") || !has(I, 2, 1))
    return nullptr;
  together(I, 0);
  return elect;
}
