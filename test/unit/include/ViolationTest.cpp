//===- ViolationTest.cpp - Tests of preconditions and device limits -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Spaces.h"

#include <heddle/strategy.h>

#include <set>

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr long long Highest = integer::highest;

//===----------------------------------------------------------------------===//
// Violations that show in the arguments
//===----------------------------------------------------------------------===//

constexpr mapping manySplits(int Count) {
  mapping M = Gen;
  for (int K = 0; K < Count; ++K)
    M = PadLast(2, M);
  return M;
}

constexpr bool records(const mapping &M, violation V, int Step) {
  return !M.valid() && M.error == V && M.error_step == Step;
}

static_assert(records(SplitLast(0, ShiftLB(Gen)), violation::split_not_positive,
                      1));
static_assert(records(SplitLast(-4, Gen), violation::split_not_positive, 0));
static_assert(records(PadLast(0, Gen), violation::pad_not_positive, 0));
static_assert(records(Permute({0, 0}, Gen), violation::not_a_permutation, 0));
static_assert(records(Permute({1, 2}, Gen), violation::not_a_permutation, 0));
static_assert(records(Permute({0, -1}, Gen), violation::not_a_permutation, 0));
static_assert(records(CompressGrid({0, 2}, ShiftLB(Gen)),
                      violation::not_zero_or_one, 1));
static_assert(records(CompressGrid({-1}, Gen), violation::not_zero_or_one, 0));
static_assert(records(Spread(0, Gen), violation::spread_not_positive, 0));
static_assert(records(Serial(0, Gen), violation::serial_not_positive, 0));
static_assert(records(SplitLast(2, Serial(1, Gen)),
                      violation::step_after_serial, 1));
static_assert(records(Serial(1, Serial(1, Gen)), violation::step_after_serial,
                      1));
static_assert(GridBlock(0, Serial(1, Gen)).valid());
static_assert(records(GridBlock(4, Gen), violation::block_rank_out_of_range,
                      0));
static_assert(records(GridBlock(-1, Gen), violation::block_rank_out_of_range,
                      0));
static_assert(records(PadLast(2, GridBlock(1, Gen)),
                      violation::step_after_grid_block, 1));
static_assert(records(GridBlock(1, GridBlock(1, Gen)),
                      violation::step_after_grid_block, 1));
static_assert(Blocks({4, 8}).valid());
static_assert(Blocks({4, 8}, {2, 4}, Gen).valid());
static_assert(records(Blocks({}), violation::blocks_invalid, 1));
static_assert(records(Blocks({1, 2, 3, 4}), violation::blocks_invalid, 1));
static_assert(records(Blocks({4, 0}), violation::blocks_invalid, 1));
static_assert(records(Blocks({4, 4}, {3, 1}), violation::blocks_invalid, 1));
static_assert(records(Blocks({4, 4}, {2}), violation::blocks_invalid, 1));
static_assert(records(Blocks({4}, {0}, Gen), violation::blocks_invalid, 0));
static_assert(manySplits(max_steps).valid());
static_assert(records(manySplits(max_steps + 1), violation::too_many_steps,
                      max_steps));
static_assert(records(
    Permute({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, Gen),
    violation::list_too_long, 0));
static_assert(records(
    CompressGrid({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Gen),
    violation::list_too_long, 0));
// The first violation stays, and the steps after it are kept.
constexpr mapping TwiceWrong = PadLast(0, SplitLast(0, ShiftLB(Gen)));
static_assert(records(TwiceWrong, violation::split_not_positive, 1) &&
              TwiceWrong.count == 3);
// Values that no combinator made.
constexpr mapping withCount(int Count) {
  mapping M{};
  M.count = Count;
  return M;
}
static_assert(records(ShiftLB(withCount(-1)), violation::too_many_steps,
                      max_steps));
static_assert(records(ShiftLB(withCount(integer::highest > 0 ? 1 << 30 : 0)),
                      violation::too_many_steps, max_steps));

//===----------------------------------------------------------------------===//
// Violations that show once there is a space
//===----------------------------------------------------------------------===//

struct Violating {
  mapping M;
  index_space Space;
  violation Error;
  int Step;
};

index_space ofRank(int Rank) {
  index_space Space =
      dense(std::vector<long long>(16), std::vector<long long>(16, 2));
  Space.rank = Rank;
  return Space;
}

std::vector<Violating> violations() {
  const index_space Shifted = make_space({1, 1}, {9, 9});
  const index_space Stepped = make_space({0, 0}, {9, 9}, {1, 3}, {1, 2});
  const index_space Line = make_space({7});
  const index_space Square = make_space({7, 7});
  using V = violation;
  return {
      {Gen, ofRank(0), V::rank_out_of_range, 0},
      {ShiftLB(Gen), ofRank(17), V::rank_out_of_range, 0},
      {Gen, make_space({0}, {9}, {2}, {3}), V::step_or_width_invalid, 0},
      {Gen, make_space({0}, {9}, {2}, {0}), V::step_or_width_invalid, 0},
      {CompressGrid({1, 1}, Gen), Shifted, V::not_zero_based, 0},
      {PruneGrid(Gen), Shifted, V::not_zero_based, 0},
      {SplitLast(4, Gen), Shifted, V::not_zero_based, 0},
      {FoldLast2(PadLast(2, Gen)), Shifted, V::not_zero_based, 1},
      {GridBlock(1, Gen), Shifted, V::not_zero_based, 0},
      {SplitLast(4, ShiftLB(Gen)), Stepped, V::not_dense, 1},
      {FoldLast2(ShiftLB(Gen)), Stepped, V::not_dense, 1},
      {GridBlock(1, ShiftLB(Gen)), Stepped, V::not_dense, 1},
      {GridBlock(1, CompressGrid({1, 0}, Gen)), Stepped, V::not_dense, 1},
      {FoldLast2(Gen), Line, V::rank_too_small, 0},
      {GridBlock(2, Gen), Line, V::rank_too_small, 0},
      {SplitLast(2, ShiftLB(Gen)), ofRank(16), V::rank_above_max, 1},
      {CompressGrid({1}, Gen), Square, V::wrong_length, 0},
      {CompressGrid({1, 1, 1}, Gen), Square, V::wrong_length, 0},
      {Permute({0, 1, 2}, ShiftLB(Gen)), Square, V::wrong_length, 1},
      {Permute({}, Gen), Square, V::wrong_length, 0},
      {GridBlock(0, Gen), ofRank(4), V::grid_rank_out_of_range, 0},
      {GridBlock(3, Gen), ofRank(7), V::grid_rank_out_of_range, 0},
      {Gen, Square, V::no_grid_block, 0},
      {SplitLast(4, ShiftLB(Gen)), Square, V::no_grid_block, 2},
      {GridBlock(1, FoldLast2(Gen)), make_space({1LL << 32, 1LL << 31}),
       V::extent_overflow, 0},
      {GridBlock(1, ShiftLB(Gen)), make_space({-2}, {Highest}),
       V::extent_overflow, 0},
      {GridBlock(1, PadLast(2, Gen)), make_space({Highest}), V::extent_overflow,
       0},
      {GridBlock(1, SplitLast(Highest - 1, Gen)), make_space({Highest}),
       V::extent_overflow, 0},
      // What the arguments show comes before what a later step violates.
      {FoldLast2(PadLast(0, ShiftLB(Gen))), Line, V::pad_not_positive, 1},
      // And after what an earlier one violates.
      {PadLast(0, FoldLast2(ShiftLB(Gen))), Line, V::rank_too_small, 1},
  };
}

TEST(Violation, IsReportedAtItsStep) {
  for (const Violating &Case : violations()) {
    const mapped_space<long long> Mapped = apply(Case.M, Case.Space);
    EXPECT_EQ(describe(Mapped.error), std::string(describe(Case.Error)))
        << text(Case.Space) << ", " << text(Case.M);
    EXPECT_EQ(Mapped.error_step, Case.Step)
        << text(Case.Space) << ", " << text(Case.M);
    EXPECT_FALSE(Mapped.valid());
    EXPECT_EQ(Mapped.threads.rank, 0);
  }
}

TEST(Violation, StepsBeforeItAreApplied) {
  const mapped_space<long long> Mapped =
      apply(FoldLast2(FoldLast2(ShiftLB(Gen))), make_space({1, 1}, {3, 4}));
  EXPECT_EQ(Mapped.error, violation::rank_too_small);
  EXPECT_EQ(Mapped.count, 2);
  EXPECT_EQ(Mapped.last(), make_space({6}));
}

TEST(Violation, ExtentsJustBelowOverflowAreExact) {
  const mapped_space<long long> Folded = apply(
      GridBlock(1, FoldLast2(Gen)), make_space({1LL << 32, (1LL << 31) - 1}));
  ASSERT_TRUE(Folded.valid());
  EXPECT_EQ(Folded.threads.extent[0], ((1LL << 31) - 1) << 32);
  const mapped_space<long long> Split =
      apply(GridBlock(1, SplitLast(256, Gen)), make_space({Highest}));
  ASSERT_TRUE(Split.valid());
  EXPECT_EQ(Split.threads.extent[0], 1LL << 55);
}

TEST(Violation, OverflowOfAnEmptySpaceIsNone) {
  const mapping M = GridBlock(1, FoldLast2(FoldLast2(ShiftLB(Gen))));
  for (const index_space &Space :
       {make_space({0, Highest, Highest}), make_space({Highest, Highest, 0}),
        make_space({integer::lowest, 0, 0}, {Highest, 9, 0})}) {
    const mapped_space<long long> Mapped = apply(M, Space);
    EXPECT_TRUE(Mapped.valid())
        << text(Space) << ": " << describe(Mapped.error);
    EXPECT_EQ(Mapped.threads.extent[0], 0) << text(Space);
    EXPECT_TRUE(fits(Mapped.threads)) << text(Space);
  }
}

TEST(Violation, EachHasItsOwnDescription) {
  std::set<std::string> Texts;
  const int Last = static_cast<int>(violation::rank_above_jing);
  for (int V = 0; V <= Last; ++V) {
    const std::string Text = describe(static_cast<violation>(V));
    EXPECT_NE(Text, "unknown violation") << V;
    Texts.insert(Text);
  }
  EXPECT_EQ(Texts.size(), static_cast<std::size_t>(Last + 1));
  EXPECT_STREQ(describe(static_cast<violation>(Last + 1)), "unknown violation");
}

TEST(Violation, CombinatorsAreListedOnceEach) {
  std::set<std::string> Names;
  for (int K = 0; K < all_combinators::count; ++K)
    Names.insert(name_of(static_cast<combinator>(K)));
  EXPECT_EQ(Names, (std::set<std::string>{"ShiftLB", "CompressGrid",
                                          "PruneGrid", "SplitLast", "FoldLast2",
                                          "Permute", "PadLast", "Spread",
                                          "Serial", "GridBlock"}));
  EXPECT_EQ(all_combinators::count, 10);
}

//===----------------------------------------------------------------------===//
// What is known of a combinator before there is a space
//===----------------------------------------------------------------------===//

/// One step of each combinator, on two dimensions where it takes a list.
const mapping EachCombinator[] = {ShiftLB(Gen),    CompressGrid({1, 0}, Gen),
                                  PruneGrid(Gen),  SplitLast(4, Gen),
                                  FoldLast2(Gen),  Permute({1, 0}, Gen),
                                  PadLast(4, Gen), Spread(4, Gen),
                                  Serial(2, Gen),  GridBlock(2, Gen)};

TEST(Traits, SayOfEveryCombinatorWhatItsWayThereDoes) {
  std::set<combinator> Kinds;
  for (const mapping &M : EachCombinator) {
    const mapping_step &S = M.steps[0];
    Kinds.insert(S.kind);
    for (int Rank = 1; Rank <= 3; ++Rank) {
      const auto Size = static_cast<std::size_t>(Rank);
      index_space Space = dense(std::vector<long long>(Size, 0),
                                std::vector<long long>(Size, 6));
      violation Found = violation::none;
      all_combinators::visit(
          S.kind, [&](auto C) { Found = decltype(C)::forward(Space, S); });
      EXPECT_EQ(Found == violation::wrong_length,
                combinators::takes_list(S) && Rank != S.count)
          << name_of(S.kind) << Rank;
      EXPECT_EQ(Found == violation::rank_too_small,
                Rank < combinators::least_rank(S))
          << name_of(S.kind) << Rank;
      if (Found == violation::none)
        EXPECT_EQ(Space.rank, Rank + combinators::added_dimensions(S))
            << name_of(S.kind) << Rank;
    }
    EXPECT_EQ(combinators::folds(S), combinators::added_dimensions(S) < 0)
        << name_of(S.kind);
  }
  EXPECT_EQ(Kinds.size(), static_cast<std::size_t>(all_combinators::count));
}

TEST(Traits, TheFirstListFixesTheRankThatAMappingIsFor) {
  using combinators::rank_fixed_by;
  EXPECT_EQ(rank_fixed_by(GridBlock(1, SplitLast(4, ShiftLB(Gen)))).rank, 0);
  const mapping Split =
      Permute({1, 0, 2}, CompressGrid({1, 0, 1}, SplitLast(4, Gen)));
  EXPECT_EQ(rank_fixed_by(Split).rank, 2);
  EXPECT_EQ(rank_fixed_by(Split).step, 1);
  EXPECT_EQ(rank_fixed_by(CompressGrid({1}, FoldLast2(Gen))).rank, 2);
  EXPECT_EQ(rank_fixed_by(Permute({0}, SplitLast(4, Gen))).rank, 0);
}

//===----------------------------------------------------------------------===//
// Device limits
//===----------------------------------------------------------------------===//

/// The limit exceeded by a grid (z, y, x) of blocks (z, y, x).
device_limit exceededBy(std::vector<long long> Grid,
                        std::vector<long long> Block) {
  std::vector<long long> Extents = Grid;
  Extents.insert(Extents.end(), Block.begin(), Block.end());
  const mapped_space<long long> Mapped =
      apply(GridBlock(static_cast<long long>(Block.size()), Gen),
            dense(std::vector<long long>(Extents.size()), Extents));
  EXPECT_TRUE(Mapped.valid()) << describe(Mapped.error);
  const device_limit Limit = limit_exceeded(Mapped.threads);
  EXPECT_EQ(fits(Mapped.threads), Limit == device_limit::none);
  return Limit;
}

TEST(DeviceLimits, EachIsInclusive) {
  using L = device_limit;
  for (const long long Off : {-1, 0, 1}) {
    const auto Unless = [&](L Limit) { return Off == 1 ? Limit : L::none; };
    EXPECT_EQ(exceededBy({9}, {1024 + Off}), Unless(L::block_x)) << Off;
    EXPECT_EQ(exceededBy({9}, {1024 + Off, 1}), Unless(L::block_y)) << Off;
    EXPECT_EQ(exceededBy({9}, {64 + Off, 1, 1}), Unless(L::block_z)) << Off;
    EXPECT_EQ(exceededBy({2147483647 + Off}, {1}), Unless(L::grid_x)) << Off;
    EXPECT_EQ(exceededBy({65535 + Off, 1}, {1}), Unless(L::grid_y)) << Off;
    EXPECT_EQ(exceededBy({65535 + Off, 1, 1}, {1}), Unless(L::grid_z)) << Off;
  }
}

TEST(DeviceLimits, ThreadsOfABlockCountTogether) {
  EXPECT_EQ(exceededBy({1}, {31, 33}), device_limit::none);          // 1023
  EXPECT_EQ(exceededBy({1}, {32, 32}), device_limit::none);          // 1024
  EXPECT_EQ(exceededBy({1}, {25, 41}), device_limit::block_threads); // 1025
  EXPECT_EQ(exceededBy({1}, {2, 16, 32}), device_limit::none);
  EXPECT_EQ(exceededBy({1}, {3, 16, 32}), device_limit::block_threads);
  EXPECT_EQ(exceededBy({}, {50, 40}), device_limit::block_threads);
  EXPECT_EQ(exceededBy({1}, {64, 1024, 1024}), device_limit::block_threads);
}

TEST(DeviceLimits, NothingIsLaunchedOfAnEmptySpace) {
  EXPECT_EQ(exceededBy({0}, {5000}), device_limit::none);
  EXPECT_EQ(exceededBy({70000, 1}, {0}), device_limit::none);
}

TEST(DeviceLimits, EachHasItsOwnDescription) {
  std::set<std::string> Texts;
  for (int L = 0; L <= static_cast<int>(device_limit::grid_z); ++L)
    Texts.insert(describe(static_cast<device_limit>(L)));
  EXPECT_EQ(Texts.size(), 8U);
}

static_assert(fits(apply(GridBlock(1, SplitLast(32, Gen)),
                         make_space({32LL * 2147483647}))
                       .threads));
static_assert(!fits(apply(GridBlock(1, SplitLast(32, Gen)),
                          make_space({32LL * 2147483647 + 1}))
                        .threads));

} // namespace
