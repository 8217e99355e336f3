//===- cholesky.cpp - A = L L^T, in place ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// A column is finished, and what is right of it in the lower triangle is updated:
// from a copy of the column, which stands in memory as neighbouring threads read it.
void cholesky(std::vector<double> &a, std::vector<double> &column, int n) {
  [[heddle::program]]
  for (int k = 0; k < n; ++k) {
    a[k * n + k] = std::sqrt(a[k * n + k]);
    [[heddle::map, heddle::inplace(a)]]
    for (int i = k + 1; i < n; ++i) {
      a[i * n + k] /= a[k * n + k];
      column[i] = a[i * n + k];
    }
    [[heddle::map, heddle::inplace(a)]]
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j)
        a[i * n + j] -= column[i] * column[j];
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  auto a = polybench::definite(n, 1);
  std::vector<double> column(n);
  POLYBENCH_RUN(cholesky(a, column, n));
  polybench::show("cholesky", a);
}
