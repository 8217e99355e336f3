// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// inplace names an array that the nest does not write: a warning.
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <heddle/heddle.h>

void f(double *y, double *x, int n) {
// CHECK: inplace-unused.cpp:[[@LINE+1]]:18: warning: the nest does not write 'x', so 'inplace' says nothing about it [heddle-HD406]
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];

  [[heddle::map, heddle::inplace(y)]]
  for (int i = 0; i < n; ++i)
    y[i] += x[i];
}
