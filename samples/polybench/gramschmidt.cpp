//===- gramschmidt.cpp - A = Q R, column by column ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void gramschmidt(double *a, double *r, double *q, int m, int n) {
  [[heddle::program]]
  for (int k = 0; k < n; ++k) {
    double square = 0;
    [[heddle::map, heddle::reduce(square)]]
    for (int i = 0; i < m; ++i)
      square += a[i * n + k] * a[i * n + k];
    r[k * n + k] = std::sqrt(square);
    [[heddle::map]]
    for (int i = 0; i < m; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    [[heddle::map, heddle::inplace(a)]]
    for (int j = k + 1; j < n; ++j) {
      double along = 0;
      for (int i = 0; i < m; ++i)
        along += q[i * n + k] * a[i * n + j];
      r[k * n + j] = along;
      for (int i = 0; i < m; ++i)
        a[i * n + j] -= q[i * n + k] * along;
    }
  }
}

int main(int argc, char **argv) {
  const int m = polybench::size(argc, argv, 1, 48);
  const int n = polybench::size(argc, argv, 2, 32);
  auto a = polybench::between<double>(-1, 1, m * n, 1);
  for (int i = 0; i < n; ++i)
    a[i * n + i] += 4;
  std::vector<double> r(n * n), q(m * n);
  POLYBENCH_RUN(gramschmidt(a.data(), r.data(), q.data(), m, n));
  polybench::show_rounded("gramschmidt r", r);
  polybench::show_rounded("gramschmidt q", q);
}
