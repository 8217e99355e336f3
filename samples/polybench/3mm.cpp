//===- 3mm.cpp - G = (A B) (C D) ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

void mm3(matrix<double> g, matrix<double> e, matrix<double> f,
         matrix<const double> a, matrix<const double> b, matrix<const double> c,
         matrix<const double> d) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < e.extent(0); ++i)
      for (int j = 0; j < e.extent(1); ++j) {
        double sum = 0;
        for (int k = 0; k < a.extent(1); ++k)
          sum += a(i, k) * b(k, j);
        e(i, j) = sum;
      }
    [[heddle::map]]
    for (int i = 0; i < f.extent(0); ++i)
      for (int j = 0; j < f.extent(1); ++j) {
        double sum = 0;
        for (int k = 0; k < c.extent(1); ++k)
          sum += c(i, k) * d(k, j);
        f(i, j) = sum;
      }
    [[heddle::map]]
    for (int i = 0; i < g.extent(0); ++i)
      for (int j = 0; j < g.extent(1); ++j) {
        double sum = 0;
        for (int k = 0; k < e.extent(1); ++k)
          sum += e(i, k) * f(k, j);
        g(i, j) = sum;
      }
  }
}

int main(int argc, char **argv) {
  const int ni = polybench::size(argc, argv, 1, 36);
  const int nj = polybench::size(argc, argv, 2, 38);
  const int nk = polybench::size(argc, argv, 3, 40);
  const int nl = polybench::size(argc, argv, 4, 42);
  const int nm = polybench::size(argc, argv, 5, 44);
  const auto a = polybench::between<double>(-1, 1, ni * nk, 1);
  const auto b = polybench::between<double>(-1, 1, nk * nj, 2);
  const auto c = polybench::between<double>(-1, 1, nj * nm, 3);
  const auto d = polybench::between<double>(-1, 1, nm * nl, 4);
  std::vector<double> e(ni * nj), f(nj * nl), g(ni * nl);
  POLYBENCH_RUN(mm3(
      matrix<double>(g.data(), ni, nl), matrix<double>(e.data(), ni, nj),
      matrix<double>(f.data(), nj, nl), matrix<const double>(a.data(), ni, nk),
      matrix<const double>(b.data(), nk, nj),
      matrix<const double>(c.data(), nj, nm),
      matrix<const double>(d.data(), nm, nl)));
  polybench::show("3mm", g);
}
