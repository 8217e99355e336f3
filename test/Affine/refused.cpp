// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has no affine form is named, with the caret on the smallest cause.
// RUN: not %heddle-rewrite --check %s -- -std=c++23 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace

#include <heddle/heddle.h>

void product(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
// CHECK:{{.*}}refused.cpp:[[@LINE+3]]:13: note: before the launch, 'i * (j + 1)' is not an affine expression of loop counters and parameters: it is a product of two loop counters
// CHECK-NEXT:   14 |       y[3 + i * (j + 1)] = 0;
// CHECK-NEXT:      |             ^~~~~~~~~~~
      y[3 + i * (j + 1)] = 0;
}

void divisor(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:7: note: before the launch, 'n / (i + 1)' is not an affine expression of loop counters and parameters: a loop counter is in the divisor
    y[n / (i + 1)] = 0;
}

void large(double *y, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:11: error: '2000000000000' is too large to reason about: constants are limited to 2^40 [heddle-HD251]
    y[i - 2000000000000] = 0;
}

void endless(double *y, unsigned n) {
  [[heddle::map]]
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:17: error: 'i' wraps around for every value of the parameters [heddle-HD252]
  for (unsigned i = n; i >= 0; --i)
    y[i] = 0;
}

void away(double *y, int n) {
  [[heddle::map]]
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:19: error: the counter 'i' counts up, away from the bound in the condition [heddle-HD254]
  for (int i = 0; i > n; ++i)
    y[i] = 0;
}

void missed(double *y) {
  [[heddle::map]]
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:19: error: 'i' never meets '9', so the loop does not end [heddle-HD255]
  for (int i = 0; i != 9; i += 2)
    y[i] = 0;
}

double x[100];
void outside() {
  [[heddle::map]]
  for (int i = 0; i < 200; ++i)
// CHECK:{{.*}}refused.cpp:[[@LINE+2]]:7: error: the subscript 'i' is 100 in iteration 100, outside 'x', whose extent is 100 [heddle-HD256]
// CHECK:{{.*}}refused.cpp:[[@LINE-5]]:8: note: 'x' is declared here
    x[i] = 0;
}

void rows(double *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:28: note: before the launch, the subscripts of 'a' cannot be taken apart into rows and columns: no row length divides all strides
      a[i * (n + 2) + j] = a[j * (m + 1) + i];
}

void updatedRows(double *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:7: error: the subscripts of 'a' cannot be taken apart into rows and columns: no row length divides all strides [heddle-HD257]
      a[i * (n + 2) + j] += 1;
      a[j * (m + 1) + i] += 1;
    }
}

void narrow(float *a, int n, unsigned m, int ld) {
  [[assume(ld < 0)]];
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (unsigned j = 0; j < m; ++j)
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:9: error: 'i * ld' is computed in 32-bit unsigned arithmetic and cannot be shown not to wrap around [heddle-HD258]
      a[i * ld + j] = 0;
}

void stepped(double *y, int n, int s) {
  [[heddle::map]]
// CHECK:{{.*}}refused.cpp:[[@LINE+1]]:26: note: before the launch, 'i' is not an affine expression of loop counters and parameters: it multiplies a loop counter by a run-time value
  for (int i = 0; i < n; i += s)
    y[i / 2] = 0;
}
