//===- FakeCudaRowsTest.cpp - tables of rows on a device ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <string>
#include <vector>

namespace fake_cuda_test {
namespace {

using heddle::rt::in;
using heddle::rt::in_rows;
using heddle::rt::inout_rows;
using heddle::rt::path;
using testing::HasSubstr;

/// a[i][j] += x[j] for 0 <= i < 2, 0 <= j < 5
void add(double *const *a, const double *x) {
  a[fake.block.x][fake.thread.x] += x[fake.thread.x];
}

class FakeCudaRows : public FakeCuda {
protected:
  path run_add() {
    return heddle::rt::run(here, ten, add, inout_rows(table, {{0, 1}, {0, 4}}),
                           in(x, 0, 4));
  }
  void expect_add() const {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 5; ++j)
        EXPECT_EQ(table[i][j], 1 + j) << i << ", " << j;
  }
  double *table[2] = {y + 5, y};
};

TEST_F(FakeCudaRows, TravelTogetherAndComeBack) {
  EXPECT_EQ(run_add(), path::done);
  expect_add();
  EXPECT_EQ(fake.count("copy in"), 2u) << "the table with its rows, and x";
  EXPECT_EQ(fake.count("copy out"), 1u);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
}

TEST_F(FakeCudaRows, AreUnpackedWhereTheDeviceReadsMemoryOfTheHost) {
  fake.reads_pageable = true;
  EXPECT_EQ(run_add(), path::done);
  expect_add();
  EXPECT_EQ(fake.count("copy"), 0u);
}

TEST_F(FakeCudaRows, OfVectorsTravelAsFarAsTheyGo) {
  std::vector<std::vector<double>> v{{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {}};
  EXPECT_EQ(heddle::rt::run(here, ten, add, inout_rows(v, {{0, 9}, {0, 9}}),
                            in(x, 0, 4)),
            path::done);
  for (int j = 0; j < 5; ++j)
    EXPECT_EQ(v[0][j] + v[1][j], 2 + 2 * j) << j;
}

TEST_F(FakeCudaRows, InDeviceMemoryAreAnError) {
  know(y, cudaMemoryTypeDevice);
  EXPECT_THAT(thrown<heddle::error>([&] { run_add(); }),
              HasSubstr("is in device memory, but rows of tables are packed on "
                        "the host"));
  fake.devices = 1;
  EXPECT_THAT(thrown<heddle::error>([&] {
                const auto rows = in_rows(table, {{0, 1}, {0, 4}});
                (void)rows.usable();
                (void)heddle::rt::sequential(here, "a reason", rows);
              }),
              HasSubstr("is in device memory, but the loop runs on the CPU"));
}

} // namespace
} // namespace fake_cuda_test
