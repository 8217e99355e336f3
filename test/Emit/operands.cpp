// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CPU threads are weighed by: about how many operands an iteration uses.
// RUN: %heddle-rewrite --check --dump=kernel %s -- -std=c++17 -I %include 2>&1 | grep 'are weighed' | FileCheck %s --match-full-lines
#include <cmath>
#include <heddle/heddle.h>

// CHECK: threads are weighed by operands: 5
void axpy(double *y, const double *x, double a, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

// A loop inside has what it is passed, and a function of the library much.
// CHECK-NEXT: threads are weighed by operands: m * 46 + 4
void waves(double *y, const double *x, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < m; ++k)
      s += std::sin(x[i] * k);
    y[i] = s;
  }
}

// At most as many as the counter has values.
// CHECK-NEXT: threads are weighed by operands: n * 5 + 4
void triangle(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < i; ++k)
      s += x[k];
    y[i] = s;
  }
}

// Data say how often the inner loop runs.
// CHECK-NEXT: threads are weighed by operands: unknown
void rows(double *y, const double *x, const int *first, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = first[i]; k < first[i + 1]; ++k)
      s += x[k];
    y[i] = s;
  }
}

static double twice(double v) {
  double sum = 0;
  for (int k = 0; k < 2; ++k)
    sum += v;
  return sum;
}

// CHECK-NEXT: threads are weighed by operands: unknown
void calls(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = twice(x[i]);
}
