// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where CPU threads may take several loops together, the launch knows how often
// each runs, and chooses between two texts of them.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
#include <heddle/heddle.h>

// CHECK-LABEL: void plane(double
// CHECK: {::heddle::rt::over_collapsible(heddle_site, 4, heddle_n, heddle_m)};
// CHECK: if (heddle_path == ::heddle::rt::path::parallel) {
// CHECK-NEXT: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: #endif
// CHECK: } else if (heddle_path == ::heddle::rt::path::collapsed) {
// CHECK: #pragma omp parallel for collapse(2)
// CHECK: } else if (heddle_path == ::heddle::rt::path::sequential) {
void plane(double *y, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 0;
}

// So many iterations fit no launch, and need no test.
// CHECK-LABEL: void wide_plane(double
// CHECK: {::heddle::rt::over_collapsible(heddle_site, 4, heddle_n, heddle_m)};
// CHECK: } else if (heddle_path == ::heddle::rt::path::collapsed) {
// CHECK-NEXT: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for collapse(2)
void wide_plane(double *y, long n, long m) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      y[i * m + j] = 0;
}

// Braces and branches call nothing.
// CHECK-LABEL: void branches(double
// CHECK: {::heddle::rt::over(heddle_site, 8, heddle_n)};
void branches(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0) {
      y[i] = x[i];
    } else {
      { y[i] = 0; }
    }
  }
}

// A loop has no second text.
// CHECK-LABEL: void line(double
// CHECK: {::heddle::rt::over(heddle_site, 2, heddle_n)};
// CHECK-NOT: path::collapsed {{[)]}}
void line(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

// CHECK-LABEL: static void heddle_constant_0_loops(
// CHECK: #pragma omp parallel for{{$}}
// CHECK-LABEL: static void heddle_constant_0_collapsed(
// CHECK: collapse(2)
// CHECK-LABEL: constexpr void constant(int
// CHECK: heddle_constant_0_loops(y);
// CHECK: heddle_constant_0_collapsed(y);
constexpr void constant(int (&y)[8][8]) {
  HEDDLE(map)
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      y[i][j] = i;
}

// The work of a loop inside is bounded by the ends of the counters in its ends.
// CHECK-LABEL: void triangles(double
// CHECK: {::heddle::rt::over(heddle_site, (heddle_n + heddle_m) * 5 + 4, heddle_n)};
void triangles(double *y, const double *x, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = i; j < n + m - i; ++j)
      s += x[j];
    y[i] = s;
  }
}

// Loops that changed places in the kernel run as written, the outermost one on
// CPU threads, counted where OpenMP cannot take its header.
// CHECK-LABEL: void turned(double
// CHECK: #pragma omp parallel for
// CHECK-NEXT: #endif
// CHECK-NEXT: for (long long heddle_trip = 0;
void turned(double *__restrict c, const double *__restrict a, int n) {
  HEDDLE(map)
  for (int i = 0; i <= n; ++i)
    for (int k = 0; k < 64; ++k)
      for (int j = 0; j < 64; ++j)
        c[i * 64 + j] += a[i * 64 + k] * j;
}
