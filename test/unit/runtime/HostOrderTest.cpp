//===- HostOrderTest.cpp - every thread once, in the order asked for ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

using heddle::rt::shape;
using heddle::rt::rt_detail::permutation;

/// A thread: block z, y, x, then thread z, y, x, so that the order of arrays is
/// the forward order.
using thread_id = std::array<unsigned, 6>;

std::vector<thread_id> seen;

__global__ void record() {
  seen.push_back({heddle::rt::block_z(), heddle::rt::block_y(),
                  heddle::rt::block_x(), heddle::rt::thread_z(),
                  heddle::rt::thread_y(), heddle::rt::thread_x()});
}

constexpr heddle::rt::site here{"record", "order.cpp", 1};

class HostOrder : public EnvironmentTest {
protected:
  static std::vector<thread_id> order(const std::string &name,
                                      const shape &space) {
    set("HEDDLE_HOST_ORDER", name);
    seen.clear();
    EXPECT_EQ(heddle::rt::run(here, space, record), heddle::rt::path::done);
    return seen;
  }

  static std::vector<thread_id> all_of(const shape &s) {
    std::vector<thread_id> threads;
    const auto n = [](heddle::rt::checked c) {
      return static_cast<unsigned>(c.value());
    };
    for (unsigned gz = 0; gz < n(s.grid.z); ++gz)
      for (unsigned gy = 0; gy < n(s.grid.y); ++gy)
        for (unsigned gx = 0; gx < n(s.grid.x); ++gx)
          for (unsigned bz = 0; bz < n(s.block.z); ++bz)
            for (unsigned by = 0; by < n(s.block.y); ++by)
              for (unsigned bx = 0; bx < n(s.block.x); ++bx)
                threads.push_back({gz, gy, gx, bz, by, bx});
    return threads;
  }
};

const std::vector<shape> shapes = {
    {{1, 1, 1}, {1, 1, 1}},  {{2, 1, 1}, {1, 1, 1}}, {{1, 1, 1}, {3, 1, 1}},
    {{5, 1, 1}, {32, 1, 1}}, {{3, 2, 1}, {4, 5, 1}}, {{2, 3, 4}, {5, 3, 2}},
    {{1, 7, 1}, {1, 1, 64}}, {{1, 1, 9}, {1, 11, 1}}};

TEST_F(HostOrder, ForwardIsBlockByBlockWithXFastest) {
  for (const shape &s : shapes)
    EXPECT_EQ(order("forward", s), all_of(s))
        << heddle::rt::rt_detail::describe(s);
}

TEST_F(HostOrder, ReverseIsForwardBackwards) {
  for (const shape &s : shapes) {
    std::vector<thread_id> expected = all_of(s);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(order("reverse", s), expected)
        << heddle::rt::rt_detail::describe(s);
  }
}

TEST_F(HostOrder, ShuffleRunsEveryThreadOnce) {
  for (const shape &s : shapes)
    for (const char *seed : {"0", "1", "2", "18446744073709551615"}) {
      std::vector<thread_id> got = order(std::string("shuffle:") + seed, s);
      std::sort(got.begin(), got.end());
      EXPECT_EQ(got, all_of(s)) << heddle::rt::rt_detail::describe(s) << seed;
    }
}

TEST_F(HostOrder, ShuffleInterleavesBlocksAndFollowsItsSeed) {
  const shape s{{8, 1, 1}, {32, 1, 1}};
  const std::vector<thread_id> one = order("shuffle:1", s);
  EXPECT_EQ(one, order("shuffle:1", s));
  EXPECT_NE(one, order("shuffle:2", s));
  EXPECT_NE(one, all_of(s));
  // In a random order 7 of 8 neighbours are in different blocks.
  int changes = 0;
  for (std::size_t i = 1; i < one.size(); ++i)
    changes += one[i][2] != one[i - 1][2];
  EXPECT_GT(changes, 180);
}

TEST_F(HostOrder, UnknownOrdersAreErrorsThatNameTheLegalOnes) {
  for (const char *bad :
       {"revers", "Forward", "shuffle", "shuffle:", "shuffle:x", "shuffle:-1",
        "shuffle:1 ", "shuffle:18446744073709551616", "1", "forward,reverse"}) {
    set("HEDDLE_HOST_ORDER", bad);
    seen.clear();
    const std::string text = thrown<heddle::error>([] {
      heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, record);
    });
    EXPECT_EQ(text, "heddle: order.cpp:1: record: HEDDLE_HOST_ORDER is '" +
                        std::string(bad) +
                        "'; legal are 'forward', 'reverse' and 'shuffle:SEED' "
                        "with a decimal SEED below 2^64");
    EXPECT_TRUE(seen.empty());
  }
}

TEST_F(HostOrder, IsReadAtEachLaunchAndEmptyMeansUnset) {
  const shape s{{1, 1, 1}, {1, 1, 1}};
  EXPECT_EQ(heddle::rt::run(here, s, record), heddle::rt::path::parallel);
  order("forward", s);
  EXPECT_EQ(seen.size(), 1u);
  set("HEDDLE_HOST_ORDER", "");
  EXPECT_EQ(heddle::rt::run(here, s, record), heddle::rt::path::parallel);
  EXPECT_EQ(seen.size(), 1u);
}

//===----------------------------------------------------------------------===//
// The permutation behind shuffle.
//===----------------------------------------------------------------------===//

TEST(Permutation, IsABijectionForEverySmallSize) {
  for (std::uint64_t size = 1; size <= 600; ++size)
    for (const std::uint64_t seed : {0u, 1u, 12345u}) {
      const permutation p(size, seed);
      std::vector<char> hit(size, 0);
      for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t at = p(i);
        ASSERT_LT(at, size);
        ASSERT_FALSE(hit[at]) << size << " " << seed << " " << i;
        hit[at] = 1;
      }
    }
}

TEST(Permutation, IsABijectionAroundPowersOfFour) {
  for (const std::uint64_t power : {1u << 12, 1u << 16, 1u << 17})
    for (const std::uint64_t size : {power - 1, power, power + 1}) {
      const permutation p(size, 99);
      std::vector<char> hit(size, 0);
      for (std::uint64_t i = 0; i < size; ++i)
        hit[p(i)] = 1;
      EXPECT_EQ(std::accumulate(hit.begin(), hit.end(), std::uint64_t{0}),
                size);
    }
}

TEST(Permutation, StaysInRangeUpToTwoToThe63) {
  for (const std::uint64_t size :
       {(std::uint64_t{1} << 32) + 1, std::uint64_t{1} << 62,
        (std::uint64_t{1} << 62) + 1, (std::uint64_t{1} << 63) - 1}) {
    const permutation p(size, 3);
    std::set<std::uint64_t> images;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const std::uint64_t v = p(i % 2 ? size - 1 - i : i);
      EXPECT_LT(v, size);
      images.insert(v);
    }
    EXPECT_EQ(images.size(), 2000u);
  }
}

TEST(Permutation, SeedsReachEveryOrderOfThree) {
  std::set<std::array<std::uint64_t, 3>> orders;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const permutation p(3, seed);
    orders.insert({p(0), p(1), p(2)});
  }
  EXPECT_EQ(orders.size(), 6u);
}

} // namespace
