//===- mvt.cpp - a matrix and its transpose with vectors ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void mvt(double *x1, double *x2, const double *y1, const double *y2,
         const double *a, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        x1[i] += a[i * n + j] * y1[j];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        x2[i] += a[j * n + i] * y2[j];
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 80);
  const auto a = polybench::between<double>(-1, 1, n * n, 1);
  const auto y1 = polybench::between<double>(-1, 1, n, 2);
  const auto y2 = polybench::between<double>(-1, 1, n, 3);
  auto x1 = polybench::between<double>(-1, 1, n, 4);
  auto x2 = polybench::between<double>(-1, 1, n, 5);
  POLYBENCH_RUN(mvt(x1.data(), x2.data(), y1.data(), y2.data(), a.data(), n));
  polybench::show("mvt x1", x1);
  polybench::show("mvt x2", x2);
}
