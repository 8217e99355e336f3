//===- FakeCudaPathTest.cpp - errors and paths of a CUDA build ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <cstdio>
#include <string>
#include <vector>

namespace fake_cuda_test {
namespace {

using heddle::rt::checked;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::out;
using heddle::rt::path;
using testing::HasSubstr;
using testing::MatchesRegex;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, TheLaunchsOwnErrorSaysWhatWasLaunched) {
  fake.kernel_fault = cudaErrorIllegalAddress;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
            "heddle: gpu.cpp:21: axpy, grid (2, 1, 1), block (5, 1, 1): "
            "running the kernel: cudaStreamSynchronize: an illegal memory "
            "access was encountered "
            "(cudaErrorIllegalAddress)");
  EXPECT_EQ(y[5], 1);
}

TEST_F(FakeCuda, AnErrorPendingBeforeIsNotTheLaunchs) {
  const std::string expected =
      "heddle: gpu.cpp:21: axpy: an error was pending before the launch of "
      "axpy: invalid configuration argument (cudaErrorInvalidConfiguration)";
  fake_last = cudaErrorInvalidConfiguration;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }), expected);
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 0u);
  EXPECT_EQ(run_axpy(), path::done) << "reported once";
  fake.later = cudaErrorInvalidConfiguration;
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }), expected)
      << "of work that had not finished";
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 1u);
}

TEST_F(FakeCuda, AnErrorThatStaysIsToldAtEachLaunch) {
  fake.calls.fault = fake_fault_from("cudaStreamSynchronize:2:sticky");
  const std::string reason = "an illegal memory access was encountered "
                             "(cudaErrorIllegalAddress); this process cannot "
                             "use CUDA any more";
  EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
            "heddle: gpu.cpp:21: axpy, grid (2, 1, 1), block (5, 1, 1): "
            "running the kernel: cudaStreamSynchronize: " +
                reason);
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
              "heddle: gpu.cpp:21: axpy: an error was pending before the "
              "launch of axpy: " +
                  reason);
  EXPECT_EQ(y[5], 1);
  const std::vector<fake_memory> lost = fake.memory;
  EXPECT_THAT(printed([] { heddle::release_device_buffers(); }),
              HasSubstr("heddle: device memory could not be freed: "));
  fake.memory.clear();
  for (const fake_memory &m : lost)
    fake_release(m);
}

TEST_F(FakeCuda, DevicesThatCannotBeCountedAreAnErrorEachTime) {
  for (int round = 0; round < 2; ++round) {
    fake.calls.clear();
    fake.calls.fault = fake_fault_from("cudaGetDeviceCount:1:memory");
    EXPECT_EQ(thrown<heddle::error>([&] { run_axpy(); }),
              "heddle: gpu.cpp:21: axpy: counting devices: "
              "cudaGetDeviceCount: out of memory (cudaErrorMemoryAllocation)");
  }
  EXPECT_EQ(run_axpy(), path::done);
}

TEST_F(FakeCuda, ABufferThatCannotBeFreedIsToldOnce) {
  run_axpy();
  heddle::rt::run(here, ten, fill, out(y, 0, 9), 1);
  const std::vector<fake_memory> kept = fake.memory;
  fake.memory.clear(); // so that cudaFree refuses both
  EXPECT_EQ(printed([] { heddle::release_device_buffers(); }),
            "heddle: device memory could not be freed: invalid argument "
            "(cudaErrorInvalidValue)\n");
  EXPECT_EQ(fake_last, cudaSuccess);
  for (const fake_memory &m : kept)
    fake_release(m);
}

//===----------------------------------------------------------------------===//
// Without a device
//===----------------------------------------------------------------------===//

TEST_F(FakeCuda, NoDeviceIsToldOnceAndTakesTheCpuPath) {
  for (const cudaError_t why :
       {cudaErrorNoDevice, cudaErrorInsufficientDriver, cudaErrorStubLibrary,
        cudaErrorSystemDriverMismatch, cudaErrorCompatNotSupportedOnDevice}) {
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
    EXPECT_EQ(fake_last, cudaSuccess);
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
  EXPECT_EQ(
      thrown<heddle::error>([] { heddle::rt::sequential(here, "overlap"); }),
      expected);
  fake.devices = 1;
  heddle::rt::rt_detail::known_device_count = -1;
  EXPECT_EQ(run_axpy(), path::done);
  EXPECT_EQ(heddle::rt::sequential(here, "overlap"), path::sequential);
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
              heddle::rt::sequential(here, "overlapping arrays 'x' and 'y'",
                                     out(y, 0, 9), in(x, 1, 8));
            }),
            "heddle: gpu.cpp:21: axpy: the array at " + std::string(address) +
                " (argument 2) is in device memory, but the loop runs on the "
                "CPU: overlapping arrays 'x' and 'y'");
  EXPECT_THAT(thrown<heddle::error>([&] {
                heddle::rt::run(here, ten, axpy,
                                inout(y, 0, checked::unknown()), in(x, 0, 9),
                                2.0);
              }),
              HasSubstr("(argument 2) is in device memory, but the loop runs "
                        "on the CPU: the byte range of an array"));
}

TEST_F(FakeCuda, TheCpuPathTakesMemoryThatBothReach) {
  know(x, cudaMemoryTypeManaged);
  know(y, cudaMemoryTypeHost);
  EXPECT_EQ(heddle::rt::sequential(here, "overlap", out(y, 0, 9), in(x, 0, 9)),
            path::sequential);
  fake.memory.clear();
  EXPECT_EQ(heddle::rt::sequential(here, "overlap", out(y, 0, 9), in(x, 0, 9)),
            path::sequential);
  know(x, cudaMemoryTypeDevice);
  fake.memory.back().host_reaches = true;
  EXPECT_EQ(heddle::rt::sequential(here, "overlap", in(x, 0, 9)),
            path::sequential);
  fake.devices = 0;
  heddle::rt::rt_detail::known_device_count = -1;
  EXPECT_EQ(heddle::rt::sequential(here, "overlap", out(y, 0, 9)),
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
  heddle::rt::rt_detail::said_order_ignored = true;
  EXPECT_EQ(run_axpy(), path::done);
  EXPECT_EQ(fake.count("cudaLaunchKernel"), 1u);
}

} // namespace
} // namespace fake_cuda_test
