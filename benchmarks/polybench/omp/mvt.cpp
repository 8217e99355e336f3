//===- mvt.cpp - by hand, with OpenMP -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void mvt(double *x1, double *x2, const double *y1, const double *y2,
         const double *a, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    x1[i] += row_times(a + i * n, y1, n);
  transposed_add(x2, a, y2, 1, n, n);
}

} // namespace by_hand

#include "polybench/mvt.cpp"
