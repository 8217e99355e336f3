// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures are copied with their padding, which nobody has written: no mistake,
// and the padding of the copy stays unwritten. Debug builds copy it by itself. A
// copy of an array that nobody has written is a mistake.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t | FileCheck %s
// RUN: %ptx-nvcc -G -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t | FileCheck %s
// CHECK: 2 4
// RUN: sh -c '%t unwritten > %t.out 2>&1; test $? = 86'
// RUN: FileCheck --check-prefix=FOUND %s < %t.out
// FOUND: heddle-ptx: the thread reads what nobody has written
// FOUND: kernel     copy(padded*, padded const*)
#include <cstdio>

struct padded {
  int a;
  double b;
};

__global__ void fill(padded *to) {
  to[threadIdx.x].a = int(threadIdx.x);
  to[threadIdx.x].b = threadIdx.x;
}

__global__ void copy(padded *to, const padded *from) {
  to[threadIdx.x] = from[threadIdx.x];
}

__global__ void from_local(padded *to, int n) {
  padded table[4];
  for (int k = 0; k < 4; ++k) {
    table[k].a = k;
    table[k].b = 2 * k;
  }
  to[threadIdx.x] = table[n & 3];
}

int main(int argc, char **) {
  padded *one, *two, first;
  cudaMalloc(&one, 64 * sizeof(padded));
  cudaMalloc(&two, 64 * sizeof(padded));
  if (argc < 2)
    fill<<<1, 64>>>(one);
  copy<<<1, 64>>>(two, one);
  copy<<<1, 64>>>(one, two);
  from_local<<<1, 64>>>(two, 2);
  cudaMemcpy(&first, two, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%d %g\n", first.a, first.b);
  cudaFree(one);
  cudaFree(two);
}
