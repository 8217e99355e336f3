// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under CUDA what is declared pure is a function of the device.
// REQUIRES: plugin, clang-cuda
// DEFINE: %{cc} = %clangxx -x cuda --cuda-gpu-arch=sm_90 --cuda-path=%cuda -Wno-unknown-cuda-version -std=c++17 -I %include -fsyntax-only -fplugin=%plugin
// RUN: %{cc} -Werror %s
// RUN: not %{cc} -DHOST_ALONE %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

#ifdef HOST_ALONE
[[heddle::pure]] double shade(double);
#else
[[heddle::pure]] __host__ __device__ double shade(double);
#endif

void f(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:12: error: 'shade' is declared pure, but a kernel cannot call it: it is no function of the device; declare it '__host__ __device__' [heddle-HD239]
    y[i] = shade(x[i]);
}
