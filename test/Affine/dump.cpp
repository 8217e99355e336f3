// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Domains, dimensions, checks and relations as the affine phase hands them on.
// RUN: %heddle-rewrite --stop-after=affine --dump=affine %s -- -std=c++23 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=check

#include <heddle/heddle.h>
using namespace heddle;

// The columns are checked to stay within rows; with a shift, by the shift more.
// CHECK-LABEL: affine nest: 2 perfect loops, 2 rectangular
// CHECK: dimension i: [0, n)
// CHECK-NEXT: dimension j: [0, m)
// CHECK: zero trip: n <= 0 or m <= 0
// CHECK-NEXT: check stride: m + 2 <= ld (columns of 'a' stay within rows of 'ld')
// CHECK-NEXT: array a: 2 dimensions, widths ld
// CHECK: read a[i * ld + j + 2]: [n, m, ld] -> { Stmt[i0, i1] -> a[i0, 2 + i1] : 0 <= i0 < n and 0 <= i1 < m }
// CHECK: write a[i * ld + j]:
void columns(double *a, int n, int m, int ld) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * ld + j] = a[i * ld + j + 2];
}

// Unsigned arithmetic in a header is checked before anything else, and never
// under the assumption that the loop runs.
// CHECK-LABEL: affine nest: 1 perfect loops
// CHECK: check range: 1 <= n ('n - 1u' does not wrap around)
void wrapping(double *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = 0; i < n - 1u; ++i)
    y[i] = 0;
}

// CHECK-LABEL: affine nest: 1 perfect loops
// CHECK: check range: n <= 4294967294 ('i' does not wrap around)
void inclusive(double *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = 0; i <= n; ++i)
    y[i] = 0;
}

// CHECK-LABEL: affine nest: 1 perfect loops
// CHECK: check range: {{.*}} ('i' meets 'n')
void meeting(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i != n; i += 2)
    y[i] = 0;
}

// What an assumption proves is not checked.
// CHECK-LABEL: affine nest: 1 perfect loops
// CHECK: context: [n] -> {  : n > 0 }
void assumed(double *y, unsigned n) {
  [[assume(n > 0)]];
  [[heddle::map]]
  for (unsigned i = 0; i < n - 1u; ++i)
    y[i] = 0;
}

// A declared space may absorb the condition; a descending loop has its last
// value as lower bound.
// CHECK-LABEL: affine nest: 2 perfect loops, 2 rectangular, declared rank 2, conditions absorbed
// CHECK: dimension i: [0, 9) step 2 width 1
// CHECK-NEXT: dimension j: [1, 8) step 3 width 2
void sac(int (&a)[9][9]) {
  [[heddle::bounds({0, 1}, {9, 8}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map]]
  for (int i = 0; i < 9; i += 2)
    for (int j = 1; j < 8; ++j)
      if ((j - 1) % 3 < 2)
        a[i][j] = 3;
}

// CHECK-LABEL: affine nest: 1 perfect loops
// CHECK: dimension i: [1, n + 1) descending
void down(double *y, int n) {
  [[heddle::map]]
  for (int i = n; i > 0; --i)
    y[i] = 0;
}

// Conditions on data make may-accesses; the product of parameters is a
// parameter of its own.
// CHECK-LABEL: affine nest: 1 perfect loops
// CHECK: parameter n_x_m = n * m
// CHECK: dimension i: [0, n_x_m)
// CHECK: read x[i]
// CHECK: may write y[i]
void data(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n * m; ++i)
    if (x[i] > 0)
      y[i] = 1;
}

// An array that is only read needs no order of its strides, and a table no
// subscripts that can be read.
// CHECK-LABEL: affine nest: 2 perfect loops, 2 rectangular
// CHECK-DAG: array a: any element from min(
// CHECK-DAG: array y: 2 dimensions, widths m
// CHECK-DAG: array t: any element from 0 to 15
void onlyRead(double *y, const double *a, const double (&t)[16], int n, int m, int p, int q) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = a[i * p + j * q] + t[i * j];
}
