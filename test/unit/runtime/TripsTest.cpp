//===- TripsTest.cpp - how often loops run --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <gtest/gtest.h>
#include <heddle/runtime.h>
#include <limits>

namespace {

using namespace heddle::rt;

TEST(Trips, CountWhatTheLoopsRun) {
  for (int first = -7; first <= 7; ++first)
    for (int end = -7; end <= 7; ++end)
      for (int step = 1; step <= 5; ++step) {
        int up = 0, upTo = 0, down = 0, downTo = 0;
        for (int i = first; i < end; i += step)
          ++up;
        for (int i = first; i <= end; i += step)
          ++upTo;
        for (int i = first; i > end; i -= step)
          ++down;
        for (int i = first; i >= end; i -= step)
          ++downTo;
        EXPECT_EQ(trips_up(first, end, step), up);
        EXPECT_EQ(trips_up_to(first, end, step), upTo);
        EXPECT_EQ(trips_down(first, end, step), down);
        EXPECT_EQ(trips_down_to(first, end, step), downTo);
      }
}

TEST(Trips, AreKnownAtTheEndsOfTheTypes) {
  constexpr int Low = std::numeric_limits<int>::min(),
                High = std::numeric_limits<int>::max();
  EXPECT_EQ(trips_up(Low, High, 1), 4294967295LL);
  EXPECT_EQ(trips_up(Low, High - 9, 10), 429496729LL);
  EXPECT_EQ(trips_down(High, Low, 1), 4294967295LL);
  EXPECT_EQ(trips_up(0u, 4294967295u, 3u), 1431655765LL);
  EXPECT_EQ(trips_down(5ul, 1ul, 2ul), 2);
  static_assert(trips_up(2l, 11l, 3l) == 3, "of constants");
}

TEST(Trips, NeedNoStepWhereThereIsNoIteration) {
  EXPECT_EQ(trips_up(3, 3, 0), 0);
  EXPECT_EQ(trips_up_to(4, 3, -1), 0);
}

TEST(Trips, RaiseWhereALoopWouldNotEnd) {
  EXPECT_THROW((void)trips_up(0, 1, 0), heddle::error);
  EXPECT_THROW((void)trips_down(1, 0, -1), heddle::error);
}

TEST(Trips, RaiseWhereTheCounterWouldGoRound) {
  EXPECT_THROW((void)trips_up(0u, 4294967295u, 2147483648u), heddle::error);
  EXPECT_THROW((void)trips_down(5u, 0u, 2u), heddle::error);
  EXPECT_THROW((void)trips_up_to(0, 2147483647, 1), heddle::error);
  EXPECT_THROW((void)trips_up(std::numeric_limits<long>::min(),
                              std::numeric_limits<long>::max() - 9, 5l),
               heddle::error);
}

} // namespace
