//===- trisolv.cpp - L x = b, L lower triangular --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void trisolv(std::vector<double> &x, const std::vector<double> &l,
             const std::vector<double> &b) {
  [[heddle::program]] {
    const int n = static_cast<int>(x.size());
    for (int i = 0; i < n; ++i) {
      double rest = b[i];
      [[heddle::map, heddle::reduce(rest)]]
      for (int j = 0; j < i; ++j)
        rest -= l[i * n + j] * x[j];
      x[i] = rest / l[i * n + i];
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 60);
  const auto l = polybench::definite(n, 1);
  const auto b = polybench::between<double>(-1, 1, n, 2);
  std::vector<double> x(n);
  POLYBENCH_RUN(trisolv(x, l, b));
  polybench::show_rounded("trisolv", x);
}
