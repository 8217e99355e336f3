//===- FakeCudaTest.cpp - the CUDA path over a watched runtime ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles heddle/runtime.h as a CUDA build against Inputs/fake_cuda, so that
// residency, copies, buffers and errors are tested on machines without a GPU.
//
//===----------------------------------------------------------------------===//

#include "Environment.h"

#include <cuda_runtime_api.h>

#define __CUDACC__ 1
#include "heddle/runtime.h"
#undef __CUDACC__

#include "gmock/gmock.h"

#include <atomic>
#include <thread>
#include <vector>

#if !HEDDLE_CUDA_BUILD || !HEDDLE_EXCEPTIONS
#error "this file is to be read as CUDA"
#endif

namespace {

using heddle::checked;
using heddle::in;
using heddle::inout;
using heddle::out;
using heddle::path;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr heddle::site here{"axpy", "gpu.cpp", 21};
constexpr heddle::shape ten{{2, 1, 1}, {5, 1, 1}};

int thread_number() {
  return static_cast<int>(5 * fake.block.x + fake.thread.x);
}

std::vector<const double *> seen;

/// y[i] += a * x[i] for 0 <= i < 10
void axpy(double *y, const double *x, double a) {
  const int i = thread_number();
  if (i == 0)
    seen = {y, x};
  y[i] += a * x[i];
}
void fill(double *y, double a) {
  const int i = thread_number();
  if (i == 0)
    seen = {y};
  y[i] = a;
}
void shift(double *y, int by) {
  const int i = thread_number();
  if (i == 0)
    seen = {y};
  y[i - by] = i;
}
void rows(int (*a)[5]) { a[fake.block.x][fake.thread.x] += 10; }
void keep(double *y) { seen = {y}; }
void nothing_to_do() {}

class FakeCuda : public EnvironmentTest {
protected:
  void SetUp() override {
    EnvironmentTest::SetUp();
    heddle::release_device_buffers();
    reset();
    fake_register(axpy);
    fake_register(fill);
    fake_register(shift);
    fake_register(rows);
    fake_register(keep);
    fake_register(nothing_to_do);
    for (int i = 0; i < 10; ++i)
      x[i] = i;
    for (double &v : y)
      v = 1;
  }
  void TearDown() override {
    heddle::release_device_buffers();
    EXPECT_EQ(fake.live(), 0u) << "device memory leaks";
    reset();
    EnvironmentTest::TearDown();
  }

  static void reset() {
    namespace d = heddle::rt_detail;
    d::known_device_count = -1;
    d::said_no_device = d::said_order_ignored = d::said_not_freed = false;
    fake.devices = 1;
    fake.no_devices = cudaErrorNoDevice;
    fake.reads_pageable = false;
    fake.memory.clear();
    fake.free_bytes = std::size_t{1} << 40;
    fake.last = fake.later = fake.kernel_fault = cudaSuccess;
    fake.fail_at = fake.calls = 0;
    fake.log.clear();
    fake_current_device = 0;
  }

  path run_axpy() {
    return heddle::run(here, ten, axpy, inout(y, 0, 9), in(x, 0, 9), 2.0);
  }
  void expect_axpy() const {
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(y[i], 1 + 2 * i) << i;
  }

  /// Tells the fake runtime about memory of the test.
  template <std::size_t N>
  static void know(double (&array)[N], cudaMemoryType type, int device = 0,
                   const double *seen_at = nullptr) {
    const auto at = reinterpret_cast<std::uintptr_t>(array);
    fake.memory.push_back(
        {at, sizeof array,
         seen_at ? reinterpret_cast<std::uintptr_t>(seen_at) : at, type, device,
         false, false});
  }

  double x[10], y[10];
};

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
  EXPECT_EQ(heddle::run(here, ten, fill, out(y, 0, 9), 7), path::done);
  EXPECT_EQ(y[0], 7);
  EXPECT_EQ(y[9], 7);
  EXPECT_EQ(fake.count("copy in"), 0u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
}

TEST_F(FakeCuda, OnlyTheFootprintTravels) {
  double wide[30] = {};
  EXPECT_EQ(heddle::run(here, ten, shift, out(wide + 20, -13, -4), 13),
            path::done);
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(wide[i], i >= 7 && i < 17 ? i - 7 : 0) << i;
  EXPECT_EQ(fake.count("copy out 80"), 1u);
}

TEST_F(FakeCuda, PointersToArraysTravelAsScalars) {
  int a[3][5] = {};
  EXPECT_EQ(heddle::run(here, ten, rows, inout(a, 0, 9)), path::done);
  for (int i = 0; i < 15; ++i)
    EXPECT_EQ(a[i / 5][i % 5], i < 10 ? 10 : 0) << i;
  EXPECT_EQ(fake.count("copy in 40"), 1u);
}

TEST_F(FakeCuda, OffsetZeroIsAlignedWhereverTheFootprintStarts) {
  for (int first : {0, 1, 31, 32, 33, -1, -40}) {
    std::vector<double> a(200, 0);
    double *pointer = a.data() + 100;
    EXPECT_EQ(heddle::run(here, ten, fill, out(pointer, 0, 9), 1), path::done);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen[0]) % 256, 0u);
    EXPECT_EQ(
        heddle::run(here, ten, shift, out(pointer, first, first + 9), -first),
        path::done);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(seen[0]) % 256, 0u) << first;
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(pointer[first + i], i) << first;
  }
}

TEST_F(FakeCuda, EmptyFootprintsAndNoArraysNeedNoMemory) {
  EXPECT_EQ(heddle::run(here, ten, nothing_to_do), path::done);
  EXPECT_EQ(heddle::run(here, ten, keep,
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
  EXPECT_EQ(heddle::run(here, ten, keep, inout(y + 3, -3, 6)), path::done);
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
    heddle::run(here, ten, fill, out(y, 0, 9), 1);
  EXPECT_EQ(fake.count("cudaMalloc"), 1u);
  heddle::run(here, ten, fill, inout(big.data(), 0, 999), 1);
  EXPECT_EQ(fake.count("cudaMalloc"), 2u);
  EXPECT_EQ(fake.live(), 1u) << "the small one is gone";
  heddle::run(here, ten, fill, out(y, 0, 9), 1);
  EXPECT_EQ(fake.count("cudaMalloc"), 2u);
}

TEST_F(FakeCuda, EachKernelHasItsOwnBuffer) {
  run_axpy();
  heddle::run(here, ten, fill, out(y, 0, 9), 1);
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
  EXPECT_EQ(heddle::run(here, ten, fill, inout(big.data(), 0, 99), 3),
            path::done); // 1024 bytes
  EXPECT_EQ(big[9], 3);
  EXPECT_EQ(fake.live(), 1u);
  EXPECT_EQ(fake.last, cudaSuccess) << "the failed attempt is not pending";
}

TEST_F(FakeCuda, OutOfMemoryIsAnError) {
  fake.free_bytes = 100;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
            "heddle: gpu.cpp:21: axpy, grid (2, 1, 1), block (5, 1, 1): "
            "allocating 512 bytes on the device: out of memory "
            "(cudaErrorMemoryAllocation)");
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
    std::free(reinterpret_cast<void *>(m.begin));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, EveryCallIsChecked) {
  run_axpy();
  heddle::release_device_buffers();
  reset();
  run_axpy();
  const int calls = fake.calls;
  const std::vector<std::string> names = fake.log;
  ASSERT_GE(calls, 14);
  for (int n = 1; n <= calls; ++n) {
    heddle::release_device_buffers();
    reset();
    for (double &v : y)
      v = 1;
    fake.fail_at = n;
    const std::string text = thrown<heddle::error>([&] { run_axpy(); });
    const std::string &name = names[static_cast<std::size_t>(n - 1)];
    EXPECT_THAT(text, HasSubstr("gpu.cpp:21: ")) << n << " " << name;
    EXPECT_THAT(text, HasSubstr("axpy")) << n << " " << name;
    EXPECT_THAT(text, HasSubstr("unknown error (cudaErrorUnknown)"))
        << n << " " << name;
    EXPECT_EQ(fake.last, cudaSuccess) << "still pending after " << name;
    if (name.compare(0, 8, "copy out") != 0) {
      for (const double v : y)
        EXPECT_EQ(v, 1) << "changed although this failed: " << name;
    }
    fake.fail_at = 0;
    for (double &v : y)
      v = 1;
    EXPECT_EQ(run_axpy(), path::done) << "after " << name;
    expect_axpy();
  }
}

TEST_F(FakeCuda, TheLaunchsOwnErrorSaysWhatWasLaunched) {
  fake.kernel_fault = cudaErrorIllegalAddress;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
            "heddle: gpu.cpp:21: axpy, grid (2, 1, 1), block (5, 1, 1): "
            "running the kernel: an illegal memory access was encountered "
            "(cudaErrorIllegalAddress)");
  EXPECT_EQ(y[5], 1);
}

TEST_F(FakeCuda, AnErrorPendingBeforeIsNotTheLaunchs) {
  const std::string expected =
      "heddle: gpu.cpp:21: axpy: an error was pending before the launch of "
      "axpy: invalid configuration argument (cudaErrorInvalidConfiguration)";
  fake.last = cudaErrorInvalidConfiguration;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }), expected);
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 0u);
  EXPECT_EQ(run_axpy(), path::done) << "reported once";
  fake.later = cudaErrorInvalidConfiguration;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }), expected)
      << "of work that had not finished";
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 1u);
}

TEST_F(FakeCuda, ABufferThatCannotBeFreedIsToldOnce) {
  run_axpy();
  heddle::run(here, ten, fill, out(y, 0, 9), 1);
  const std::vector<fake_memory> kept = fake.memory;
  fake.memory.clear(); // so that cudaFree refuses both
  EXPECT_EQ(printed([] { heddle::release_device_buffers(); }),
            "heddle: device memory could not be freed: unknown error "
            "(cudaErrorUnknown)\n");
  EXPECT_EQ(fake.last, cudaSuccess);
  for (const fake_memory &m : kept)
    std::free(reinterpret_cast<void *>(m.begin));
}

//===----------------------------------------------------------------------===//
// Without a device
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, NoDeviceIsToldOnceAndTakesTheCpuPath) {
  for (const cudaError_t why :
       {cudaErrorNoDevice, cudaErrorInsufficientDriver, cudaErrorStubLibrary}) {
    reset();
    fake.devices = 0;
    fake.no_devices = why;
    const std::string text = printed([&] {
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(run_axpy(), path::parallel);
    });
    EXPECT_EQ(text, "heddle: no CUDA device was found (" +
                        std::string(cudaGetErrorString(why)) + " (" +
                        cudaGetErrorName(why) + ")); loops run on the CPU\n");
    EXPECT_EQ(fake.last, cudaSuccess);
    EXPECT_EQ(fake.count("cudaGetDeviceCount"), 1u);
  }
}

TEST_F(FakeCuda, RequiringAGpuMakesThatAnError) {
  fake.devices = 0;
  set("HEDDLE_REQUIRE_GPU", "1");
  const std::string expected =
      "heddle: gpu.cpp:21: axpy: HEDDLE_REQUIRE_GPU is set, but no CUDA device "
      "was found: no CUDA-capable device is detected (cudaErrorNoDevice)";
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }), expected);
  EXPECT_EQ(thrown<heddle::error>([] { heddle::sequential(here, "overlap"); }),
            expected);
  fake.devices = 1;
  heddle::rt_detail::known_device_count = -1;
  EXPECT_EQ(run_axpy(), path::done);
  EXPECT_EQ(heddle::sequential(here, "overlap"), path::sequential);
}

TEST_F(FakeCuda, AHostOrderIsIgnoredAndToldOnce) {
  set("HEDDLE_HOST_ORDER", "reverse");
  EXPECT_EQ(printed([&] {
              run_axpy();
              run_axpy();
            }),
            "heddle: HEDDLE_HOST_ORDER is ignored: this program was built with "
            "CUDA; build the same source as plain C++ to run mapped threads on "
            "the host\n");
}

//===----------------------------------------------------------------------===//
// The CPU path with a device
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, TheCpuPathRefusesDeviceMemoryByName) {
  know(x, cudaMemoryTypeDevice);
  char address[32];
  std::snprintf(
      address, sizeof address, "0x%llx",
      static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(x + 1)));
  EXPECT_EQ(thrown<heddle::error>([&] {
              heddle::sequential(here, "overlapping arrays 'x' and 'y'",
                                 out(y, 0, 9), in(x, 1, 8));
            }),
            "heddle: gpu.cpp:21: axpy: the array at " + std::string(address) +
                " (argument 2) is in device memory, but the loop runs on the "
                "CPU: overlapping arrays 'x' and 'y'");
  EXPECT_THAT(thrown<heddle::error>([&] {
                heddle::run(here, ten, axpy, inout(y, 0, checked::unknown()),
                            in(x, 0, 9), 2.0);
              }),
              HasSubstr("(argument 2) is in device memory, but the loop runs "
                        "on the CPU: the byte range of an array"));
}

TEST_F(FakeCuda, TheCpuPathTakesMemoryThatBothReach) {
  know(x, cudaMemoryTypeManaged);
  know(y, cudaMemoryTypeHost);
  EXPECT_EQ(heddle::sequential(here, "overlap", out(y, 0, 9), in(x, 0, 9)),
            path::sequential);
  fake.memory.clear();
  EXPECT_EQ(heddle::sequential(here, "overlap", out(y, 0, 9), in(x, 0, 9)),
            path::sequential);
  know(x, cudaMemoryTypeDevice);
  fake.memory.back().host_reaches = true;
  EXPECT_EQ(heddle::sequential(here, "overlap", in(x, 0, 9)), path::sequential);
  fake.devices = 0;
  heddle::rt_detail::known_device_count = -1;
  EXPECT_EQ(heddle::sequential(here, "overlap", out(y, 0, 9)),
            path::sequential);
}

//===----------------------------------------------------------------------===//
// Trace, threads
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, TracesBytesAndTimes) {
  set("HEDDLE_TRACE", "1");
  EXPECT_THAT(printed([&] { run_axpy(); }),
              MatchesRegex("heddle: gpu.cpp:21: axpy: device \\(a CUDA device "
                           "was found\\), grid \\(2, 1, 1\\), block \\(5, 1, "
                           "1\\), in 160 bytes, out 80 bytes, time [0-9]+ us "
                           "\\(kernel [0-9]+ us\\)\n"));
  know(x, cudaMemoryTypeDevice);
  EXPECT_THAT(printed([&] { run_axpy(); }),
              HasSubstr("in 80 bytes, out 80 bytes"));
}

TEST_F(FakeCuda, AMixedProgramKeepsItsBuildsApart) {
  // The plain files of this program are linked with this one.
  set("HEDDLE_HOST_ORDER", "forward");
  heddle::rt_detail::said_order_ignored = true;
  EXPECT_EQ(run_axpy(), path::done);
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 1u);
}

} // namespace
