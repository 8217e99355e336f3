//===- InstancesTest.cpp - Which values of the parameters are tried -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Instances.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <set>

using namespace heddle::validate;

namespace {

std::vector<Parameter> parameters(size_t Count) {
  std::vector<Parameter> Known;
  for (size_t I = 0; I != Count; ++I)
    Known.push_back({static_cast<int64_t>(I), {}, "p" + std::to_string(I)});
  return Known;
}

/// All that Given gives for the parameters, in their order.
std::vector<std::vector<int64_t>> drain(Instances &Given, size_t Count) {
  std::vector<std::vector<int64_t>> All;
  std::vector<int64_t> Values;
  for (uint64_t Seed = 0; Given.next(parameters(Count), Values, Seed);)
    All.push_back(Values);
  return All;
}

int64_t largest(const std::vector<int64_t> &Values) {
  return *std::max_element(Values.begin(), Values.end());
}

TEST(ValidateInstancesTest, AllValuesOfUpToThreeParameters) {
  size_t All = 1;
  for (size_t Count = 1; Count <= 3; ++Count) {
    const auto Rows = smallInstances(Count);
    All *= 10;
    const std::set<std::vector<int64_t>> Different(Rows.begin(), Rows.end());
    EXPECT_EQ(Rows.size(), All);
    EXPECT_EQ(Different.size(), All);
    for (const std::vector<int64_t> &Row : Rows) {
      ASSERT_EQ(Row.size(), Count);
      EXPECT_GE(*std::min_element(Row.begin(), Row.end()), -1);
      EXPECT_LE(largest(Row), 8);
    }
  }
}

TEST(ValidateInstancesTest, AllPairsOfValuesOfMoreParameters) {
  for (const size_t Count : {4u, 7u, 12u, 13u, 20u}) {
    const auto Rows = smallInstances(Count);
    EXPECT_LT(Rows.size(), 1000u) << Count;
    for (size_t A = 0; A != Count; ++A)
      for (size_t B = 0; B != A; ++B) {
        std::set<std::pair<int64_t, int64_t>> Pairs;
        for (const std::vector<int64_t> &Row : Rows) {
          ASSERT_EQ(Row.size(), Count);
          Pairs.insert({Row[A], Row[B]});
        }
        EXPECT_EQ(Pairs.size(), 11u * 11u) << Count << ": " << A << ", " << B;
        EXPECT_TRUE(Pairs.count({-1, -1}) && Pairs.count({9, 9}));
      }
  }
}

TEST(ValidateInstancesTest, SmallOnesComeBeforeLargeOnes) {
  for (const size_t Count : {2u, 3u, 5u}) {
    const auto Rows = smallInstances(Count);
    EXPECT_EQ(Rows.front(), std::vector<int64_t>(Count, -1));
    EXPECT_GE(*std::min_element(Rows.back().begin(), Rows.back().end()), 5);
  }
  // Of so many that the number of iterations exceeds 64 bits.
  const auto Rows = smallInstances(20);
  EXPECT_EQ(*std::min_element(Rows.front().begin(), Rows.front().end()), -1);
  EXPECT_GE(std::count_if(Rows.back().begin(), Rows.back().end(),
                          [](int64_t V) { return V >= 8; }),
            15);
}

TEST(ValidateInstancesTest, SmallOnesAreSpreadAmongMiddleSizesAndDrawsAreLast) {
  const Nest N;
  Instances Given(N);
  const auto All = drain(Given, 5);
  const auto Begin =
      std::find(All.begin(), All.end(), std::vector<int64_t>(5, -1));
  ASSERT_EQ(Begin - All.begin(), 1);
  size_t Draws = All.size();
  while (Draws && largest(All[Draws - 1]) <= 8)
    --Draws;
  EXPECT_GE(All.size() - Draws, 1000u);
  EXPECT_EQ(
      std::count_if(All.begin() + 1, All.begin() + 5,
                    [](const auto &Values) { return largest(Values) <= 9; }),
      4);
  EXPECT_GT(largest(All[5]), 9);
  for (const std::vector<int64_t> &Values : smallInstances(5))
    EXPECT_TRUE(std::count(All.begin(), All.end(), Values));
  EXPECT_EQ(drain(Given, 5).size(), 0u);
}

TEST(ValidateInstancesTest, BeginsAgainWhereAParameterShowsLate) {
  const Nest N;
  Instances Given(N);
  const size_t Before = drain(Given, 1).size();
  const auto All = drain(Given, 2);
  EXPECT_GT(All.size(), Before);
  for (const std::vector<int64_t> &Values : All)
    EXPECT_EQ(Values.size(), 2u);
}

TEST(ValidateInstancesTest, NeighboursOfTheConstantsOfTheText) {
  Nest N;
  Node Constant;
  Constant.What = Op::Const;
  Constant.Ty.K = Type::Int;
  Constant.Number = 1000;
  N.Nodes.push_back(Constant);
  Instances Given(N);
  const auto All = drain(Given, 1);
  for (const int64_t V : {999, 1000, 1001})
    EXPECT_TRUE(std::count(All.begin(), All.end(), std::vector<int64_t>{V}))
        << V;
}

} // namespace
