// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that clang registers and launches, for a newer architecture as well.
// REQUIRES: clang-cuda
// RUN: %clangxx -std=c++17 -O2 -x cuda --cuda-gpu-arch=sm_75 --cuda-path=%cuda -Wno-unknown-cuda-version --cuda-include-ptx=all -Xcuda-fatbinary --compress=false -I%S/Inputs -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t && %t
// RUN: %clangxx -std=c++17 -O2 -x cuda --cuda-gpu-arch=sm_75 --cuda-path=%cuda -Wno-unknown-cuda-version --cuda-include-ptx=all -I%S/Inputs -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t && not %t 2>&1 | FileCheck %s
// CHECK: heddle-ptx: the program's PTX is compressed: compile with -no-compress (nvcc) or -Xcuda-fatbinary --compress=false (clang)
#include "check.h"

__device__ int numbers[2] = {1, 2};
__constant__ int factor = 2;

template <class T> __global__ void scale(T *out) {
  out[threadIdx.x] = T(numbers[threadIdx.x] * factor);
}

int main() {
  double *out = nullptr, host[2] = {};
  const int three = 3;
  OK(cudaMalloc(&out, sizeof host));
  OK(cudaMemcpyToSymbol(factor, &three, sizeof three));
  scale<<<1, 2>>>(out);
  OK(cudaGetLastError());
  OK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[0] == 3 && host[1] == 6);
  OK(cudaFree(out));
  return failures;
}
