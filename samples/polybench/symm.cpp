//===- symm.cpp - C = alpha A B + beta C, A symmetric ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// The lower triangle of A is stored. A thread sums up an element of C: left of
// the diagonal it reads row i, right of it column i, which has the same values.
void symm(matrix<double> c, matrix<const double> a, matrix<const double> b,
          double alpha, double beta) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < c.extent(0); ++i)
      for (int j = 0; j < c.extent(1); ++j) {
        double sum = 0;
        for (int k = 0; k <= i; ++k)
          sum += a(i, k) * b(k, j);
        for (int k = i + 1; k < c.extent(0); ++k)
          sum += a(k, i) * b(k, j);
        c(i, j) = beta * c(i, j) + alpha * sum;
      }
  }
}

int main(int argc, char **argv) {
  const int m = polybench::size(argc, argv, 1, 40);
  const int n = polybench::size(argc, argv, 2, 48);
  const auto a = polybench::between<double>(-1, 1, m * m, 1);
  const auto b = polybench::between<double>(-1, 1, m * n, 2);
  auto c = polybench::between<double>(-1, 1, m * n, 3);
  POLYBENCH_RUN(symm(matrix<double>(c.data(), m, n),
                     matrix<const double>(a.data(), m, m),
                     matrix<const double>(b.data(), m, n), 1.5, 1.2));
  polybench::show("symm", c);
}
