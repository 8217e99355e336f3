//===- variable-rows.cpp - Arrays whose rows have run-time lengths --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wvla-cxx-extension"
#endif

using namespace heddle;
using harness::taken;

namespace SIDE {

// Faces of a grid behind an untyped pointer.
void exchange(void *p, int n1, int n2, int n3) {
  typedef double(*rows)[n2][n1];
  rows u = reinterpret_cast<rows>(p);
  [[heddle::map]]
  for (int i3 = 1; i3 < n3 - 1; i3++) {
    for (int i2 = 1; i2 < n2 - 1; i2++) {
      u[i3][i2][0] = u[i3][i2][n1 - 2];
      u[i3][i2][n1 - 1] = u[i3][i2][1];
    }
    for (int i1 = 0; i1 < n1; i1++) {
      u[i3][0][i1] = u[i3][n2 - 2][i1];
      u[i3][n2 - 1][i1] = u[i3][1][i1];
    }
  }
  [[heddle::map]]
  for (int i2 = 0; i2 < n2; i2++)
    for (int i1 = 0; i1 < n1; i1++) {
      u[0][i2][i1] = u[n3 - 2][i2][i1];
      u[n3 - 1][i2][i1] = u[1][i2][i1];
    }
}

// Two grids of other lengths, one of them twice as fine.
void refine(void *coarse, int m, void *fine, int n) {
  typedef double(*wide)[m][m];
  typedef double(*narrow)[n][n];
  const wide z = reinterpret_cast<wide>(coarse);
  const narrow u = reinterpret_cast<narrow>(fine);
  [[heddle::map]]
  for (int k = 0; k < m - 1; ++k)
    for (int j = 0; j < m - 1; ++j)
      for (int i = 0; i < m - 1; ++i) {
        u[2 * k][2 * j][2 * i] += z[k][j][i];
        u[2 * k][2 * j][2 * i + 1] += 0.5 * (z[k][j][i + 1] + z[k][j][i]);
        u[2 * k + 1][2 * j + 1][2 * i] += z[k + 1][j + 1][i] - z[k][j][i];
      }
}

// Arrays of the function: lengths are expressions, and one is a constant.
void local(double *y, int n, int m) {
  double t[n + 2], w[m][3][2 * n];
  [[heddle::map]]
  for (int i = 0; i < n + 2; ++i)
    t[i] = 0.5 * i;
  [[heddle::map]]
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < 2 * n; ++i)
      w[j][1][i] = t[i / 2] + j;
  [[heddle::map]]
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < 2 * n; ++i)
      y[j * (2 * n) + i] = w[j][1][i] - t[1];
}

// Reads of what other iterations overwrite take a copy of the array.
void smooth(void *p, int n, int m) {
  typedef double(*rows)[m];
  rows x = reinterpret_cast<rows>(p);
  [[heddle::map, heddle::copy(x)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      x[i][j] = 0.5 * (x[i + 1][j] + x[i + 1][j + 1] + x[i][j + 1]);
}

CASE(exchange_of_faces) {
  for (const int n : {3, 4, 9, 33}) {
    auto *u = r.in<double>(n * (n + 2) * 5);
    r.call({n}, {taken::fast, 2}, [&] { exchange(u, n, n + 2, 5); });
  }
  auto *u = r.in<double>(2 * 5 * 7);
  r.call({2}, {taken::any, 2}, [&] { exchange(u, 5, 7, 2); });
}

CASE(refinement) {
  for (const int m : {2, 3, 8}) {
    auto *z = r.in<double>(m * m * m);
    auto *u = r.in<double>(8 * m * m * m);
    r.call({m, 2 * m}, {taken::fast}, [&] { refine(z, m, u, 2 * m); });
  }
}

CASE(arrays_of_the_function) {
  for (const int n : {1, 7, 40}) {
    auto *y = r.out<double>(3 * 2 * n);
    r.call({n}, {taken::fast, 3}, [&] { local(y, n, 3); });
  }
}

CASE(copied) {
  for (const int n : {3, 20}) {
    auto *x = r.in<double>(n * (n + 1));
    r.call({n}, {taken::any}, [&] { smooth(x, n, n + 1); });
  }
}

} // namespace SIDE
