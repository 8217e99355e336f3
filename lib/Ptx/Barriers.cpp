//===- Barriers.cpp - lanes and warps that wait for each other ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Barriers.h"

#include "Ptx/Flow.h"
#include "Ptx/Step.h"

#include <algorithm>

using namespace heddle::ptx;

/// A full warp's worth where the last lane of a warp that is cut off comes,
/// since barriers count whole warps.
static unsigned arrivals(const Warp &W, std::uint32_t Mask) {
  const auto Count = static_cast<unsigned>(__builtin_popcount(Mask));
  const bool HasLast = Mask >> (31 - __builtin_clz(W.Exists)) & 1;
  return Count +
         (HasLast ? WarpSize - unsigned(__builtin_popcount(W.Exists)) : 0);
}

/// All have come: their groups go on behind it.
static bool releaseBarrier(BlockRun &Block, unsigned Number) {
  const BarrierState B = Block.Barriers[Number];
  Block.Barriers[Number] = {};
  const auto Waits = [&](const Group &G) {
    return G.For == Group::Waits::Barrier && G.At == Number;
  };
  for (const auto &W : Block.Warps) {
    mergeGroups(*W);
    const Group *First = nullptr;
    for (const Group &G : W->Groups) {
      if (!Waits(G))
        continue;
      if (First && G.In->Of->Code[G.Pc].Sat)
        return Block.fail(
            Mistake::Barrier,
            "threads of one warp wait at different barriers, in branches",
            Block.whereIs(*W, *First), Block.whereIs(*W, G));
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
  if (Block.Time.full()) {
    Block.beginRun(); // of the same block: FirstRun stays
    Block.Orders.renumber();
    for (const auto &W : Block.Warps)
      for (auto &Row : W->Meetings)
        Row.fill(0);
  }
  Block.Time.tick();
  Block.Time.Barrier = Block.Time.Now;
  return true;
}

bool heddle::ptx::arrive(BlockRun &Block, Warp &W, std::size_t Number,
                         const Instruction &I) {
  Group &G = W.Groups[Number];
  const unsigned Lane = unsigned(__builtin_ctz(G.Mask));
  const std::uint64_t Barrier = operandOf(G, I.S[0], Lane);
  std::uint32_t Elsewhere = 0;
  eachLane(G.Mask, [&](unsigned L) {
    Elsewhere |= (operandOf(G, I.S[0], L) != Barrier) << L;
  });
  if (Elsewhere)
    return Block.fail(Mistake::Barrier,
                      "threads of one warp come to barriers of two numbers",
                      Block.whereIs(W, G, Elsewhere));
  const bool Votes = I.Extra >= BarrierPopc;
  const bool HasCount = I.S.size() == (Votes ? 3u : 2u);
  const auto Whole = static_cast<unsigned>(Block.Warps.size() * WarpSize);
  const std::uint64_t Expected = HasCount ? operandOf(G, I.S[1], Lane) : Whole;
  if (Barrier >= 16 || Expected == 0 || Expected > Whole ||
      Expected % WarpSize != 0)
    return Block.fail(
        Mistake::Barrier,
        "barrier " + std::to_string(Barrier) + " of " +
            std::to_string(Expected) +
            " threads: a block has 16 barriers, for whole warps of its own",
        Block.whereIs(W, G));
  BarrierState &B = Block.Barriers[Barrier];
  if (B.Arrived != 0 && B.Expected != Expected)
    return Block.fail(Mistake::Barrier,
                      "the thread expects " + std::to_string(Expected) +
                          " threads at barrier " + std::to_string(Barrier) +
                          ", others that wait there " +
                          std::to_string(B.Expected),
                      Block.whereIs(W, G));
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
         releaseBarrier(Block, static_cast<unsigned>(Barrier));
}

/// The lanes know from here on what each of them did before.
static void meet(BlockRun &Block, Warp &W, std::uint32_t Mask) {
  Block.Time.tick();
  std::array<std::uint16_t, WarpSize> Known{};
  eachLane(Mask, [&](unsigned L) {
    for (unsigned Other = 0; Other != WarpSize; ++Other)
      Known[Other] = std::max(Known[Other], W.Meetings[L][Other]);
  });
  eachLane(Mask, [&](unsigned L) {
    Known[L] = static_cast<std::uint16_t>(Block.Time.Now);
  });
  eachLane(Mask, [&](unsigned L) { W.Meetings[L] = Known; });
}

bool heddle::ptx::warpSync(BlockRun &Block, Warp &W, std::size_t Number,
                           const Instruction &I) {
  const unsigned Lane = unsigned(__builtin_ctz(W.Groups[Number].Mask));
  const auto Members =
      static_cast<std::uint32_t>(operandOf(W.Groups[Number], I.S[0], Lane));
  std::uint32_t Same = 0;
  eachLane(W.Groups[Number].Mask, [&](unsigned L) {
    if (static_cast<std::uint32_t>(operandOf(W.Groups[Number], I.S[0], L)) ==
        Members)
      Same |= 1u << L;
  });
  if (Same & ~Members)
    return Block.fail(Mistake::Members,
                      "the thread is not in its own member mask",
                      Block.whereIs(W, W.Groups[Number], Same & ~Members));
  if (Same != W.Groups[Number].Mask)
    splitGroup(W, Number, W.Groups[Number].Mask & ~Same);
  W.Groups[Number].For = Group::Waits::WarpSync;
  W.Groups[Number].At = Members;
  const auto Waits = [&](const Group &G) {
    return G.For == Group::Waits::WarpSync && G.At == Members;
  };
  std::uint32_t Here = 0;
  for (const Group &G : W.Groups)
    Here |= Waits(G) ? G.Mask : 0;
  if (Here != (Members & W.Alive))
    return true;
  for (Group &G : W.Groups)
    if (Waits(G)) {
      G.For = Group::Waits::Ready;
      G.At = 0;
      ++G.Pc;
    }
  meet(Block, W, Here);
  return true;
}

bool heddle::ptx::collective(BlockRun &Block, Warp &W, std::size_t Number,
                             const Instruction &I) {
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
    if (Same & ~Members)
      return Block.fail(Mistake::Members,
                        "the thread is not in its own member mask",
                        Block.whereIs(W, G, Same & ~Members));
    if ((Members & W.Alive) != Same) {
      G.For = Group::Waits::Collective;
      --Block.Issued; // it is issued once, when it runs
      Counts &Spent = G.In->Of->Spent[G.Pc];
      --Spent.Warp[unsigned(I.Counts)];
      Spent.Thread[unsigned(I.Counts)] -=
          static_cast<unsigned>(__builtin_popcount(G.Mask));
      return true;
    }
    Parts.push_back({Members, Same});
  }
  for (const auto &[Members, Same] : Parts) {
    Step S{Block,
           W,
           *G.In,
           I,
           Same,
           G.In->Registers.data(),
           G.In->Of->Constants.data()};
    I.Run(S);
    if (Block.Found)
      return false;
  }
  ++G.Pc;
  return true;
}

/// For whom the group waits. Returns false.
static bool reportWaiting(BlockRun &Block, const Warp &W, const Group &G) {
  const Where At = Block.whereIs(W, G);
  if (G.For != Group::Waits::Barrier) {
    const Instruction &I = G.In->Of->Code[G.Pc];
    const auto Members = static_cast<std::uint32_t>(
        operandOf(G, I.S[I.Kind == Flow::WarpSync ? 0 : std::size_t(I.Members)],
                  unsigned(__builtin_ctz(G.Mask))));
    const std::uint32_t Missing = Members & W.Alive & ~G.Mask;
    for (const Group &Other : W.Groups)
      if (Other.Mask & Missing) {
        const unsigned There = unsigned(__builtin_ctz(Other.Mask & Missing));
        return Block.fail(
            Mistake::Members,
            "the thread waits for lane " + std::to_string(There) +
                " of its warp, which its member mask names and which "
                "waits elsewhere",
            At, Block.whereIs(W, Other, Other.Mask & Missing));
      }
    return Block.fail(Mistake::Members,
                      "the thread waits for lanes of its warp", At);
  }
  // One that does not wait there: it has ended, or waits elsewhere.
  const std::string Begin =
      "not all threads of the block come to the barrier: ";
  for (const auto &Each : Block.Warps)
    for (const Group &Other : Each->Groups)
      if (Other.For != Group::Waits::Barrier || Other.At != G.At)
        return Block.fail(Mistake::Barrier, Begin + "another waits elsewhere",
                          At, Block.whereIs(*Each, Other));
  for (const auto &Each : Block.Warps)
    if (const std::uint32_t Gone = Each->Exists & ~Each->Alive) {
      Where Other = Block.whereIs(*Each, unsigned(__builtin_ctz(Gone)),
                                  *Block.K.Entry, Block.K.Entry->Code.back());
      Other.PtxLine = Other.Line = 0;
      Other.PtxText = Other.File = "";
      return Block.fail(Mistake::Barrier,
                        Begin + "thread " + textOf(Other.Thread) + " has ended",
                        At, Other);
    }
  return Block.fail(Mistake::Barrier,
                    Begin + std::to_string(Block.Barriers[G.At].Arrived) +
                        " of " + std::to_string(Block.Barriers[G.At].Expected) +
                        " wait there",
                    At);
}

bool heddle::ptx::reportStuck(BlockRun &Block) {
  for (const auto &W : Block.Warps)
    for (const Group &G : W->Groups)
      if (G.For != Group::Waits::Barrier)
        return reportWaiting(Block, *W, G);
  for (const auto &W : Block.Warps)
    for (const Group &G : W->Groups)
      return reportWaiting(Block, *W, G);
  return false;
}
