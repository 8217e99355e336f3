//===- PhasesTest.cpp - kernels of several phases on the host -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

namespace rt = heddle::rt;
using rt::shape;

constexpr rt::site here{"phased", "phases.cpp", 1};

class Phases : public EnvironmentTest {
protected:
  template <class... P, class... A>
  static void launch(const std::string &order, const shape &space,
                     void (*kernel)(P...), A... arguments) {
    set("HEDDLE_HOST_ORDER", order);
    EXPECT_EQ(rt::run_blocks(here, space, kernel, arguments...),
              rt::path::done);
  }
};

/// Phase, block (x, y, z), thread (x, y, z).
using step = std::tuple<int, int, int, int, int, int, int>;
std::vector<step> seen;

void note(int which, int x, int y, int z) {
  seen.emplace_back(which, rt::block_x(), rt::block_y(), rt::block_z(), x, y,
                    z);
}

__global__ void one_dimension() {
  rt::phase([&](int x) { note(0, x, 0, 0); });
  rt::each([&](int x) { note(1, x, 0, 0); });
}
__global__ void two_dimensions() {
  rt::phase([&](int x, int y) { note(0, x, y, 0); });
  rt::each([&](int x, int y) { note(1, x, y, 0); });
}
__global__ void three_dimensions() {
  rt::phase([&](int x, int y, int z) { note(0, x, y, z); });
  rt::each([&](int x, int y, int z) {
    EXPECT_EQ(rt::thread_x(), static_cast<unsigned>(x));
    EXPECT_EQ(rt::thread_y(), static_cast<unsigned>(y));
    EXPECT_EQ(rt::thread_z(), static_cast<unsigned>(z));
    note(1, x, y, z);
  });
}

/// Threads of a phase end before the next begins, and each runs once.
void expect_phases(int bx, int by, int bz, std::size_t blocks) {
  const std::size_t threads = static_cast<std::size_t>(bx * by * bz);
  ASSERT_EQ(seen.size(), 2 * blocks * threads);
  EXPECT_EQ(std::set<step>(seen.begin(), seen.end()).size(), seen.size());
  for (std::size_t i = 0; i != seen.size(); ++i) {
    EXPECT_EQ(std::get<0>(seen[i]), static_cast<int>(i / threads % 2));
    EXPECT_LT(std::get<4>(seen[i]), bx);
    EXPECT_LT(std::get<5>(seen[i]), by);
    EXPECT_LT(std::get<6>(seen[i]), bz);
  }
}

TEST_F(Phases, EveryThreadOfABlockEndsAPhaseBeforeTheNextBegins) {
  for (const char *order : {"forward", "reverse", "shuffle:3"}) {
    seen.clear();
    launch(order, {{3, 1, 1}, {7, 1, 1}}, one_dimension);
    expect_phases(7, 1, 1, 3);
    seen.clear();
    launch(order, {{2, 3, 1}, {4, 5, 1}}, two_dimensions);
    expect_phases(4, 5, 1, 6);
    seen.clear();
    launch(order, {{2, 1, 2}, {2, 3, 4}}, three_dimensions);
    expect_phases(2, 3, 4, 4);
  }
}

TEST_F(Phases, TheOrderIsThatOfTheVariable) {
  const shape space{{2, 1, 1}, {3, 1, 1}};
  seen.clear();
  launch("forward", space, one_dimension);
  EXPECT_EQ(seen.front(), step(0, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(seen.back(), step(1, 1, 0, 0, 2, 0, 0));
  seen.clear();
  launch("reverse", space, one_dimension);
  EXPECT_EQ(seen.front(), step(0, 1, 0, 0, 2, 0, 0));
  EXPECT_EQ(seen.back(), step(1, 0, 0, 0, 0, 0, 0));
}

TEST_F(Phases, EachPhaseIsShuffledAnew) {
  seen.clear();
  launch("shuffle:1", {{1, 1, 1}, {64, 1, 1}}, one_dimension);
  std::vector<int> orders[2];
  for (const step &s : seen)
    orders[std::get<0>(s)].push_back(std::get<4>(s));
  EXPECT_NE(orders[0], orders[1]);
  const std::vector<step> once = seen;
  seen.clear();
  launch("shuffle:1", {{1, 1, 1}, {64, 1, 1}}, one_dimension);
  EXPECT_EQ(seen, once);
}

__global__ void keeps(int *to) {
  rt::per_thread<int[2]> kept;
  HEDDLE_SHARED rt::shared<int[6][5]> tile;
  rt::phase([&](int x, int y, int z) {
    kept(x, y, z)[1] = x + 10 * y + 100 * z;
    tile[x + 2 * y][z] = kept(x, y, z)[1];
  });
  rt::each([&](int x, int y, int z) {
    to[(z * 3 + y) * 2 + x] = 1000 * tile[1 - x + 2 * y][z] + kept(x, y, z)[1];
  });
}

TEST_F(Phases, ThreadsKeepTheirOwnAndSeeWhatOthersShare) {
  for (const char *order : {"forward", "reverse", "shuffle:3"}) {
    int to[24] = {};
    launch(order, {{1, 1, 1}, {2, 3, 4}}, keeps, rt::out(&to[0], 0, 23));
    for (int i = 0; i < 24; ++i) {
      const int x = i % 2, y = i / 2 % 3, z = i / 6;
      EXPECT_EQ(to[i],
                1000 * (1 - x + 10 * y + 100 * z) + (x + 10 * y + 100 * z));
    }
  }
}

/// Reads what nobody has written, then writes it for the block that follows.
__global__ void forgets(double *to, float *also) {
  rt::per_thread<double> kept;
  HEDDLE_SHARED rt::shared<float[3][3]> tile;
  rt::phase([&](int x) {
    to[2 * static_cast<int>(rt::block_x()) + x] = kept(x);
    also[2 * static_cast<int>(rt::block_x()) + x] = tile[2][x];
    kept(x) = 1;
    tile[2][x] = 1;
  });
}

TEST_F(Phases, WhatABlockLeavesIsNoNumberInTheNext) {
  double to[4] = {};
  float also[4] = {};
  launch("forward", {{2, 1, 1}, {2, 1, 1}}, forgets, rt::out(&to[0], 0, 3),
         rt::out(&also[0], 0, 3));
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(std::isnan(to[i])) << i;
    EXPECT_TRUE(std::isnan(also[i])) << i;
  }
}

TEST_F(Phases, WithoutAnOrderTheLoopRuns) {
  EXPECT_EQ(rt::run_blocks(here, {{1, 1, 1}, {1, 1, 1}}, one_dimension),
            rt::path::parallel);
}

} // namespace
