//===- jacobi-2d.cpp - by hand, with OpenMP -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

static void half_step(double *__restrict b, const double *__restrict a, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n - 1; ++i)
    for (int at = i * n + 1; at < i * n + n - 1; ++at)
      b[at] = 0.2 * (a[at] + a[at - 1] + a[at + 1] + a[at + n] + a[at - n]);
}

void jacobi_2d(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    half_step(b, a, n);
    half_step(a, b, n);
  }
}

} // namespace by_hand

#include "polybench/jacobi-2d.cpp"
