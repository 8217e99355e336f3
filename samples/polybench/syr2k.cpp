//===- syr2k.cpp - C = alpha (A B^T + B A^T) + beta C ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void syr2k(double *c, const double *a, const double *b, double alpha,
           double beta, int n, int m) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = beta * c[i * n + j];
        for (int k = 0; k < m; ++k)
          sum += a[j * m + k] * alpha * b[i * m + k] +
                 b[j * m + k] * alpha * a[i * m + k];
        c[i * n + j] = sum;
      }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 48);
  const int m = polybench::size(argc, argv, 2, 40);
  const auto a = polybench::between<double>(-1, 1, n * m, 1);
  const auto b = polybench::between<double>(-1, 1, n * m, 2);
  auto c = polybench::between<double>(-1, 1, n * n, 3);
  POLYBENCH_RUN(syr2k(c.data(), a.data(), b.data(), 1.5, 1.2, n, m));
  polybench::show("syr2k", c);
}
