//===- ArrayTest.cpp - footprints and the pointers that kernels get -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <climits>
#include <cstdint>

namespace {

using heddle::rt::checked;
using heddle::rt::disjoint;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::out;

TEST(Disjoint, AtEveryOffsetAroundTheEnds) {
  double x[64];
  // x[20..29] against every range of every length up to 12.
  for (int first = 0; first < 50; ++first)
    for (int count = 0; count <= 12; ++count) {
      const int last = first + count - 1;
      const bool apart = count == 0 || last < 20 || first > 29;
      EXPECT_EQ(disjoint(out(x, 20, 29), in(x, first, last)), apart)
          << first << " to " << last;
      EXPECT_EQ(disjoint(in(x, first, last), out(x, 20, 29)), apart)
          << first << " to " << last;
      // The same bytes, reached from another pointer by negative offsets.
      EXPECT_EQ(disjoint(out(x, 20, 29), in(x + 40, first - 40, last - 40)),
                apart)
          << first << " to " << last;
    }
}

TEST(Disjoint, CountsBytesAndNotElements) {
  alignas(8) unsigned char storage[64] = {};
  auto *bytes = storage;
  auto *words = reinterpret_cast<std::uint64_t *>(storage);
  EXPECT_FALSE(disjoint(out(words, 1, 2), in(bytes, 8, 8)));
  EXPECT_FALSE(disjoint(out(words, 1, 2), in(bytes, 23, 23)));
  EXPECT_TRUE(disjoint(out(words, 1, 2), in(bytes, 7, 7)));
  EXPECT_TRUE(disjoint(out(words, 1, 2), in(bytes, 24, 24)));
}

TEST(Disjoint, CountsScalarElementsOfArraysOfArrays) {
  static double a[4][9];
  static double cube[2][3][5];
  EXPECT_TRUE(disjoint(out(a, 0, 8), in(a + 1, 0, 8)));
  EXPECT_FALSE(disjoint(out(a, 0, 9), in(a + 1, 0, 8)));
  EXPECT_TRUE(disjoint(out(&cube[0], 0, 14), in(&cube[1][0][0], 0, 14)));
  EXPECT_FALSE(disjoint(out(&cube[0], 0, 15), in(&cube[1][0][0], 0, 14)));
}

TEST(Disjoint, EmptyTouchesNothingAndUnknownTouchesAnything) {
  int x[4] = {}, y[4] = {};
  const checked unknown = checked::unknown();
  EXPECT_TRUE(disjoint(out(x, 0, -1), in(x, 0, 3)));
  EXPECT_TRUE(disjoint(out(x, 3, 1), in(x, 0, 3)));
  EXPECT_TRUE(disjoint(out(x, 0, -1), in(y, 0, unknown)));
  EXPECT_FALSE(disjoint(out(x, 0, unknown), in(y, 0, 3)));
  EXPECT_FALSE(disjoint(out(x, unknown, 0), in(y, 0, 3)));
  EXPECT_FALSE(disjoint(out(x, 0, LLONG_MAX), in(y, 0, 3)));
  EXPECT_FALSE(disjoint(out(x, LLONG_MIN, 3), in(y, 0, 3)));
  const heddle::rt::rt_detail::footprint past_the_end =
      heddle::rt::rt_detail::bytes(4096, 0, LLONG_MAX - 4096, 1);
  EXPECT_FALSE(past_the_end.known) << "the address is counted in";
  EXPECT_TRUE(heddle::rt::rt_detail::bytes(4096, 0, LLONG_MAX - 4097, 1).known);
  EXPECT_FALSE(heddle::rt::rt_detail::bytes(4096, -4097, 0, 1).known);
  EXPECT_TRUE(heddle::rt::rt_detail::bytes(4096, -4096, 0, 1).known);
}

TEST(Disjoint, StorageOfAScalarParameter) {
  int cells[3] = {};
  const int &n = cells[1];
  EXPECT_FALSE(disjoint(out(cells, 0, 2), heddle::rt::storage(n)));
  EXPECT_TRUE(disjoint(out(cells, 0, 0), heddle::rt::storage(n)));
  EXPECT_TRUE(disjoint(heddle::rt::storage(n), out(cells, 2, 2)));
  int *pointer = cells;
  EXPECT_TRUE(disjoint(heddle::rt::storage(pointer), out(cells, 0, 2)))
      << "a pointer's own storage, not what it points to";
}

//===----------------------------------------------------------------------===//
// Kernels get a pointer with which their subscripts are unchanged.
//===----------------------------------------------------------------------===//

constexpr heddle::rt::site here{"kernel", "array.cpp", 1};
constexpr heddle::rt::shape ten{{1, 1, 1}, {10, 1, 1}};

class ArrayArgument : public EnvironmentTest {
protected:
  void SetUp() override {
    EnvironmentTest::SetUp();
    set("HEDDLE_HOST_ORDER", "reverse");
  }
};

__global__ void shift(double *x, const double *y, int by) {
  const int i = static_cast<int>(heddle::rt::thread_x());
  x[i - by] = y[i] + 1;
}

TEST_F(ArrayArgument, NegativeOffsets) {
  double x[20] = {}, y[10];
  for (int i = 0; i < 10; ++i)
    y[i] = i;
  ASSERT_EQ(
      heddle::rt::run(here, ten, shift, out(x + 10, -7, 2), in(y, 0, 9), 7),
      heddle::rt::path::done);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(x[i], i >= 3 && i < 13 ? i - 2 : 0) << i;
}

__global__ void rows(double (*a)[9], const double (*b)[9], double *flat) {
  const int i = static_cast<int>(heddle::rt::thread_x());
  a[i / 9][i % 9] = b[i / 9][i % 9] + flat[i];
}

TEST_F(ArrayArgument, PointersToArrays) {
  double a[2][9] = {}, b[2][9], flat[2][9];
  for (int i = 0; i < 18; ++i) {
    b[i / 9][i % 9] = i;
    flat[i / 9][i % 9] = 100;
  }
  const double(&cb)[2][9] = b;
  ASSERT_EQ(heddle::rt::run(here, ten, rows, out(a, 0, 9), in(cb, 0, 9),
                            inout(flat, 0, 9)),
            heddle::rt::path::done);
  EXPECT_EQ(a[0][8], 108);
  EXPECT_EQ(a[1][0], 109);
  EXPECT_EQ(a[1][1], 0);
}

TEST_F(ArrayArgument, EmptyFootprintsKeepNullPointers) {
  int calls = 0;
  static int *counter;
  counter = &calls;
  void (*kernel)(int *) = [](int *p) { *counter += p == nullptr; };
  ASSERT_EQ(heddle::rt::run(here, ten, kernel,
                            inout(static_cast<int *>(nullptr), 0, -1)),
            heddle::rt::path::done);
  EXPECT_EQ(calls, 10);
}

TEST_F(ArrayArgument, ANotRepresentableFootprintRunsSequentially) {
  double x[10] = {}, y[10] = {};
  EXPECT_EQ(heddle::rt::run(here, ten, shift, out(x, 0, checked::unknown()),
                            in(y, 0, 9), 0),
            heddle::rt::path::sequential);
  EXPECT_EQ(heddle::rt::run(here, ten, shift, out(x, 0, 9),
                            in(y, 0, LLONG_MAX / 8), 0),
            heddle::rt::path::sequential);
}

int got_small;
long long got_large;
__global__ void take(int a, long long b) {
  got_small = a;
  got_large = b;
}
__global__ void take_divisors(heddle::rt::divisor32 a,
                              heddle::rt::divisor64 b) {
  got_small = static_cast<int>(a.div(100));
  got_large = static_cast<long long>(b.div(1000));
}

TEST_F(ArrayArgument, CheckedScalarsAndDivisorsArriveOrTheLoopRuns) {
  ASSERT_EQ(
      heddle::rt::run(here, ten, take, checked(-5), checked(1) + LLONG_MAX / 2),
      heddle::rt::path::done);
  EXPECT_EQ(got_small, -5);
  EXPECT_EQ(got_large, LLONG_MAX / 2 + 1);
  EXPECT_EQ(heddle::rt::run(here, ten, take, checked(INT_MAX) + 1, checked(0)),
            heddle::rt::path::sequential);
  EXPECT_EQ(heddle::rt::run(here, ten, take, checked(INT_MIN) - 1, checked(0)),
            heddle::rt::path::sequential);
  EXPECT_EQ(heddle::rt::run(here, ten, take, 0, checked(LLONG_MAX) + 1),
            heddle::rt::path::sequential);
  ASSERT_EQ(heddle::rt::run(here, ten, take_divisors, checked(7), checked(9)),
            heddle::rt::path::done);
  EXPECT_EQ(got_small, 14);
  EXPECT_EQ(got_large, 111);
  ASSERT_EQ(
      heddle::rt::run(here, ten, take_divisors, 10, heddle::rt::divisor64(20)),
      heddle::rt::path::done);
  EXPECT_EQ(got_small, 10);
  EXPECT_EQ(got_large, 50);
  EXPECT_EQ(heddle::rt::run(here, ten, take_divisors, 0, 1LL),
            heddle::rt::path::sequential);
  EXPECT_EQ(
      heddle::rt::run(here, ten, take_divisors, checked(1LL << 32), checked(9)),
      heddle::rt::path::sequential);
  EXPECT_EQ(heddle::rt::run(here, ten, take_divisors, checked(7), checked(0)),
            heddle::rt::path::sequential);
}

} // namespace
