// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and their like have a message of their own.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void sum(double *__restrict s, const double *__restrict x, int n) {
// CHECK: reduction.cpp:[[@LINE+4]]:5: error: with n = 2, iterations (i = 0) and (i = 1) both update 's[0]' with '+=': loop 'i' is a reduction, which this version does not map [heddle-HD404]
// CHECK: reduction.cpp:[[@LINE+2]]:3: note: loop 'i' carries this conflict, so it cannot be mapped
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    s[0] += x[i];
}

void histogram(int *__restrict h, int n) {
// CHECK: error: with n = 2, iterations (i = 0) and (i = 1) both update 'h[0]' with '+=': loop 'i' is a reduction
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    h[i / 4]++;
}

// The loop outside the sum can be mapped.
void rows(double *__restrict s, const double (*__restrict a)[64], int n) {
// CHECK: error: with n = 1, iterations (i = 0, k = 0) and (i = 0, k = 1) both update 's[0]' with '+=': loop 'k' is a reduction
// CHECK: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'k' will run inside each thread
  [[heddle::bounds({n, 64}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 64; ++k)
      s[i] += a[i][k];
}

// Mixed operators, and a sum that reads itself, are no reductions.
void mixed(double *__restrict s, int n) {
// CHECK: error: with n = 2, iteration (i = 1) reads 's[0]', which iteration (i = 0) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s[0] += 1;
    s[0] *= 2;
  }
}

void scan(double *x, int n) {
// CHECK: error: with n = 3, iteration (i = 2) reads 'x[1]', which iteration (i = 1) writes [heddle-HD402]
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    x[i] += x[i - 1];
}
