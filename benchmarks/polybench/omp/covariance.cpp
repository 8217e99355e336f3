//===- covariance.cpp - by hand, with OpenMP ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void covariance(double *cov, double *data, double *mean, int n, int m) {
  std::fill(mean, mean + m, 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      mean[j] += data[i * m + j];
  for (int j = 0; j < m; ++j)
    mean[j] /= n;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] -= mean[j];
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < m; ++i) {
    double *__restrict row = cov + i * m;
    std::fill(row + i, row + m, 0.0);
    for (int k = 0; k < n; ++k) {
      const double factor = data[k * m + i];
      for (int j = i; j < m; ++j)
        row[j] += factor * data[k * m + j];
    }
    for (int j = i; j < m; ++j) {
      row[j] /= n - 1.0;
      cov[j * m + i] = row[j];
    }
  }
}

} // namespace by_hand

#include "polybench/covariance.cpp"
