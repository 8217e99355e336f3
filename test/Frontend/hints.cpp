// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pragmas that advise a compiler how to run a loop are left out of the rewritten text;
// pragmas about warnings stay in it.
// RUN: %heddle-rewrite %s -o %t -- -std=c++17 -I %include -Wno-unknown-pragmas
// RUN: grep -v CHECK %t | FileCheck %s --implicit-check-not="{{^}}#pragma {{(omp simd|unroll|GCC unroll)}}"
// RUN: %gxx -std=c++17 -O2 -Wall -Wextra -Werror -fopenmp -x c++ -I %include -fsyntax-only %t
// RUN: %clangxx -std=c++17 -O2 -Wall -Wextra -Werror -fopenmp -x c++ -I %include -fsyntax-only %t
// With OpenMP switched on, where directives are statements, the text is the same.
// RUN: %heddle-rewrite %s -o %t.omp -- -std=c++17 -I %include -Wno-unknown-pragmas -fopenmp
// RUN: diff %t %t.omp
#include <heddle/heddle.h>

// CHECK-LABEL: void heddle_rows_0_body(
// CHECK: double s = 0;
// CHECK-NOT: #pragma
// CHECK: for (int j = 0; j < m; ++j)
void rows(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
#pragma omp simd reduction(+ : s) \
    aligned(x : 8)
    for (int j = 0; j < m; ++j)
      s += x[j];
#pragma unroll 2 // as well
    for (int j = 0; j < m; ++j)
      s -= x[j];
    y[i] = s;
  }
}

// Between loops that are mapped together.
// CHECK: void plane(
// CHECK: #pragma omp parallel for collapse(2)
// CHECK: for (int i = 0; i < n; ++i)
// CHECK-NOT: #pragma
// CHECK: for (int j = 0; j < m; ++j)
void plane(double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
#pragma GCC unroll 4
    for (int j = 0; j < m; ++j)
      y[i * m + j] = i;
}

// CHECK-LABEL: void heddle_quiet_0_body(
// CHECK: #pragma GCC diagnostic ignored "-Wunused-variable"
// CHECK-NEXT: int unused;
// CHECK-NEXT: #pragma GCC diagnostic pop
void quiet(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
    int unused;
#pragma GCC diagnostic pop
    y[i] = 0;
  }
}

// Loops that threads share, and updates at which they take turns.
// CHECK-LABEL: void heddle_shared_0_body(
// CHECK-NOT: #pragma
// CHECK: y[i] += s;
void shared(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
#pragma omp parallel for simd reduction(+ : s) num_threads(4)
    for (int j = 0; j < m; ++j)
      s += x[j];
#pragma omp for schedule(static, 2) nowait
    for (int j = 0; j < m; ++j) {
#pragma omp critical (sum)
      {
        s += x[j];
      }
    }
#pragma omp atomic
    y[i] += s;
  }
}
