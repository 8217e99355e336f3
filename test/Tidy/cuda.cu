// A CUDA source is verified as its host pass reads it; loops of device code are
// wrong annotations, as everywhere.
// REQUIRES: tidy, clang-cuda
// DEFINE: %{tidy} = %clang-tidy --load=%tidy --checks=-*,heddle-verify --quiet
// DEFINE: %{flags} = -x cuda --cuda-path=%cuda --cuda-gpu-arch=sm_90 -Wno-unknown-cuda-version -std=c++17 -I %include
// RUN: not %{tidy} %s -- %{flags} 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: %{tidy} %s -- %{flags} -DGOOD
#include <heddle/heddle.h>

__global__ void kernel(double *x) { x[threadIdx.x] = 1; }

void fill(double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
}
#ifndef GOOD
void prefix(double *x, int n) {
  // CHECK: cuda.cu:[[@LINE+1]]:50: error: with n = 3, {{.*}} [heddle-HD402] [heddle-verify]
  HEDDLE(map) for (int i = 1; i < n; ++i) x[i] = x[i - 1];
}
__device__ void device(double *x, int n) {
  // CHECK: cuda.cu:[[@LINE+1]]:15: error: a loop in a '__device__' function cannot become a kernel launch [heddle-HD153] [heddle-verify]
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
}
#endif
