// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls in kernel text name the overload that the source resolved.
// RUN: %heddle-rewrite --check --stop-after=frontend --dump=frontend %s -- -std=c++17 -I %include > %t 2>&1
// RUN: FileCheck %s --implicit-check-not=error: < %t
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <heddle/heddle.h>
#include <limits>

// CHECK-LABEL: nest perfect-depth 1
// CHECK: hole {{[0-9.]+}} 'std::max' -> '::heddle::rt::device::max'
// CHECK-NEXT: hole {{[0-9.]+}} 'std::min' -> '::heddle::rt::device::min'
// CHECK-NEXT: hole {{[0-9.]+}} 'std::clamp' -> '::heddle::rt::device::clamp'
// CHECK-NEXT: hole {{[0-9.]+}} 'std::abs' -> '::heddle::rt::device::abs'
// CHECK-NEXT: kernel
void twins(double *y, const float *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = std::max(y[i], 1.0) + std::min<double>(x[i], 2) +
           std::clamp(y[i], 0.0, 9.0) + std::abs(x[i]);
}

// What stands under references of these functions is only read.
// CHECK-LABEL: nest perfect-depth 1
// CHECK: read {{.*}}[max((i0 - 1), 0)]
// CHECK: read {{.*}}[min(max(i0, 1), p{{[0-9]}})]
// CHECK: read {{.*}}[max((i0 - 3), (-(i0 - 3)))]
// CHECK: read {{.*}}[min(i0, p{{[0-9]}})]
// CHECK: kernel
void counters(double *y, const double *x, int n, int k) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = x[std::max(i - 1, 0)] + x[std::clamp(i, 1, k)] +
           x[std::abs(i - 3)] + x[i < k ? i : k] + std::min(i, k);
}

// Overloads of <cmath> that are named in full stay as they are.
// CHECK-LABEL: nest perfect-depth 1
// CHECK-NOT: hole
// CHECK: kernel
void named(double *y, float *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    y[i] = std::sqrt(y[i]) + std::fma(y[i], y[i], 1.0) + std::pow(y[i], 2.0);
    x[i] = std::sin(x[i]) * std::fmax(x[i], 0.5f);
  }
}

// Mixed arguments compute in double.
// CHECK-LABEL: nest perfect-depth 1
// CHECK: hole {{[0-9.]+}} 'std::pow' -> '::pow'
// CHECK-NEXT: hole {{[0-9.]+}} '' -> 'static_cast<double>('
// CHECK-NEXT: hole {{[0-9.]+}} '' -> ')'
// CHECK-NEXT: kernel
void mixed(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = std::pow(y[i], 2);
}

// A using-declaration of the function is not in force where the kernel stands.
// CHECK-LABEL: nest perfect-depth 1
// CHECK: hole {{[0-9.]+}} 'exp' -> '::expf'
// CHECK-NEXT: kernel
void imported(float *x, int n) {
  using std::exp;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    x[i] = exp(x[i]);
}

// Calls that are constants, and the macros of <cmath>.
// CHECK-LABEL: nest perfect-depth 1
// CHECK: hole {{[0-9.]+}} 'std::numeric_limits<int>::max()' -> 'static_cast<int>(2147483647LL)'
// CHECK-NEXT: kernel
void constants(double *y, int *k, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    k[i] = std::numeric_limits<int>::max();
    y[i] = i ? INFINITY : M_PI;
  }
}
