//===- FakeCudaCopyTest.cpp - copies of arrays on a device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <string>
#include <vector>

namespace fake_cuda_test {
namespace {

using heddle::rt::copied;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::path;
using testing::HasSubstr;
using testing::MatchesRegex;

/// y[i] = y[i + 1] for 0 <= i < 9, threads in reverse.
void ahead(double *y, const double *y_copy) {
  const int i = 9 - thread_number();
  if (i == 9) {
    seen = {y, y_copy};
    return;
  }
  y[i] = y_copy[i + 1];
}

class FakeCudaCopy : public FakeCuda {
protected:
  void SetUp() override {
    FakeCuda::SetUp();
    number(y);
  }

  static void number(double (&array)[10]) {
    for (int i = 0; i < 10; ++i)
      array[i] = i;
  }
  path run_ahead() {
    const auto all = inout(y, 0, 9);
    return heddle::rt::run(here, ten, ahead, all, copied(all, 1, 9));
  }
  void expect_ahead() const {
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(y[i], i < 9 ? i + 1 : 9) << i;
  }
};

TEST_F(FakeCudaCopy, AnArrayThatTravelsIsCopiedOnTheDevice) {
  EXPECT_EQ(run_ahead(), path::done);
  expect_ahead();
  EXPECT_EQ(fake.count("copy in 80"), 1u);
  EXPECT_EQ(fake.count("copy on 72"), 1u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
  EXPECT_EQ(fake.count("copy"), 3u);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
}

TEST_F(FakeCudaCopy, AnArrayOnTheDeviceIsCopiedFromWhereItIs) {
  know(y, cudaMemoryTypeDevice);
  EXPECT_EQ(run_ahead(), path::done);
  expect_ahead();
  EXPECT_EQ(seen[0], y);
  EXPECT_EQ(fake.count("copy on 72"), 1u);
  EXPECT_EQ(fake.count("copy"), 1u);
  EXPECT_EQ(fake.count("cudaMalloc 256"), 1u);
}

TEST_F(FakeCudaCopy, RegisteredMemoryIsCopiedFromItsAddressOnTheDevice) {
  double alias[10];
  number(alias);
  number(y);
  y[4] = 100; // only the device's view counts
  know(y, cudaMemoryTypeHost, 0, alias);
  EXPECT_EQ(run_ahead(), path::done);
  EXPECT_EQ(alias[3], 4);
  EXPECT_EQ(seen[0], alias);
}

TEST_F(FakeCudaCopy, MemoryIsKeptFromLaunchToLaunch) {
  for (int round = 0; round < 3; ++round) {
    number(y);
    EXPECT_EQ(run_ahead(), path::done);
    expect_ahead();
  }
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
  EXPECT_EQ(fake.count("copy on 72"), 3u);
}

TEST_F(FakeCudaCopy, OffsetZeroOfTheCopyIsAligned) {
  run_ahead();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen[1]) % 256, 0u);
}

TEST_F(FakeCudaCopy, ACopyOfNothingNeedsNoMemory) {
  const auto all = inout(y, 0, -1);
  EXPECT_EQ(heddle::rt::run(here, {{1, 1, 1}, {1, 1, 1}}, ahead, all,
                            copied(all, 0, -1)),
            path::done);
  EXPECT_EQ(fake.count("cudaMalloc") + fake.count("copy"), 0u);
}

TEST_F(FakeCudaCopy, TheTraceSaysHowManyBytesWereCopied) {
  set("HEDDLE_TRACE", "1");
  EXPECT_THAT(printed([&] { run_ahead(); }),
              MatchesRegex(".*: device .*, in 80 bytes, out 80 bytes, copy 72 "
                           "bytes, time [0-9]+ us \\(kernel [0-9]+ us\\)\n"));
}

TEST_F(FakeCudaCopy, WithoutADeviceTheLoopRunsAsWritten) {
  fake.devices = 0;
  set("HEDDLE_TRACE", "1");
  EXPECT_THAT(
      printed([&] { EXPECT_EQ(run_ahead(), path::sequential); }),
      HasSubstr("sequential (no CUDA device; threads would need a copy of an "
                "array)"));
  EXPECT_EQ(y[0], 0);
}

TEST_F(FakeCudaCopy, OutOfMemoryIsAnErrorThatLeavesTheArray) {
  know(y, cudaMemoryTypeDevice);
  fake.free_bytes = 100;
  EXPECT_EQ(thrown<heddle::error>([&] { run_ahead(); }),
            "heddle: gpu.cpp:21: axpy, grid (2, 1, 1), block (5, 1, 1): "
            "allocating 256 bytes on the device: cudaMalloc: out of memory "
            "(cudaErrorMemoryAllocation)");
  EXPECT_EQ(y[0], 0);
  fake.free_bytes = 1 << 20;
  EXPECT_EQ(run_ahead(), path::done);
  expect_ahead();
}

/// rows of a matrix, from a copy of other rows
void rows_below(int (*a)[5], const int (*a_copy)[5]) {
  a[fake.block.x][fake.thread.x] = a_copy[fake.block.x + 1][fake.thread.x];
}

TEST_F(FakeCudaCopy, RowsKeepTheirPlaces) {
  int a[3][5];
  for (int i = 0; i < 15; ++i)
    a[i / 5][i % 5] = i;
  const auto all = inout(a, 0, 14);
  EXPECT_EQ(heddle::rt::run(here, ten, rows_below, all, copied(all, 5, 14)),
            path::done);
  for (int i = 0; i < 15; ++i)
    EXPECT_EQ(a[i / 5][i % 5], i < 10 ? i + 5 : i);
}

} // namespace
} // namespace fake_cuda_test
