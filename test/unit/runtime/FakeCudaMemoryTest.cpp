//===- FakeCudaMemoryTest.cpp - copies, residency and buffers -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <thread>
#include <vector>

namespace fake_cuda_test {
namespace {

using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::out;
using heddle::rt::path;
using testing::ElementsAre;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, CopiesInWhatIsReadAndOutWhatIsWritten) {
  EXPECT_EQ(run_axpy(), path::done);
  expect_axpy();
  EXPECT_EQ(fake.count("copy in 80"), 2u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
  EXPECT_EQ(fake.count("copy"), 3u);
}

TEST_F(FakeCuda, WhatIsOnlyWrittenIsNotCopiedIn) {
  EXPECT_EQ(heddle::rt::run(here, ten, fill, out(y, 0, 9), 7), path::done);
  EXPECT_EQ(y[0], 7);
  EXPECT_EQ(y[9], 7);
  EXPECT_EQ(fake.count("copy in"), 0u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
}

TEST_F(FakeCuda, OnlyTheFootprintTravels) {
  double wide[30] = {};
  EXPECT_EQ(heddle::rt::run(here, ten, shift, out(wide + 20, -13, -4), 13),
            path::done);
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(wide[i], i >= 7 && i < 17 ? i - 7 : 0) << i;
  EXPECT_EQ(fake.count("copy out 80"), 1u);
}

TEST_F(FakeCuda, PointersToArraysTravelAsScalars) {
  int a[3][5] = {};
  EXPECT_EQ(heddle::rt::run(here, ten, rows, inout(a, 0, 9)), path::done);
  for (int i = 0; i < 15; ++i)
    EXPECT_EQ(a[i / 5][i % 5], i < 10 ? 10 : 0) << i;
  EXPECT_EQ(fake.count("copy in 40"), 1u);
}

TEST_F(FakeCuda, OffsetZeroIsAlignedWhereverTheFootprintStarts) {
  for (int first : {0, 1, 31, 32, 33, -1, -40}) {
    std::vector<double> a(200, 0);
    double *pointer = a.data() + 100;
    EXPECT_EQ(heddle::rt::run(here, ten, fill, out(pointer, 0, 9), 1),
              path::done);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen[0]) % 256, 0u);
    EXPECT_EQ(heddle::rt::run(here, ten, shift, out(pointer, first, first + 9),
                              -first),
              path::done);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen[0]) % 256, 0u) << first;
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(pointer[first + i], i) << first;
  }
}

TEST_F(FakeCuda, EmptyFootprintsAndNoArraysNeedNoMemory) {
  EXPECT_EQ(heddle::rt::run(here, ten, nothing_to_do), path::done);
  EXPECT_EQ(heddle::rt::run(here, ten, keep,
                            inout(static_cast<double *>(nullptr), 0, -1)),
            path::done);
  EXPECT_THAT(seen, ElementsAre(nullptr));
  EXPECT_EQ(fake.count("cudaMalloc"), 0u);
  EXPECT_EQ(fake.count("copy"), 0u);
}

//===----------------------------------------------------------------------===//
// Residency
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, ReachableMemoryIsUsedWhereItIs) {
  for (const cudaMemoryType type :
       {cudaMemoryTypeDevice, cudaMemoryTypeManaged, cudaMemoryTypeHost}) {
    fake.memory.clear();
    fake.log.clear();
    for (double &v : y)
      v = 1;
    know(x, type);
    know(y, type);
    EXPECT_EQ(run_axpy(), path::done);
    expect_axpy();
    EXPECT_THAT(seen, ElementsAre(y, x));
    EXPECT_EQ(fake.count("copy") + fake.count("cudaMalloc"), 0u) << type;
  }
}

TEST_F(FakeCuda, RegisteredMemoryMayHaveAnotherAddressOnTheDevice) {
  double alias[10];
  know(y, cudaMemoryTypeHost, 0, alias);
  EXPECT_EQ(heddle::rt::run(here, ten, keep, inout(y + 3, -3, 6)), path::done);
  EXPECT_EQ(seen[0], alias + 3);
}

TEST_F(FakeCuda, PageableMemoryIsUsedWhereTheDeviceReadsIt) {
  fake.reads_pageable = true;
  EXPECT_EQ(run_axpy(), path::done);
  expect_axpy();
  EXPECT_EQ(fake.count("copy") + fake.count("cudaMalloc"), 0u);
}

TEST_F(FakeCuda, MemoryOfAnotherDeviceIsCopied) {
  fake.devices = 2;
  know(x, cudaMemoryTypeDevice, 1);
  EXPECT_EQ(run_axpy(), path::done);
  expect_axpy();
  EXPECT_NE(seen[1], x);
}

TEST_F(FakeCuda, AnArrayThatIsPartlyRegisteredIsCopied) {
  const auto at = reinterpret_cast<std::uintptr_t>(y);
  fake.memory.push_back({at, 40, at, cudaMemoryTypeHost, 0, false, false});
  EXPECT_EQ(run_axpy(), path::done);
  expect_axpy();
  EXPECT_NE(seen[0], y);
}

TEST_F(FakeCuda, TwoRegistrationsSideBySideAreNotOnePiece) {
  double apart[40];
  const auto at = reinterpret_cast<std::uintptr_t>(y);
  const auto there = reinterpret_cast<std::uintptr_t>(apart);
  fake.memory.push_back({at, 40, there, cudaMemoryTypeHost, 0, false, false});
  fake.memory.push_back(
      {at + 40, 40, there + 160, cudaMemoryTypeHost, 0, false, false});
  EXPECT_EQ(run_axpy(), path::done);
  expect_axpy();
  EXPECT_NE(seen[0], apart);
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, ABufferIsKeptAndGrows) {
  std::vector<double> big(1000, 1);
  for (int round = 0; round < 3; ++round)
    heddle::rt::run(here, ten, fill, out(y, 0, 9), 1);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
  heddle::rt::run(here, ten, fill, inout(big.data(), 0, 999), 1);
  EXPECT_EQ(fake.count("cudaMalloc"), 2u);
  EXPECT_EQ(fake.live(), 1u) << "the small one is gone";
  heddle::rt::run(here, ten, fill, out(y, 0, 9), 1);
  EXPECT_EQ(fake.count("cudaMalloc"), 2u);
}

TEST_F(FakeCuda, EachKernelHasItsOwnBuffer) {
  run_axpy();
  heddle::rt::run(here, ten, fill, out(y, 0, 9), 1);
  EXPECT_EQ(fake.live(), 2u);
  heddle::release_device_buffers();
  EXPECT_EQ(fake.live(), 0u);
}

TEST_F(FakeCuda, EachDeviceHasItsOwnBuffer) {
  fake.devices = 3;
  run_axpy();
  fake_current_device = 1;
  run_axpy();
  EXPECT_EQ(fake.count("cudaMalloc"), 2u);
  fake_current_device = 0;
  run_axpy();
  EXPECT_EQ(fake.count("cudaMalloc"), 2u);
  fake_current_device = 2;
  heddle::release_device_buffers();
  EXPECT_EQ(fake.live(), 0u);
  EXPECT_EQ(fake_current_device, 2) << "the caller's device is restored";
}

TEST_F(FakeCuda, EachHostThreadHasItsOwnBufferUntilItEnds) {
  run_axpy();
  std::thread([this] {
    run_axpy();
    EXPECT_EQ(fake.live(), 2u);
  }).join();
  EXPECT_EQ(fake.live(), 1u);
}

TEST_F(FakeCuda, WithoutMemoryOtherBuffersOfTheThreadAreFreed) {
  std::vector<double> big(100, 1);
  fake.free_bytes = 1500;
  run_axpy(); // 512 bytes
  EXPECT_EQ(heddle::rt::run(here, ten, fill, inout(big.data(), 0, 99), 3),
            path::done); // 1024 bytes
  EXPECT_EQ(big[9], 3);
  EXPECT_EQ(fake.live(), 1u);
  EXPECT_EQ(fake_last, cudaSuccess) << "the failed attempt is not pending";
}

TEST_F(FakeCuda, OutOfMemoryIsAnError) {
  fake.free_bytes = 100;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
            "heddle: gpu.cpp:21: axpy, grid (2, 1, 1), block (5, 1, 1): "
            "allocating 512 bytes on the device: cudaMalloc: out of memory "
            "(cudaErrorMemoryAllocation)");
}

TEST_F(FakeCuda, FreeingIsTriedTwiceAndThenTold) {
  fake.devices = 2;
  for (const char *const call :
       {"cudaGetDevice", "cudaSetDevice", "cudaFree"}) {
    reset();
    run_axpy();
    fake_current_device = 1;
    fake.calls.clear();
    fake.calls.fault.call = call;
    fake.calls.fault.nth = 1;
    EXPECT_EQ(printed([] { heddle::release_device_buffers(); }), "") << call;
    EXPECT_EQ(fake.calls.failed(), 1) << call;
    EXPECT_EQ(fake.live(), 0u) << call;
    EXPECT_EQ(fake_current_device, 1) << call;
    EXPECT_EQ(fake_last, cudaSuccess) << call;
  }
}

TEST_F(FakeCuda, ADeviceThatCannotBeRestoredIsTold) {
  fake.devices = 2;
  run_axpy();
  fake_current_device = 1;
  fake.calls.clear();
  fake.calls.fault.call = "cudaSetDevice";
  fake.calls.fault.nth = 2; // the first is to the buffer's device
  fake.calls.fault.sticky = true;
  EXPECT_EQ(
      printed([] { heddle::release_device_buffers(); }),
      "heddle: the current device of a host thread could not be restored: "
      "unknown error (cudaErrorUnknown)\n");
  EXPECT_EQ(fake.live(), 0u);
}

TEST_F(FakeCuda, AFailedCopyBackSaysWhichArraysHoldResults) {
  double z[10] = {}, w[10] = {};
  fake.calls.fault.call = "cudaMemcpy";
  fake.calls.fault.nth = 4; // one in, then two out
  fake.calls.fault.half = true;
  EXPECT_THAT(
      thrown<heddle::error>([&] {
        heddle::rt::run(here, ten, four, out(y, 0, 9), in(x, 0, 9),
                        out(z, 0, 9), out(w, 0, 9));
      }),
      testing::EndsWith(
          ": copying an array back from the device: cudaMemcpy: unknown error "
          "(cudaErrorUnknown); argument 4 may hold a part of its results, "
          "these all of theirs: 1, 3"));
  EXPECT_EQ(y[9], 1);
  EXPECT_EQ(z[9], 3);
  EXPECT_EQ(w[4], 4);
  EXPECT_EQ(w[5], 0);
}

TEST_F(FakeCuda, ABufferLostToADeviceResetIsForgotten) {
  run_axpy();
  const std::vector<fake_memory> lost = std::move(fake.memory);
  fake.memory.clear();
  for (double &v : y)
    v = 1;
  EXPECT_EQ(run_axpy(), path::done);
  expect_axpy();
  EXPECT_EQ(fake.count("cudaFree"), 0u);
  for (const fake_memory &m : lost)
    fake_release(m);
}

} // namespace
} // namespace fake_cuda_test
