//===- durbin.cpp - by hand, with OpenMP ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void durbin(double *y, double *z, const double *r, int n) {
  y[0] = -r[0];
  double alpha = -r[0], beta = 1;
  for (int k = 1; k < n; ++k) {
    beta *= 1 - alpha * alpha;
    double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int i = 0; i < k; ++i)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < k; ++i)
      z[i] = y[i] + alpha * y[k - i - 1];
#pragma omp parallel for schedule(static)
    for (int i = 0; i < k; ++i)
      y[i] = z[i];
    y[k] = alpha;
  }
}

} // namespace by_hand

#include "polybench/durbin.cpp"
