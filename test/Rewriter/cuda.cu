// A CUDA source is read as its host pass sees it.
// REQUIRES: rewriter, clang-cuda
// RUN: %heddle-rewrite %s -- -std=c++17 -I %include --cuda-path=%cuda --cuda-gpu-arch=sm_90 2> %t.txt | FileCheck %s
// RUN: count 0 < %t.txt
// CHECK: __global__ void twice(
// CHECK: __global__ void heddle_
// CHECK: heddle::rt::run(

#include <heddle/heddle.h>

__global__ void twice(double *x) { x[threadIdx.x] *= 2; }

void f(double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
  twice<<<1, 32>>>(x);
}
