//===- Block.cpp - a block, its warps, and their groups of lanes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Block.h"

#include "Ptx/CopyReads.h"

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
    start(*Warps[N], N);
  for (bool Left = true; Left;) {
    const std::uint64_t Before = Issued;
    Left = false;
    for (const unsigned N : WarpOrder) {
      if (!runWarp(*Warps[N]))
        return false;
      Left |= !Warps[N]->done();
    }
    for (const auto &W : Warps)
      Left |= !W->done();
    if (Left && Issued == Before) {
      reportStuck();
      return false;
    }
  }
  for (const auto &W : Warps)
    ThreadsOff +=
        static_cast<unsigned>(__builtin_popcount(W->Exists & ~W->Touched));
  return true;
}

void BlockRun::start(Warp &W, unsigned Number) {
  const std::uint64_t Left = Shape.count() - std::uint64_t(Number) * WarpSize;
  W.Number = Number;
  W.Exists = Left >= WarpSize ? ~0u : (1u << Left) - 1;
  W.Alive = W.Exists;
  W.Touched = 0;
  W.Groups.clear();
  while (!W.Frames.empty())
    release(W, *W.Frames.back());
  std::fill(W.LocalWritten.begin(), W.LocalWritten.end(), 0);
  for (auto &Row : W.Meetings)
    Row.fill(0);
  for (unsigned L = 0; L != WarpSize; ++L) {
    W.Copies[L].clear();
    W.CopyGroup[L] = 0;
  }
  Frame &F = enter(W, *K.Entry, nullptr, W.Exists);
  Group G;
  G.Mask = W.Exists;
  G.In = &F;
  W.Groups.push_back(G);
}

Frame &BlockRun::enter(Warp &W, const Function &F, Frame *Caller,
                       std::uint32_t Mask) {
  if (W.Spare.empty())
    W.Spare.push_back(std::make_unique<Frame>());
  W.Frames.push_back(std::move(W.Spare.back()));
  W.Spare.pop_back();
  Frame &New = *W.Frames.back();
  New.Of = &F;
  New.Caller = Caller;
  New.Call = nullptr;
  New.Depth = Caller ? Caller->Depth + 1 : 0;
  New.Serial = ++W.FrameCount;
  New.Inside = Mask;
  New.Registers.resize(std::size_t(F.Registers));
  New.Unwritten.resize(std::size_t(F.CopiedRegisters));
  New.Slots.resize(F.SlotBytes * WarpSize);
  New.Formals.resize(Caller ? F.ParameterBytes * WarpSize : 0);
  New.LocalBegin =
      Caller ? (Caller->LocalBegin + Caller->Of->LocalBytes + 15) / 16 * 16 : 0;
  for (const Fill &Each : F.Fills)
    fill(W, New, Each.With, Each.Offset,
         New.Registers[std::size_t(Each.Register)]);
  return New;
}

void BlockRun::release(Warp &W, Frame &F) {
  for (auto &Each : W.Frames)
    if (Each.get() == &F) {
      W.Spare.push_back(std::move(Each));
      Each = std::move(W.Frames.back());
      W.Frames.pop_back();
      return;
    }
}

void BlockRun::fill(const Warp &W, Frame &F, Special With, std::uint64_t Offset,
                    Lanes &Out) const {
  const auto All = [&](std::uint64_t Value) { Out.fill(Value); };
  const auto Each = [&](auto Value) {
    for (unsigned L = 0; L != WarpSize; ++L)
      Out[L] = Value(L, W.Number * WarpSize + L);
  };
  switch (With) {
  case Special::LocalAddress:
    return All(F.LocalBegin + Offset);
  case Special::TidX:
    return Each([&](unsigned, unsigned T) { return T % Shape.X; });
  case Special::TidY:
    return Each([&](unsigned, unsigned T) { return T / Shape.X % Shape.Y; });
  case Special::TidZ:
    return Each([&](unsigned, unsigned T) { return T / Shape.X / Shape.Y; });
  case Special::NtidX:
    return All(Shape.X);
  case Special::NtidY:
    return All(Shape.Y);
  case Special::NtidZ:
    return All(Shape.Z);
  case Special::CtaidX:
  case Special::ClusterIdX:
    return All(Index.X);
  case Special::CtaidY:
  case Special::ClusterIdY:
    return All(Index.Y);
  case Special::CtaidZ:
  case Special::ClusterIdZ:
    return All(Index.Z);
  case Special::NctaidX:
    return All(Grid.X);
  case Special::NctaidY:
    return All(Grid.Y);
  case Special::NctaidZ:
    return All(Grid.Z);
  case Special::LaneId:
    return Each([](unsigned L, unsigned) { return L; });
  case Special::WarpId:
    return All(W.Number);
  case Special::NwarpId:
    return All(Warps.size());
  case Special::MaskEq:
    return Each([](unsigned L, unsigned) { return 1u << L; });
  case Special::MaskLe:
    return Each([](unsigned L, unsigned) { return (2ull << L) - 1; });
  case Special::MaskLt:
    return Each([](unsigned L, unsigned) { return (1u << L) - 1; });
  case Special::MaskGe:
    return Each([](unsigned L, unsigned) { return ~0u << L; });
  case Special::MaskGt:
    return Each([](unsigned L, unsigned) {
      return static_cast<std::uint32_t>(~0ull << 1 << L);
    });
  case Special::DynamicShared:
    return All(DynamicBytes);
  case Special::TotalShared:
    return All(Shared.Size);
  case Special::GridId:
    return All(On.Launches);
  case Special::NsmId:
  case Special::ClusterNctaRank:
    return All(1);
  case Special::SmId:
  case Special::ClusterCtaRank:
    return All(0);
  case Special::Clock:
  case Special::ClockHi:
  case Special::Clock64:
  case Special::GlobalTimer:
    return; // hidden instructions read these
  }
}

std::size_t BlockRun::choose(const Warp &W, bool Last,
                             std::uint32_t &Stop) const {
  std::size_t Best = NoGroup;
  const auto Before = [&](const Group &A, const Group &B) {
    if (A.In->Depth != B.In->Depth)
      return A.In->Depth > B.In->Depth;
    return A.In != B.In ? A.In->Serial < B.In->Serial : A.Pc < B.Pc;
  };
  for (std::size_t N = 0; N != W.Groups.size(); ++N)
    if (W.Groups[N].For == Group::Waits::Ready &&
        (Best == NoGroup || Before(W.Groups[N], W.Groups[Best]) != Last))
      Best = N;
  Stop = ~0u;
  if (Best != NoGroup)
    for (const Group &G : W.Groups)
      if (G.In == W.Groups[Best].In && G.Pc > W.Groups[Best].Pc)
        Stop = std::min(Stop, G.Pc);
  return Best;
}

void BlockRun::merge(Warp &W) {
  using Waits = Group::Waits;
  for (std::size_t A = 0; A < W.Groups.size(); ++A)
    for (std::size_t B = A + 1; B < W.Groups.size();) {
      Group &To = W.Groups[A], &From = W.Groups[B];
      const bool Collective =
          To.For == Waits::Collective || From.For == Waits::Collective;
      if (To.In != From.In || To.Pc != From.Pc ||
          !(Collective || (To.For == From.For && To.At == From.At))) {
        ++B;
        continue;
      }
      To.Mask |= From.Mask;
      if (Collective)
        To.For = Waits::Ready; // it tries again, with more lanes
      W.Groups.erase(W.Groups.begin() + std::ptrdiff_t(B));
    }
}

std::size_t BlockRun::split(Warp &W, std::size_t G, std::uint32_t Mask) {
  Group New = W.Groups[G];
  W.Groups[G].Mask &= ~Mask;
  New.Mask = Mask;
  W.Groups.push_back(New);
  return W.Groups.size() - 1;
}

bool BlockRun::runWarp(Warp &W) {
  const std::uint64_t Begin = Issued;
  std::uint64_t Since = Issued;
  bool Last = false, MayWait = false;
  W.ReadsStrongly = false;
  while (Issued - Begin < (MayWait ? WaitingPatience : WarpPatience)) {
    if (W.Groups.size() > 1)
      merge(W);
    std::uint32_t Stop = ~0u;
    const std::size_t G = choose(W, Last, Stop);
    if (G == NoGroup)
      return true;
    if (!runGroup(W, G, Stop))
      return false;
    const std::uint64_t Turn = Issued - Since;
    MayWait |= W.ReadsStrongly;
    if (W.Groups.size() < 2 || (Last && Turn >= SpinTurn) ||
        (W.ReadsStrongly && Turn >= SpinPatience)) {
      Last = W.Groups.size() > 1 && !Last;
      W.ReadsStrongly = false;
      Since = Issued;
    }
  }
  return true;
}

/// The lanes of the group whose predicate is true.
static std::uint32_t guarded(const Group &G, const Instruction &I) {
  const Lanes &P = G.In->Registers[std::size_t(I.Guard)];
  std::uint32_t Bits = 0;
  for (unsigned L = 0; L != WarpSize; ++L)
    Bits |= static_cast<std::uint32_t>(P[L] & 1) << L;
  return G.Mask & (I.GuardNot ? ~Bits : Bits);
}

bool BlockRun::runGroup(Warp &W, std::size_t Number, std::uint32_t Stop) {
  Group &G = W.Groups[Number];
  const Function &F = *G.In->Of;
  const std::uint64_t Until = Issued + SpinPatience;
  while (Issued < Until) {
    const Instruction &I = F.Code[G.Pc];
    const std::uint32_t Mask = I.Guard < 0 ? G.Mask : guarded(G, I);
    if (I.Op) {
      ++Issued;
      Counts &Spent = F.Spent[G.Pc];
      ++Spent.Warp[unsigned(I.Counts)];
      Spent.Thread[unsigned(I.Counts)] +=
          static_cast<unsigned>(__builtin_popcount(Mask));
      if (On.Run.Limit && Issued > On.Run.Limit) {
        fail(Mistake::Endless,
             "the block has run " + std::to_string(On.Run.Limit) +
                 " instructions of warps, the limit of HEDDLE_PTX_LIMIT",
             whereIs(W, unsigned(__builtin_ctz(G.Mask)), F, I));
        return false;
      }
    }
    if (I.Kind != Flow::Plain)
      return Mask == 0 ? (++G.Pc, true) : control(W, Number, I, Mask);
    if (Mask != 0) {
      Step S{
          *this, W, *G.In, I, Mask, G.In->Registers.data(), F.Constants.data()};
      if (I.Copies)
        beforeCopy(W, *G.In, I, Mask);
      I.Run(S);
      if (Found)
        return false;
      if (I.Copies)
        behindCopy(W, *G.In, I, Mask);
    }
    if (++G.Pc >= Stop)
      return true;
  }
  return true;
}
