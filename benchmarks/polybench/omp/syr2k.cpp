//===- syr2k.cpp - by hand, with OpenMP -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void syr2k(double *c, const double *a, const double *b, double alpha,
           double beta, int n, int m) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k < m; ++k)
        sum += a[j * m + k] * b[i * m + k] + b[j * m + k] * a[i * m + k];
      c[i * n + j] = beta * c[i * n + j] + alpha * sum;
    }
}

} // namespace by_hand

#include "polybench/syr2k.cpp"
