//===- RacesTest.cpp - What nothing orders in a kernel --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Races/Races.h"
#include <gtest/gtest.h>

using namespace heddle::validate;

namespace {

constexpr int64_t Place = 8;

TEST(Races, TwoThreadsOfWhichOneWritesAreARace) {
  Races R;
  R.turnTo(0);
  EXPECT_FALSE(R.stores(Place));
  EXPECT_FALSE(R.loads(Place));
  R.turnTo(1);
  EXPECT_FALSE(R.loads(Place + 1));
  EXPECT_TRUE(R.loads(Place));
}

TEST(Races, ABarrierOrdersTheThreadsOfABlock) {
  Races R;
  R.nextBlock();
  R.turnTo(0);
  EXPECT_FALSE(R.stores(Place));
  R.barrier();
  R.turnTo(1);
  EXPECT_FALSE(R.loads(Place));
  R.turnTo(2);
  EXPECT_FALSE(R.loads(Place));
  R.barrier();
  R.turnTo(0);
  EXPECT_FALSE(R.stores(Place));
  R.turnTo(1);
  EXPECT_TRUE(R.loads(Place));
}

TEST(Races, NoBarrierOrdersTwoBlocks) {
  Races R;
  R.nextBlock();
  R.turnTo(0);
  EXPECT_FALSE(R.loads(Place));
  R.barrier();
  R.turnTo(1);
  EXPECT_FALSE(R.loads(Place));
  R.barrier();
  R.nextBlock();
  R.turnTo(2);
  EXPECT_TRUE(R.stores(Place));
}

TEST(Races, ReadersOfTwoBlocksAreNotForgotten) {
  Races R;
  R.nextBlock();
  R.turnTo(0);
  EXPECT_FALSE(R.loads(Place));
  R.nextBlock();
  R.turnTo(1);
  EXPECT_FALSE(R.loads(Place));
  R.barrier();
  R.turnTo(2);
  EXPECT_FALSE(R.loads(Place));
  R.barrier();
  EXPECT_TRUE(R.stores(Place));
}

} // namespace
