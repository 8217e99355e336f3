// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under -x cuda, kernels and the copies of functions that they call use the
// device's overloads of <cmath>, which are taken for the functions of the loops.
// REQUIRES: plugin, clang-cuda
// RUN: %clangxx -x cuda --cuda-gpu-arch=sm_90 --cuda-path=%cuda -Wno-unknown-cuda-version -std=c++17 -I %include -fplugin=%plugin -fsyntax-only %s 2>&1 | count 0
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>

inline double half(double v) { return 0.5 * std::erf(v) + fabs(v); }
void doubles(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = std::sqrt(x[i]) + exp(half(x[i])) + std::max(x[i], 2.0);
}
void floats(float *y, const float *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = std::sqrt(x[i]) + sqrtf(x[i]) + std::pow(x[i], 2.5f) +
           std::fmin(x[i], 2.5);
}
