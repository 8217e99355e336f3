//===- IndexSpaceTest.cpp - Tests of index_space.h and integer.h ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Spaces.h"

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr long long Lowest = integer::lowest;
constexpr long long Highest = integer::highest;

//===----------------------------------------------------------------------===//
// Spaces against their definition
//===----------------------------------------------------------------------===//

TEST(IndexSpace, EnumeratesTheDefinedElementsInLexicographicOrder) {
  RandomSpaces Random(1);
  for (int Round = 0; Round < 600; ++Round) {
    const index_space Space = Random.space(1 + Round % 6);
    std::vector<IndexVector> Visited;
    Space.for_each([&](const IndexVector &Iv) { Visited.push_back(Iv); });
    const std::vector<IndexVector> Expected = elements(Space);
    ASSERT_EQ(Visited.size(), Expected.size()) << text(Space);
    for (std::size_t K = 0; K < Expected.size(); ++K)
      for (std::size_t D = 0; D < Space.dimensions(); ++D)
        ASSERT_EQ(Visited[K][D], Expected[K][D])
            << text(Space) << ", element number " << K;
  }
}

TEST(IndexSpace, SizeAndEmptinessCountTheElements) {
  RandomSpaces Random(2);
  for (int Round = 0; Round < 600; ++Round) {
    const index_space Space = Random.space(1 + Round % 6);
    const std::vector<IndexVector> Expected = elements(Space);
    ASSERT_EQ(Space.size(), static_cast<long long>(Expected.size()))
        << text(Space);
    ASSERT_EQ(Space.empty(), Expected.empty()) << text(Space);
  }
}

TEST(IndexSpace, ContainsExactlyTheElementsOfTheBoxAndBeyond) {
  const index_space Space = make_space({-3, 2}, {5, 9}, {4, 3}, {2, 1});
  for (long long I = -8; I < 10; ++I)
    for (long long J = -4; J < 14; ++J) {
      IndexVector Iv{};
      Iv[0] = I;
      Iv[1] = J;
      const bool Inside = I >= -3 && I < 5 && (I + 3) % 4 < 2 && J >= 2 &&
                          J < 9 && (J - 2) % 3 < 1;
      EXPECT_EQ(Space.contains(Iv), Inside) << text(Iv, 2);
    }
}

TEST(IndexSpace, SizeSaturates) {
  EXPECT_EQ(make_space({Highest, 1}).size(), Highest);
  EXPECT_EQ(make_space({Highest, 2}).size(), Highest);
  EXPECT_EQ(make_space({Lowest}, {Highest}).size(), Highest);
  EXPECT_EQ(make_space({Lowest}, {Highest}, {2}).size(), Highest);
  EXPECT_EQ(make_space({Lowest}, {Highest}, {3}).size(), 6148914691236517205);
  EXPECT_EQ(make_space({Highest, Highest, 0}).size(), 0);
}

TEST(IndexSpace, EnumerationStopsAtTheEndsOfTheIntegers) {
  std::vector<long long> Visited;
  make_space({Highest - 3}, {Highest}, {2})
      .for_each([&](const IndexVector &Iv) { Visited.push_back(Iv[0]); });
  EXPECT_EQ(Visited, (std::vector<long long>{Highest - 3, Highest - 1}));

  Visited.clear();
  make_space({Lowest}, {Highest}, {Highest})
      .for_each([&](const IndexVector &Iv) { Visited.push_back(Iv[0]); });
  EXPECT_EQ(Visited, (std::vector<long long>{Lowest, -1, Highest - 1}));

  IndexVector Iv{};
  Iv[0] = Highest;
  EXPECT_FALSE(make_space({Lowest}, {Highest}).contains(Iv));
  Iv[0] = Lowest;
  EXPECT_TRUE(make_space({Lowest}, {Highest}).contains(Iv));
}

TEST(IndexSpace, WhatIsNoSpaceIsEmpty) {
  EXPECT_FALSE(index_space{}.valid());
  EXPECT_FALSE(make_space({0, 0}, {1}).valid());
  EXPECT_FALSE(make_space({0, 0}, {1, 1}, {1}).valid());
  EXPECT_FALSE(make_space({0}, {1}, {1}, {1, 1}).valid());
  EXPECT_FALSE(make_space({0}, {9}, {2}, {3}).valid());
  EXPECT_FALSE(make_space({0}, {9}, {0}, {0}).valid());
  EXPECT_FALSE(make_space({0}, {9}, {-2}, {-3}).valid());
  EXPECT_FALSE(
      make_space({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}).valid());
  index_space Negative = make_space({4});
  Negative.rank = -1;
  EXPECT_FALSE(Negative.valid());

  const index_space Wide = make_space({0}, {9}, {0}, {0});
  EXPECT_TRUE(Wide.empty());
  EXPECT_EQ(Wide.size(), 0);
  EXPECT_FALSE(Wide.contains(IndexVector{}));
  Wide.for_each([](const IndexVector &) { FAIL(); });
}

TEST(IndexSpace, EqualityComparesDescriptionsUpToTheRank) {
  index_space A = make_space({0, 1}, {9, 8}, {2, 3}, {1, 2});
  index_space B = A;
  B.lower[2] = 17;
  EXPECT_TRUE(A == B);
  for (const int Change : {0, 1, 2, 3, 4}) {
    B = A;
    (Change == 0   ? B.lower[1]
     : Change == 1 ? B.upper[1]
     : Change == 2 ? B.step[1]
                   : B.width[1]) += 1;
    if (Change == 4)
      B.rank = 1;
    EXPECT_TRUE(A != B) << Change;
  }
}

constexpr long long sumOfElements() {
  long long Sum = 0;
  make_space({1, 1}, {4, 4}, {2, 2}).for_each([&](const IndexVector &Iv) {
    Sum = 100 * Sum + 10 * Iv[0] + Iv[1];
  });
  return Sum;
}
static_assert(sumOfElements() == 11133133);
static_assert(make_space({0, 1}, {9, 8}, {2, 3}, {1, 2}).size() == 25);
static_assert(make_space({5}) == make_space({0}, {5}, {1}, {1}));

//===----------------------------------------------------------------------===//
// Integer operations
//===----------------------------------------------------------------------===//

TEST(Integer, DivisionsRoundAsNamedForBothSigns) {
  for (long long A = -30; A <= 30; ++A)
    for (long long B = -7; B <= 7; ++B) {
      if (B == 0)
        continue;
      const long long Floor = integer::floor_div(A, B);
      const long long Ceil = integer::ceil_div(A, B);
      const double Exact = static_cast<double>(A) / static_cast<double>(B);
      EXPECT_LE(static_cast<double>(Floor), Exact) << A << " / " << B;
      EXPECT_GT(static_cast<double>(Floor + 1), Exact) << A << " / " << B;
      EXPECT_GE(static_cast<double>(Ceil), Exact) << A << " / " << B;
      EXPECT_LT(static_cast<double>(Ceil - 1), Exact) << A << " / " << B;
      EXPECT_EQ(integer::floor_mod(A, B), A - B * Floor) << A << " % " << B;
      EXPECT_EQ(integer::divides(B, A), A % B == 0) << B << " divides " << A;
    }
}

// Evaluated at compile time, where undefined behaviour would be an error.
static_assert(integer::floor_div(Lowest, -1) == Highest);
static_assert(integer::ceil_div(Lowest, -1) == Highest);
static_assert(integer::floor_mod(Lowest, -1) == 0);
static_assert(integer::floor_div(1, 0) == 0 && integer::ceil_div(1, 0) == 0 &&
              integer::floor_mod(1, 0) == 0 && !integer::divides(0, 0));
static_assert(integer::divides(-1, Lowest) && integer::divides(1, Lowest));
static_assert(integer::sum_of(Highest, 1) == Highest &&
              integer::sum_of(Lowest, -1) == Lowest &&
              integer::sum_of(Highest, Lowest) == -1);

TEST(Integer, CheckedOperationsAgreeWithWideArithmetic) {
  const std::vector<long long> Values = {Lowest,
                                         Lowest + 1,
                                         -(1LL << 62),
                                         -(1LL << 32),
                                         -3037000500,
                                         -3037000499,
                                         -2,
                                         -1,
                                         0,
                                         1,
                                         2,
                                         3,
                                         3037000499,
                                         3037000500,
                                         1LL << 31,
                                         1LL << 32,
                                         (1LL << 62) - 1,
                                         1LL << 62,
                                         Highest - 1,
                                         Highest};
  __extension__ typedef __int128 Wide;
  const auto Saturated = [](Wide V) {
    return V > Highest  ? Highest
           : V < Lowest ? Lowest
                        : static_cast<long long>(V);
  };
  for (const long long A : Values)
    for (const long long B : Values) {
      long long Out = 0;
      const Wide Sum = static_cast<Wide>(A) + B;
      EXPECT_EQ(integer::checked_add(A, B, Out), Sum == Saturated(Sum));
      EXPECT_EQ(Out, Saturated(Sum)) << A << " + " << B;
      const Wide Difference = static_cast<Wide>(A) - B;
      EXPECT_EQ(integer::checked_subtract(A, B, Out),
                Difference == Saturated(Difference));
      EXPECT_EQ(Out, Saturated(Difference)) << A << " - " << B;
      const Wide Product = static_cast<Wide>(A) * B;
      EXPECT_EQ(integer::checked_multiply(A, B, Out),
                Product == Saturated(Product));
      EXPECT_EQ(Out, Saturated(Product)) << A << " * " << B;
      if (B >= 1) {
        const Wide LastIndex =
            static_cast<Wide>(integer::ceil_div(A, B)) * B - 1;
        EXPECT_EQ(integer::round_up_is_indexable(A, B), LastIndex <= Highest)
            << A << " rounded up to " << B;
      }
    }
}

} // namespace
