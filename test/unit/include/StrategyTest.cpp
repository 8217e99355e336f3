//===- StrategyTest.cpp - Tests of the strategies -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Spaces.h"

#include <heddle/strategy.h>

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr long long Highest = integer::highest;
constexpr long long MostBlocks = 2147483647; // along x

std::vector<strategy> allStrategies() {
  return {
#define HEDDLE_STRATEGY(Name, rule) Name,
#include <heddle/strategies.def>
  };
}

/// The extents of grid and block, outermost first, after a strategy.
std::vector<long long> extents(strategy S, const index_space &Space) {
  const mapping M = choose(S, Space);
  const mapped_space<long long> Mapped = apply(M, Space);
  EXPECT_TRUE(Mapped.valid()) << text(M) << ": " << describe(Mapped.error);
  return {Mapped.threads.extent.begin(),
          Mapped.threads.extent.begin() + Mapped.threads.rank};
}

using Extents = std::vector<long long>;

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

class StrategyProperty : public testing::TestWithParam<int> {};

TEST_P(StrategyProperty, ThreadsMapOneToOneOntoTheSpace) {
  const int Rank = GetParam();
  RandomSpaces Random(7000U + static_cast<unsigned>(Rank));
  for (int Round = 0; Round < 300; ++Round) {
    const index_space Space = Random.space(Rank);
    for (const strategy S : allStrategies()) {
      const mapping M = choose(S, Space);
      if (S == Jing && Rank > jing_max_rank) {
        ASSERT_EQ(M.error, violation::rank_above_jing);
        continue;
      }
      ASSERT_TRUE(mapsOneToOneOnto(Space, M)) << S.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, StrategyProperty, testing::Range(1, 7));

TEST(Strategy, EveryRankIsMappedByAllButJing) {
  for (int Rank = 1; Rank <= max_rank; ++Rank) {
    index_space Space{};
    Space.rank = Rank;
    for (std::size_t D = 0; D < Space.dimensions(); ++D) {
      Space.lower[D] = 3;
      Space.upper[D] = D % 4 == 0 ? 6 : 4;
      Space.step[D] = 2;
      Space.width[D] = 1;
    }
    for (const strategy S : allStrategies()) {
      const mapping M = choose(S, Space);
      EXPECT_EQ(M.valid(), !(S == Jing && Rank > 5)) << S.name() << Rank;
      if (M.valid()) {
        EXPECT_TRUE(mapsOneToOneOnto(Space, M)) << S.name();
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Jing and JingExt
//===----------------------------------------------------------------------===//

TEST(Strategy, JingsThreadSpacesAreThoseOfTable1) {
  EXPECT_EQ(extents(Jing, make_space({100})), (Extents{4, 32}));
  EXPECT_EQ(extents(Jing, make_space({64})), (Extents{2, 32}));
  EXPECT_EQ(extents(Jing, make_space({100, 70})), (Extents{4, 3, 32, 32}));
  EXPECT_EQ(extents(Jing, make_space({9, 8, 7})), (Extents{9, 8, 7}));
  EXPECT_EQ(extents(Jing, make_space({9, 8, 7, 6})), (Extents{9, 8, 7, 6}));
  EXPECT_EQ(extents(Jing, make_space({9, 8, 7, 6, 5})),
            (Extents{9, 8, 7, 6, 5}));
}

TEST(Strategy, JingIsWrittenAsDocumented) {
  EXPECT_EQ(text(choose(Jing, make_space({5}))),
            "GridBlock(1, SplitLast(32, ShiftLB(Gen)))");
  EXPECT_EQ(text(choose(Jing, make_space({5, 5}))),
            "GridBlock(2, Permute({2,0,3,1}, SplitLast(32, Permute({1,2,0}, "
            "SplitLast(32, ShiftLB(Gen))))))");
  EXPECT_EQ(text(choose(Jing, make_space({5, 5, 5}))),
            "GridBlock(2, ShiftLB(Gen))");
  EXPECT_EQ(text(choose(Jing, make_space({0}, {5}, {3}, {2}))),
            "GridBlock(1, SplitLast(32, PruneGrid(ShiftLB(Gen))))");
  EXPECT_EQ(text(choose(Jing, make_space({0}, {5}, {3}, {3}))),
            "GridBlock(1, SplitLast(32, ShiftLB(Gen)))");
}

TEST(Strategy, JingExtFoldsNeighbouringPairsAndLeavesTheInnermostOfAnOddRank) {
  EXPECT_EQ(extents(JingExt, make_space({2, 3, 4, 5, 6, 7})),
            (Extents{6, 20, 42}));
  EXPECT_EQ(extents(JingExt, make_space({2, 3, 4, 5, 6, 7, 8})),
            (Extents{6, 20, 42, 8}));
  EXPECT_EQ(extents(JingExt, make_space({2, 3, 4, 5, 6, 7, 2, 4})),
            (Extents{6, 20, 42, 8}));
  EXPECT_EQ(extents(JingExt, make_space({2, 3, 2, 3, 2, 3, 2, 3, 5})),
            (Extents{6, 6, 6, 6, 5}));
  // Twice: 11 dimensions, then 6, then 3.
  EXPECT_EQ(extents(JingExt, make_space({2, 3, 2, 2, 2, 1, 1, 2, 2, 1, 3})),
            (Extents{24, 4, 6}));
  EXPECT_EQ(extents(JingExt, make_space({2, 3, 4, 5, 6})),
            extents(Jing, make_space({2, 3, 4, 5, 6})));
}

//===----------------------------------------------------------------------===//
// FoldAll
//===----------------------------------------------------------------------===//

TEST(Strategy, FoldAllCompressesExactlyTheDimensionsWithSteps) {
  EXPECT_EQ(text(choose(FoldAll, make_space({0, 0, 0}, {9, 9, 9}, {3, 2, 4},
                                            {1, 2, 3}))),
            "GridBlock(1, SplitLast(256, FoldLast2(FoldLast2(CompressGrid({1,0,"
            "1}, ShiftLB(Gen))))))");
  EXPECT_EQ(text(choose(FoldAll, make_space({9, 9}))),
            "GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen))))");
}

TEST(Strategy, FoldAllTakesAThreeDimensionalGridAboveTheLimit) {
  const long long Most = MostBlocks * 256;
  for (const long long Total : {Most - 1, Most})
    EXPECT_EQ(extents(FoldAll, make_space({Total})),
              (Extents{MostBlocks, 256}));
  EXPECT_EQ(extents(FoldAll, make_space({Most + 1})),
            (Extents{4096, 8192, 64, 256}));
}

TEST(Strategy, FoldAllFitsEveryTotalBelowTwoToThe63) {
  for (const long long Total :
       {1LL, 255LL, 256LL, 257LL, MostBlocks * 256, MostBlocks * 256 + 1,
        1LL << 40, 1LL << 55, 1LL << 62, Highest - 1, Highest})
    for (const strategy S : {FoldAll, Auto}) {
      const index_space Space = make_space({Total});
      const mapped_space<long long> Mapped = apply(choose(S, Space), Space);
      ASSERT_TRUE(Mapped.valid()) << Total;
      EXPECT_TRUE(fits(Mapped.threads)) << S.name() << Total;
    }
  const index_space TooMany = make_space({1LL << 32, 1LL << 31});
  EXPECT_EQ(apply(choose(FoldAll, TooMany), TooMany).error,
            violation::extent_overflow);
}

TEST(Strategy, TheThreeDimensionalGridFitsAndRecoversHugeIndices) {
  for (const long long Total : {1LL, 1000LL, 1LL << 33, MostBlocks * 256 + 1,
                                (1LL << 62) + 12345, Highest}) {
    const index_space Space = make_space({Total});
    const mapped_space<long long> Mapped = apply(fold_all_3d(Space), Space);
    ASSERT_TRUE(Mapped.valid()) << Total;
    EXPECT_TRUE(fits(Mapped.threads)) << Total;
    const long long X = Mapped.threads.grid_extent(axis::x);
    EXPECT_EQ(Mapped.threads.extent, (IndexVector{4096, 8192, X, 256}));
    RandomSpaces Random(17);
    int On = 0;
    for (int Round = 0; Round < 2000; ++Round) {
      const auto Pick = [&](long long Below) {
        return Random.once(3)
                   ? Below - 1
                   : Random.between(0, Random.once(2) ? 0 : Below - 1);
      };
      const IndexVector Thread{Pick(4096), Pick(8192), Pick(X), Pick(256)};
      thread_guards Guards;
      const IndexVector Iv = recover(Mapped, Thread, Guards);
      const long long Expected =
          ((Thread[2] * 8192 + Thread[1]) * 4096 + Thread[0]) * 256 + Thread[3];
      EXPECT_EQ(Guards.on, Expected < Total) << Total << text(Thread, 4);
      if (Guards.on) {
        EXPECT_EQ(Iv[0], Expected) << Total;
      }
      On += Guards.on ? 1 : 0;
    }
    EXPECT_GT(On, 0);
  }
}

TEST(Strategy, TheThreeDimensionalGridCoversASmallSpaceOnce) {
  // All blocks that have a thread on are among the first few along z and y.
  const index_space Space = make_space({2, -1}, {41, 60}, {3, 4}, {1, 3});
  mapped_space<long long> Mapped = apply(fold_all_3d(Space), Space);
  ASSERT_TRUE(Mapped.valid());
  Mapped.threads.extent[0] = 16;
  Mapped.threads.extent[1] = 2;
  EXPECT_TRUE(mapsOneToOneOnto(Space, Mapped));
}

//===----------------------------------------------------------------------===//
// Auto
//===----------------------------------------------------------------------===//

bool takesFoldAll(const index_space &Space) {
  return text(choose(Auto, Space)) == text(choose(FoldAll, Space));
}

TEST(Strategy,
     AutoTakesBlocksOf256ThreadsThatAreLongAlongTheInnermostDimension) {
  EXPECT_EQ(extents(Auto, make_space({1000})), (Extents{4, 256}));
  EXPECT_EQ(extents(Auto, make_space({100, 70})), (Extents{13, 3, 8, 32}));
  EXPECT_EQ(extents(Auto, make_space({9, 8, 64})), (Extents{9, 1, 2, 8, 32}));
  EXPECT_EQ(extents(Auto, make_space({9, 5, 8, 64})),
            (Extents{45, 1, 2, 8, 32}));
  EXPECT_EQ(text(choose(Auto, make_space({100, 70}))),
            "GridBlock(2, Permute({2,0,3,1}, SplitLast(8, Permute({1,2,0}, "
            "SplitLast(32, ShiftLB(Gen))))))");
}

TEST(Strategy, AutoFoldsWhatDoesNotFitADevice) {
  for (const long long Off : {-1, 0, 1}) {
    const bool Exceeds = Off == 1;
    EXPECT_EQ(takesFoldAll(make_space({8 * 65535 + Off, 32})), Exceeds);
    EXPECT_EQ(takesFoldAll(make_space({65535 + Off, 8, 32})), Exceeds);
  }
  EXPECT_FALSE(takesFoldAll(make_space({32767, 2, 8, 32})));
  EXPECT_TRUE(takesFoldAll(make_space({32768, 2, 8, 32})));
}

TEST(Strategy, AutoFoldsWhereMoreThanAQuarterOfManyThreadsWouldBeIdle) {
  EXPECT_FALSE(takesFoldAll(make_space({80000, 24})));
  EXPECT_TRUE(takesFoldAll(make_space({80000, 23})));
  // All of these start at once.
  EXPECT_FALSE(takesFoldAll(make_space({2048, 1})));
  EXPECT_TRUE(takesFoldAll(make_space({2049, 1})));
}

TEST(Strategy, AutoLeavesNoThreadsInTheGapsOfSteps) {
  EXPECT_EQ(text(choose(Auto, make_space({0}, {1LL << 31}, {1 << 30}, {1}))),
            "GridBlock(1, SplitLast(256, CompressGrid({1}, ShiftLB(Gen))))");
  EXPECT_EQ(
      extents(Auto, make_space({0, 0, 0}, {9, 9, 9}, {1, 2, 4}, {1, 2, 3})),
      (Extents{9, 2, 1, 8, 32}));
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Of a dense space of the rank.
layout randomLayout(RandomSpaces &Random, int Rank) {
  layout L{};
  L.order = Random.order(Rank);
  L.groups = static_cast<int>(Random.between(1, Rank < 3 ? Rank : 3));
  int Rest = Rank - L.groups;
  for (std::size_t G = 0; G < static_cast<std::size_t>(L.groups); ++G) {
    const bool IsLast = G + 1 == static_cast<std::size_t>(L.groups);
    const int More = IsLast ? Rest : static_cast<int>(Random.between(0, Rest));
    L.dimensions[G] = 1 + More;
    Rest -= More;
    L.block[G] = Random.between(1, 5);
  }
  L.run = Random.between(1, 4);
  L.run_group = static_cast<int>(Random.between(0, L.groups - 1));
  return L;
}

TEST(Layout, MapsOneToOneOntoTheSpaceWhateverItIs) {
  RandomSpaces Random(4711);
  for (int Round = 0; Round < 2000; ++Round) {
    const int Rank = static_cast<int>(Random.between(1, 5));
    const index_space Space = Random.space(Rank);
    const layout L = randomLayout(Random, Rank);
    const mapping M = lay_out(L, Rank, detail::shifted_and_compressed(Space));
    ASSERT_TRUE(M.valid()) << text(M);
    ASSERT_TRUE(mapsOneToOneOnto(Space, M)) << text(M);
  }
}

/// Iterations along a dimension, without those that steps leave out.
long long extentOf(const index_space &Space, std::size_t D) {
  index_space Only = make_space({0});
  Only.lower[0] = Space.lower[D];
  Only.upper[0] = Space.upper[D];
  Only.step[0] = Space.step[D];
  Only.width[0] = Space.width[D];
  return Only.size();
}

/// The same, whose last groups are whole.
layout randomWholeLayout(RandomSpaces &Random, const index_space &Space,
                         layout L) {
  std::size_t Next = static_cast<std::size_t>(Space.rank);
  for (std::size_t G = static_cast<std::size_t>(L.groups); G-- > 1;) {
    if (Random.between(0, 2) == 0)
      break;
    long long Extent = 1;
    for (int K = 0; K != L.dimensions[G]; ++K) {
      const auto D = static_cast<std::size_t>(L.order[--Next]);
      Extent *= extentOf(Space, D);
    }
    L.whole[G] = true;
    L.block[G] = Extent;
    if (static_cast<std::size_t>(L.run_group) == G)
      L.run = 1;
  }
  return L;
}

TEST(Layout, HasWholeGroupsInEveryBlock) {
  RandomSpaces Random(815);
  int Whole = 0;
  for (int Round = 0; Round < 1000; ++Round) {
    const int Rank = static_cast<int>(Random.between(2, 5));
    const index_space Space = Random.space(Rank);
    const layout L =
        randomWholeLayout(Random, Space, randomLayout(Random, Rank));
    const mapping M = lay_out(L, Rank, detail::shifted_and_compressed(Space));
    ASSERT_TRUE(M.valid()) << text(M);
    ASSERT_TRUE(mapsOneToOneOnto(Space, M)) << text(M);
    Whole += L.whole[static_cast<std::size_t>(L.groups) - 1];
  }
  EXPECT_GT(Whole, 300);

  layout L{};
  L.order = {0, 1, 2, 3, 4};
  L.groups = 5;
  L.dimensions = {1, 1, 1, 1, 1};
  L.block = {1, 1, 1, 6, 4};
  L.whole = {false, false, false, true, true};
  L.run = 2;
  L.run_group = 4;
  EXPECT_EQ(text(lay_out(L, 5, ShiftLB(Gen))),
            "GridBlock(2, Serial(1, SplitLast(2, ShiftLB(Gen))))");
  const mapped_space<long long> Mapped =
      apply(lay_out(L, 5, ShiftLB(Gen)), make_space({3, 5, 7, 6, 8}));
  ASSERT_TRUE(Mapped.valid());
  EXPECT_EQ(Mapped.threads.block_extent(axis::x), 4);
  EXPECT_EQ(Mapped.threads.block_extent(axis::y), 6);
  EXPECT_EQ(Mapped.threads.grid_extent(axis::x), 7);
  EXPECT_EQ(Mapped.threads.grid_extent(axis::z), 3);
}

TEST(Layout, HasItsLastGroupAlongX) {
  layout L = plain_layout(3);
  L.order = {2, 0, 1};
  L.block = {2, 4, 8};
  const index_space Space = make_space({5, 7, 11});
  const mapped_space<long long> Mapped =
      apply(lay_out(L, 3, ShiftLB(Gen)), Space);
  ASSERT_TRUE(Mapped.valid());
  EXPECT_EQ(Mapped.threads.block_extent(axis::x), 8);
  EXPECT_EQ(Mapped.threads.block_extent(axis::y), 4);
  EXPECT_EQ(Mapped.threads.block_extent(axis::z), 2);
  EXPECT_EQ(Mapped.threads.grid_extent(axis::x), 1); // of 7
  EXPECT_EQ(Mapped.threads.grid_extent(axis::y), 2); // of 5
  EXPECT_EQ(Mapped.threads.grid_extent(axis::z), 6); // of 11
}

TEST(Layout, LeavesNeighboursOfOneGroupToAThread) {
  layout L = plain_layout(2);
  L.block = {2, 4, 1};
  L.run = 3;
  L.run_group = 0;
  const index_space Space = make_space({25, 8});
  const mapped_space<long long> Mapped =
      apply(lay_out(L, 2, ShiftLB(Gen)), Space);
  ASSERT_TRUE(Mapped.valid());
  EXPECT_EQ(Mapped.threads.block_extent(axis::x), 4);
  EXPECT_EQ(Mapped.threads.block_extent(axis::y), 2);
  EXPECT_EQ(Mapped.threads.grid_extent(axis::x), 2); // of 8
  EXPECT_EQ(Mapped.threads.grid_extent(axis::y), 5); // of 25 by 3
  EXPECT_EQ(Mapped.threads.extent[4], 3);
}

//===----------------------------------------------------------------------===//
// Strategies as values
//===----------------------------------------------------------------------===//

static_assert(Jing.kind == strategy_kind::Jing && Jing != JingExt);
static_assert(strategy{} == Auto);
static_assert(choose(Jing, make_space({2, 2, 2, 2, 2, 2})).error ==
              violation::rank_above_jing);
static_assert(fits(apply(choose(Auto, make_space({100, 100})),
                         make_space({100, 100}))
                       .threads));

TEST(Strategy, HasItsNameAndRejectsWhatIsNoSpace) {
  std::string Names;
  for (const strategy S : allStrategies()) {
    Names += S.name() + std::string(" ");
    EXPECT_EQ(choose(S, index_space{}).error, violation::rank_out_of_range);
    EXPECT_EQ(choose(S, make_space({0}, {9}, {2}, {3})).error,
              violation::step_or_width_invalid);
  }
  EXPECT_EQ(Names, "Jing JingExt FoldAll Auto ");
  EXPECT_EQ(fold_all_3d(index_space{}).error, violation::rank_out_of_range);
}

} // namespace
