//===- trmm.cpp - B = alpha A^T B, A lower triangular ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// In place: an element needs rows below it as they were, so the launch copies
// what is overwritten too soon. The diagonal of A is one and is not stored.
void trmm(double *b, const double *a, double alpha, int m, int n) {
  [[heddle::program]] {
    [[heddle::map, heddle::copy(b)]]
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = b[i * n + j];
        for (int k = i + 1; k < m; ++k)
          sum += a[k * m + i] * b[k * n + j];
        b[i * n + j] = alpha * sum;
      }
  }
}

int main(int argc, char **argv) {
  const int m = polybench::size(argc, argv, 1, 40);
  const int n = polybench::size(argc, argv, 2, 48);
  const auto a = polybench::between<double>(-1, 1, m * m, 1);
  auto b = polybench::between<double>(-1, 1, m * n, 2);
  POLYBENCH_RUN(trmm(b.data(), a.data(), 1.5, m, n));
  polybench::show("trmm", b);
}
