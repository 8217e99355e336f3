//===- jacobi-2d.cpp - five points in a plane -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void jacobi_2d(double *a, double *b, int n, int steps) {
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] =
            0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] +
                   a[(i + 1) * n + j] + a[(i - 1) * n + j]);
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] =
            0.2 * (b[i * n + j] + b[i * n + j - 1] + b[i * n + j + 1] +
                   b[(i + 1) * n + j] + b[(i - 1) * n + j]);
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 48);
  const int steps = polybench::size(argc, argv, 2, 4);
  auto a = polybench::between<double>(0, 10, n * n, 1);
  auto b = a;
  POLYBENCH_RUN(jacobi_2d(a.data(), b.data(), n, steps));
  polybench::show("jacobi-2d", a);
}
