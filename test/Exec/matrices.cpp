//===- matrices.cpp - references to parts of an iteration's structures ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

struct vec {
  double v[3];
  double &operator[](int i) { return v[i]; }
  double operator[](int i) const { return v[i]; }
};
struct matrix {
  double m[3][3];
  vec shift;
  double &operator()(int i, int j) { return m[i][j]; }
  double operator()(int i, int j) const { return m[i][j]; }
  vec &origin() { return shift; }
  const double &trace_part(int i) const { return m[i][i]; }
  // By its own members, which return places.
  void scale(double by) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        (*this)(i, j) *= by;
    origin()[1] += by;
  }
};
inline matrix operator*(const matrix &a, const matrix &b) {
  matrix c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      c(i, j) = 0;
      for (int k = 0; k < 3; ++k)
        c(i, j) += a(i, k) * b(k, j);
    }
  for (int i = 0; i < 3; ++i)
    c.shift[i] = a.shift[i] + b.shift[2 - i];
  return c;
}
static double sum(const vec &a) { return a[0] + a[1] + a[2]; }

// Elements are read and written as a whole, and are operands.
void multiplied(matrix *a, const matrix *b, int n) {
  [[heddle::map]]
  for (int p = 0; p < n; ++p)
    a[p] = b[p] * a[p];
}

void locals(const matrix *a, double *y, int n) {
  [[heddle::map]]
  for (int p = 0; p < n; ++p) {
    matrix m = a[p];
    vec x = {{1, 2, 3}};
    m(0, 1) = m(1, 0) + 1;
    m(2, 2)++;
    x[1] -= m(2, 2);
    double &corner = m(0, 0);
    corner = 7;
    m.origin().v[0] = 3;
    m.origin()[2] = x[1];
    m.scale(2);
    const matrix fixed = m * a[p];
    y[p] = m(0, 0) + m(0, 1) + m.trace_part(2) + sum(x) + sum(m.origin()) +
           fixed(1, 2) + fixed.trace_part(1) + a[p](1, 1) + a[p].shift[1];
  }
}

CASE(matrices) {
  for (const int n : {0, 1, 33, 300}) {
    r.call({n}, {n ? taken::fast : taken::nothing, 2}, [&] {
      matrix *a = reinterpret_cast<matrix *>(r.out<double>(12 * n));
      const matrix *b = reinterpret_cast<const matrix *>(r.in<double>(12 * n));
      for (int p = 0; p < n; ++p)
        a[p] = b[n - 1 - p];
      multiplied(a, b, n);
      locals(a, r.out<double>(n), n);
    });
  }
}

} // namespace SIDE
