//===- UpdateTest.cpp - steps that no other thread interrupts -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"

#include "gtest/gtest.h"

#include <limits>
#include <thread>
#include <vector>

namespace {

namespace by = heddle::rt::by;
using heddle::rt::update;

template <class Op, class T, class E> T after(T x, E e) {
  update<Op>(x, e);
  return x;
}

TEST(Update, IsTheAssignment) {
  EXPECT_EQ(after<by::sum>(40, 2), 42);
  EXPECT_EQ(after<by::difference>(40, 2), 38);
  EXPECT_EQ(after<by::product>(40, 2), 80);
  EXPECT_EQ(after<by::max>(-3, 2), 2);
  EXPECT_EQ(after<by::min>(-3, 2), -3);
  EXPECT_EQ(after<by::max>(4000000000u, 2u), 4000000000u);
  EXPECT_EQ(after<by::bit_and>(12L, 10L), 8L);
  EXPECT_EQ(after<by::bit_or>(12L, 3), 15L);
  EXPECT_EQ(after<by::bit_xor>(12, 10), 6);
  EXPECT_EQ(after<by::bit_or>(false, 4), true);
  EXPECT_EQ(after<by::bit_and>(true, false), false);
}

TEST(Update, WrapsAsConversionsDo) {
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_EQ(after<by::sum>(most, 1), std::numeric_limits<int>::min());
  EXPECT_EQ(after<by::difference>(std::numeric_limits<int>::min(), 1), most);
  EXPECT_EQ(after<by::product>(static_cast<unsigned short>(65535),
                               static_cast<unsigned short>(65535)),
            1);
  EXPECT_EQ(after<by::sum>(static_cast<signed char>(100), 60L), -96);
  EXPECT_EQ(after<by::sum>(5, (1LL << 40) + 2), 7);
}

TEST(Update, IsNotInterrupted) {
  int sum = 0;
  short most = 0;
  unsigned char bits[2] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int k = 0; k < 20000; ++k) {
        update<by::sum>(sum, k % 7);
        update<by::max>(most, static_cast<short>(k % 1000 + t));
        update<by::bit_xor>(bits[t % 2], 1 << k % 8);
      }
    });
  for (std::thread &t : threads)
    t.join();
  int expected = 0;
  for (int k = 0; k < 20000; ++k)
    expected += 4 * (k % 7);
  EXPECT_EQ(sum, expected);
  EXPECT_EQ(most, 1002);
  EXPECT_EQ(bits[0] | bits[1], 0);
}

} // namespace
