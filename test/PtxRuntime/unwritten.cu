// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy on the device carries over which bytes nobody has written; fills and
// copies from the host write.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: %t
// RUN: env HEDDLE_PTX_CHECK=0 %t 8
// RUN: sh -c '%t 8 > %t.out 2>&1; test $? = 86'
// RUN: FileCheck %s < %t.out
// CHECK: heddle-ptx: {{.*}}
// CHECK: thread (8, 0, 0), {{.*}}unwritten.cu:[[# @LINE + 4]]
// CHECK: memory {{.*}}cudaMalloc number 2
#include "check.h"

__global__ void increase(int *data) { data[threadIdx.x] += 1; }

int main(int argc, char **) {
  int *from = nullptr, *to = nullptr, host[4] = {1, 2, 3, 4};
  OK(cudaMalloc(&from, 64));
  OK(cudaMalloc(&to, 64));
  OK(cudaMemset(from, 0, 16));
  OK(cudaMemcpy(from + 4, host, 16, cudaMemcpyDefault));
  OK(cudaMemcpy(to, from, 64, cudaMemcpyDefault));
  increase<<<1, argc == 1 ? 8 : 16>>>(to);
  OK(cudaMemcpy(host, to + 4, 16, cudaMemcpyDefault));
  CHECK(host[0] == 2 && host[3] == 5);
  OK(cudaFree(from));
  OK(cudaFree(to));
  return failures;
}
