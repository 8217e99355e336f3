//===- 2mm.cpp - D = alpha A B C + beta D ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void mm2(matrix<double> d, matrix<double> ab, matrix<const double> a,
         matrix<const double> b, matrix<const double> c, double alpha,
         double beta) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < ab.extent(0); ++i)
      for (int j = 0; j < ab.extent(1); ++j) {
        double sum = 0;
        for (int k = 0; k < a.extent(1); ++k)
          sum += alpha * a(i, k) * b(k, j);
        ab(i, j) = sum;
      }
    [[heddle::map]]
    for (int i = 0; i < d.extent(0); ++i)
      for (int j = 0; j < d.extent(1); ++j) {
        double sum = beta * d(i, j);
        for (int k = 0; k < ab.extent(1); ++k)
          sum += ab(i, k) * c(k, j);
        d(i, j) = sum;
      }
  }
}

int main(int argc, char **argv) {
  const int ni = polybench::size(argc, argv, 1, 36);
  const int nj = polybench::size(argc, argv, 2, 40);
  const int nk = polybench::size(argc, argv, 3, 44);
  const int nl = polybench::size(argc, argv, 4, 48);
  const auto a = polybench::between<double>(-1, 1, ni * nk, 1);
  const auto b = polybench::between<double>(-1, 1, nk * nj, 2);
  const auto c = polybench::between<double>(-1, 1, nj * nl, 3);
  auto d = polybench::between<double>(-1, 1, ni * nl, 4);
  std::vector<double> ab(ni * nj);
  POLYBENCH_RUN(mm2(matrix<double>(d.data(), ni, nl),
                    matrix<double>(ab.data(), ni, nj),
                    matrix<const double>(a.data(), ni, nk),
                    matrix<const double>(b.data(), nk, nj),
                    matrix<const double>(c.data(), nj, nl), 1.5, 1.2));
  polybench::show("2mm", d);
}
