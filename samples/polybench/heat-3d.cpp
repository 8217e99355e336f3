//===- heat-3d.cpp - heat in a cube ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void heat_3d(cube<double> a, cube<double> b, int steps) {
  [[heddle::program]] {
    const int n = a.extent(0);
    for (int t = 0; t < steps; ++t) {
      [[heddle::map]]
      for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
          for (int k = 1; k < n - 1; ++k)
            b(i, j, k) =
                0.125 * (a(i + 1, j, k) - 2 * a(i, j, k) + a(i - 1, j, k)) +
                0.125 * (a(i, j + 1, k) - 2 * a(i, j, k) + a(i, j - 1, k)) +
                0.125 * (a(i, j, k + 1) - 2 * a(i, j, k) + a(i, j, k - 1)) +
                a(i, j, k);
      [[heddle::map]]
      for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j)
          for (int k = 1; k < n - 1; ++k)
            a(i, j, k) =
                0.125 * (b(i + 1, j, k) - 2 * b(i, j, k) + b(i - 1, j, k)) +
                0.125 * (b(i, j + 1, k) - 2 * b(i, j, k) + b(i, j - 1, k)) +
                0.125 * (b(i, j, k + 1) - 2 * b(i, j, k) + b(i, j, k - 1)) +
                b(i, j, k);
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 16);
  const int steps = polybench::size(argc, argv, 2, 4);
  auto a = polybench::between<double>(0, 10, std::size_t(n) * n * n, 1);
  auto b = a;
  POLYBENCH_RUN(heat_3d(cube<double>(a.data(), n, n, n),
                        cube<double>(b.data(), n, n, n), steps));
  polybench::show("heat-3d", a);
}
