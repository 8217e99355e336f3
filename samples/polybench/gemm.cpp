//===- gemm.cpp - C = alpha A B + beta C ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

using namespace heddle;

// Tiles of 16 by 16 threads, the inner loop on x.
constexpr mapping tiles = GridBlock(
    2, Permute({2, 0, 3, 1},
               SplitLast(16, Permute({1, 2, 0}, SplitLast(16, ShiftLB(Gen))))));

void gemm(double *c, const double *a, const double *b, double alpha,
          double beta, int ni, int nj, int nk) {
  [[heddle::program]] {
    [[heddle::map(tiles)]]
    for (int i = 0; i < ni; ++i)
      for (int j = 0; j < nj; ++j) {
        double sum = beta * c[i * nj + j];
        for (int k = 0; k < nk; ++k)
          sum += alpha * a[i * nk + k] * b[k * nj + j];
        c[i * nj + j] = sum;
      }
  }
}

int main(int argc, char **argv) {
  const int ni = polybench::size(argc, argv, 1, 40);
  const int nj = polybench::size(argc, argv, 2, 44);
  const int nk = polybench::size(argc, argv, 3, 48);
  const auto a = polybench::between<double>(-1, 1, ni * nk, 1);
  const auto b = polybench::between<double>(-1, 1, nk * nj, 2);
  auto c = polybench::between<double>(-1, 1, ni * nj, 3);
  POLYBENCH_RUN(gemm(c.data(), a.data(), b.data(), 1.5, 1.2, ni, nj, nk));
  polybench::show("gemm", c);
}
