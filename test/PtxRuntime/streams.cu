// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams and events, with the default stream of the process and of each thread.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t && env HEDDLE_PTX_REPORT=%t.json %t
// RUN: FileCheck %s < %t.json
// RUN: %ptx-nvcc --default-stream per-thread -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t && %t
// CHECK: "launches": 3, {{.*}} "synchronisations": 3
#include "check.h"

#include <cstdint>

__global__ void add(int *to, int what) { *to += what; }

int main() {
  int *device = nullptr, host = 0, calls = 0;
  OK(cudaMalloc(&device, 4));
  cudaStream_t a, b;
  OK(cudaStreamCreate(&a));
  OK(cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, -1));
  unsigned flags = 0;
  int priority = 0;
  OK(cudaStreamGetFlags(b, &flags));
  OK(cudaStreamGetPriority(b, &priority));
  CHECK(flags == cudaStreamNonBlocking && priority == -1);

  cudaEvent_t first, second;
  OK(cudaEventCreate(&first));
  OK(cudaEventCreate(&second));
  float time = -1;
  GIVES(cudaErrorInvalidResourceHandle,
        cudaEventElapsedTime(&time, first, second));
  OK(cudaEventRecord(first, a));
  OK(cudaMemsetAsync(device, 0, 4, a));
  add<<<1, 1, 0, a>>>(device, 1);
  OK(cudaEventRecord(second, a));
  OK(cudaStreamWaitEvent(b, second, 0));
  add<<<1, 1, 0, b>>>(device, 2);
  OK(cudaLaunchHostFunc(b, [](void *n) { ++*static_cast<int *>(n); }, &calls));
  OK(cudaStreamAddCallback(
      a,
      [](cudaStream_t, cudaError_t status, void *n) {
        *static_cast<int *>(n) += status == cudaSuccess ? 10 : 100;
      },
      &calls, 0));
  OK(cudaMemcpyAsync(&host, device, 4, cudaMemcpyDeviceToHost, b));
  OK(cudaStreamSynchronize(b));
  CHECK(host == 3 && calls == 11);
  OK(cudaStreamQuery(a));
  OK(cudaEventQuery(second));
  OK(cudaEventSynchronize(second));
  OK(cudaEventElapsedTime(&time, first, second));
  CHECK(time >= 0);
  add<<<1, 1>>>(device, 3);
  OK(cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost));
  CHECK(host == 6);
  OK(cudaDeviceSynchronize());

  OK(cudaEventDestroy(first));
  OK(cudaEventDestroy(second));
  GIVES(cudaErrorInvalidResourceHandle, cudaEventRecord(first, a));
  OK(cudaStreamDestroy(a));
  GIVES(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(a));
  OK(cudaStreamDestroy(b));
  GIVES(cudaErrorInvalidResourceHandle,
        cudaMemsetAsync(device, 0, 4, cudaStream_t(std::uintptr_t(64))));
  OK(cudaFree(device));
  return failures;
}
