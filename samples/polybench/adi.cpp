//===- adi.cpp - heat in a plane, by alternating directions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// Each half step solves a tridiagonal system a column, then one a row: a thread
// has one of them.
void adi(matrix<double> u, matrix<double> v, matrix<double> p, matrix<double> q,
         int steps) {
  [[heddle::program]] {
    const int n = u.extent(0);
    const double dx = 1.0 / n, dt = 1.0 / steps;
    const double across = 2 * dt / (dx * dx), along = dt / (dx * dx);
    const double a = -across / 2, b = 1 + across, d = -along / 2, e = 1 + along;
    for (int t = 0; t < steps; ++t) {
      [[heddle::map]]
      for (int i = 1; i < n - 1; ++i) {
        v(0, i) = 1;
        p(i, 0) = 0;
        q(i, 0) = v(0, i);
        for (int j = 1; j < n - 1; ++j) {
          const double pivot = a * p(i, j - 1) + b;
          p(i, j) = -a / pivot;
          q(i, j) = (-d * u(j, i - 1) + (1 + 2 * d) * u(j, i) -
                     d * u(j, i + 1) - a * q(i, j - 1)) /
                    pivot;
        }
        v(n - 1, i) = 1;
        for (int j = n - 2; j >= 1; --j)
          v(j, i) = p(i, j) * v(j + 1, i) + q(i, j);
      }
      [[heddle::map]]
      for (int i = 1; i < n - 1; ++i) {
        u(i, 0) = 1;
        p(i, 0) = 0;
        q(i, 0) = u(i, 0);
        for (int j = 1; j < n - 1; ++j) {
          const double pivot = d * p(i, j - 1) + e;
          p(i, j) = -d / pivot;
          q(i, j) = (-a * v(i - 1, j) + (1 + 2 * a) * v(i, j) -
                     a * v(i + 1, j) - d * q(i, j - 1)) /
                    pivot;
        }
        u(i, n - 1) = 1;
        for (int j = n - 2; j >= 1; --j)
          u(i, j) = p(i, j) * u(i, j + 1) + q(i, j);
      }
    }
  }
}

int main(int argc, char **argv) {
  const int n = polybench::size(argc, argv, 1, 40);
  const int steps = polybench::size(argc, argv, 2, 4);
  auto u = polybench::between<double>(0, 2, n * n, 1);
  std::vector<double> v(n * n), p(n * n), q(n * n);
  POLYBENCH_RUN(adi(
      matrix<double>(u.data(), n, n), matrix<double>(v.data(), n, n),
      matrix<double>(p.data(), n, n), matrix<double>(q.data(), n, n), steps));
  polybench::show("adi", u);
}
