//===- doitgen.cpp - by hand, with OpenMP ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void doitgen(cube<double> a, cube<double> product, matrix<const double> c4) {
  const int rows = a.extent(0) * a.extent(1), np = a.extent(2);
  double *all = a.data_handle(), *sums = product.data_handle();
  const double *c = c4.data_handle();
#pragma omp parallel for schedule(static)
  for (int rq = 0; rq < rows; ++rq) {
    double *__restrict row = all + rq * np, *__restrict sum = sums + rq * np;
    std::fill(sum, sum + np, 0.0);
    for (int s = 0; s < np; ++s)
      for (int p = 0; p < np; ++p)
        sum[p] += row[s] * c[s * np + p];
    std::copy(sum, sum + np, row);
  }
}

} // namespace by_hand

#include "polybench/doitgen.cpp"
