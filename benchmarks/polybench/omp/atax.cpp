//===- atax.cpp - by hand, with OpenMP ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void atax(double *y, double *ax, const double *a, const double *x, int n,
          int m) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    ax[i] = row_times(a + i * m, x, m);
  std::fill(y, y + m, 0.0);
  transposed_add(y, a, ax, 1, n, m);
}

} // namespace by_hand

#include "polybench/atax.cpp"
