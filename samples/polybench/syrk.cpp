//===- syrk.cpp - C = alpha A A^T + beta C, a triangle of it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void syrk(matrix<double> c, matrix<const double> a, double alpha, double beta) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < c.extent(0); ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = beta * c(i, j);
        for (int k = 0; k < a.extent(1); ++k)
          sum += alpha * a(i, k) * a(j, k);
        c(i, j) = sum;
      }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 48);
  const int m = polybench::size(argc, argv, 2, 40);
  const auto a = polybench::between<double>(-1, 1, n * m, 1);
  auto c = polybench::between<double>(-1, 1, n * n, 2);
  POLYBENCH_RUN(syrk(matrix<double>(c.data(), n, n),
                     matrix<const double>(a.data(), n, m), 1.5, 1.2));
  polybench::show("syrk", c);
}
