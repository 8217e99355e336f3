// On a GPU: every kind of memory gives the right values, and errors say what
// failed. The last case breaks the CUDA context, so it is the last.
//
// REQUIRES: nvcc, gpu
//
// RUN: %nvcc -std=c++17 -x cu -arch=native -I%include %s -o %t
// RUN: env HEDDLE_REQUIRE_GPU=1 %t 2>&1 | FileCheck %s
//
// CHECK: paths 0 2 3 0, right
// CHECK-NEXT: device memory: path 0, 0 wrong
// CHECK-NEXT: managed memory: path 0, 0 wrong
// CHECK-NEXT: registered memory: path 0, 0 wrong
// CHECK-NEXT: negative offsets: path 0, 0 wrong
// CHECK-NEXT: after growth: path 0, 0 wrong
// CHECK-NEXT: heddle: gpu.cpp:7: add: the array at 0x{{[0-9a-f]+}} (argument 1) is in device memory, but the loop runs on the CPU: overlap
// CHECK-NEXT: heddle: gpu.cpp:7: add: an error was pending before the launch of add: invalid argument (cudaErrorInvalidValue)
// CHECK-NEXT: afterwards: path 0, 0 wrong
// CHECK-NEXT: heddle: gpu.cpp:7: add, grid (4, 1, 1), block (256, 1, 1): running the kernel: cudaStreamSynchronize: {{.+}} (cudaErrorIllegalAddress); this process cannot use CUDA any more

#include "Inputs/scale.h"

#include <cstdlib>
#include <vector>

namespace {

constexpr heddle::rt::site here{"add", "gpu.cpp", 7};
constexpr heddle::rt::shape threads{{4, 1, 1}, {256, 1, 1}};
constexpr int count = 1000;

__global__ void add(double *x, int first, int by) {
  const int i = 256 * (int)heddle::rt::block_x() + (int)heddle::rt::thread_x();
  if (i < count)
    x[i + first] += by;
}

__global__ void crash(double *x) { x[1ull << 40] = 1; }

template <class Body> void expect_error(const Body &body) {
  try {
    body();
    std::puts("nothing was thrown");
  } catch (const heddle::error &e) {
    std::puts(e.what());
  }
}

/// x[0..count) is i, on either side; adds 5 there and reports.
void test(const char *what, double *x, bool on_device) {
  std::vector<double> values(count);
  for (int i = 0; i < count; ++i)
    values[(std::size_t)i] = i;
  const std::size_t size = count * sizeof(double);
  if (on_device)
    cudaMemcpy(x, values.data(), size, cudaMemcpyDefault);
  else
    std::memcpy(x, values.data(), size);
  const heddle::rt::path taken =
      heddle::rt::run(here, threads, add, heddle::rt::inout(x, 0, count - 1), 0, 5);
  if (on_device)
    cudaMemcpy(values.data(), x, size, cudaMemcpyDefault);
  else
    std::memcpy(values.data(), x, size);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += values[(std::size_t)i] != i + 5;
  std::printf("%s: path %d, %d wrong\n", what, (int)taken, wrong);
}

} // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  if (check_all())
    return 1;
  double *device = nullptr, *managed = nullptr;
  cudaMalloc(&device, count * sizeof(double));
  test("device memory", device, true);
  cudaMallocManaged(&managed, count * sizeof(double));
  test("managed memory", managed, false);
  std::vector<double> host(count);
  cudaHostRegister(host.data(), count * sizeof(double), cudaHostRegisterMapped);
  test("registered memory", host.data(), false);
  cudaHostUnregister(host.data());

  std::vector<double> middle(3 * count, 1);
  heddle::rt::path taken = heddle::rt::run(
      here, threads, add, heddle::rt::inout(middle.data() + 2 * count, -count, -1),
      -count, 1);
  int wrong = 0;
  for (int i = 0; i < 3 * count; ++i)
    wrong += middle[(std::size_t)i] != (i / count == 1 ? 2 : 1);
  std::printf("negative offsets: path %d, %d wrong\n", (int)taken, wrong);
  std::vector<double> large(1 << 20, 1);
  heddle::rt::run(here, threads, add, heddle::rt::inout(large.data(), 0, (1 << 20) - 1),
              0, 1);
  test("after growth", host.data(), false);

  expect_error([&] {
    heddle::rt::sequential(here, "overlap", heddle::rt::inout(device, 0, count - 1));
  });
  cudaMemcpy(nullptr, host.data(), 8, cudaMemcpyDefault);
  expect_error([&] { test("not reached", host.data(), false); });
  test("afterwards", host.data(), false);
  expect_error(
      [&] { heddle::rt::run(here, threads, crash, heddle::rt::inout(device, 0, 0)); });
}
