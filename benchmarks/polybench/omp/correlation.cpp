//===- correlation.cpp - by hand, with OpenMP -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void correlation(std::vector<double> &corr, std::vector<double> &data,
                 std::vector<double> &mean, std::vector<double> &stddev, int n,
                 int m) {
  double *c = corr.data();
  std::fill(mean.begin(), mean.end(), 0.0);
  std::fill(stddev.begin(), stddev.end(), 0.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      mean[j] += data[i * m + j];
  for (double &value : mean)
    value /= n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double off = data[i * m + j] - mean[j];
      stddev[j] += off * off;
    }
  for (double &value : stddev)
    value = std::sqrt(value / n) <= 0.1 ? 1.0 : std::sqrt(value / n);
  const double root = std::sqrt(double(n));
  double *points = data.data();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      points[i * m + j] = (points[i * m + j] - mean[j]) / (root * stddev[j]);
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < m; ++i) {
    double *__restrict row = c + i * m;
    std::fill(row + i, row + m, 0.0);
    for (int k = 0; k < n; ++k) {
      const double factor = points[k * m + i];
      for (int j = i + 1; j < m; ++j)
        row[j] += factor * points[k * m + j];
    }
    row[i] = 1;
    for (int j = i + 1; j < m; ++j)
      c[j * m + i] = row[j];
  }
}

} // namespace by_hand

#include "polybench/correlation.cpp"
