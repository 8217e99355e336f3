// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that fail when they are told to.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: env HEDDLE_PTX_FAULT=count %t 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: env HEDDLE_PTX_FAULT=cudaMalloc:2:memory %t 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: env HEDDLE_PTX_FAULT=cudaMemcpy:1:half %t 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: env HEDDLE_PTX_FAULT=cudaLaunchKernel:1:launch %t 2>&1 | FileCheck %s --check-prefix=LAUNCH
// RUN: env HEDDLE_PTX_FAULT=cudaDeviceSynchronize:1:sticky %t 2>&1 | FileCheck %s --check-prefix=STICKY
// RUN: env HEDDLE_PTX_FAULT=any:4 %t 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: not env HEDDLE_PTX_FAULT=cudaMalloc:x %t 2>&1 | FileCheck %s --check-prefix=WRONG
// COUNT: malloc cudaSuccess, malloc cudaSuccess, in cudaSuccess, launch cudaSuccess, wait cudaSuccess, out cudaSuccess 1 3
// COUNT: heddle-ptx: calls: cudaDeviceSynchronize 1, cudaFree 2, cudaGetLastError 1, cudaLaunchKernel 1, cudaMalloc 2, cudaMemcpy 2, cudaMemset 1, 0 failed, 0 allocations left
// MEMORY: malloc cudaSuccess, malloc cudaErrorMemoryAllocation, in cudaSuccess
// MEMORY: 1 failed, 0 allocations left
// HALF: in cudaErrorUnknown,
// HALF: out cudaSuccess 1 1{{$}}
// LAUNCH: launch cudaErrorLaunchOutOfResources, wait cudaSuccess, out cudaSuccess 0 3
// STICKY: wait cudaErrorIllegalAddress, out cudaErrorIllegalAddress
// STICKY: 1 failed, 2 allocations left
// ANY: malloc cudaSuccess, malloc cudaSuccess, in cudaErrorUnknown
// WRONG: heddle-ptx: HEDDLE_PTX_FAULT is 'cudaMalloc:x', not CALL:N[:KIND] or count
#include "check.h"

__global__ void add(int *to) { to[threadIdx.x] += 1; }

int main() {
  const auto say = [](const char *what, cudaError_t status) {
    std::printf("%s %s, ", what, cudaGetErrorName(status));
  };
  int *a = nullptr, *b = nullptr;
  say("malloc", cudaMalloc(&a, 8));
  say("malloc", cudaMalloc(&b, 8));
  int host[2] = {0, 2};
  cudaMemset(a, 0, 8);
  say("in", cudaMemcpy(a, host, 8, cudaMemcpyHostToDevice));
  add<<<1, 1>>>(a);
  say("launch", cudaGetLastError());
  say("wait", cudaDeviceSynchronize());
  const cudaError_t out = cudaMemcpy(host, a, 8, cudaMemcpyDeviceToHost);
  std::printf("out %s %d %d\n", cudaGetErrorName(out), host[0], host[1] + 1);
  std::fflush(stdout);
  cudaFree(a);
  cudaFree(b);
}
