//===- DamageTest.cpp - What is damaged is not proved ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every node of every expression that is printed (grid, block, recovery,
// guards, the extents at the cuts) is damaged in turn. Brute force over small
// parameters says which of the damaged kernels still run each iteration exactly
// once; the proof may accept only those.
//===----------------------------------------------------------------------===//
#include "BruteForce.h"
#include "heddle/strategy.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

const Sym N = leaf("n"), M = leaf("m"), L = leaf("l");

/// S with each single node changed.
std::vector<Sym> damage(const Sym &S, const std::vector<Sym> &Leaves) {
  std::vector<Sym> Out;
  auto With = [&](SymKind K) { Out.push_back(Sym::make(K, S.operands())); };
  switch (S.kind()) {
  case SymKind::Const:
    return {S + 1, S - 1};
  case SymKind::Leaf:
    for (const Sym &Other : Leaves)
      if (Other != S)
        Out.push_back(Other);
    return Out;
  case SymKind::Add:
    With(SymKind::Sub);
    break;
  case SymKind::Sub:
    With(SymKind::Add);
    break;
  case SymKind::FloorDiv:
    With(SymKind::CeilDiv);
    With(SymKind::FloorMod);
    break;
  case SymKind::CeilDiv:
    With(SymKind::FloorDiv);
    break;
  case SymKind::FloorMod:
    With(SymKind::FloorDiv);
    break;
  case SymKind::Min:
    With(SymKind::Max);
    break;
  case SymKind::Lt:
    With(SymKind::Le);
    Out.push_back(Sym::truth(true));
    break;
  default:
    break;
  }
  Out.push_back(S + 1);
  Out.push_back(S - 1);
  for (size_t I = 0; I < S.operands().size(); ++I)
    for (const Sym &Changed : damage(S.operands()[I], Leaves)) {
      std::vector<Sym> Ops = S.operands();
      Ops[I] = Changed;
      Out.push_back(Sym::make(S.kind(), std::move(Ops)));
    }
  return Out;
}

/// All that is printed of a variant, and what the proof takes at the cuts.
std::vector<Sym *> expressions(ThreadMapping &V) {
  std::vector<Sym *> All;
  for (unsigned A = 0; A < 3; ++A) {
    All.push_back(&V.Grid[A]);
    All.push_back(&V.Block[A]);
  }
  for (Sym &Extent : V.Serial)
    All.push_back(&Extent);
  for (RecoveryStep &Step : V.Recovery)
    All.push_back(&Step.Value);
  for (ThreadGuard &G : V.Guards)
    All.push_back(&G.Cond);
  for (FoldCut &Cut : V.Cuts)
    for (std::vector<CutDim> *Dims : {&Cut.Folded, &Cut.Unfolded})
      for (CutDim &D : *Dims)
        All.push_back(&D.Extent);
  return All;
}

void checkDamage(const AffineNest &Nest, const mapping &Map) {
  auto Rank = static_cast<unsigned>(Nest.Dims.size());
  ThreadMapping V = mappingOf(Nest, Map);
  dropImpliedGuards(V, Nest, Rank);
  ASSERT_TRUE(isRight(V, Nest)) << spell(Map);
  ASSERT_EQ(prove(V, Nest, Rank).Holds, isl::Answer::Yes) << spell(Map);

  std::vector<Sym> Leaves;
  for (const AffineNest::Parameter &P : Nest.Parameters)
    Leaves.push_back(Sym::leaf(P.Name));
  for (unsigned A = 0; A < 2; ++A) {
    Leaves.push_back(Sym::leaf(GridLeaf[A]));
    Leaves.push_back(Sym::leaf(BlockLeaf[A]));
  }
  for (size_t D = 0; D < V.Serial.size(); ++D)
    Leaves.push_back(Sym::leaf(serialLeaf(D)));
  unsigned Damaged = 0, Wrong = 0, Accepted = 0;
  for (size_t E = 0; E < expressions(V).size(); ++E)
    for (const Sym &Changed : damage(*expressions(V)[E], Leaves)) {
      ThreadMapping Copy = V;
      *expressions(Copy)[E] = Changed;
      ++Damaged;
      bool Right = isRight(Copy, Nest);
      Wrong += !Right;
      bool Proved = prove(Copy, Nest, Rank).Holds == isl::Answer::Yes;
      Accepted += Proved;
      EXPECT_TRUE(Right || !Proved)
          << spell(Map) << ": expression " << E << " as " << toString(Changed);
    }
  for (size_t G = 0; G < V.Guards.size(); ++G) {
    ThreadMapping Copy = V;
    Copy.Guards.erase(Copy.Guards.begin() + static_cast<ptrdiff_t>(G));
    EXPECT_FALSE(isRight(Copy, Nest)) << "a guard that is not needed";
    EXPECT_NE(prove(Copy, Nest, Rank).Holds, isl::Answer::Yes);
  }
  EXPECT_GT(Wrong, Damaged / 2);
  EXPECT_LT(Accepted, Damaged / 2);
}

/// 0 <= i < n, parameters small enough for brute force to see all that matters.
std::shared_ptr<AffineNest> line() {
  return handSpace({{"n"}}, {dim("i", 0, N)}, "{ Stmt[i] : 0 <= i < n }");
}

std::shared_ptr<AffineNest> plane() {
  return handSpace({{"n"}, {"m"}}, {dim("i", 1, N), dim("j", 0, M)},
                   "{ Stmt[i, j] : 1 <= i < n and 0 <= j < m }");
}

std::shared_ptr<AffineNest> strided() {
  return handSpace({{"n"}, {"l"}}, {dim("i", L, N, 5, 2)},
                   "{ Stmt[i] : l <= i < n and (i - l) mod 5 < 2 }");
}

TEST(Damage, ToSplitLastIsNotProved) {
  checkDamage(*line(), GridBlock(1, SplitLast(4, ShiftLB(Gen))));
}

TEST(Damage, ToPadLastIsNotProved) {
  checkDamage(*line(), GridBlock(1, PadLast(4, ShiftLB(Gen))));
}

TEST(Damage, ToPermuteIsNotProved) {
  checkDamage(*plane(), GridBlock(1, Permute({1, 0}, ShiftLB(Gen))));
}

TEST(Damage, ToTwoSplitsIsNotProved) {
  checkDamage(
      *plane(),
      GridBlock(2, Permute({2, 0, 3, 1},
                           SplitLast(3, Permute({1, 2, 0},
                                                SplitLast(2, ShiftLB(Gen)))))));
}

TEST(Damage, ToSerialIsNotProved) {
  checkDamage(
      *line(),
      GridBlock(1, Serial(1, Permute({1, 0}, SplitLast(4, ShiftLB(Gen))))));
  checkDamage(*plane(), GridBlock(1, Serial(1, ShiftLB(Gen))));
}

TEST(Damage, ToCompressGridIsNotProved) {
  checkDamage(*strided(),
              GridBlock(1, SplitLast(3, CompressGrid({1}, ShiftLB(Gen)))));
}

TEST(Damage, ToPruneGridIsNotProved) {
  checkDamage(*strided(), GridBlock(1, PruneGrid(ShiftLB(Gen))));
}

TEST(Damage, ToAFoldOfRunTimeExtentsIsNotProved) {
  checkDamage(*plane(), GridBlock(1, SplitLast(4, FoldLast2(ShiftLB(Gen)))));
}

TEST(Damage, ToAFoldOfConstantExtentsIsNotProved) {
  auto Nest = handSpace({{"n"}}, {dim("i", 0, N), dim("j", 0, 3)},
                        "{ Stmt[i, j] : 0 <= i < n and 0 <= j < 3 }");
  checkDamage(*Nest, GridBlock(1, SplitLast(4, FoldLast2(ShiftLB(Gen)))));
}

// Two negative extents must not multiply to live threads.
TEST(Damage, OfTheZeroTripTestIsNotProved) {
  for (const mapping &Map :
       {GridBlock(1, SplitLast(4, FoldLast2(ShiftLB(Gen)))),
        GridBlock(1, ShiftLB(Gen))}) {
    auto Nest = plane();
    ThreadMapping V = mappingOf(*Nest, Map);
    ASSERT_EQ(prove(V, *Nest, 2).Holds, isl::Answer::Yes);
    Nest->ZeroTrip = less_equal(N, 1);
    EXPECT_EQ(prove(V, *Nest, 2).Holds, isl::Answer::No);
    Nest->ZeroTrip = Sym::truth(false);
    EXPECT_EQ(prove(V, *Nest, 2).Holds, isl::Answer::No);
    EXPECT_EQ(isRight(V, *Nest), V.Cuts.empty());
  }
}

TEST(Damage, OfTheIndexSpaceIsNotProved) {
  auto Nest = handSpace({{"n"}}, {dim("i", 0, N)}, "{ Stmt[i] : 0 <= i <= n }");
  ThreadMapping V = mappingOf(*Nest, GridBlock(1, SplitLast(4, ShiftLB(Gen))));
  EXPECT_EQ(prove(V, *Nest, 1).Holds, isl::Answer::No);
}

} // namespace
