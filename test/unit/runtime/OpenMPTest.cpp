//===- OpenMPTest.cpp - launches from several host threads at once --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr heddle::rt::site here{"mark", "threads.cpp", 1};

__global__ void mark(int *x, int value) {
  x[64 * heddle::rt::block_x() + heddle::rt::thread_x()] += value;
}

class Threads : public EnvironmentTest {
protected:
  /// Launches over an array of the caller's own; wrong cells.
  static int launch_and_count(int value) {
    std::vector<int> x(64 * 50, 0);
    const heddle::rt::path taken =
        heddle::rt::run(here, {{50, 1, 1}, {64, 1, 1}}, mark,
                        heddle::rt::inout(x.data(), 0, 64 * 50 - 1), value);
    int wrong = taken != heddle::rt::path::done;
    for (const int v : x)
      wrong += v != value;
    return wrong;
  }
};

#ifdef _OPENMP
TEST_F(Threads, OfOpenMPHaveTheirOwnCoordinates) {
  set("HEDDLE_HOST_ORDER", "shuffle:4");
  int wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+ : wrong)
  for (int i = 0; i < 40; ++i)
    wrong += launch_and_count(i + 1);
  EXPECT_EQ(wrong, 0);
}
#else
TEST_F(Threads, OfOpenMPHaveTheirOwnCoordinates) {
  GTEST_SKIP() << "this compiler has no OpenMP";
}
#endif

TEST_F(Threads, OfTheStandardLibraryHaveTheirOwnCoordinates) {
  set("HEDDLE_HOST_ORDER", "reverse");
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&wrong, t] {
      for (int i = 0; i < 10; ++i)
        wrong += launch_and_count(10 * t + i + 1);
    });
  for (std::thread &t : threads)
    t.join();
  EXPECT_EQ(wrong, 0);
}

std::atomic<int> inside{0};

/// The last thread of the last block waits until two host threads are here, so
/// that both have set their coordinates, and only then reads its own.
__global__ void meet(unsigned *place, unsigned last) {
  if (heddle::rt::block_x() != last || heddle::rt::thread_x() != last)
    return;
  ++inside;
  while (inside < 2)
    std::this_thread::yield();
  *place = 100 * heddle::rt::block_x() + heddle::rt::thread_x();
}

TEST_F(Threads, ReadTheirOwnCoordinatesWhileOthersRun) {
  set("HEDDLE_HOST_ORDER", "forward");
  unsigned places[2] = {};
  inside = 0;
  const auto launch = [&places](unsigned last) {
    heddle::rt::run(here, {{last + 1, 1, 1}, {last + 1, 1, 1}}, meet,
                    heddle::rt::out(&places[last], 0, 0), last);
  };
  std::thread other(launch, 1u);
  launch(0);
  other.join();
  EXPECT_EQ(places[0], 0u);
  EXPECT_EQ(places[1], 101u);
}

TEST_F(Threads, TraceWholeLines) {
  set("HEDDLE_TRACE", "1");
  const std::string text = printed([] {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([] {
        for (int i = 0; i < 25; ++i)
          heddle::rt::nothing(here);
      });
    for (std::thread &t : threads)
      t.join();
  });
  const std::string line = "heddle: threads.cpp:1: mark: nothing (no "
                           "iterations), grid -, block -, in 0 bytes, out 0 "
                           "bytes, time -\n";
  std::string expected;
  for (int i = 0; i < 100; ++i)
    expected += line;
  EXPECT_EQ(text, expected);
}

} // namespace
