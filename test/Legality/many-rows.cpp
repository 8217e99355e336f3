// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of hundreds of accesses it is decided at once what all of them share: each
// iteration stays in its column.
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | count 0
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DSHIFTED 2>&1 | FileCheck %s

#include <heddle/heddle.h>

#define ROW(k) x[(k) * n + i] = x[(k) * n + i] * 0.5 + y[(k) * n + i];
#define ROWS(k) ROW(k) ROW(k + 1) ROW(k + 2) ROW(k + 3) ROW(k + 4)
#define MORE(k) ROWS(k) ROWS(k + 5) ROWS(k + 10) ROWS(k + 15) ROWS(k + 20)

void rates(double *x, const double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    MORE(0) MORE(25) MORE(50) MORE(75) MORE(100) MORE(125) MORE(150) MORE(175)
#ifdef SHIFTED
    // CHECK: error: a later iteration reads an element of 'x', which an earlier iteration writes [heddle-HD402]
    x[200 * n + i] = x[200 * n + i + 1] + 1;
    x[200 * n + i + 2] = 0;
#endif
  }
}
