// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of a linear array are those that need no condition.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --dump=affine %s -- -std=c++17 -I %include | FileCheck %s --implicit-check-not='check stride'

#include <heddle/heddle.h>

// Rows of n serve, too, but only where these columns lie in one.
// CHECK: array y: 2 dimensions, widths n * 2
// CHECK-NEXT: write y[i * 2 * n + j]: {{.*}} -> y[i0, i1]
void twoHalves(double *y, int n, int p) {
  [[heddle::map]]
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < 2 * n; ++j)
      if (j < 100)
        y[i * 2 * n + j] = 1;
}
