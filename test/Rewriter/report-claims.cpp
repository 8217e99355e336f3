// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report lists claims among the checks; launches do not look at them, so that they cost nothing.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --report=text %s -- -std=c++17 -I %include | FileCheck %s

#include <heddle/heddle.h>

// CHECK: check     claim       'y' has m elements: claimed, looked at under HEDDLE_CHECK=1
// CHECK-NEXT: check     claim       iterations touch elements of 'y' of their own: claimed, looked at under HEDDLE_CHECK=1
// CHECK-NEXT: check     iterations  0 < n: 1 operation
// CHECK-NEXT: check     claim       'x' and 'y' are apart: claimed, looked at under HEDDLE_CHECK=1
// CHECK-NEXT: check     claim       'y' and 'p' are apart: claimed, looked at under HEDDLE_CHECK=1
// CHECK-NEXT: in all    5 operations before a launch
void scatter(double *y, const double *x, const int *p, int n, int m) {
  [[heddle::map, heddle::extent(y, m), heddle::independent(y), heddle::noalias(x, y, p)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];
}
