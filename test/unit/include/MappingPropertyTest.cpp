//===- MappingPropertyTest.cpp - Threads map one to one onto the space ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The threads that are on must map one to one onto the iterations, for every
// combinator and for chains of them, over random spaces.
//
//===----------------------------------------------------------------------===//

#include "Spaces.h"

#include <gmock/gmock.h>

using namespace heddle;
using namespace heddle::test;

namespace {

class CombinatorProperty : public testing::TestWithParam<int> {
protected:
  /// Tries a mapping made for each of many random spaces of this rank. What is
  /// above three dimensions after the mapping becomes the block.
  template <class MakeMapping> void forSpaces(unsigned Seed, MakeMapping Make) {
    const int Rank = GetParam();
    RandomSpaces Random(1000 * Seed + static_cast<unsigned>(Rank));
    for (int Round = 0; Round < 400; ++Round) {
      const index_space Space = Random.space(Rank);
      const mapping M = Make(Random, Space);
      const int Last = stageAfter(M, Space).rank;
      ASSERT_TRUE(
          mapsOneToOneOnto(Space, GridBlock(Last > 3 ? Last - 3 : 0, M)));
    }
  }
};

TEST_P(CombinatorProperty, ShiftLBAndPruneGrid) {
  forSpaces(1, [](RandomSpaces &, const index_space &) {
    return PruneGrid(ShiftLB(Gen));
  });
}

TEST_P(CombinatorProperty, CompressGridOfSomeDimensions) {
  forSpaces(2, [](RandomSpaces &Random, const index_space &Space) {
    return PruneGrid(
        CompressGrid(Random.mask(Space.rank), Space.rank, ShiftLB(Gen)));
  });
}

TEST_P(CombinatorProperty, CompressGridOfAllDimensions) {
  forSpaces(3, [](RandomSpaces &, const index_space &Space) {
    std::array<int, max_rank> Mask{};
    Mask.fill(1);
    return CompressGrid(Mask, Space.rank, ShiftLB(Gen));
  });
}

TEST_P(CombinatorProperty, SplitLast) {
  forSpaces(4, [](RandomSpaces &Random, const index_space &Space) {
    const mapping Dense = PruneGrid(ShiftLB(Gen));
    // A thread space has no place for a seventh dimension.
    return SplitLast(Random.between(1, 9),
                     Space.rank == 6 ? FoldLast2(Dense) : Dense);
  });
}

TEST_P(CombinatorProperty, FoldLast2ToRankOne) {
  forSpaces(5, [](RandomSpaces &, const index_space &Space) {
    mapping M = PruneGrid(ShiftLB(Gen));
    for (int K = 1; K < Space.rank; ++K)
      M = FoldLast2(M);
    return M;
  });
}

TEST_P(CombinatorProperty, PermuteBeforeAndAfterShiftLB) {
  forSpaces(6, [](RandomSpaces &Random, const index_space &Space) {
    const std::array<int, max_rank> Order = Random.order(Space.rank);
    const mapping M = Random.once(2) ? ShiftLB(Permute(Order, Space.rank, Gen))
                                     : Permute(Order, Space.rank, ShiftLB(Gen));
    return PruneGrid(M);
  });
}

TEST_P(CombinatorProperty, PadLastBeforeAndAfterShiftLB) {
  forSpaces(7, [](RandomSpaces &Random, const index_space &Space) {
    const long long Multiple = Random.between(1, 6);
    const mapping M = Random.once(2) ? ShiftLB(PadLast(Multiple, Gen))
                                     : PadLast(Multiple, ShiftLB(Gen));
    return PruneGrid(CompressGrid(Random.mask(Space.rank), Space.rank, M));
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, CombinatorProperty, testing::Range(1, 7));

TEST(ChainProperty, RandomLegalChainsMapOneToOneOnto) {
  RandomSpaces Random(99);
  int Steps = 0;
  for (int Round = 0; Round < 8000; ++Round) {
    const index_space Space = Random.space(1 + Round % 6);
    const mapping M = Random.chain(Space, 3000);
    Steps += M.count;
    ASSERT_TRUE(mapsOneToOneOnto(Space, M));
  }
  // The generator must not have drifted into trivial chains.
  EXPECT_GT(Steps, 4 * 8000);
}

/// All small spaces of one dimension, empty ones included.
TEST(ExhaustiveProperty, RankOne) {
  for (long long Lower = -2; Lower <= 2; ++Lower)
    for (long long Extent = -2; Extent <= 9; ++Extent)
      for (long long T = 1; T <= 4; ++T)
        for (long long W = 1; W <= T; ++W)
          for (long long Length = 1; Length <= 5; ++Length) {
            const index_space Space =
                make_space({Lower}, {Lower + Extent}, {T}, {W});
            const mapping Shifted = ShiftLB(Gen);
            for (const mapping &M :
                 {SplitLast(Length, CompressGrid({1}, Shifted)),
                  SplitLast(Length, PruneGrid(Shifted)),
                  PruneGrid(PadLast(Length, Shifted)),
                  CompressGrid({1}, PadLast(Length, Shifted)),
                  CompressGrid({1}, ShiftLB(PadLast(Length, Gen)))})
              ASSERT_TRUE(mapsOneToOneOnto(Space, GridBlock(1, M)));
          }
}

/// All small spaces of two dimensions, those empty in one or both included.
TEST(ExhaustiveProperty, RankTwo) {
  const std::pair<long long, long long> Grids[] = {{1, 1}, {2, 1}, {2, 2},
                                                   {3, 1}, {3, 2}, {3, 3}};
  for (long long A = -2; A <= 4; ++A)
    for (long long B = -2; B <= 4; ++B)
      for (const auto &[Ta, Wa] : Grids)
        for (const auto &[Tb, Wb] : Grids) {
          const index_space Space =
              make_space({1, -1}, {1 + A, -1 + B}, {Ta, Tb}, {Wa, Wb});
          const mapping Shifted = ShiftLB(Gen);
          for (const mapping &Dense :
               {CompressGrid({1, 1}, Shifted), PruneGrid(Shifted),
                PruneGrid(CompressGrid({0, 1}, Shifted))})
            for (const mapping &M :
                 {FoldLast2(Dense), SplitLast(3, FoldLast2(Dense)),
                  Permute({1, 2, 0}, SplitLast(2, Dense))})
              ASSERT_TRUE(mapsOneToOneOnto(Space, GridBlock(1, M)));
        }
}

/// The oracle must see what is wrong, and name it.
TEST(ChainProperty, DamagedMappingsAreSeen) {
  const index_space Space = make_space({2}, {12});
  const mapped_space<long long> Sound =
      apply(GridBlock(1, SplitLast(4, ShiftLB(Gen))), Space);
  EXPECT_TRUE(mapsOneToOneOnto(Space, Sound));
  const auto Seen = [&](const mapped_space<long long> &Damaged) {
    return std::string(mapsOneToOneOnto(Space, Damaged).message());
  };
  using testing::HasSubstr;

  mapped_space<long long> Damaged = Sound;
  Damaged.stages[1].upper[0] = 12; // a multiple of 4: no guard
  EXPECT_THAT(Seen(Damaged), HasSubstr("a thread runs (12)"));

  Damaged = Sound;
  Damaged.threads.extent[0] = 2;
  EXPECT_THAT(Seen(Damaged), HasSubstr("no thread runs (10)"));

  Damaged = Sound;
  Damaged.applied.steps[1].args[0] = 3;
  EXPECT_THAT(Seen(Damaged), HasSubstr("two threads run (5)"));
}

} // namespace
