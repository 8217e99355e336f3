//===- jacobi-1d.cpp - by hand, with OpenMP -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

static void half_step(double *__restrict b, const double *__restrict a, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n - 1; ++i)
    b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
}

void jacobi_1d(std::vector<double> &a, std::vector<double> &b, int steps) {
  for (int t = 0; t < steps; ++t) {
    half_step(b.data(), a.data(), static_cast<int>(a.size()));
    half_step(a.data(), b.data(), static_cast<int>(a.size()));
  }
}

} // namespace by_hand

#include "polybench/jacobi-1d.cpp"
