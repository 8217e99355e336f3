//===- RangesTest.cpp - Bounds of launch expressions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HandSpace.h"
#include "Mapping/Ranges.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

const Sym N = leaf("n");

/// 0 <= i < n for a few n.
std::shared_ptr<AffineNest> line(int64_t Least, int64_t Most) {
  return handSpace({{"n", Least, Most}}, {dim("i", 0, N)},
                   "{ Stmt[i] : 0 <= i < n }");
}

void expectRange(const Ranges &R, const Sym &S, int64_t Lo, int64_t Hi) {
  const Interval Range = R.of(S);
  EXPECT_EQ(static_cast<int64_t>(Range.Lo), Lo) << toString(S);
  EXPECT_EQ(static_cast<int64_t>(Range.Hi), Hi) << toString(S);
}

TEST(Ranges, KnowQuotientsByParameters) {
  auto Nest = line(2, 5);
  Ranges R(*Nest);
  expectRange(R, floor_div(7, N), 1, 3);
  expectRange(R, ceil_div(7, N), 2, 4);
}

TEST(Ranges, KnowQuotientsByWhatHasNoLargestValue) {
  auto Nest = line(2, 5);
  Ranges R(*Nest);
  R.define("wide", {4, Interval::Infinite});
  expectRange(R, floor_div(7, leaf("wide")), 0, 1);
  expectRange(R, ceil_div(7, leaf("wide")), 1, 2);
  EXPECT_EQ(R.of(ceil_div(leaf("wide"), 4)).Lo, 1);
  EXPECT_EQ(R.of(ceil_div(leaf("wide"), 4)).Hi, Interval::Infinite);
}

TEST(Ranges, KnowThatConditionsAre0Or1) {
  auto Nest = line(10, 90);
  Ranges R(*Nest);
  expectRange(R, less(N, 40), 0, 1);
  expectRange(R, less(N, 40) + 1, 1, 2);
}

TEST(Ranges, AskNothingWhereTheEndsSayIt) {
  auto Nest = line(10, 90);
  Ranges R(*Nest);
  expectRange(R, N, 10, 90);
  Nest->Isl->resume(1000);
  expectRange(R, floor_div(N * 3 - 1, 4), 7, 67);
  expectRange(R, ceil_div(N, 32), 1, 3);
  EXPECT_EQ(Nest->Isl->operationsUsed(), 0u);
}

TEST(Ranges, AskWhereAParameterIsMetTwice) {
  auto Nest = line(10, 90);
  expectRange(Ranges(*Nest), N - floor_div(N, 2), 5, 45);
}

} // namespace
