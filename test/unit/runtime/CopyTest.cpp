//===- CopyTest.cpp - copies that mapped threads on the host read ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include "gmock/gmock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using heddle::rt::copied;
using heddle::rt::inout;
using heddle::rt::path;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr heddle::rt::site here{"ahead", "f.cpp", 7};

/// x[i] = x[i + 1], as the rewriter leaves it.
__global__ void ahead(double *x, const double *x_copy, int n) {
  const int i =
      static_cast<int>(8 * heddle::rt::block_x() + heddle::rt::thread_x());
  if (i >= n)
    return;
  x[i] = x_copy[i + 1];
}

path run_ahead(double *x, int n) {
  const auto all = inout(x, 0, n);
  return heddle::rt::run(here, {{heddle::rt::ceil_div(n, 8), 1, 1}, {8, 1, 1}},
                         ahead, all, copied(all, 1, n), n);
}

class Copy : public EnvironmentTest {};

TEST_F(Copy, ThreadsInAnyOrderReadWhatWasThereBefore) {
  for (const char *order : {"forward", "reverse", "shuffle:9"}) {
    set("HEDDLE_HOST_ORDER", order);
    for (int n = 1; n <= 40; ++n) {
      std::vector<double> x(42);
      for (int i = 0; i < 42; ++i)
        x[static_cast<std::size_t>(i)] = i;
      EXPECT_EQ(run_ahead(x.data(), n), path::done);
      for (int i = 0; i < 42; ++i)
        EXPECT_EQ(x[static_cast<std::size_t>(i)], i < n ? i + 1 : i)
            << order << " " << n;
    }
  }
}

TEST_F(Copy, WithoutThreadsTheLoopRunsAsWritten) {
  double x[5] = {1, 2, 3, 4, 5};
  set("HEDDLE_TRACE", "1");
  EXPECT_EQ(printed([&] { EXPECT_EQ(run_ahead(x, 4), path::sequential); }),
            "heddle: f.cpp:7: ahead: sequential (built without CUDA; threads "
            "would need a copy of an array), grid -, block -, in 0 bytes, out "
            "0 bytes, time -\n");
  EXPECT_EQ(x[0], 1);
}

TEST_F(Copy, TheTraceSaysHowManyBytesWereCopied) {
  double x[5] = {};
  set("HEDDLE_TRACE", "1");
  set("HEDDLE_HOST_ORDER", "forward");
  EXPECT_THAT(printed([&] { run_ahead(x, 4); }),
              MatchesRegex(".*: host threads .*, in 0 bytes, out 0 bytes, copy "
                           "32 bytes, time [0-9]+ us\n"));
}

std::uintptr_t seen_at[2];
__global__ void look(int *x, const int *x_copy, const short *y_copy) {
  seen_at[0] = reinterpret_cast<std::uintptr_t>(x_copy);
  seen_at[1] = reinterpret_cast<std::uintptr_t>(y_copy);
  x[0] = x_copy[20] + y_copy[-3];
}

TEST_F(Copy, OffsetZeroIsAlignedAndNeedNotBeCopied) {
  set("HEDDLE_HOST_ORDER", "forward");
  int x[40] = {};
  short y[10] = {};
  x[20] = 5;
  y[2] = 7;
  const auto all = inout(x, 0, 39);
  EXPECT_EQ(heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, look, all,
                            copied(all, 20, 20),
                            copied(inout(y + 5, -5, 4), -3, -3)),
            path::done);
  EXPECT_EQ(x[0], 12);
  EXPECT_EQ(seen_at[0] % 256, 0u);
  EXPECT_EQ(seen_at[1] % 256, 0u);
}

__global__ void idle(double *, const double *) {}

TEST_F(Copy, OfNothingNeedsNoMemory) {
  set("HEDDLE_HOST_ORDER", "forward");
  const auto none = inout(static_cast<double *>(nullptr), 0, -1);
  EXPECT_EQ(heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, idle, none,
                            copied(none, 0, -1)),
            path::done);
}

TEST_F(Copy, ARangeThatIsNotRepresentableRunsAsWritten) {
  set("HEDDLE_HOST_ORDER", "forward");
  double x[2] = {};
  const auto all = inout(x, 0, 1);
  EXPECT_EQ(heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, idle, all,
                            copied(all, 0, heddle::rt::checked::unknown())),
            path::sequential);
  EXPECT_EQ(heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, idle, all,
                            copied(all, 0, INT64_MAX / 2)),
            path::sequential);
}

TEST_F(Copy, ForSeveralThreadsHoldsWhatWasThereBefore) {
  std::vector<int> x(100000);
  for (int i = 0; i != 100000; ++i)
    x[static_cast<std::size_t>(i)] = i;
  const auto all = inout(x.data(), 0, 99999);
  for (path taken : {path::parallel, path::collapsed}) {
    const path before = taken;
    const heddle::rt::host_copy copy(here, taken, copied(all, 3, 99999));
    EXPECT_EQ(taken, before);
    ASSERT_NE(copy.pointer(), nullptr);
    EXPECT_NE(copy.pointer(), x.data());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(copy.pointer()) % 64,
              reinterpret_cast<std::uintptr_t>(x.data()) % 64);
    x[50000] = -1;
    for (int i = 3; i != 100000; ++i)
      ASSERT_EQ(copy.pointer()[i], i);
    x[50000] = 50000;
  }
}

TEST_F(Copy, IsMadeForSeveralThreadsAlone) {
  double x[2] = {};
  const auto all = inout(x, 0, 1);
  for (path taken : {path::sequential, path::done, path::nothing}) {
    const path before = taken;
    const heddle::rt::host_copy copy(here, taken, copied(all, 0, 1));
    EXPECT_EQ(taken, before);
    EXPECT_EQ(copy.pointer(), nullptr);
  }
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_F(Copy, WithoutMemoryForSeveralThreadsThereIsOne) {
  set("HEDDLE_TRACE", "1");
  double x[2] = {};
  const auto all = inout(x, 0, 1);
  path taken = path::parallel;
  EXPECT_EQ(printed([&] {
              const heddle::rt::host_copy copy(
                  here, taken, copied(all, 0, (1LL << 57) - 1));
              EXPECT_EQ(copy.pointer(), nullptr);
            }),
            "heddle: f.cpp:7: ahead: sequential after all (no memory for "
            "copies)\n");
  EXPECT_EQ(taken, path::sequential);
}

TEST_F(Copy, WithoutMemoryTheLaunchFails) {
  set("HEDDLE_HOST_ORDER", "forward");
  double x[2] = {};
  const auto all = inout(x, 0, 1);
  const std::string text = thrown<heddle::error>([&] {
    heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, idle, all,
                    copied(all, 0, (1LL << 57) - 1));
  });
  EXPECT_EQ(text, "heddle: f.cpp:7: ahead: no memory for 1152921504606846976 "
                  "bytes of copies of arrays");
}
#endif

} // namespace
