// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives that give threads variables or tasks of their own are no hints, whether
// OpenMP is switched on or off.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -Wno-unknown-pragmas 2>&1 | FileCheck %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -fopenmp 2>&1 | FileCheck %s
#include <heddle/heddle.h>

// CHECK: hints-refused.cpp:[[#@LINE+5]]:1:
// CHECK-SAME: error: a preprocessor directive {{.*}} [heddle-HD156]
void copies(double *y, const double *x, int n, double t) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#pragma omp parallel for firstprivate(t)
    for (int j = 0; j < 4; ++j)
      y[4 * i + j] = t = x[j];
  }
}

// CHECK: hints-refused.cpp:[[#@LINE+5]]:1:
// CHECK-SAME: error: a preprocessor directive {{.*}} [heddle-HD156]
void tasks(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#pragma omp task
    y[i] = x[i];
  }
}
