//===- atax.cpp - y = A^T (A x) -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void atax(double *y, double *ax, const double *a, const double *x, int n,
          int m) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      ax[i] = 0;
      for (int j = 0; j < m; ++j)
        ax[i] += a[i * m + j] * x[j];
    }
    [[heddle::map]]
    for (int j = 0; j < m; ++j) {
      y[j] = 0;
      for (int i = 0; i < n; ++i)
        y[j] += a[i * m + j] * ax[i];
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 76);
  const int m = polybench::size(argc, argv, 2, 84);
  const auto a = polybench::between<double>(-1, 1, n * m, 1);
  const auto x = polybench::between<double>(-1, 1, m, 2);
  std::vector<double> y(m), ax(n);
  POLYBENCH_RUN(atax(y.data(), ax.data(), a.data(), x.data(), n, m));
  polybench::show("atax", y);
}
