//===- gesummv.cpp - y = alpha A x + beta B x -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void gesummv(double *y, const double *a, const double *b, const double *x,
             double alpha, double beta, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      const double *of_a = a + i * n, *of_b = b + i * n;
      double ax = 0, bx = 0;
      for (int j = 0; j < n; ++j) {
        ax += of_a[j] * x[j];
        bx += of_b[j] * x[j];
      }
      y[i] = alpha * ax + beta * bx;
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 72);
  const auto a = polybench::between<double>(-1, 1, n * n, 1);
  const auto b = polybench::between<double>(-1, 1, n * n, 2);
  const auto x = polybench::between<double>(-1, 1, n, 3);
  std::vector<double> y(n);
  POLYBENCH_RUN(gesummv(y.data(), a.data(), b.data(), x.data(), 1.5, 1.2, n));
  polybench::show("gesummv", y);
}
