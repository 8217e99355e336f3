//===- jacobi-1d.cpp - three points in a row ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void jacobi_1d(std::vector<double> &a, std::vector<double> &b, int steps) {
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    [[heddle::map]]
    for (std::size_t i = 1; i < a.size() - 1; ++i)
      b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    [[heddle::map]]
    for (std::size_t i = 1; i < a.size() - 1; ++i)
      a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 500);
  const int steps = polybench::size(argc, argv, 2, 4);
  auto a = polybench::between<double>(0, 10, n, 1);
  auto b = a;
  POLYBENCH_RUN(jacobi_1d(a, b, steps));
  polybench::show("jacobi-1d", a);
}
