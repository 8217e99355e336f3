//===- DivisorTest.cpp - multiply-high division against the operator ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using heddle::rt::checked;
using heddle::rt::divisor32;
using heddle::rt::divisor64;

/// 1, 2^k, 2^k +- 1, the top of the range, and random values of every length;
/// all in [1, limit].
std::vector<std::uint64_t> interesting(std::uint64_t limit) {
  std::vector<std::uint64_t> values = {limit, limit - 1, limit - 2};
  std::mt19937_64 random(7);
  for (unsigned k = 0; k < 64; ++k) {
    const std::uint64_t power = std::uint64_t{1} << k;
    for (const std::uint64_t v :
         {power - 1, power, power + 1, power + (power >> 1),
          power | (random() & (power - 1)), power | (random() & (power - 1))})
      values.push_back(v);
  }
  for (const unsigned v :
       {3u, 5u, 6u, 7u, 9u, 10u, 11u, 12u, 100u, 641u, 1000u, 6700417u})
    values.push_back(v);
  values.erase(std::remove_if(values.begin(), values.end(),
                              [&](std::uint64_t v) { return !v || v > limit; }),
               values.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// Dividends where a multiplier that is off by one first shows: around the
/// multiples of d, the last ones above all.
std::vector<std::uint64_t> dividends(std::uint64_t d, std::uint64_t limit) {
  std::vector<std::uint64_t> values = {0};
  const std::uint64_t last = limit - limit % d;
  for (const std::uint64_t multiple :
       {d, 2 * d, 3 * d, last / 2 - last / 2 % d, last - d, last})
    for (const std::uint64_t v : {multiple - 1, multiple, multiple + 1})
      if (v <= limit)
        values.push_back(v);
  return values;
}

template <class Divisor, class T> void check(T limit) {
  const std::vector<std::uint64_t> values = interesting(limit);
  for (const std::uint64_t d : values) {
    const Divisor by{checked(d)};
    ASSERT_EQ(by.value(), d);
    std::vector<std::uint64_t> tried = dividends(d, limit);
    tried.insert(tried.end(), values.begin(), values.end());
    for (const std::uint64_t n : tried) {
      ASSERT_EQ(by.div(static_cast<T>(n)), n / d) << n << " / " << d;
      ASSERT_EQ(by.mod(static_cast<T>(n)), n % d) << n << " % " << d;
    }
  }
}

TEST(Divisor, Of32BitsIsExactOnTheWholeRange) {
  check<divisor32, unsigned>(0xFFFFFFFFu);
}

TEST(Divisor, Of64BitsIsExactBelowTwoToThe63) {
  check<divisor64, unsigned long long>(0x7FFFFFFFFFFFFFFFull);
}

TEST(Divisor, RandomPairs) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 400000; ++i) {
    const std::uint64_t n = random() >> (1 + random() % 63);
    const std::uint64_t d = (random() >> (1 + random() % 63)) | 1;
    ASSERT_EQ(divisor64(checked(d)).div(n), n / d) << n << " / " << d;
    const unsigned n32 =
        static_cast<unsigned>(random() >> (32 + random() % 32));
    const unsigned d32 =
        static_cast<unsigned>(random() >> (32 + random() % 32)) | 1u;
    ASSERT_EQ(divisor32(d32).div(n32), n32 / d32) << n32 << " / " << d32;
  }
}

TEST(Divisor, EverySmallPair) {
  for (unsigned d = 1; d <= 300; ++d) {
    const divisor32 by32(d);
    const divisor64 by64(d);
    for (unsigned n = 0; n <= 1000; ++n) {
      ASSERT_EQ(by32.div(n), n / d);
      ASSERT_EQ(by64.div(n), n / d);
    }
  }
}

TEST(Divisor, TravelsToKernelsByValue) {
  static_assert(std::is_trivially_copyable<divisor32>::value);
  static_assert(std::is_trivially_copyable<divisor64>::value);
  constexpr divisor32 by(9);
  static_assert(by.value() == 9);
  static_assert(divisor64(9).value() == 9);
}

TEST(Divisor, OutsideItsRangeIsAnError) {
  EXPECT_TRUE(divisor32::takes(0xFFFFFFFFu));
  EXPECT_FALSE(divisor32::takes(0x100000000LL));
  EXPECT_FALSE(divisor32::takes(0));
  EXPECT_TRUE(divisor64::takes(1));
  EXPECT_FALSE(divisor64::takes(0));
  EXPECT_FALSE(divisor64::takes(-3));
  EXPECT_FALSE(divisor64::takes(checked::unknown()));
  EXPECT_THROW((void)divisor32{checked(0)}, heddle::error);
  EXPECT_THROW((void)divisor32{checked(0x100000000LL)}, heddle::error);
  EXPECT_THROW((void)divisor64{checked(-3)}, heddle::error);
  EXPECT_THROW((void)divisor64{checked::unknown()}, heddle::error);
}

} // namespace
