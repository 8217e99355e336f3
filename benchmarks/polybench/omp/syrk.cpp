//===- syrk.cpp - by hand, with OpenMP ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void syrk(matrix<double> c, matrix<const double> a, double alpha, double beta) {
  const int n = c.extent(0), m = a.extent(1);
  double *all = c.data_handle();
  const double *rows = a.data_handle();
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      all[i * n + j] = beta * all[i * n + j] +
                       alpha * row_times(rows + i * m, rows + j * m, m);
}

} // namespace by_hand

#include "polybench/syrk.cpp"
