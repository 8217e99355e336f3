// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where parameter values decide, the message says which; stated, they count.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void unknown(double *x, int n, int m) {
// CHECK: assume.cpp:[[@LINE+4]]:3: remark: the loops are mapped where n <= m or m <= 0; for other values they run as they are written [heddle-HD431]
// CHECK: assume.cpp:[[@LINE+4]]:16: note: otherwise, with n = 2 and m = 1, iteration (i = 1) reads 'x[1]', which iteration (i = 0) writes
// CHECK: assume.cpp:[[@LINE+3]]:16: warning: with n = 2 and m = -1, iteration (i = 0) reads 'x[0]', which iteration (i = 1) writes later
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i + m] = x[i];
}

void stated(double *x, int n, int m) {
  [[assume(n <= m)]];
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i + m] = x[i];
}

void upwards(double *x, int n, int m) {
  HEDDLE_ASSUME(m >= 0);
// CHECK: warning: with n = 2 and m = 1, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: elements m to n + m - 1 of 'x' are copied before the launch, n * 8 bytes
// CHECK: note: there is no conflict on 'x' if 'n <= m or m == 0'
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + m];
}

// What holds only for loops of one iteration is no advice.
void idle(double *x, int n) {
// CHECK: error: with n = 3, iteration (i = 2) reads 'x[1]', which iteration (i = 1) writes
// CHECK-NOT: there is no conflict
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    x[i] = x[i - 1];
}
