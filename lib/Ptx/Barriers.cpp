//===- Barriers.cpp - lanes and warps that wait for each other ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Block.h"
#include "Ptx/Flow.h"

using namespace heddle::ptx;

/// A full warp's worth where the last lane of a warp that is cut off comes,
/// since barriers count whole warps.
static unsigned arrivals(const Warp &W, std::uint32_t Mask) {
  const auto Count = static_cast<unsigned>(__builtin_popcount(Mask));
  const bool HasLast = Mask >> (31 - __builtin_clz(W.Exists)) & 1;
  return Count +
         (HasLast ? WarpSize - unsigned(__builtin_popcount(W.Exists)) : 0);
}

bool BlockRun::arrive(Warp &W, std::size_t Number, const Instruction &I) {
  Group &G = W.Groups[Number];
  const unsigned Lane = unsigned(__builtin_ctz(G.Mask));
  const std::uint64_t Barrier = operandOf(G, I.S[0], Lane);
  std::uint32_t Elsewhere = 0;
  eachLane(G.Mask, [&](unsigned L) {
    Elsewhere |= (operandOf(G, I.S[0], L) != Barrier) << L;
  });
  if (Elsewhere) {
    fail(Mistake::Barrier,
         "threads of one warp come to barriers of two numbers",
         whereIs(W, unsigned(__builtin_ctz(Elsewhere)), *G.In->Of, I));
    return false;
  }
  const bool Votes = I.Extra >= BarrierPopc;
  const bool HasCount = I.S.size() == (Votes ? 3u : 2u);
  const auto Whole = static_cast<unsigned>(Warps.size() * WarpSize);
  const std::uint64_t Expected = HasCount ? operandOf(G, I.S[1], Lane) : Whole;
  if (Barrier >= 16 || Expected == 0 || Expected > Whole ||
      Expected % WarpSize != 0) {
    fail(Mistake::Barrier,
         "barrier " + std::to_string(Barrier) + " of " +
             std::to_string(Expected) +
             " threads: a block has 16 barriers, for whole warps of its own",
         whereIs(W, Lane, *G.In->Of, I));
    return false;
  }
  BarrierState &B = Barriers[Barrier];
  if (B.Arrived != 0 && B.Expected != Expected) {
    fail(Mistake::Barrier,
         "the thread expects " + std::to_string(Expected) +
             " threads at barrier " + std::to_string(Barrier) +
             ", others that wait there " + std::to_string(B.Expected),
         whereIs(W, Lane, *G.In->Of, I));
    return false;
  }
  B.Expected = static_cast<unsigned>(Expected);
  B.Arrived += arrivals(W, G.Mask);
  G.In->Of->Spent[G.Pc].Barriers += 1;
  if (Votes)
    eachLane(G.Mask, [&](unsigned L) {
      B.Votes += operandOf(G, I.S.back(), L) & 1;
      ++B.Voters;
    });
  if (I.Extra == BarrierArrive) {
    ++G.Pc;
  } else {
    G.For = Group::Waits::Barrier;
    G.At = static_cast<std::uint32_t>(Barrier);
  }
  return B.Arrived < B.Expected ||
         releaseBarrier(static_cast<unsigned>(Barrier));
}

bool BlockRun::releaseBarrier(unsigned Number) {
  const BarrierState B = Barriers[Number];
  Barriers[Number] = {};
  const auto Waits = [&](const Group &G) {
    return G.For == Group::Waits::Barrier && G.At == Number;
  };
  for (const auto &W : Warps) {
    merge(*W);
    const Group *First = nullptr;
    for (const Group &G : W->Groups) {
      if (!Waits(G))
        continue;
      if (First && G.In->Of->Code[G.Pc].Sat) {
        const auto At = [&](const Group &Each) {
          return whereIs(*W, unsigned(__builtin_ctz(Each.Mask)), *Each.In->Of,
                         Each.In->Of->Code[Each.Pc]);
        };
        fail(Mistake::Barrier,
             "threads of one warp wait at different barriers, in branches",
             At(*First), At(G));
        return false;
      }
      First = First ? First : &G;
    }
    for (Group &G : W->Groups) {
      if (!Waits(G))
        continue;
      const Instruction &I = G.In->Of->Code[G.Pc];
      if (I.Extra >= BarrierPopc) {
        const unsigned Result = I.Extra == BarrierPopc  ? B.Votes
                                : I.Extra == BarrierAnd ? B.Votes == B.Voters
                                                        : B.Votes != 0;
        Lanes &D = G.In->Registers[std::size_t(I.D[0])];
        eachLane(G.Mask, [&](unsigned L) { D[L] = Result; });
      }
      G.For = Group::Waits::Ready;
      ++G.Pc;
    }
  }
  if (Time.full()) {
    beginRun(); // of the same block: FirstRun stays
    Orders.renumber();
    for (const auto &W : Warps)
      for (auto &Row : W->Meetings)
        Row.fill(0);
  }
  Time.tick();
  Time.Barrier = Time.Now;
  return true;
}

/// The lanes know from here on what each of them did before.
void BlockRun::meet(Warp &W, std::uint32_t Mask) {
  Time.tick();
  std::array<std::uint16_t, WarpSize> Known{};
  eachLane(Mask, [&](unsigned L) {
    for (unsigned Other = 0; Other != WarpSize; ++Other)
      Known[Other] = std::max(Known[Other], W.Meetings[L][Other]);
  });
  eachLane(Mask, [&](unsigned L) {
    Known[L] = static_cast<std::uint16_t>(Time.Now);
  });
  eachLane(Mask, [&](unsigned L) { W.Meetings[L] = Known; });
}

/// bar.warp.sync: until all living lanes of the member mask wait with the same
/// mask, wherever they are.
void BlockRun::warpSync(Warp &W, std::size_t Number, const Instruction &I) {
  const unsigned Lane = unsigned(__builtin_ctz(W.Groups[Number].Mask));
  const auto Members =
      static_cast<std::uint32_t>(operandOf(W.Groups[Number], I.S[0], Lane));
  std::uint32_t Same = 0;
  eachLane(W.Groups[Number].Mask, [&](unsigned L) {
    if (static_cast<std::uint32_t>(operandOf(W.Groups[Number], I.S[0], L)) ==
        Members)
      Same |= 1u << L;
  });
  if (Same & ~Members) {
    fail(Mistake::Members, "the thread is not in its own member mask",
         whereIs(W, unsigned(__builtin_ctz(Same & ~Members)),
                 *W.Groups[Number].In->Of, I));
    return;
  }
  if (Same != W.Groups[Number].Mask)
    split(W, Number, W.Groups[Number].Mask & ~Same);
  W.Groups[Number].For = Group::Waits::WarpSync;
  W.Groups[Number].At = Members;
  const auto Waits = [&](const Group &G) {
    return G.For == Group::Waits::WarpSync && G.At == Members;
  };
  std::uint32_t Here = 0;
  for (const Group &G : W.Groups)
    Here |= Waits(G) ? G.Mask : 0;
  if (Here != (Members & W.Alive))
    return;
  for (Group &G : W.Groups)
    if (Waits(G)) {
      G.For = Group::Waits::Ready;
      G.At = 0;
      ++G.Pc;
    }
  meet(W, Here);
}

/// Runs where each lane's living members are in the group; else the group waits
/// until others meet it here.
bool BlockRun::collective(Warp &W, std::size_t Number, const Instruction &I) {
  Group &G = W.Groups[Number];
  const std::int32_t At = I.S[std::size_t(I.Members)];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> Parts; // members, lanes
  for (std::uint32_t Left = G.Mask; Left;) {
    const unsigned Lane = unsigned(__builtin_ctz(Left));
    const auto Members = static_cast<std::uint32_t>(operandOf(G, At, Lane));
    std::uint32_t Same = 0;
    eachLane(Left, [&](unsigned L) {
      if (static_cast<std::uint32_t>(operandOf(G, At, L)) == Members)
        Same |= 1u << L;
    });
    Left &= ~Same;
    if (Same & ~Members) {
      fail(Mistake::Members, "the thread is not in its own member mask",
           whereIs(W, unsigned(__builtin_ctz(Same & ~Members)), *G.In->Of, I));
      return false;
    }
    if ((Members & W.Alive) != Same) {
      G.For = Group::Waits::Collective;
      --Issued; // it is issued once, when it runs
      Counts &Spent = G.In->Of->Spent[G.Pc];
      --Spent.Warp[unsigned(I.Counts)];
      Spent.Thread[unsigned(I.Counts)] -=
          static_cast<unsigned>(__builtin_popcount(G.Mask));
      return true;
    }
    Parts.push_back({Members, Same});
  }
  for (const auto &[Members, Same] : Parts) {
    Step S{*this,
           W,
           *G.In,
           I,
           Same,
           G.In->Registers.data(),
           G.In->Of->Constants.data()};
    I.Run(S);
    if (Found)
      return false;
  }
  ++G.Pc;
  return true;
}

/// No warp can go on: says who waits, and for whom.
void BlockRun::reportStuck() {
  for (const auto &W : Warps)
    for (const Group &G : W->Groups)
      if (G.For != Group::Waits::Barrier)
        return reportWaiting(*W, G);
  for (const auto &W : Warps)
    for (const Group &G : W->Groups)
      return reportWaiting(*W, G);
}

void BlockRun::reportWaiting(const Warp &W, const Group &G) {
  const unsigned Lane = unsigned(__builtin_ctz(G.Mask));
  const Where At = whereIs(W, Lane, *G.In->Of, G.In->Of->Code[G.Pc]);
  if (G.For != Group::Waits::Barrier) {
    const Instruction &I = G.In->Of->Code[G.Pc];
    const auto Members = static_cast<std::uint32_t>(operandOf(
        G, I.S[I.Kind == Flow::WarpSync ? 0 : std::size_t(I.Members)], Lane));
    const std::uint32_t Missing = Members & W.Alive & ~G.Mask;
    for (const Group &Other : W.Groups)
      if (Other.Mask & Missing) {
        const unsigned There = unsigned(__builtin_ctz(Other.Mask & Missing));
        return fail(
            Mistake::Members,
            "the thread waits for lane " + std::to_string(There) +
                " of its warp, which its member mask names and which "
                "waits elsewhere",
            At, whereIs(W, There, *Other.In->Of, Other.In->Of->Code[Other.Pc]));
      }
    return fail(Mistake::Members, "the thread waits for lanes of its warp", At);
  }
  // One that does not wait there: it has ended, or waits elsewhere.
  const std::string Begin =
      "not all threads of the block come to the barrier: ";
  for (const auto &Each : Warps)
    for (const Group &Other : Each->Groups)
      if (Other.For != Group::Waits::Barrier || Other.At != G.At) {
        const unsigned There = unsigned(__builtin_ctz(Other.Mask));
        return fail(
            Mistake::Barrier, Begin + "another waits elsewhere", At,
            whereIs(*Each, There, *Other.In->Of, Other.In->Of->Code[Other.Pc]));
      }
  for (const auto &Each : Warps)
    if (const std::uint32_t Gone = Each->Exists & ~Each->Alive) {
      Where Other = whereIs(*Each, unsigned(__builtin_ctz(Gone)), *K.Entry,
                            K.Entry->Code.back());
      Other.PtxLine = Other.Line = 0;
      Other.PtxText = Other.File = "";
      return fail(Mistake::Barrier,
                  Begin + "thread " + textOf(Other.Thread) + " has ended", At,
                  Other);
    }
  fail(Mistake::Barrier,
       Begin + std::to_string(Barriers[G.At].Arrived) + " of " +
           std::to_string(Barriers[G.At].Expected) + " wait there",
       At);
}
