//===- ludcmp.cpp - by hand, with OpenMP ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void ludcmp(double *x, double *y, double *a, const double *b, int n) {
  decompose(a, n);
  for (int i = 0; i < n; ++i)
    y[i] = b[i] - row_times(a + i * n, y, i);
  for (int i = n - 1; i >= 0; --i)
    x[i] = (y[i] - row_times(a + i * n + i + 1, x + i + 1, n - i - 1)) /
           a[i * n + i];
}

} // namespace by_hand

#include "polybench/ludcmp.cpp"
