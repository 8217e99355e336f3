//===- lu.cpp - A = L U, in place -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void lu(matrix<double> a) {
  [[heddle::program]] {
    const int n = a.extent(0);
    for (int k = 0; k < n; ++k) {
      [[heddle::map, heddle::inplace(a)]]
      for (int i = k + 1; i < n; ++i)
        a(i, k) /= a(k, k);
      [[heddle::map, heddle::inplace(a)]]
      for (int i = k + 1; i < n; ++i)
        for (int j = k + 1; j < n; ++j)
          a(i, j) -= a(i, k) * a(k, j);
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  auto a = polybench::definite(n, 1);
  POLYBENCH_RUN(lu(matrix<double>(a.data(), n, n)));
  polybench::show("lu", a);
}
