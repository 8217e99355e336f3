// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conflicts that need exact sets to be seen, or to be seen small: the witness
// is the smallest, and the loops that can still be mapped are named.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

// One element more than in the half that is free.
void halves(double *x, int n) {
// CHECK: conflicts.cpp:[[@LINE+3]]:19: error: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: 'x' cannot be updated in place [heddle-HD405]
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i <= n / 2; ++i)
    x[i] = x[i] + x[i + n / 2];
}

// Odd elements are read by one iteration and written by another.
void thirds(double *x, int n) {
// CHECK: error: with n = 5, iteration (i = 4) reads 'x[9]', which iteration (i = 3) writes [heddle-HD402]
// CHECK: note: there is no conflict on 'x' if 'n <= 4'
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[3 * i] = x[2 * i + 1];
}

void back(double *x, int n) {
// CHECK: error: with n = 3, iteration (i = 2) reads 'x[2]', which iteration (i = 1) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[2 * i] = x[i];
}

// Among several reads the one that conflicts.
void reads(double *x, int n) {
// CHECK: conflicts.cpp:[[@LINE+4]]:30: error: with n = 8, iteration (i = 0) reads 'x[7]', which iteration (i = 7) writes later: 'x' cannot
// CHECK: note: there is no conflict on 'x' if 'n <= 7'
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i] + x[i + n] + x[i + 7] + x[i - n];
}

// The condition leaves pairs, the first of them far out.
void corner(double *x) {
// CHECK: error: iteration (i = 13) reads 'x[6]', which iteration (i = 6) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < 100; ++i)
    if (i % 7 == 6)
      x[i] = x[i / 2];
}

// A statement reads what a later statement of an earlier iteration wrote.
void statements(double *__restrict x, double *__restrict y, int n) {
// CHECK: conflicts.cpp:[[@LINE+4]]:12: error: with n = 3, iteration (i = 2) reads 'x[1]', which iteration (i = 1) writes [heddle-HD402]
// CHECK: conflicts.cpp:[[@LINE+4]]:5: note: 'x[1]' is written here by iteration (i = 1)
  [[heddle::map]]
  for (int i = 1; i < n; ++i) {
    y[i] = x[i - 1];
    x[i] = 2 * y[i];
  }
}

// Data decide about the write; it counts.
void data(double *__restrict x, const int *__restrict p, int n) {
// CHECK: error: with n = 2, iteration (i = 0) may read 'x[1]', which iteration (i = 1) may write later: 'x' cannot
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < n; ++i) {
    (void)x[i];
    if (p[i] > 0)
      x[i] = x[i + 1];
  }
}

// What lies across the diagonal is read while another statement writes it.
void triangle(double (&a)[64][64]) {
// CHECK: conflicts.cpp:[[@LINE+6]]:19: error: iteration (i = 0, j = 1) reads 'a[1][0]', which iteration (i = 1, j = 0) writes later: 'a' cannot
// CHECK: conflicts.cpp:[[@LINE+7]]:9: note: 'a[1][0]' is written here by iteration (i = 1, j = 0)
  [[heddle::map, heddle::inplace(a)]]
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j)
      if (j >= i)
        a[i][j] = a[j][i] + 1;
      else
        a[i][j] = a[i][0];
}

void neighbour(double *x, int n) {
// CHECK: error: with n = 2, iteration (i = 0, k = 7) reads 'x[8]', which iteration (i = 1, k = 0) writes later: 'x' cannot
// CHECK: note: loop 'i' carries this conflict, so it cannot be mapped in place
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      x[8 * i + k] = x[8 * i + k + 1];
}

void inner(double *x, int n) {
// CHECK: error: with n = 2, iteration (i = 1, k = 0) reads 'x[0]', which iteration (i = 0) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < i; ++k)
      sum += x[k];
    x[i] = sum;
  }
}
