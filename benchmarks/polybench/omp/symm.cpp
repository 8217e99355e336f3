//===- symm.cpp - by hand, with OpenMP ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void symm(matrix<double> c, matrix<const double> a, matrix<const double> b,
          double alpha, double beta) {
  const int m = c.extent(0), n = c.extent(1);
  double *all_c = c.data_handle();
  const double *all_a = a.data_handle(), *all_b = b.data_handle();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < m; ++i) {
    double *__restrict row = all_c + i * n;
    for (int j = 0; j < n; ++j)
      row[j] *= beta;
    for (int k = 0; k < m; ++k) {
      const double factor =
          alpha * (k <= i ? all_a[i * m + k] : all_a[k * m + i]);
      for (int j = 0; j < n; ++j)
        row[j] += factor * all_b[k * n + j];
    }
  }
}

} // namespace by_hand

#include "polybench/symm.cpp"
