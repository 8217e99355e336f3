//===- seidel-2d.cpp - nine points in a plane, in place -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// A point needs its neighbours above and left of it as they are after this
// sweep.
void seidel_2d(double *a, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    // refused: HD402
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] =
            (a[(i - 1) * n + j - 1] + a[(i - 1) * n + j] +
             a[(i - 1) * n + j + 1] + a[i * n + j - 1] + a[i * n + j] +
             a[i * n + j + 1] + a[(i + 1) * n + j - 1] + a[(i + 1) * n + j] +
             a[(i + 1) * n + j + 1]) /
            9.0;
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  const int steps = polybench::size(argc, argv, 2, 3);
  auto a = polybench::between<double>(0, 10, n * n, 1);
  POLYBENCH_RUN(seidel_2d(a.data(), n, steps));
  polybench::show("seidel-2d", a);
}
