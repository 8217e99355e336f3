// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients by run-time values cancel out of subscripts, or are refused where
// they divide, with the caret on the smallest division.
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace

#include <heddle/heddle.h>

void again(double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n * m; ++i)
    y[i / m * m + i % m] = i;
}

void planes(double *y, int b, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < b * n * m; ++i)
    y[((i / (m * n)) * n + i / m % n) * m + i % m] = i;
}

// 32 bits hold what an unsigned counter of 32 bits is taken apart into.
void narrow(double *y, unsigned n, unsigned m) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    y[i / m * m + i % m] = i;
}

void turned(double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n * m; ++i)
// CHECK:{{.*}}quotients.cpp:[[@LINE+3]]:7: note: before the launch, 'i % m' is not an affine expression of loop counters and parameters: the divisor is not a constant
// CHECK-NEXT:   [[@LINE+2]] |     y[i % m * n + i / m] = i;
// CHECK-NEXT:      |       ^~~~~
    y[i % m * n + i / m] = i;
}

void many(double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK:{{.*}}quotients.cpp:[[@LINE+1]]:7: note: before the launch, 'i / m' is not an affine expression of loop counters and parameters: the divisor is not a constant
    y[i / m / 4 + i] = i;
}

void narrower(double (*y)[9], int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK:{{.*}}quotients.cpp:[[@LINE+1]]:7: note: before the launch, 'i / m' is not an affine expression of loop counters and parameters: the divisor is not a constant
    y[i / m][i % m] = i;
}

// The rest is no column: it is not known to stay below the divisor.
void wider(double *y, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < l; ++j)
// CHECK:{{.*}}quotients.cpp:[[@LINE+1]]:9: note: before the launch, '(i * m + j) / m' is not an affine expression of loop counters and parameters: the divisor is not a constant
      y[(i * m + j) / m] = i;
}
