//===- heat-3d.cpp - by hand, with OpenMP ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

static void half_step(double *__restrict b, const double *__restrict a, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int row = (i * n + j) * n;
      for (int at = row + 1; at < row + n - 1; ++at)
        b[at] = 0.125 * (a[at + n * n] - 2 * a[at] + a[at - n * n]) +
                0.125 * (a[at + n] - 2 * a[at] + a[at - n]) +
                0.125 * (a[at + 1] - 2 * a[at] + a[at - 1]) + a[at];
    }
}

void heat_3d(cube<double> a, cube<double> b, int steps) {
  for (int t = 0; t < steps; ++t) {
    half_step(b.data_handle(), a.data_handle(), a.extent(0));
    half_step(a.data_handle(), b.data_handle(), a.extent(0));
  }
}

} // namespace by_hand

#include "polybench/heat-3d.cpp"
