// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The box around a loop is not inferred where its ends take long to say.
// RUN: %heddle-rewrite --check --dump=affine %s -- -std=c++17 -I %include | FileCheck %s
#include <algorithm>
#include <heddle/heddle.h>

// CHECK: affine nest: 2 perfect loops, 1 rectangular
// CHECK: dimension i: [0, n)
// CHECK-NOT: dimension
// CHECK: domain:
void lowest(double (*y)[1000], int n, int a, int b, int c, int d, int e,
            int f) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < std::min(std::min(std::min(a, b), std::min(c, d)),
                                 std::min(e, f));
         ++j)
      y[i][j] = 0;
}
