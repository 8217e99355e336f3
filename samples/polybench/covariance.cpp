//===- covariance.cpp - how columns of data vary together -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void covariance(double *cov, double *data, double *mean, int n, int m) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int i = 0; i < n; ++i)
        sum += data[i * m + j];
      mean[j] = sum / n;
    }
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        data[i * m + j] -= mean[j];
    // The triangle is computed, and stored on both sides of the diagonal.
    [[heddle::map]]
    for (int i = 0; i < m; ++i)
      for (int j = i; j < m; ++j) {
        double sum = 0;
        for (int k = 0; k < n; ++k)
          sum += data[k * m + i] * data[k * m + j];
        cov[i * m + j] = sum / (n - 1.0);
        cov[j * m + i] = sum / (n - 1.0);
      }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 48);
  const int m = polybench::size(argc, argv, 2, 40);
  auto data = polybench::between<double>(-3, 5, n * m, 1);
  std::vector<double> cov(m * m), mean(m);
  POLYBENCH_RUN(covariance(cov.data(), data.data(), mean.data(), n, m));
  polybench::show("covariance", cov);
}
