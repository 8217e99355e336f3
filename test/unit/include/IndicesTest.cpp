//===- IndicesTest.cpp - Tests of indices.h -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Spaces.h"
#include <heddle/indices.h>
#include <limits>
#include <type_traits>

using namespace heddle;
using namespace heddle::test;

namespace {

template <class Range> std::vector<IndexVector> visited(const Range &Indices) {
  std::vector<IndexVector> All;
  for (const auto &Index : Indices) {
    IndexVector &To = All.emplace_back();
    std::copy(Index.begin(), Index.end(), To.begin());
  }
  return All;
}

template <std::size_t R> void compareWithSpaces(unsigned Seed) {
  RandomSpaces Random(Seed);
  for (int Round = 0; Round < 300; ++Round) {
    const index_space Space = Random.space(static_cast<int>(R));
    long long Lower[R], Upper[R], Step[R], Width[R];
    for (std::size_t D = 0; D < R; ++D) {
      Lower[D] = Space.lower[D];
      Upper[D] = Space.upper[D];
      Step[D] = Space.step[D];
      Width[D] = Space.width[D];
    }
    const std::vector<IndexVector> Expected = elements(Space),
                                   Found = visited(
                                       indices(Lower, Upper, Step, Width));
    ASSERT_EQ(Found.size(), Expected.size()) << text(Space);
    for (std::size_t K = 0; K < Found.size(); ++K)
      for (std::size_t D = 0; D < R; ++D)
        ASSERT_EQ(Found[K][D], Expected[K][D])
            << text(Space) << ", element number " << K;
  }
}

TEST(Indices, AreThoseOfTheSpaceInLexicographicOrder) {
  compareWithSpaces<1>(1);
  compareWithSpaces<2>(2);
  compareWithSpaces<3>(3);
  compareWithSpaces<4>(4);
}

template <class Range> auto numbers(const Range &Indices) {
  std::vector<std::decay_t<decltype(*Indices.begin())>> All;
  for (auto Index : Indices)
    All.push_back(Index);
  return All;
}

TEST(Indices, OfRank1AreNumbers) {
  EXPECT_EQ(numbers(indices(3)), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(numbers(indices(-1, 2)), (std::vector<int>{-1, 0, 1}));
  EXPECT_EQ(numbers(indices(1, 12, 5)), (std::vector<int>{1, 6, 11}));
  EXPECT_EQ(numbers(indices(1, 12, 5, 3)),
            (std::vector<int>{1, 2, 3, 6, 7, 8, 11}));
  EXPECT_TRUE(numbers(indices(0)).empty());
  EXPECT_TRUE(numbers(indices(4, -4)).empty());
}

TEST(Indices, AreOfTheTypeOfBothBounds) {
  const auto Of = [](auto Range) { return *Range.begin(); };
  EXPECT_TRUE((std::is_same_v<decltype(Of(indices(short(3)))), int>));
  EXPECT_TRUE((std::is_same_v<decltype(Of(indices(3u))), unsigned>));
  EXPECT_TRUE((std::is_same_v<decltype(Of(indices(0, 3L, 2))), long>));
  EXPECT_TRUE(
      (std::is_same_v<decltype(Of(indices(0, std::size_t(3)))), std::size_t>));
  EXPECT_TRUE((std::is_same_v<decltype(Of(indices({0, 0}, {3L, 4L}))),
                              std::array<long, 2>>));
}

// Also where a position further on would be no number of the type.
TEST(Indices, EndAtTheLimitsOfTheirType) {
  const int Least = std::numeric_limits<int>::min(),
            Most = std::numeric_limits<int>::max();
  EXPECT_EQ(numbers(indices(Most - 3, Most, 2)),
            (std::vector<int>{Most - 3, Most - 1}));
  EXPECT_EQ(numbers(indices(Least, Most, Most)),
            (std::vector<int>{Least, -1, Most - 1}));
  EXPECT_EQ(numbers(indices(Most - 2, Most, 9, 8)),
            (std::vector<int>{Most - 2, Most - 1}));
  const unsigned Last = std::numeric_limits<unsigned>::max();
  EXPECT_EQ(numbers(indices(Last - 5, Last, 4u, 3u)),
            (std::vector<unsigned>{Last - 5, Last - 4, Last - 3, Last - 1}));
}

constexpr int sum() {
  int Sum = 0;
  for (const auto &Index : indices({1, 2}, {3, 5}))
    Sum += 10 * Index[0] + Index[1];
  for (const int I : indices(4))
    Sum += 1000 * I;
  return Sum;
}

TEST(Indices, AreConstants) {
  static_assert(sum() == 3 * 10 + 3 * 20 + 2 * (2 + 3 + 4) + 6000, "");
}

} // namespace
