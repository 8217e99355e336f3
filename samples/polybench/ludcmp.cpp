//===- ludcmp.cpp - A x = b, by A = L U -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// The triangular systems are solved row by row, each row a sum over what is
// known.
void ludcmp(double *x, double *y, double *a, const double *b, int n) {
  [[heddle::program]] {
    for (int k = 0; k < n; ++k) {
      [[heddle::map, heddle::inplace(a)]]
      for (int i = k + 1; i < n; ++i)
        a[i * n + k] /= a[k * n + k];
      [[heddle::map, heddle::inplace(a)]]
      for (int i = k + 1; i < n; ++i)
        for (int j = k + 1; j < n; ++j)
          a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
    for (int i = 0; i < n; ++i) {
      double rest = b[i];
      [[heddle::map, heddle::reduce(rest)]]
      for (int j = 0; j < i; ++j)
        rest -= a[i * n + j] * y[j];
      y[i] = rest;
    }
    for (int i = n - 1; i >= 0; --i) {
      double rest = y[i];
      [[heddle::map, heddle::reduce(rest)]]
      for (int j = i + 1; j < n; ++j)
        rest -= a[i * n + j] * x[j];
      x[i] = rest / a[i * n + i];
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  auto a = polybench::definite(n, 1);
  const auto b = polybench::between<double>(-1, 1, n, 2);
  std::vector<double> x(n), y(n);
  POLYBENCH_RUN(ludcmp(x.data(), y.data(), a.data(), b.data(), n));
  polybench::show_rounded("ludcmp", x);
}
