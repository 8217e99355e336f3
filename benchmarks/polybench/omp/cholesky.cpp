//===- cholesky.cpp - by hand, with OpenMP --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void cholesky(std::vector<double> &in_place, std::vector<double> &copy, int n) {
  double *a = in_place.data();
  double *column = copy.data();
  for (int k = 0; k < n; ++k) {
    const double pivot = a[k * n + k] = std::sqrt(a[k * n + k]);
    for (int i = k + 1; i < n; ++i)
      column[i] = a[i * n + k] /= pivot;
#pragma omp parallel for schedule(static, 8)
    for (int i = k + 1; i < n; ++i) {
      double *__restrict row = a + i * n;
      const double factor = column[i];
      for (int j = k + 1; j <= i; ++j)
        row[j] -= factor * column[j];
    }
  }
}

} // namespace by_hand

#include "polybench/cholesky.cpp"
