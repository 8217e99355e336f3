// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose rows have run-time lengths, of which data say what is touched.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -Wno-vla-cxx-extension -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>

// A pass over the loops would have to capture the array in a lambda.
void found(int n, int m, const int *p, double *y) {
  double a[n][m];
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:14: error: a subscript of 'a' is read from an array{{.*}}[heddle-HD217]
    y[i] = a[p[i]][2];
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (p[i] > 5)
      // CHECK: :[[@LINE+2]]:14: error: whether 'a[i][1]' is touched depends on data{{.*}}[heddle-HD407]
      // CHECK: note: no pass over the loops can find the elements: 'a' has rows of run-time length
      y[i] = a[i][1];
}
