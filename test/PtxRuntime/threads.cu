// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several host threads launch at once; each has its own last error.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t -pthread
// RUN: env HEDDLE_PTX_REPORT=%t.json HEDDLE_PTX_LEAKS=error %t
// RUN: FileCheck %s < %t.json
// CHECK: "launches": 800,
// CHECK: "name": "_Z3addPi"
#include "check.h"

#include <atomic>
#include <thread>
#include <vector>

__global__ void add(int *to) { to[threadIdx.x] += 1; }

int main() {
  std::atomic<int> wrong{0};
  const auto work = [&](bool fails) {
    int *data = nullptr, host[32];
    if (cudaMalloc(&data, sizeof host) || cudaMemset(data, 0, sizeof host))
      ++wrong;
    for (int n = 0; n < 200; ++n)
      add<<<1, 32>>>(data);
    if (fails)
      (void)cudaEventDestroy(nullptr);
    wrong += cudaGetLastError() !=
             (fails ? cudaErrorInvalidResourceHandle : cudaSuccess);
    if (cudaMemcpy(host, data, sizeof host, cudaMemcpyDefault))
      ++wrong;
    for (int value : host)
      wrong += value != 200;
    if (cudaFree(data))
      ++wrong;
  };
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n)
    threads.emplace_back(work, n % 2 == 1);
  for (std::thread &t : threads)
    t.join();
  CHECK(wrong == 0);
  return failures;
}
