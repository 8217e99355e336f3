//===- gesummv.cpp - by hand, with OpenMP ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void gesummv(double *y, const double *a, const double *b, const double *x,
             double alpha, double beta, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    const double *__restrict of_a = a + i * n, *__restrict of_b = b + i * n;
    double ax = 0, bx = 0;
    for (int j = 0; j < n; ++j) {
      ax += of_a[j] * x[j];
      bx += of_b[j] * x[j];
    }
    y[i] = alpha * ax + beta * bx;
  }
}

} // namespace by_hand

#include "polybench/gesummv.cpp"
