//===- RunTest.cpp - paths, traces and errors of a plain C++ build --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include "gmock/gmock.h"

#include <string>
#include <vector>

namespace {

using heddle::rt::path;
using testing::MatchesRegex;

constexpr heddle::rt::site here{"heddle_scale_0", "f.cpp", 14};

__global__ void heddle_scale_0(double *x, const double *y, double a, int n) {
  const int b0 = static_cast<int>(heddle::rt::block_x()),
            t0 = static_cast<int>(heddle::rt::thread_x());
  const int i = 8 * b0 + t0;
  if (!(i < n))
    return;
  x[i] = a * y[i];
}

/// A nest as the rewriter leaves it; tells which path ran.
path scale(double *x, const double *y, double a, int n) {
  const heddle::rt::checked heddle_n(n);
  path taken = path::parallel;
  if (!(heddle_n + 1 <= 2147483647LL).certain())
    taken = heddle::rt::sequential(here, "the range of a loop bound");
  else if ((heddle_n <= 0).certain())
    taken = heddle::rt::nothing(here);
  else if (!heddle::rt::disjoint(heddle::rt::in(y, 0, heddle_n - 1),
                                 heddle::rt::out(x, 0, heddle_n - 1)))
    taken = heddle::rt::sequential(here, "overlapping arrays 'x' and 'y'",
                                   heddle::rt::out(x, 0, heddle_n - 1),
                                   heddle::rt::in(y, 0, heddle_n - 1));
  else
    taken = heddle::rt::run(
        here,
        heddle::rt::shape{{heddle::rt::ceil_div(heddle_n, 8), 1, 1}, {8, 1, 1}},
        heddle_scale_0, heddle::rt::out(x, 0, heddle_n - 1),
        heddle::rt::in(y, 0, heddle_n - 1), a, n);
  if (taken == path::parallel || taken == path::sequential)
    for (int i = 0; i < n; ++i)
      x[i] = a * y[i];
  return taken;
}

class Run : public EnvironmentTest {};

TEST_F(Run, LoopsAsWrittenAreParallelInAnyOrderOfThreads) {
  double y[10] = {};
  for (const char *order : {"", "forward"}) {
    set("HEDDLE_HOST_ORDER", order);
    EXPECT_EQ(heddle::rt::as_written(here, "too many iterations",
                                     heddle::rt::out(y, 0, 9)),
              path::parallel);
  }
}

struct constants {
  static const int length = 3; // declared, and defined nowhere
};

TEST_F(Run, TakesConstantsThatHaveNoAddress) {
  double x[3] = {}, y[3] = {};
  EXPECT_EQ(heddle::rt::run(here, heddle::rt::shape{{1, 1, 1}, {8, 1, 1}},
                            heddle_scale_0, heddle::rt::out(x, 0, 2),
                            heddle::rt::in(y, 0, 2), 2.0, constants::length),
            path::parallel);
}

TEST_F(Run, EveryPathComputesTheLoop) {
  for (const char *order : {"", "forward", "reverse", "shuffle:5"}) {
    set("HEDDLE_HOST_ORDER", order);
    for (int n = -2; n <= 40; ++n) {
      std::vector<double> x(64, -1), y(64);
      for (int i = 0; i < 64; ++i)
        y[static_cast<std::size_t>(i)] = i;
      EXPECT_EQ(scale(x.data(), y.data(), 2, n), n <= 0   ? path::nothing
                                                 : *order ? path::done
                                                          : path::parallel);
      for (int i = 0; i < 64; ++i)
        EXPECT_EQ(x[static_cast<std::size_t>(i)], i < n ? 2 * i : -1);
    }
  }
}

TEST_F(Run, OverlapRunsAsWrittenInAnyOrder) {
  set("HEDDLE_HOST_ORDER", "reverse");
  double x[10] = {1};
  EXPECT_EQ(scale(x + 1, x, 2, 9), path::sequential);
  EXPECT_EQ(x[9], 512);
}

TEST_F(Run, TheRangeOfABoundIsCheckedFirst) {
  EXPECT_EQ(scale(nullptr, nullptr, 1, -2147483647 - 1), path::nothing);
}

TEST_F(Run, AShapeThatDoesNotFitIsAnError) {
  const std::string text = thrown<heddle::error>([] {
    heddle::rt::run(here, {{1, 1, 1}, {50, 40, 1}}, heddle_scale_0,
                    heddle::rt::out(static_cast<double *>(nullptr), 0, -1),
                    heddle::rt::in(static_cast<double *>(nullptr), 0, -1), 1.0,
                    0);
  });
  EXPECT_EQ(text, "heddle: f.cpp:14: heddle_scale_0, grid (1, 1, 1), block "
                  "(50, 40, 1): the thread space does not fit a CUDA grid");
}

TEST_F(Run, ThrowsARuntimeError) {
  EXPECT_THROW(heddle::rt::run(
                   here, {{0, 1, 1}, {1, 1, 1}}, +[] {}),
               std::runtime_error);
}

//===----------------------------------------------------------------------===//
// HEDDLE_REQUIRE_GPU
//===----------------------------------------------------------------------===//

TEST_F(Run, RequiringAGpuFailsInAPlainBuild) {
  double x[4] = {}, y[4] = {};
  set("HEDDLE_REQUIRE_GPU", "1");
  const std::string text = thrown<heddle::error>([&] { scale(x, y, 1, 4); });
  EXPECT_EQ(text, "heddle: f.cpp:14: heddle_scale_0: HEDDLE_REQUIRE_GPU is "
                  "set, but this program was built without CUDA");
  EXPECT_EQ(thrown<heddle::error>([&] { scale(x, x + 1, 1, 3); }), text);
  EXPECT_EQ(scale(x, y, 1, 0), path::nothing);
  set("HEDDLE_REQUIRE_GPU", "0");
  EXPECT_EQ(scale(x, y, 1, 4), path::parallel);
}

//===----------------------------------------------------------------------===//
// HEDDLE_TRACE
//===----------------------------------------------------------------------===//

TEST_F(Run, IsSilentWithoutTrace) {
  for (const char *off : {"", "0"}) {
    set("HEDDLE_TRACE", off);
    EXPECT_EQ(printed([] {
                double x[4] = {}, y[4] = {};
                scale(x, y, 1, 4);
                scale(x, x, 1, 4);
                scale(x, x, 1, 0);
                set("HEDDLE_HOST_ORDER", "forward");
                scale(x, y, 1, 4);
              }),
              "");
    clear();
  }
}

TEST_F(Run, TracesEachPathInOneLine) {
  set("HEDDLE_TRACE", "1");
  double x[20] = {}, y[20] = {};
  EXPECT_EQ(printed([&] { scale(x, y, 1, 20); }),
            "heddle: f.cpp:14: heddle_scale_0: parallel (built without CUDA), "
            "grid (3, 1, 1), block (8, 1, 1), in 0 bytes, out 0 bytes, time "
            "-\n");
  EXPECT_EQ(printed([&] { scale(x, x, 1, 20); }),
            "heddle: f.cpp:14: heddle_scale_0: sequential (overlapping arrays "
            "'x' and 'y'), grid -, block -, in 0 bytes, out 0 bytes, time -\n");
  EXPECT_EQ(printed([&] { scale(x, y, 1, 0); }),
            "heddle: f.cpp:14: heddle_scale_0: nothing (no iterations), grid "
            "-, block -, in 0 bytes, out 0 bytes, time -\n");
  set("HEDDLE_HOST_ORDER", "shuffle:3");
  EXPECT_THAT(
      printed([&] { scale(x, y, 1, 20); }),
      MatchesRegex("heddle: f.cpp:14: heddle_scale_0: host threads "
                   "\\(HEDDLE_HOST_ORDER=shuffle:3\\), grid \\(3, 1, 1\\), "
                   "block \\(8, 1, 1\\), in 0 bytes, out 0 bytes, time [0-9]+ "
                   "us\n"));
}

//===----------------------------------------------------------------------===//
// The emitted text stands in functions of every kind.
//===----------------------------------------------------------------------===//

constexpr int sum_to(int n) {
  int x = 0;
  if (__builtin_is_constant_evaluated()) {
    for (int i = 0; i < n; ++i)
      x += i;
  } else {
    constexpr heddle::rt::site where{"sum", "f.cpp", 20};
    const heddle::rt::checked heddle_n(n);
    const heddle::rt::shape space{{1, 1, 1}, {heddle_n, 1, 1}};
    path taken = path::parallel;
    if (!space.fits())
      taken = heddle::rt::sequential(where, "a device limit");
    if (taken == path::sequential)
      x = -1;
  }
  return x;
}

TEST_F(Run, StandsInConstexprFunctions) {
  static_assert(sum_to(5) == 10);
  volatile int many = 5000;
  EXPECT_EQ(sum_to(many), -1);
}

template <class T> __global__ void fill(T *x, T value) {
  x[heddle::rt::thread_x()] = value;
}

TEST_F(Run, TakesKernelTemplatesWithExplicitArguments) {
  set("HEDDLE_HOST_ORDER", "forward");
  float x[8] = {};
  EXPECT_EQ(heddle::rt::run(here, {{1, 1, 1}, {8, 1, 1}}, fill<float>,
                            heddle::rt::out(x, 0, 7), 3),
            path::done);
  EXPECT_EQ(x[7], 3.0f);
}

TEST_F(Run, TheInlineNamespaceIsPartOfTheInterface) {
  static_assert(
      std::is_same<::heddle::rt::checked, ::heddle::rt::checked>::value);
  EXPECT_EQ(::heddle::rt::nothing(here), ::heddle::rt::path::nothing);
  heddle::release_device_buffers();
}

} // namespace
