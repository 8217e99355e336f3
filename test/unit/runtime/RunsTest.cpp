//===- RunsTest.cpp - neighbouring iterations of one thread ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

namespace {

using heddle::rt::full_runs;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::path;

constexpr heddle::rt::site here{"heddle_runs_0", "f.cpp", 14};
constexpr heddle::rt::shape one{{1, 1, 1}, {1, 1, 1}};

/// What the kernel is passed.
long long seen = -1;

__global__ void heddle_runs_0(double *y, const float *x, long long whole) {
  (void)y;
  (void)x;
  seen = whole;
}

class Runs : public EnvironmentTest {
protected:
  void SetUp() override {
    EnvironmentTest::SetUp();
    set("HEDDLE_HOST_ORDER", "forward");
  }

  /// The number of whole runs where arrays of so many elements begin there, and
  /// five runs have no iteration beyond the end.
  template <unsigned Bytes>
  long long whole(double *to, const float *from, long long elements = 8) {
    seen = -1;
    EXPECT_EQ(heddle::rt::run(here, one, heddle_runs_0,
                              inout(to, 0, elements - 1), in(from, 0, 7),
                              full_runs<Bytes>(5)),
              path::done);
    return seen;
  }

  alignas(64) double y[32] = {};
  alignas(64) float x[32] = {};
};

TEST_F(Runs, AreWholeWhereAllArraysBeginAtMultiples) {
  EXPECT_EQ(whole<16>(y, x), 5);
  EXPECT_EQ(whole<16>(y + 2, x + 4), 5);
  EXPECT_EQ(whole<8>(y + 1, x + 2), 5);
}

TEST_F(Runs, AreNoneWhereOneArrayBeginsElsewhere) {
  EXPECT_EQ(whole<16>(y + 1, x), 0);
  EXPECT_EQ(whole<16>(y, x + 2), 0);
  EXPECT_EQ(whole<8>(y, x + 1), 0);
}

// The loads of an array may be narrower than those that Bytes is for.
TEST_F(Runs, AskOfSmallArraysAsWell) {
  EXPECT_EQ(whole<16>(y + 1, x, 1), 0);
  EXPECT_EQ(whole<16>(y + 1, x, 0), 5);
}

TEST_F(Runs, OfMoreThanTheKernelCountsLeaveTheLoopAsItIs) {
  EXPECT_EQ(heddle::rt::run(here, one, heddle_runs_0, inout(y, 0, 7),
                            in(x, 0, 7),
                            full_runs<16>(heddle::rt::checked(1LL << 62) * 4)),
            path::sequential);
}

TEST_F(Runs, AlignedPointersAreTheSame) {
  EXPECT_EQ(heddle::rt::aligned<16>(y), y);
}

} // namespace
