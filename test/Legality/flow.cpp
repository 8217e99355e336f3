// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an earlier iteration has written cannot be read in parallel.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void prefix(double *x, int n) {
// CHECK: flow.cpp:[[@LINE+5]]:12: error: with n = 3, iteration (i = 2) reads 'x[1]', which iteration (i = 1) writes [heddle-HD402]
// CHECK: flow.cpp:[[@LINE+4]]:5: note: 'x[1]' is written here by iteration (i = 1)
// CHECK: flow.cpp:[[@LINE+2]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    x[i] = x[i - 1] + 1;
}

// Two pointers into one array are one array.
void shifted(int *a, int n) {
  int *p = a, *q = a + 1;
// CHECK: error: with n = 2, iteration (i = 1) reads 'a[1]', which iteration (i = 0) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    q[i] = p[i] + 1;
}

// A descending loop reads what it has not written yet, and the other way round.
void descending(double *x, int n) {
// CHECK: error: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = n - 1; i >= 0; --i)
    x[i] = x[i + 1];
}

// One loop is free: it can be annotated, or brought to the outside.
void columns(double (*a)[64], int n) {
// CHECK: error: with n = 3, iteration (i = 2, j = 0) reads 'a[1][0]', which iteration (i = 1, j = 0) writes
// CHECK: note: loop 'i' carries this conflict
// CHECK: flow.cpp:[[@LINE+3]]:5: note: loop 'j' can be mapped: annotate loop 'j' instead, or interchange it with loop 'i'
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] += a[i - 1][j];
}

void seidel(double (*a)[64], int n) {
// CHECK: error: with n = 4, iteration (i = 2, j = 1) reads 'a[1][1]', which iteration (i = 1, j = 1) writes
// CHECK: note: no loop of this nest can be mapped as it stands
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < 63; ++j)
      a[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// A rank that is declared holds, even where a smaller one would do.
void declared(double (*a)[64], int n) {
// CHECK: error: with n = 1, iteration (i = 0, j = 2) reads 'a[0][1]', which iteration (i = 0, j = 1) writes
// CHECK: note: loop 'i' can be mapped: write 'bounds(n)'
  [[heddle::bounds({0, 1}, {n, 64}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 64; ++j)
      a[i][j] = a[i][j - 1];
}

// Linear subscripts are named as they are written.
void linear(double *a, int n, int m) {
// CHECK: error: with n = {{[0-9]+}} and m = {{[0-9]+}}, iteration (i = 1, j = 0) reads 'a[0]', which iteration (i = 0, j = 0) writes
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = a[i * m + j - m];
}
