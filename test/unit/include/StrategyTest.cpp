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

bool takesJing(const index_space &Space) {
  const std::string Chosen = text(choose(Auto, Space));
  const bool IsJing = Chosen == text(choose(Jing, Space));
  EXPECT_TRUE(IsJing || Chosen == text(choose(FoldAll, Space))) << Chosen;
  return IsJing;
}

TEST(Strategy, AutoTakesJingExactlyWithinTheLimits) {
  for (const long long Off : {-1, 0, 1}) {
    const bool Within = Off < 1;
    EXPECT_EQ(takesJing(make_space({32 * MostBlocks + Off})), Within);
    EXPECT_EQ(takesJing(make_space({32 * 65535 + Off, 8})), Within);
    EXPECT_EQ(takesJing(make_space({8, 32 * MostBlocks + Off})), Within);
    EXPECT_EQ(takesJing(make_space({9, 1, 1024 + Off})), Within);
    EXPECT_EQ(takesJing(make_space({9, 1024 + Off, 1})), Within);
    EXPECT_EQ(takesJing(make_space({9, 32 + Off, 32})), Within);
    EXPECT_EQ(takesJing(make_space({MostBlocks + Off, 4, 4})), Within);
    EXPECT_EQ(takesJing(make_space({65535 + Off, 9, 4, 4})), Within);
    EXPECT_EQ(takesJing(make_space({65535 + Off, 9, 9, 4, 4})), Within);
  }
  EXPECT_FALSE(takesJing(make_space({2, 2, 2, 2, 2, 2})));
}

TEST(Strategy, AutoLeavesNoThreadsInTheGapsOfSteps) {
  EXPECT_EQ(text(choose(Auto, make_space({0}, {1LL << 31}, {1 << 30}, {1}))),
            "GridBlock(1, SplitLast(32, CompressGrid({1}, ShiftLB(Gen))))");
  EXPECT_EQ(text(choose(Auto, make_space({0, 0, 0}, {9, 9, 9}, {1, 2, 4},
                                         {1, 2, 3}))),
            "GridBlock(2, CompressGrid({0,0,1}, ShiftLB(Gen)))");
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
