//===- FakeCuda.h - launches over a watched CUDA runtime ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles heddle/runtime.h as a CUDA build against test/fake_cuda, so that
// residency, copies, buffers and errors are tested on machines without a GPU.
// `here`, `ten` and the kernels are those of the tests that include this.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_UNIT_RUNTIME_FAKECUDA_H
#define HEDDLE_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <cuda_runtime_api.h>

#define __CUDACC__ 1
#include "heddle/runtime.h"
#undef __CUDACC__

#include "Environment.h"
#include "gmock/gmock.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#if !HEDDLE_CUDA_BUILD || !HEDDLE_EXCEPTIONS
#error "this file is to be read as CUDA"
#endif

namespace fake_cuda_test {

inline constexpr heddle::rt::site here{"axpy", "gpu.cpp", 21};
inline constexpr heddle::rt::shape ten{{2, 1, 1}, {5, 1, 1}};

inline int thread_number() {
  return static_cast<int>(5 * fake.block.x + fake.thread.x);
}

/// The pointers that the last kernel got.
inline std::vector<const double *> seen;

/// y[i] += a * x[i] for 0 <= i < 10
inline void axpy(double *y, const double *x, double a) {
  const int i = thread_number();
  if (i == 0)
    seen = {y, x};
  y[i] += a * x[i];
}
inline void fill(double *y, double a) {
  const int i = thread_number();
  if (i == 0)
    seen = {y};
  y[i] = a;
}
inline void shift(double *y, int by) {
  const int i = thread_number();
  if (i == 0)
    seen = {y};
  y[i - by] = i;
}
inline void add_one(double *y) { y[thread_number()] += 1; }
inline void copy(double *to, const double *from) {
  to[thread_number()] = from[thread_number()];
}
inline void rows(int (*a)[5]) { a[fake.block.x][fake.thread.x] += 10; }
inline void keep(double *y) { seen = {y}; }
inline void nothing_to_do() {}
inline void four(double *y, const double *, double *z, double *w) {
  const int i = thread_number();
  y[i] = 1;
  z[i] = 3;
  w[i] = 4;
}

class FakeCuda : public EnvironmentTest {
protected:
  void SetUp() override {
    EnvironmentTest::SetUp();
    heddle::release_device_buffers();
    reset();
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
    namespace d = heddle::rt::rt_detail;
    d::known_device_count = -1;
    d::said_no_device = d::said_order_ignored = d::said_not_freed = false;
    fake.devices = 1;
    fake.no_devices = cudaErrorNoDevice;
    fake.reads_pageable = false;
    fake.memory.clear();
    fake.free_bytes = std::size_t{1} << 40;
    fake_last = fake.later = fake.kernel_fault = cudaSuccess;
    fake.calls.clear();
    fake.log.clear();
    fake_current_device = 0;
  }

  /// The next call of CUDA's function of this name fails.
  static void fail_next(const char *call, cudaError_t status) {
    fake.calls.clear();
    fake.calls.fault.call = call;
    fake.calls.fault.nth = 1;
    fake.calls.fault.status = status;
  }

  heddle::rt::path run_axpy() {
    return heddle::rt::run(here, ten, axpy, heddle::rt::inout(y, 0, 9),
                           heddle::rt::in(x, 0, 9), 2.0);
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

} // namespace fake_cuda_test

#endif // HEDDLE_TEST_UNIT_RUNTIME_FAKECUDA_H
