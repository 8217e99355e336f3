//===- correlation.cpp - how columns of data go together ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// n points of m variables. Each of the first two nests has a thread for a
// variable, the third one for an element, the last one for a pair of variables.
void correlation(std::vector<double> &corr, std::vector<double> &data,
                 std::vector<double> &mean, std::vector<double> &stddev, int n,
                 int m) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int i = 0; i < n; ++i)
        sum += data[i * m + j];
      mean[j] = sum / n;
    }
    [[heddle::map]]
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int i = 0; i < n; ++i) {
        const double off = data[i * m + j] - mean[j];
        sum += off * off;
      }
      // A column of equal values is not to be divided by zero.
      stddev[j] = std::sqrt(sum / n) <= 0.1 ? 1.0 : std::sqrt(sum / n);
    }
    const double root = std::sqrt(double(n));
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        data[i * m + j] = (data[i * m + j] - mean[j]) / (root * stddev[j]);
    [[heddle::map]]
    for (int i = 0; i < m; ++i)
      for (int j = i; j < m; ++j) {
        double sum = 0;
        for (int k = 0; k < n; ++k)
          sum += data[k * m + i] * data[k * m + j];
        corr[i * m + j] = i == j ? 1.0 : sum;
        corr[j * m + i] = i == j ? 1.0 : sum;
      }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 48);
  const int m = polybench::size(argc, argv, 2, 40);
  auto data = polybench::between<double>(-3, 5, n * m, 1);
  std::vector<double> corr(m * m), mean(m), stddev(m);
  POLYBENCH_RUN(correlation(corr, data, mean, stddev, n, m));
  polybench::show("correlation", corr);
}
