//===- rolls.cpp - blocks that go along a loop, plane by plane ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::fast_if;

namespace SIDE {

// Three planes; the last chunk of turns has fewer.
void star(double *y, const double *x, long n, long m, long l) {
  [[heddle::map(Blocks({4, 4, 8}, {4, 1, 1})), heddle::stage(x), heddle::roll(i)]]
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j)
      for (long k = 1; k < l - 1; ++k)
        y[(i * m + j) * l + k] =
            x[(i * m + j) * l + k] + 2 * x[((i - 1) * m + j) * l + k] +
            3 * x[((i + 1) * m + j) * l + k] + x[(i * m + j - 1) * l + k] -
            x[(i * m + j + 1) * l + k] + x[(i * m + j) * l + k - 1] -
            x[(i * m + j) * l + k + 1];
}

// A thread has several rows, and several points of each.
void star_of_rows(float *y, const float *x, int n, int m, int l) {
  [[heddle::map(Blocks({3, 4, 8}, {3, 2, 2})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      for (int k = 1; k < l - 1; ++k)
        y[(i * m + j) * l + k] =
            x[(i * m + j) * l + k] + 2 * x[((i - 1) * m + j) * l + k] +
            3 * x[((i + 1) * m + j) * l + k] + x[(i * m + j - 1) * l + k] -
            x[(i * m + j + 1) * l + k] + x[(i * m + j) * l + k - 1] -
            x[(i * m + j) * l + k + 1];
}

// All 27 neighbours, by loops in the thread.
void box(float *y, const float *x, const float *w, int n, int m, int l) {
  [[heddle::map(Blocks({5, 4, 8}, {5, 1, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k) {
        float s = 0;
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q)
            for (int r = 0; r < 3; ++r)
              s += w[(p * 3 + q) * 3 + r] *
                   x[((i + p) * (m + 2) + j + q) * (l + 2) + k + r];
        y[(i * m + j) * l + k] = s;
      }
}

// Rows of two dimensions.
void lines(double *y, const double *x, int n, int m) {
  [[heddle::map(Blocks({6, 16}, {6, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = x[i * m + j] - x[(i - 1) * m + j] + 2 * x[(i + 1) * m + j] +
                     x[i * m + j - 1] + 3 * x[i * m + j + 1];
}

// Five planes, of which some are not read.
void far_away(float *y, const float *x, unsigned n, unsigned m) {
  [[heddle::map(Blocks({6, 8}, {6, 1})), heddle::stage(x), heddle::roll(i)]]
  for (unsigned i = 2; i < n; ++i)
    for (unsigned j = 0; j < m; ++j)
      y[(i - 2) * m + j] = x[(i - 2) * m + j] + 2 * x[(i + 2) * m + j];
}

// One plane of c, three of x, and w once: the loop does not move it.
void mixed(double *y, const double *x, const double *c, const double *w, int n,
           int m, int l) {
  [[heddle::map(Blocks({4, 2, 8}, {4, 1, 1})), heddle::stage(x, c, w),
    heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        y[(i * m + j) * l + k] =
            c[(i * m + j) * l + k] * w[k] +
            x[(i * m + j) * l + k] * x[((i + 1) * m + j) * l + k] +
            x[((i + 2) * m + j) * l + k];
}

// The middle loop: planes are those of the middle subscript.
void middle(float *y, const float *x, int n, int m, int l) {
  [[heddle::map(Blocks({2, 4, 8}, {1, 4, 1})), heddle::stage(x), heddle::roll(j)]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      for (int k = 0; k < l; ++k)
        y[(i * m + j) * l + k] =
            x[(i * m + j) * l + k] - x[(i * m + j - 1) * l + k];
}

void fixed(double (*y)[9][11], const double (*x)[9][11]) {
  [[heddle::map(Blocks({4, 4, 4}, {4, 2, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 1; i < 13; ++i)
    for (int j = 1; j < 8; ++j)
      for (int k = 1; k < 10; ++k)
        y[i][j][k] = x[i][j][k] - x[i - 1][j][k] + 2 * x[i + 1][j][k] +
                     x[i][j - 1][k] + 3 * x[i][j + 1][k] - x[i][j][k - 1] +
                     x[i][j][k + 1];
}

// Rows of a linear array have a constant length.
void rows_of_16(float *y, const float *x, int n) {
  [[heddle::map(Blocks({4, 8}, {4, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j)
      y[i * 16 + j] = x[i * 16 + j] + x[(i + 1) * 16 + j];
}

// Blocks are as wide as rows.
void wide_rows(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8, 16}, {8, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j)
      y[i * 16 + j] = x[i * 16 + j] + x[(i + 1) * 16 + j];
}

// The first of two launches has another mapping.
void in_two(double *z, double *y, const double *x, int n, int m) {
  [[heddle::map(Blocks({8, 8}, {8, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i) {
    z[i] = x[i * m];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + x[(i + 1) * m + j];
  }
}

void down(float *y, const float *x, int n, int m) {
  [[heddle::map(Blocks({4, 8}, {4, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = n - 1; i >= 0; --i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + 2 * x[(i + 1) * m + j];
}

// Only some rows of a triangle are in a turn.
void triangle(double *y, const double *x, int n) {
  [[heddle::map(Blocks({4, 8}, {4, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      y[i * n + j] = x[i * n + j] + x[(i + 1) * n + j];
}

// A condition says which points are set.
void corner(double *y, const double *x, int n, int m) {
  [[heddle::map(Blocks({4, 8}, {4, 1})), heddle::stage(x), heddle::roll(i)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = x[i * m + j] + x[(i + 2) * m + j];
      if (i + j > 3)
        y[i * m + j] = s;
    }
}

template <class T, int K> void sized(T *y, const T *x, int n, int m) {
  [[heddle::map(Blocks({K * tile_size, 2 * tile_size}, {K * tile_size, 1})),
    heddle::stage(x), heddle::roll(i), heddle::tiles(4, 8)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + x[(i + K) * m + j];
}

CASE(stars) {
  for (int n : {1, 3, 4, 6, 7, 11})
    for (int m : {2, 3, 6, 7})
      for (int l : {3, 10, 13}) {
        double *y = r.in<double>(n * m * l, 7);
        const double *x = r.in<double>(n * m * l);
        r.call({n, m, l}, fast_if(n > 2 && m > 2),
               [&] { star(y, x, n, m, l); });
        float *z = r.in<float>(n * m * l, 7);
        const float *u = r.in<float>(n * m * l);
        r.call({n, m, l}, fast_if(n > 2 && m > 2),
               [&] { star_of_rows(z, u, n, m, l); });
      }
}

CASE(boxes) {
  for (int n : {0, 1, 5, 6, 12})
    for (int m : {1, 4, 5})
      for (int l : {1, 8, 9}) {
        float *y = r.out<float>(n * m * l);
        const float *x = r.in<float>((n + 2) * (m + 2) * (l + 2)),
                    *w = r.in<float>(27);
        r.call({n, m, l}, fast_if(n > 0), [&] { box(y, x, w, n, m, l); });
      }
}

CASE(rows) {
  for (int n : {0, 2, 3, 7, 8, 9, 14})
    for (int m : {3, 17, 18, 19, 40}) {
      double *y = r.in<double>(n * m, 3);
      const double *x = r.in<double>(n * m);
      r.call({n, m}, fast_if(n > 2), [&] { lines(y, x, n, m); });
    }
  for (unsigned n : {0u, 2u, 3u, 6u, 9u})
    for (unsigned m : {1u, 8u, 11u}) {
      float *y = r.out<float>(n > 2 ? (n - 2) * m : 0);
      const float *x = r.in<float>((n + 2) * m);
      r.call({n, m}, fast_if(n > 2), [&] { far_away(y, x, n, m); });
    }
  for (int n : {0, 1, 4, 5, 11}) {
    float *y = r.out<float>(n * 16);
    const float *x = r.in<float>((n + 1) * 16);
    r.call({n}, fast_if(n > 0), [&] { rows_of_16(y, x, n); });
    float *z = r.out<float>(n * 9);
    const float *u = r.in<float>((n + 1) * 9);
    r.call({n, 9}, fast_if(n > 0), [&] { down(z, u, n, 9); });
    float *v = r.out<float>(n * 16);
    const float *w = r.in<float>((n + 1) * 16);
    r.call({n, 1}, fast_if(n > 0), [&] { wide_rows(v, w, n); });
    const int m = 11;
    double *q = r.out<double>(n), *p = r.out<double>(n * m);
    const double *o = r.in<double>((n + 1) * m);
    if (n > 0)
      r.call({n, m, 2}, {harness::taken::fast, 2},
             [&] { in_two(q, p, o, n, m); });
  }
}

CASE(several) {
  for (int n : {0, 1, 4, 9})
    for (int m : {1, 3})
      for (int l : {1, 8, 11}) {
        double *y = r.out<double>(n * m * l);
        const double *x = r.in<double>((n + 2) * m * l),
                     *c = r.in<double>(n * m * l), *w = r.in<double>(l);
        r.call({n, m, l}, fast_if(n > 0), [&] { mixed(y, x, c, w, n, m, l); });
        float *z = r.in<float>(n * m * l, 5);
        const float *u = r.in<float>(n * m * l);
        r.call({n, m, l}, fast_if(n > 0 && m > 1),
               [&] { middle(z, u, n, m, l); });
      }
}

CASE(constants) {
  double *y = r.in<double>(14 * 9 * 11, 4);
  const double *x = r.in<double>(14 * 9 * 11);
  r.call({}, harness::taken::fast, [&] {
    fixed(reinterpret_cast<double(*)[9][11]>(y),
          reinterpret_cast<const double(*)[9][11]>(x));
  });
}

CASE(conditions) {
  for (int n : {0, 1, 4, 7, 12}) {
    double *y = r.in<double>(n * n, 2);
    const double *x = r.in<double>((n + 1) * n);
    r.call({n}, fast_if(n > 0), [&] { triangle(y, x, n); });
    const int m = 9;
    double *z = r.in<double>(n * m, 2);
    const double *u = r.in<double>((n + 2) * m);
    r.call({n, m}, fast_if(n > 0), [&] { corner(z, u, n, m); });
  }
}

CASE(sizes) {
  for (int n : {0, 1, 6, 13})
    for (int m : {1, 8, 9}) {
      double *y = r.out<double>(n * m);
      const double *x = r.in<double>((n + 2) * m);
      r.call({n, m}, fast_if(n > 0), [&] { sized<double, 2>(y, x, n, m); });
      int *z = r.out<int>(n * m);
      const int *u = r.in<int>((n + 1) * m);
      r.call({n, m}, fast_if(n > 0), [&] { sized<int, 1>(z, u, n, m); });
    }
}

} // namespace SIDE
