// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A declared space that absorbs a condition has no threads for iterations that
// only read; what the others read is compared.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s
// RUN: sed '0,/int t = x\[0\]/s//int t = x[1]/' %t.cpp > %t-other.cpp
// RUN: not %heddle-rewrite --validate=only %t-other.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: launches: 1, of these validated: 1

#include <heddle/heddle.h>

void f(int *y, const int *x, int n) {
  [[heddle::bounds(2, n), heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int t = x[0];
    if (i >= 2)
      y[i] = t;
  }
}

// OTHER: error: 'heddle_f_0' does not do what its loop does: {{.*}}[heddle-HD909]
