// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the length of a row is not known, Auto takes blocks that usual rows fill, and no smaller
// ones than a multiprocessor can be filled with; of a known length it takes what fills the row.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --dump=mapping %s -- -std=c++17 -I %include | FileCheck %s
// RUN: %heddle-rewrite --dump=mapping --device=sm_86 %s -- -std=c++17 -I %include | FileCheck %s --check-prefix=FEWER

#include <heddle/heddle.h>

// CHECK: variant '': {{.*}}SplitLast(64,{{.*}}SplitLast(4,
// FEWER: variant '': {{.*}}SplitLast(128,
void unknown(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[2 * i * m + 2 * j] + x[2 * i * m + 2 * j + 1];
}

// CHECK: variant '': {{.*}}SplitLast(4,
// CHECK-NEXT: grid (ceil(n / 4), 1, 1), block (192, 1, 1), serial 4
void known(float (*y)[192], const float (*x)[192], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 192; ++j)
      y[i][j] = x[i][191 - j];
}
