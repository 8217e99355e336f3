// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates in which no iteration needs what another one writes. Each looks like
// a conflict to a rule that compares subscripts by how they are spelled.
// RUN: %heddle-rewrite --dump=legality %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

// The same element by another name.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void doubled(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[2 * i] = x[i + i] + 1;
}

// CHECK-LABEL: legality
// CHECK: array x: compatible
void rearranged(double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[n - 1 - i + m] = x[m - (i + 1 - n)] * x[(2 * (n + m) - 2 - 2 * i) / 2];
}

// Even elements are written, odd ones read.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void interleaved(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[2 * i] = x[2 * i + 1];
}

// The second half is read, the first one written.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void halves(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n / 2; ++i)
    x[i] = x[i] + x[i + n / 2];
}

// One column is read, the others are written.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK: array a: compatible
void column(double (*a)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] -= a[i][0];
}

// A condition keeps readers and writers apart.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void red(double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    if (i % 2 == 0)
      x[i] = x[i - 1] + x[i + 1];
}

// Every seventh element is written, and half its index is of another kind.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void sparse(double *x) {
  [[heddle::map]]
  for (int i = 0; i < 100; ++i)
    if (i % 7 == 5)
      x[i] = x[i / 2];
}

// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK: array a: compatible
void checkerboard(double (*a)[64], int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < 63; ++j)
      if ((i + j) % 2 != 0)
        a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// The condition of an operand, and of an else branch.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void operand(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i < 10)
      (void)x[i];
    else
      x[i] = i < 20 ? x[i - 10] : x[i];
}

// Nothing is written where something else is read, for all parameter values.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void guarded(double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i < m && m <= 100)
      x[i] = x[i + 100];
}

// What one statement writes another one reads, in the same iteration.
// CHECK-LABEL: legality
// CHECK: array x: compatible
// CHECK: array y: compatible
void statements(double *__restrict x, double *__restrict y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = x[2 * i];
    x[2 * i] = x[2 * i + 1];
    x[2 * i + 1] = y[i];
  }
}

// Each iteration has a row of its own; inside, anything goes.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK: array x: compatible
void running(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 1; k < 8; ++k)
      x[8 * i + k] += x[8 * i + k - 1];
}

// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK: array a: compatible
void mirrored(double (*a)[8], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double last = a[i][7];
    for (int k = 7; k > 0; --k)
      a[i][k] = a[i][k - 1];
    a[i][0] = last;
  }
}

// Rows of a triangle: what is read lies below the diagonal.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK: array a: compatible
void triangle(double (&a)[64][64]) {
  [[heddle::map]]
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j)
      if (j > i)
        a[i][j] = a[j][i];
}

// Linear subscripts with a run-time stride.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK: array a: compatible
void strided(double *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      a[i * m + j] *= a[m * i];
}

// Elements of a record are elements of an array of their own size.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void pairs(float (*x)[2], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float re = x[i][0];
    x[i][0] = re * re - x[i][1] * x[i][1];
    x[i][1] = 2 * re * x[i][1];
  }
}
