// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Releases that acquires meet order what they should, whoever has read before,
// however many fences and barriers there are: no race is invented. Without the
// fence there is one.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t readers 0 | FileCheck %s
// RUN: %t last 20 | FileCheck %s
// RUN: %t barriers 16382 | FileCheck %s
// RUN: %t barriers 16383 | FileCheck %s
// RUN: %t barriers 16384 | FileCheck %s
// CHECK: 0 no error
// RUN: sh -c '%t unordered 0 > %t.out 2>&1; test $? = 86'
// RUN: FileCheck --check-prefix=RACE %s < %t.out
// RACE: heddle-ptx: race: the thread writes what
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// The last thread of all writes an element that all have read.
__global__ void readers(int *x, int *out, unsigned *count, bool fences) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[0];
  if (fences)
    __threadfence();
  const unsigned before = atomicAdd(count, 1u);
  if (fences)
    __threadfence();
  if (before == gridDim.x * blockDim.x - 1)
    x[0] = 5;
}

/// The last block sums what all have written.
__global__ void last(int *x, int *out, unsigned *count, int fences) {
  __shared__ bool is_last;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < fences; ++k)
    __threadfence();
  x[i] = int(i);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(count, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!is_last)
    return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b)
    sum += x[b * blockDim.x + threadIdx.x];
  out[threadIdx.x] = sum;
}

/// The second block waits for the first, and reads behind many barriers.
__global__ void barriers(int *x, int *out, unsigned *flag, int many) {
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    x[t] = int(t);
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(flag, 1u);
    }
    return;
  }
  if (t == 0) {
    while (atomicAdd(flag, 0u) == 0)
      ;
    __threadfence();
  }
  for (int k = 0; k < many; ++k)
    __syncthreads();
  out[t] = x[t];
}

int main(int, char **arguments) {
  const int number = std::atoi(arguments[2]);
  int *x, *out;
  unsigned *count;
  cudaMalloc(&x, 8192);
  cudaMalloc(&out, 8192);
  cudaMalloc(&count, 4);
  cudaMemset(x, 0, 8192);
  cudaMemset(count, 0, 4);
  if (std::strcmp(arguments[1], "last") == 0)
    last<<<2, 1024>>>(x, out, count, number);
  else if (std::strcmp(arguments[1], "barriers") == 0)
    barriers<<<2, 64>>>(x, out, count, number);
  else
    readers<<<2, 64>>>(x, out, count, arguments[1][0] == 'r');
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%d %s\n", status, cudaGetErrorString(status));
  cudaFree(x);
  cudaFree(out);
  cudaFree(count);
}
