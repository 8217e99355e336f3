//===- MappingTest.cpp - Tests of the combinators -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Spaces.h"

#include <set>

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr long long Lowest = integer::lowest;
constexpr long long Highest = integer::highest;

/// How many threads of the mapped space are off.
long long threadsOff(const mapping &M, const index_space &Space) {
  const mapped_space<long long> Mapped = apply(M, Space);
  EXPECT_TRUE(Mapped.valid()) << describe(Mapped.error);
  long long Off = 0;
  dense(std::vector<long long>(static_cast<std::size_t>(Mapped.threads.rank)),
        {Mapped.threads.extent.begin(),
         Mapped.threads.extent.begin() + Mapped.threads.rank})
      .for_each([&](const IndexVector &Thread) {
        thread_guards Guards;
        recover(Mapped, Thread, Guards);
        Off += Guards.on ? 0 : 1;
      });
  return Off;
}

//===----------------------------------------------------------------------===//
// Worked examples of the literature (IFL 2021, sections 2 and 4), misprints
// corrected
//===----------------------------------------------------------------------===//

TEST(MappingOracle, ShiftLBMovesTheLowerBoundToZero) {
  EXPECT_EQ(stageAfter(ShiftLB(Gen), make_space({1, 1}, {6, 6}, {1, 2})),
            make_space({0, 0}, {5, 5}, {1, 2}));
}

TEST(MappingOracle, CompressGridOfOneDimension) {
  EXPECT_EQ(
      stageAfter(CompressGrid({1, 0}, Gen), make_space({0, 0}, {5, 5}, {2, 2})),
      make_space({0, 0}, {3, 5}, {1, 2}));
}

TEST(MappingOracle, CompressGridOfBothDimensions) {
  EXPECT_EQ(
      stageAfter(CompressGrid({1, 1}, Gen), make_space({0, 0}, {5, 5}, {2, 2})),
      make_space({3, 3}));
}

TEST(MappingOracle, CompressGridWithWidth) {
  const index_space Space = make_space({0, 0}, {5, 5}, {3, 1}, {2, 1});
  const mapping M = GridBlock(1, CompressGrid({1, 0}, Gen));
  EXPECT_EQ(stageAfter(M, Space), make_space({4, 5}));
  // idx_0 = (thread_0 / 2) * 3 + thread_0 % 2
  IndexVector Thread{};
  Thread[0] = 2;
  thread_guards Guards;
  EXPECT_EQ(recover(apply(M, Space), Thread, Guards)[0], 3);
}

TEST(MappingOracle, FoldLast2MultipliesTheExtents) {
  EXPECT_EQ(stageAfter(FoldLast2(Gen), make_space({2, 5})), make_space({10}));
}

TEST(MappingOracle, SplitLastRoundsUpAndSwitchesTwoThreadsOff) {
  EXPECT_EQ(stageAfter(SplitLast(4, Gen), make_space({10})),
            make_space({3, 4}));
  EXPECT_EQ(threadsOff(GridBlock(1, SplitLast(4, Gen)), make_space({10})), 2);
}

TEST(MappingOracle, PadLastRoundsUp) {
  EXPECT_EQ(stageAfter(PadLast(4, Gen), make_space({5, 7})),
            make_space({5, 8}));
  EXPECT_EQ(threadsOff(GridBlock(1, PadLast(4, Gen)), make_space({5, 7})), 5);
}

TEST(MappingOracle, PermuteSwapsTheExtents) {
  EXPECT_EQ(stageAfter(Permute({1, 0}, Gen), make_space({5, 7})),
            make_space({7, 5}));
}

TEST(MappingOracle, PermuteTakesTheNewDimensionKFromTheOldPK) {
  EXPECT_EQ(
      stageAfter(Permute({2, 0, 1}, Gen),
                 make_space({1, 2, 3}, {10, 20, 30}, {4, 5, 6}, {2, 3, 5})),
      make_space({3, 1, 2}, {30, 10, 20}, {6, 4, 5}, {5, 2, 3}));
}

TEST(MappingOracle, PruneGridKeepsTheThreadsInsideTheWidth) {
  // 3 .. 10 in steps of 3 with width 2: 3 4 6 7 9.
  const index_space Space = make_space({3}, {10}, {3}, {2});
  const mapping M = GridBlock(1, PruneGrid(ShiftLB(Gen)));
  EXPECT_EQ(threadsOff(M, Space), 2);
  EXPECT_TRUE(mapsOneToOneOnto(Space, M));
}

TEST(MappingOracle, SplitLastOfAMultipleLaunchesNoNeedlessBlock) {
  EXPECT_EQ(stageAfter(SplitLast(32, Gen), make_space({64})),
            make_space({2, 32}));
}

/// Sets the cells that the threads of the mapped space run to the value.
void runPartition(int (&Cells)[9][9], const index_space &Space,
                  const mapping &M, int Value) {
  const mapped_space<long long> Mapped = apply(M, Space);
  ASSERT_TRUE(Mapped.valid()) << text(Space) << ", " << text(M);
  ASSERT_EQ(Mapped.threads.rank, 1);
  for (long long T = 0; T < Mapped.threads.extent[0]; ++T) {
    IndexVector Thread{};
    Thread[0] = T;
    thread_guards Guards;
    const IndexVector Iv = recover(Mapped, Thread, Guards);
    if (Guards.on)
      Cells[Iv[0]][Iv[1]] = Value;
  }
}

constexpr mapping Folded =
    GridBlock(1, FoldLast2(CompressGrid({1, 1}, ShiftLB(Gen))));
constexpr mapping FoldedPruned =
    GridBlock(0, FoldLast2(PruneGrid(ShiftLB(Gen))));

TEST(MappingOracle, SacExampleOnNineByNine) {
  for (const mapping &M : {Folded, FoldedPruned}) {
    int Cells[9][9] = {};
    runPartition(Cells, make_space({0, 1}, {9, 8}, {2, 3}, {1, 2}), M, 3);
    runPartition(Cells, make_space({1, 0}, {8, 9}, {3, 2}, {2, 1}), M, 7);
    for (int I = 0; I < 9; ++I)
      for (int J = 0; J < 9; ++J) {
        const bool Seven = I >= 1 && I < 8 && (I - 1) % 3 < 2 && J % 2 == 0;
        const bool Three = I % 2 == 0 && J >= 1 && J < 8 && (J - 1) % 3 < 2;
        EXPECT_EQ(Cells[I][J], Seven ? 7 : Three ? 3 : 0) << I << ", " << J;
      }
    const std::vector<int> Row2(Cells[2], Cells[2] + 9);
    EXPECT_EQ(Row2, (std::vector<int>{7, 3, 7, 0, 7, 3, 7, 3, 7}));
  }
}

TEST(MappingOracle, SacsSevenPartitionsTileSevenBySeven) {
  const index_space Partitions[7] = {
      make_space({1, 1}, {6, 6}, {2, 3}, {1, 2}),
      make_space({0, 0}, {1, 7}),
      make_space({6, 0}, {7, 7}),
      make_space({1, 0}, {6, 1}),
      make_space({1, 6}, {6, 7}),
      make_space({2, 1}, {6, 6}, {2, 5}, {1, 5}),
      make_space({1, 3}, {6, 6}, {2, 3}, {1, 1}),
  };
  for (const mapping &M : {Folded, FoldedPruned}) {
    int Cells[9][9] = {};
    long long Total = 0;
    for (int P = 0; P < 7; ++P) {
      runPartition(Cells, Partitions[P], M, P + 1);
      Total += Partitions[P].size();
    }
    EXPECT_EQ(Total, 49);
    const int Expected[7][7] = {{2, 2, 2, 2, 2, 2, 2}, {4, 1, 1, 7, 1, 1, 5},
                                {4, 6, 6, 6, 6, 6, 5}, {4, 1, 1, 7, 1, 1, 5},
                                {4, 6, 6, 6, 6, 6, 5}, {4, 1, 1, 7, 1, 1, 5},
                                {3, 3, 3, 3, 3, 3, 3}};
    for (int I = 0; I < 7; ++I)
      for (int J = 0; J < 7; ++J)
        EXPECT_EQ(Cells[I][J], Expected[I][J]) << I << ", " << J;
  }
}

TEST(MappingOracle, TwoDimensionalTilesPutTheInnermostLoopOnX) {
  const mapping M = GridBlock(
      2,
      Permute({2, 0, 3, 1},
              SplitLast(32, Permute({1, 2, 0}, SplitLast(32, ShiftLB(Gen))))));
  const index_space Space = make_space({100, 70});
  const mapped_space<long long> Mapped = apply(M, Space);
  ASSERT_TRUE(Mapped.valid());
  EXPECT_EQ(Mapped.threads.grid_extent(axis::x), 3);
  EXPECT_EQ(Mapped.threads.grid_extent(axis::y), 4);
  EXPECT_EQ(Mapped.threads.grid_extent(axis::z), 1);
  EXPECT_EQ(Mapped.threads.block_extent(axis::x), 32);
  EXPECT_EQ(Mapped.threads.block_extent(axis::y), 32);
  // blockIdx (y, x) = (2, 1), threadIdx (y, x) = (3, 5)
  IndexVector Thread{};
  Thread[0] = 2, Thread[1] = 1, Thread[2] = 3, Thread[3] = 5;
  thread_guards Guards;
  const IndexVector Iv = recover(Mapped, Thread, Guards);
  EXPECT_EQ(Iv[0], 2 * 32 + 3);
  EXPECT_EQ(Iv[1], 1 * 32 + 5);
  EXPECT_TRUE(Guards.on);
  EXPECT_TRUE(mapsOneToOneOnto(Space, M));
}

//===----------------------------------------------------------------------===//
// Entry, and the parts of a thread space
//===----------------------------------------------------------------------===//

TEST(Mapping, GenNormalizesDenseStepsAndNegativeExtents) {
  EXPECT_EQ(apply(Gen, make_space({3, 2, 0}, {9, -5, 8}, {4, 1, 3}, {4, 1, 2}))
                .stages[0],
            make_space({3, 2, 0}, {9, 2, 8}, {1, 1, 3}, {1, 1, 2}));
}

TEST(Mapping, TwoNegativeExtentsGiveNoThreads) {
  const index_space Space = make_space({3, 3}, {1, 1});
  const mapped_space<long long> Mapped =
      apply(GridBlock(1, SplitLast(4, FoldLast2(ShiftLB(Gen)))), Space);
  ASSERT_TRUE(Mapped.valid());
  EXPECT_EQ(Mapped.threads.grid_extent(axis::x), 0);
}

TEST(Mapping, PartsAndAxesOfTheThreadSpace) {
  const mapped_space<long long> Mapped =
      apply(GridBlock(2, Gen), make_space({2, 3, 4, 5, 6}));
  ASSERT_TRUE(Mapped.valid());
  const thread_space<long long> &Threads = Mapped.threads;
  EXPECT_EQ(Threads.rank, 5);
  EXPECT_EQ(Threads.grid_rank, 3);
  EXPECT_EQ(Threads.block_rank, 2);
  EXPECT_EQ(Threads.grid_extent(axis::z), 2);
  EXPECT_EQ(Threads.grid_extent(axis::y), 3);
  EXPECT_EQ(Threads.grid_extent(axis::x), 4);
  EXPECT_EQ(Threads.block_extent(axis::y), 5);
  EXPECT_EQ(Threads.block_extent(axis::x), 6);
  EXPECT_EQ(Threads.block_extent(axis::z), 1);
  const thread_part Parts[] = {thread_part::grid, thread_part::grid,
                               thread_part::grid, thread_part::block,
                               thread_part::block};
  const axis Axes[] = {axis::z, axis::y, axis::x, axis::y, axis::x};
  for (int D = 0; D < 5; ++D) {
    EXPECT_EQ(Threads.part_of(D), Parts[D]) << D;
    EXPECT_EQ(Threads.axis_of(D), Axes[D]) << D;
  }
}

TEST(Mapping, GridBlockOfNoneAndOfAll) {
  const index_space Space = make_space({3, 4});
  const mapped_space<long long> None = apply(GridBlock(0, Gen), Space);
  EXPECT_EQ(None.threads.block_extent(axis::x), 1);
  EXPECT_EQ(None.threads.grid_extent(axis::y), 3);
  const mapped_space<long long> All = apply(GridBlock(2, Gen), Space);
  EXPECT_EQ(All.threads.grid_extent(axis::x), 1);
  EXPECT_EQ(All.threads.block_extent(axis::y), 3);
}

//===----------------------------------------------------------------------===//
// Guards are asked for only where they can be false
//===----------------------------------------------------------------------===//

struct CountingGuards {
  int Count = 0;
  void require_less(long long, long long) { ++Count; }
};

int guards(const mapping &M, const index_space &Space) {
  CountingGuards Guards;
  recover(apply(M, Space), IndexVector{}, Guards);
  return Guards.Count;
}

TEST(Mapping, NoGuardWhereTheLengthDividesOrThereIsNoStep) {
  EXPECT_EQ(guards(GridBlock(1, SplitLast(32, Gen)), make_space({64})), 0);
  EXPECT_EQ(guards(GridBlock(1, SplitLast(32, Gen)), make_space({65})), 1);
  EXPECT_EQ(guards(GridBlock(0, PadLast(32, Gen)), make_space({64})), 0);
  EXPECT_EQ(guards(GridBlock(0, PadLast(32, Gen)), make_space({65})), 1);
  EXPECT_EQ(
      guards(GridBlock(0, SplitLast(4, PadLast(32, Gen))), make_space({65})),
      1);
  EXPECT_EQ(guards(GridBlock(0, PruneGrid(Gen)),
                   make_space({0, 0}, {9, 9}, {3, 2}, {1, 2})),
            1);
}

//===----------------------------------------------------------------------===//
// Mappings as constant expressions that users write
//===----------------------------------------------------------------------===//

constexpr mapping MyTile = SplitLast(32, ShiftLB(Gen));
constexpr mapping tile(long long Length, mapping Inner = ShiftLB(Gen)) {
  return GridBlock(1, SplitLast(Length, Inner));
}
constexpr mapping reversed(int Rank) {
  std::array<int, 8> Order{};
  for (int K = 0; K < Rank; ++K)
    Order[static_cast<std::size_t>(K)] = Rank - 1 - K;
  return GridBlock(2, Permute(Order, Rank, ShiftLB(Gen)));
}
template <int... Mask> constexpr mapping compressed() {
  return CompressGrid({Mask...}, ShiftLB(Gen));
}

static_assert(GridBlock(1, MyTile).valid());
static_assert(apply(tile(64), make_space({100})).threads.extent[0] == 2);
static_assert(apply(tile(8, FoldLast2(ShiftLB(Gen))), make_space({3, 5}))
                  .threads.grid_extent(axis::x) == 2);
static_assert(apply(reversed(3), make_space({2, 3, 4}))
                  .threads.grid_extent(axis::x) == 4);
static_assert(compressed<1, 0, 1>().steps[1].args[2] == 1);
static_assert(compressed<1, 0, 1>().steps[1].count == 3);
static_assert(!tile(0).valid() && tile(0).error_step == 1);
static_assert(CompressGrid({true, 0U, 1L}, Gen).valid());

constexpr long long firstIndexOf(long long Block, long long Thread) {
  const auto Mapped = apply(tile(32), make_space({5}, {100}));
  index_vector<long long> Index{};
  Index[0] = Block;
  Index[1] = Thread;
  thread_guards Guards;
  const long long Out = recover(Mapped, Index, Guards)[0];
  return Guards.on ? Out : -1;
}
static_assert(firstIndexOf(0, 0) == 5 && firstIndexOf(2, 30) == 99 &&
              firstIndexOf(2, 31) == -1);

//===----------------------------------------------------------------------===//
// No argument makes constant evaluation fail
//===----------------------------------------------------------------------===//

constexpr bool survives(long long A) {
  const mapping Mappings[] = {
      SplitLast(A, ShiftLB(Gen)),
      PadLast(A, ShiftLB(Gen)),
      GridBlock(A, Gen),
      Permute({A, 0}, Gen),
      CompressGrid({A, A}, Gen),
      GridBlock(1, SplitLast(A, PadLast(A, FoldLast2(ShiftLB(Gen))))),
      GridBlock(1, FoldLast2(SplitLast(A, CompressGrid({1, 1}, ShiftLB(Gen))))),
  };
  const index_space Spaces[] = {
      make_space({Lowest, Lowest}, {Highest, Highest}, {7, Highest},
                 {3, Highest - 1}),
      make_space({0, 0}, {Highest, Highest}),
      make_space({A, A}, {Highest, A}),
      make_space({Lowest, -1}, {-1, A}, {2, 1}),
      make_space({Highest, Highest}, {Lowest, Lowest}),
  };
  index_vector<long long> Far{};
  for (auto &Entry : Far)
    Entry = A;
  bool Any = false;
  for (const mapping &M : Mappings)
    for (const index_space &Space : Spaces) {
      const auto Mapped = apply(M, Space);
      thread_guards Guards;
      recover(Mapped, Far, Guards);
      Any = Any || Mapped.valid();
    }
  return Any || A < 1;
}
static_assert(survives(Lowest) && survives(Lowest + 1) && survives(-1) &&
              survives(0) && survives(1) && survives(2) &&
              survives(1LL << 62) && survives(Highest - 1) &&
              survives(Highest));

} // namespace
