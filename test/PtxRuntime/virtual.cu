// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call through a pointer may go to any function. One of them that cannot be
// read, as the destructor that frees memory, matters where it is called alone.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t | FileCheck %s
// CHECK: 11 22
#include <cstdio>

struct shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~shape() {}
};
struct square : shape {
  int a;
  __device__ square(int a) : a(a) {}
  __device__ int area() const override { return a; }
};
struct twice : square {
  using square::square;
  __device__ int area() const override { return 2 * a; }
};

__global__ void areas(int *out, int n) {
  const square s(n);
  const twice t(n);
  const shape *const of[] = {&s, &t};
  out[threadIdx.x] = of[(threadIdx.x + n + 1) % 2]->area();
}

int main() {
  int *out, there[2];
  cudaMalloc(&out, sizeof there);
  areas<<<1, 2>>>(out, 11);
  cudaMemcpy(there, out, sizeof there, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", there[0], there[1]);
  cudaFree(out);
}
