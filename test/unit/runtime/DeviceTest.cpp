//===- DeviceTest.cpp - kernel functions against their namesakes in std ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace {

/// Equality of bits: 0 is not -0, and a NaN is itself.
template <class T> bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T> void check_floating() {
  using limits = std::numeric_limits<T>;
  const T values[] = {T(0),
                      -T(0),
                      T(1),
                      T(-1),
                      limits::min(),
                      limits::denorm_min(),
                      limits::max(),
                      limits::lowest(),
                      limits::infinity(),
                      -limits::infinity(),
                      limits::quiet_NaN(),
                      -limits::quiet_NaN()};
  for (const T a : values) {
    EXPECT_TRUE(same(heddle::rt::device::abs(a), std::abs(a))) << a;
    for (const T b : values) {
      EXPECT_TRUE(same(heddle::rt::device::min(a, b), std::min(a, b)))
          << a << b;
      EXPECT_TRUE(same(heddle::rt::device::max(a, b), std::max(a, b)))
          << a << b;
      for (const T v : values)
        if (!(b < a)) {
          EXPECT_TRUE(
              same(heddle::rt::device::clamp(v, a, b), std::clamp(v, a, b)))
              << v << a << b;
        }
    }
  }
}

TEST(Device, FloatingFunctionsKeepNanAndTheSignOfZero) {
  check_floating<float>();
  check_floating<double>();
}

template <class T> void check_integers() {
  using limits = std::numeric_limits<T>;
  for (const T a : {T(0), T(1), T(7), limits::min(), limits::max()})
    for (const T b : {T(0), T(3), limits::min(), limits::max()}) {
      EXPECT_EQ(heddle::rt::device::min(a, b), std::min(a, b));
      EXPECT_EQ(heddle::rt::device::max(a, b), std::max(a, b));
    }
}

TEST(Device, IntegerFunctions) {
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<long>();
  check_integers<unsigned long long>();
  check_integers<signed char>();
  EXPECT_EQ(heddle::rt::device::abs(-3), 3);
  EXPECT_EQ(heddle::rt::device::abs(-INT_MAX), INT_MAX);
  EXPECT_EQ(heddle::rt::device::abs(-3L), 3L);
  EXPECT_EQ(heddle::rt::device::abs(-LLONG_MAX), LLONG_MAX);
  static_assert(std::is_same<decltype(heddle::rt::device::abs(short(1))),
                             decltype(std::abs(short(1)))>::value);
}

TEST(Device, IsConstexprWhereStdIs) {
  static_assert(heddle::rt::device::min(3, 2) == 2);
  static_assert(heddle::rt::device::max(3, 2) == 3);
  static_assert(heddle::rt::device::clamp(9, 1, 4) == 4);
}

TEST(Device, CallsOverElementsStoreWhatTheirNamesakesStore) {
  namespace device = heddle::rt::device;
  const int from[] = {3, -7, 300, 5, 6};
  for (int n = 0; n <= 4; ++n) {
    signed char mine[6] = {1, 1, 1, 1, 1, 1}, theirs[6] = {1, 1, 1, 1, 1, 1};
    device::copy(from, from + n, mine + 1);
    std::copy(from, from + n, theirs + 1);
    device::copy_n(from + 1, n / 2, mine);
    std::copy_n(from + 1, n / 2, theirs);
    EXPECT_EQ(std::memcmp(mine, theirs, sizeof mine), 0) << n;
    device::fill(mine + 4, mine + 4 + n / 3, 2.5);
    std::fill(theirs + 4, theirs + 4 + n / 3, 2.5);
    device::fill_n(mine + 2, n / 2, -0x101);
    std::fill_n(theirs + 2, n / 2, -0x101);
    EXPECT_EQ(std::memcmp(mine, theirs, sizeof mine), 0) << n;
  }
}

TEST(Device, CallsOverBytesStoreWhatTheirNamesakesStore) {
  namespace device = heddle::rt::device;
  for (const std::size_t n : {0, 1, 3})
    for (const int to : {0, 2, 4}) {
      double mine[8], theirs[8];
      for (int k = 0; k < 8; ++k)
        mine[k] = theirs[k] = k + 0.5;
      device::move_bytes(mine + to, mine + 2, n * sizeof(double));
      std::memmove(theirs + to, theirs + 2, n * sizeof(double));
      device::copy_bytes(mine, mine + 5, n * sizeof(double));
      std::memcpy(theirs, theirs + 5, n * sizeof(double));
      device::set_bytes(mine + 4, 0, n * sizeof(double));
      std::memset(theirs + 4, 0, n * sizeof(double));
      EXPECT_EQ(std::memcmp(mine, theirs, sizeof mine), 0) << n << to;
    }
  char mine[4] = {1, 1, 1, 1}, theirs[4] = {1, 1, 1, 1};
  device::set_bytes(mine, 0x1a7, 3);
  std::memset(theirs, 0x1a7, 3);
  EXPECT_EQ(std::memcmp(mine, theirs, sizeof mine), 0);
}

} // namespace
