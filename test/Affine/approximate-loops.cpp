// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that begins where data say: what its end says of the elements counts.
// RUN: %heddle-rewrite --check --dump=affine %s -- -std=c++17 -I %include | FileCheck %s
#include <heddle/heddle.h>

// CHECK: may read x[k]: [n] -> { Stmt[i0, i1] -> x[i1] : 0 <= i0 < n and 0 <= i1 <= 89 }
void tails(double *__restrict y, const double (&x)[100],
           const unsigned *__restrict p, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (unsigned k = p[i]; k < 90; ++k)
      y[i] += x[k];
}
