//===- ShapeTest.cpp - device limits, at, below and above -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"
#include "gtest/gtest.h"

#include <climits>

namespace {

using heddle::rt::checked;
using heddle::rt::shape;

/// A shape of ones but for one extent: grid x, y, z, block x, y, z.
shape only(int which, checked extent) {
  checked e[6] = {1, 1, 1, 1, 1, 1};
  e[which] = extent;
  return shape{{e[0], e[1], e[2]}, {e[3], e[4], e[5]}};
}

TEST(Shape, EachExtentIsLimited) {
  const long long limits[6] = {2147483647, 65535, 65535, 1024, 1024, 64};
  for (int which = 0; which < 6; ++which) {
    EXPECT_TRUE(only(which, limits[which] - 1).fits()) << which;
    EXPECT_TRUE(only(which, limits[which]).fits()) << which;
    EXPECT_FALSE(only(which, limits[which] + 1).fits()) << which;
    EXPECT_TRUE(only(which, limits[which] + 1).representable()) << which;
  }
}

TEST(Shape, ABlockHasAtMost1024ThreadsInAll) {
  EXPECT_TRUE((shape{{1, 1, 1}, {32, 32, 1}}.fits()));
  EXPECT_TRUE((shape{{1, 1, 1}, {31, 33, 1}}.fits()));
  EXPECT_FALSE((shape{{1, 1, 1}, {25, 41, 1}}.fits())) << 1025;
  EXPECT_TRUE((shape{{1, 1, 1}, {4, 4, 64}}.fits()));
  EXPECT_FALSE((shape{{1, 1, 1}, {4, 5, 64}}.fits()));
  EXPECT_FALSE((shape{{1, 1, 1}, {50, 40, 1}}.fits()));
}

TEST(Shape, ExtentsArePositive) {
  for (int which = 0; which < 6; ++which) {
    EXPECT_FALSE(only(which, 0).representable()) << which;
    EXPECT_FALSE(only(which, -1).representable()) << which;
    EXPECT_FALSE(only(which, checked::unknown()).representable()) << which;
    EXPECT_FALSE(only(which, checked::unknown()).fits()) << which;
  }
  EXPECT_FALSE((shape{{-2, -2, 1}, {1, 1, 1}}.representable()))
      << "two negative extents have a positive product";
}

TEST(Shape, ThreadsInAllStayBelowTwoToThe63) {
  const shape most{{LLONG_MAX, 1, 1}, {1, 1, 1}};
  EXPECT_TRUE(most.representable());
  EXPECT_FALSE(most.fits());
  EXPECT_FALSE((shape{{1LL << 62, 1, 1}, {2, 1, 1}}.representable()));
  EXPECT_TRUE((shape{{1LL << 61, 1, 1}, {2, 1, 1}}.representable()));
  EXPECT_FALSE((shape{{1LL << 40, 1LL << 40, 1}, {1, 1, 1}}.representable()));
}

TEST(Shape, TheLargestGridFitsOnlyWhereItsThreadsCount) {
  // 2^31-1 blocks x 65535 x 65535 of one thread is just below 2^63.
  EXPECT_TRUE((shape{{2147483647, 65535, 65535}, {1, 1, 1}}.fits()));
  EXPECT_FALSE((shape{{2147483647, 65535, 65535}, {2, 1, 1}}.fits()));
}

TEST(Shape, SuitsWhereAtMostAQuarterOfManyThreadsIsIdle) {
  const shape many{{1000, 1, 1}, {256, 1, 1}};
  EXPECT_TRUE(many.suits(256000));
  EXPECT_TRUE(many.suits(192000));
  EXPECT_FALSE(many.suits(191999));
  EXPECT_FALSE(many.suits(checked::unknown()));
  const shape few{{256, 1, 1}, {256, 1, 1}};
  EXPECT_TRUE(few.suits(1)) << "all of them start at once";
  EXPECT_FALSE((shape{{1, 65536, 1}, {1, 1, 1}}.suits(65536)))
      << "it does not fit";
}

TEST(Shape, TakesIntegersOfAnyTypeAndConstants) {
  const unsigned long gx = 7;
  const short by = 4;
  const shape s{{gx, 2u, 3}, {checked(8), by, 1ull}};
  EXPECT_EQ(s.threads().value(), 7 * 2 * 3 * 8 * 4);
  constexpr shape c{{4, 1, 1}, {32, 1, 1}};
  static_assert(c.fits() && c.threads().value() == 128);
  EXPECT_EQ(heddle::rt::rt_detail::describe(s),
            "grid (7, 2, 3), block (8, 4, 1)");
}

} // namespace
