// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mistake in a kernel ends the program with status 86, after what it has
// printed; leaks are not said then. In a graph, too.
// RUN: %ptx-nvcc -c %s -o %t.o
// RUN: %ptx-link %t.o -o %t
// RUN: sh -c '%t > %t.out 2>&1; test $? = 86'
// RUN: FileCheck %s < %t.out
// RUN: sh -c '%t graph > %t.out 2>&1; test $? = 86'
// RUN: FileCheck %s < %t.out
// CHECK: before
// CHECK: heddle-ptx: {{.*}}
// CHECK: kernel     beyond(int*, int)
// CHECK: findings.cu:[[# @LINE + 6]]
// CHECK: memory {{.*}} cudaMalloc number 1
// CHECK-NOT: after
// CHECK-NOT: never freed
#include "check.h"

__global__ void beyond(int *data, int i) { data[i] = 1; }

int main(int argc, char **) {
  int *data = nullptr;
  OK(cudaMalloc(&data, 40));
  std::printf("before\n");
  if (argc == 1) {
    beyond<<<1, 1>>>(data, 10);
  } else {
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    beyond<<<1, 1, 0, s>>>(data, 10);
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&e, g, 0));
    std::printf("captured\n");
    OK(cudaGraphLaunch(e, s));
  }
  std::printf("after\n");
}
