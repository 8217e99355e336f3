//===- Frames.cpp - functions that lanes enter and leave ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Frames.h"

using namespace heddle::ptx;

/// A special value of each lane.
static void fill(const BlockRun &Block, const Warp &W, const Frame &F,
                 Special With, std::uint64_t Offset, Lanes &Out) {
  const auto All = [&](std::uint64_t Value) { Out.fill(Value); };
  const auto Each = [&](auto Value) {
    for (unsigned L = 0; L != WarpSize; ++L)
      Out[L] = Value(L, W.Number * WarpSize + L);
  };
  switch (With) {
  case Special::LocalAddress:
    return All(F.LocalBegin + Offset);
  case Special::TidX:
    return Each([&](unsigned, unsigned T) { return T % Block.Shape.X; });
  case Special::TidY:
    return Each([&](unsigned, unsigned T) {
      return T / Block.Shape.X % Block.Shape.Y;
    });
  case Special::TidZ:
    return Each([&](unsigned, unsigned T) {
      return T / Block.Shape.X / Block.Shape.Y;
    });
  case Special::NtidX:
    return All(Block.Shape.X);
  case Special::NtidY:
    return All(Block.Shape.Y);
  case Special::NtidZ:
    return All(Block.Shape.Z);
  case Special::CtaidX:
  case Special::ClusterIdX:
    return All(Block.Index.X);
  case Special::CtaidY:
  case Special::ClusterIdY:
    return All(Block.Index.Y);
  case Special::CtaidZ:
  case Special::ClusterIdZ:
    return All(Block.Index.Z);
  case Special::NctaidX:
    return All(Block.Grid.X);
  case Special::NctaidY:
    return All(Block.Grid.Y);
  case Special::NctaidZ:
    return All(Block.Grid.Z);
  case Special::LaneId:
    return Each([](unsigned L, unsigned) { return L; });
  case Special::WarpId:
    return All(W.Number);
  case Special::NwarpId:
    return All(Block.Warps.size());
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
    return All(Block.DynamicBytes);
  case Special::TotalShared:
    return All(Block.Shared.Size);
  case Special::GridId:
    return All(Block.On.Launches);
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

Frame &heddle::ptx::enterFrame(const BlockRun &Block, Warp &W,
                               const Function &F, Frame *Caller,
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
  New.Undefined.clear();
  New.Slots.resize(F.SlotBytes * WarpSize);
  New.Formals.resize(Caller ? F.ParameterBytes * WarpSize : 0);
  New.LocalBegin =
      Caller ? (Caller->LocalBegin + Caller->Of->LocalBytes + 15) / 16 * 16 : 0;
  for (const Fill &Each : F.Fills)
    fill(Block, W, New, Each.With, Each.Offset,
         New.Registers[std::size_t(Each.Register)]);
  return New;
}

void heddle::ptx::releaseFrame(Warp &W, Frame &F) {
  for (auto &Each : W.Frames)
    if (Each.get() == &F) {
      W.Spare.push_back(std::move(Each));
      Each = std::move(W.Frames.back());
      W.Frames.pop_back();
      return;
    }
}
