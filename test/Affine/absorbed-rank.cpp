// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A declared space that absorbs a condition says nothing of the loops inside.
// RUN: %heddle-rewrite --check --dump=affine %s -- -std=c++17 -I %include | FileCheck %s
#include <heddle/heddle.h>

// CHECK: affine nest: 2 perfect loops, 1 rectangular
// CHECK: dimension i: [3, n)
// CHECK-NOT: dimension
// CHECK: domain:
void rows_from_three(int *y, int n, int m) {
  [[heddle::bounds(3, n), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (i >= 3)
        y[i * m + j] = i + j;
}
