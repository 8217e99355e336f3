//===- Block.cpp - a block, and the turns of its warps --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Block.h"

#include "Ptx/Barriers.h"
#include "Ptx/Control.h"
#include "Ptx/CopyReads.h"
#include "Ptx/Frames.h"
#include "Ptx/JoinedReads.h"
#include "Ptx/Step.h"

#include <algorithm>
#include <random>

using namespace heddle::ptx;

/// Lanes that wait for others of their warp, by reading memory again and again,
/// let these run after so many instructions, for so many.
static constexpr unsigned SpinPatience = 4096, SpinTurn = 256;
/// A warp lets others run, sooner if its lanes may wait for them.
static constexpr unsigned WarpPatience = 1 << 18, WaitingPatience = 1 << 14;

BlockRun::BlockRun(Device &On, Module &M, Kernel &K, Dim3 Grid, Dim3 Shape,
                   std::uint64_t DynamicShared,
                   std::vector<unsigned char> Parameters)
    : On(On), M(M), K(K), Grid(Grid), Shape(Shape), DynamicBytes(DynamicShared),
      Parameters(std::move(Parameters)) {
  Shared.Size = K.SharedBytes + DynamicShared;
  Shared.Data = new unsigned char[Shared.Size ? Shared.Size : 1];
  Shared.Written.assign(Shared.Size / 64 + 1, 0);
  Shared.Name = "shared memory";
  const unsigned Count =
      static_cast<unsigned>((Shape.count() + WarpSize - 1) / WarpSize);
  for (unsigned N = 0; N != Count; ++N) {
    Warps.push_back(std::make_unique<Warp>());
    WarpOrder.push_back(N);
  }
  if (On.Run.Blocks == Order::Reverse)
    std::reverse(WarpOrder.begin(), WarpOrder.end());
  Orders.beginLaunch();
}

BlockRun::~BlockRun() { delete[] Shared.Data; }

void BlockRun::beginRun() {
  constexpr std::size_t MostRuns = (1u << 22) - 2;
  if (Runs.size() >= MostRuns) {
    // Stamps have no number for it: begin anew, as if a launch had ended.
    Runs.clear();
    ++On.Launches;
    Orders.beginLaunch();
  }
  Runs.push_back(Index);
  Time.Run = static_cast<std::uint32_t>(Runs.size());
  Time.Now = Time.Barrier = 0;
}

/// All lanes of the warp are at the kernel's first instruction.
static void start(const BlockRun &Block, Warp &W, unsigned Number) {
  const std::uint64_t Left =
      Block.Shape.count() - std::uint64_t(Number) * WarpSize;
  W.Number = Number;
  W.Exists = Left >= WarpSize ? ~0u : (1u << Left) - 1;
  W.Alive = W.Exists;
  W.Touched = 0;
  W.Groups.clear();
  while (!W.Frames.empty())
    releaseFrame(W, *W.Frames.back());
  std::fill(W.LocalWritten.begin(), W.LocalWritten.end(), 0);
  for (auto &Row : W.Meetings)
    Row.fill(0);
  for (unsigned L = 0; L != WarpSize; ++L) {
    W.Copies[L].clear();
    W.CopyGroup[L] = 0;
  }
  Frame &F = enterFrame(Block, W, *Block.K.Entry, nullptr, W.Exists);
  Group G;
  G.Mask = W.Exists;
  G.In = &F;
  W.Groups.push_back(G);
}

/// The lanes of the group whose predicate is true.
static std::uint32_t guarded(const Group &G, const Instruction &I) {
  const Lanes &P = G.In->Registers[std::size_t(I.Guard)];
  std::uint32_t Bits = 0;
  for (unsigned L = 0; L != WarpSize; ++L)
    Bits |= static_cast<std::uint32_t>(P[L] & 1) << L;
  return G.Mask & (I.GuardNot ? ~Bits : Bits);
}

[[gnu::cold]] static bool endless(BlockRun &Block, const Warp &W,
                                  const Group &G) {
  return Block.fail(Mistake::Endless,
                    "the block has run " + std::to_string(Block.On.Run.Limit) +
                        " instructions of warps, the limit of HEDDLE_PTX_LIMIT",
                    Block.whereIs(W, G));
}

/// Until the group waits, has met another one (at Stop), or groups have
/// changed.
static bool runGroup(BlockRun &Block, Warp &W, std::size_t Number,
                     std::uint32_t Stop) {
  Group &G = W.Groups[Number];
  const Function &F = *G.In->Of;
  const std::uint64_t Until = Block.Issued + SpinPatience;
  while (Block.Issued < Until) {
    const Instruction &I = F.Code[G.Pc];
    const std::uint32_t Mask = I.Guard < 0 ? G.Mask : guarded(G, I);
    if (I.Op) {
      ++Block.Issued;
      Counts &Spent = F.Spent[G.Pc];
      ++Spent.Warp[unsigned(I.Counts)];
      Spent.Thread[unsigned(I.Counts)] +=
          static_cast<unsigned>(__builtin_popcount(Mask));
      if (Block.On.Run.Limit && Block.Issued > Block.On.Run.Limit)
        return endless(Block, W, G);
    }
    if (!G.In->Undefined.empty()) {
      if (!beforeUse(Block, W, G, I, Mask))
        return false;
      passOn(*G.In, I, Mask);
    }
    if (I.Kind != Flow::Plain)
      return Mask == 0 ? (++G.Pc, true) : runControl(Block, W, Number, I, Mask);
    if (Mask != 0) {
      Step S{
          Block, W, *G.In, I, Mask, G.In->Registers.data(), F.Constants.data()};
      const bool IsJoined = I.Width > 1 && isNamed(I, "ld");
      if (I.Copies)
        beforeCopy(W, *G.In, I, Mask);
      if (IsJoined)
        eachLane(Mask, [&](unsigned L) { W.Joined[L] = 0; });
      I.Run(S);
      if (Block.Found)
        return false;
      if (I.Copies)
        behindCopy(W, *G.In, I, Mask);
      if (IsJoined)
        behindJoined(W, *G.In, I, Mask);
    }
    if (++G.Pc >= Stop)
      return true;
  }
  return true;
}

/// Until all its lanes wait or have ended, or its turn is over.
static bool runWarp(BlockRun &Block, Warp &W) {
  const std::uint64_t Begin = Block.Issued;
  std::uint64_t Since = Block.Issued;
  bool Last = false, MayWait = false;
  W.ReadsStrongly = false;
  while (Block.Issued - Begin < (MayWait ? WaitingPatience : WarpPatience)) {
    if (W.Groups.size() > 1)
      mergeGroups(W);
    std::uint32_t Stop = ~0u;
    const std::size_t G = chooseGroup(W, Last, Stop);
    if (G == NoGroup)
      return true;
    if (!runGroup(Block, W, G, Stop))
      return false;
    const std::uint64_t Turn = Block.Issued - Since;
    MayWait |= W.ReadsStrongly;
    if (W.Groups.size() < 2 || (Last && Turn >= SpinTurn) ||
        (W.ReadsStrongly && Turn >= SpinPatience)) {
      Last = W.Groups.size() > 1 && !Last;
      W.ReadsStrongly = false;
      Since = Block.Issued;
    }
  }
  return true;
}

bool BlockRun::run(Dim3 At) {
  Index = At;
  beginRun();
  Time.FirstRun = Time.Run;
  Orders.beginBlock();
  Issued = 0;
  std::memset(Shared.Data, 0xCD, Shared.Size);
  std::fill(Shared.Written.begin(), Shared.Written.end(), 0);
  for (BarrierState &B : Barriers)
    B = {};
  if (On.Run.Blocks == Order::Shuffle) {
    std::mt19937_64 Random(On.Run.Seed * 31 + Runs.size());
    std::shuffle(WarpOrder.begin(), WarpOrder.end(), Random);
  }
  for (unsigned N = 0; N != Warps.size(); ++N)
    start(*this, *Warps[N], N);
  for (bool Left = true; Left;) {
    const std::uint64_t Before = Issued;
    Left = false;
    for (const unsigned N : WarpOrder) {
      if (!runWarp(*this, *Warps[N]))
        return false;
      Left |= !Warps[N]->done();
    }
    for (const auto &W : Warps)
      Left |= !W->done();
    if (Left && Issued == Before)
      return reportStuck(*this);
  }
  for (const auto &W : Warps)
    ThreadsOff +=
        static_cast<unsigned>(__builtin_popcount(W->Exists & ~W->Touched));
  return true;
}
