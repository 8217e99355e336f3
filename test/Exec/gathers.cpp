//===- gathers.cpp - threads that own the elements they update ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
//
// Floating-point updates of elements that iterations share. Values are such
// that another order of rounding shows; all bits are those of the loops as
// written.

#include "harness.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <heddle/heddle.h>

using namespace heddle;
using harness::rough;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Loops that change places
//===----------------------------------------------------------------------===//

template <class T> void columns(T *a, const T *x, int n, int m) {
  [[heddle::map, heddle::reduce(a)]] for (int j = 0; j < n;
                                          ++j) for (int i = 0; i < m; ++i)
      a[i] += x[j * m + i];
}

// Without permission, by two operators: the order is that of the loops.
void products(double *a, const double *x, int n, int m) {
  [[heddle::map(Jing)]] for (int j = n - 1; j >= 0; --j) for (int i = 0; i < m;
                                                              ++i) {
    a[i] *= 1 + x[j * m + i] / 64;
    if (i == j)
      continue;
    a[i] -= x[j * m + i];
  }
}

// Matrix product, rows of the second operand at a time.
template <class T>
void multiply(T *c, const T *a, const T *b, int n, int m, int l) {
  [[heddle::map, heddle::reduce(c)]] for (int i = 0; i < n;
                                          ++i) for (int j = 0; j < m; ++j) {
    for (int k = 0; k < l; ++k)
      c[i * l + k] += a[i * m + j] * b[j * l + k];
  }
}

// Declared, with steps, the mapped loop inside and running down; what is inside
// of it stays there.
void declared(float (*c)[5], const float *x, int n, int m) {
  [[heddle::bounds({0, 0, 1}, {n, m, 5}), heddle::step(2, 1, 3), heddle::map,
    heddle::reduce(c)]] for (int t = 0; t < n;
                             t += 2) for (int i = m - 1; i >= 0;
                                          --i) for (int k = 1; k < 5;
                                                    k += 3) for (int s = 0;
                                                                 s < k; ++s)
      c[i][k] += x[t] / static_cast<float>(s + i + 1);
}

// Bounds that depend on loops outside.
void triangle(double *a, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int j = 0; j < n; ++j)
    for (int i = j; i >= 2; i -= 3)
      a[i] += x[j] / (i + 1);
}

// Two arrays of the same owners, a third one read, extrema and data.
void extrema(float *most, float *least, const float *x, const float *y, int n,
             int m) {
  HEDDLE(map)
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const float v = x[j] * y[i];
      most[i] = std::max(most[i], v);
      (void)least[i];
      if (v > 0)
        least[i] = std::fmin(least[i], v);
    }
}

CASE(columns_and_products) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      const bool some = n > 0 && m > 0;
      const long size = some ? long(n) * m : 0;
      const double *x = rough<double>(r, size, 1);
      const float *z = rough<float>(r, size, 2);
      double *a = rough<double>(r, m, 3), *c = rough<double>(r, m, 4);
      float *b = rough<float>(r, m, 5);
      r.call({n, m}, harness::fast_if(some, 3), [&] {
        columns(a, x, n, m);
        columns(b, z, n, m);
        products(c, x, n, m);
      });
    }
}
CASE(matrix_products) {
  for (int n : harness::tiny_sizes())
    for (int m : harness::few_sizes())
      for (int l : harness::tiny_sizes()) {
        const bool some = n > 0 && m > 0 && l > 0;
        const double *a = rough<double>(r, some ? n * m : 0, 1);
        const double *b = rough<double>(r, some ? m * l : 0, 2);
        double *c = rough<double>(r, some ? n * l : 0, 3);
        r.call({n, m, l}, harness::fast_if(some),
               [&] { multiply(c, a, b, n, m, l); });
      }
}
CASE(declared_spaces) {
  for (int n : harness::few_sizes())
    for (int m : harness::tiny_sizes()) {
      const bool some = n > 0 && m > 0;
      const float *x = rough<float>(r, n, 1);
      auto *c =
          reinterpret_cast<float(*)[5]>(rough<float>(r, m > 0 ? 5 * m : 0, 2));
      r.call({n, m}, harness::fast_if(some), [&] { declared(c, x, n, m); });
    }
}
CASE(triangles) {
  for (int n : harness::sizes()) {
    const double *x = rough<double>(r, n, 1);
    double *a = rough<double>(r, n, 2);
    r.call({n}, harness::fast_if(n > 2), [&] { triangle(a, x, n); });
  }
}
CASE(extrema_of_columns) {
  for (int n : harness::few_sizes())
    for (int m : harness::tiny_sizes()) {
      const float *x = rough<float>(r, n, 1), *y = rough<float>(r, m, 2);
      float *most = rough<float>(r, m, 3), *least = rough<float>(r, m, 4);
      r.call({n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { extrema(most, least, x, y, n, m); });
    }
}

//===----------------------------------------------------------------------===//
// Subscripts of several loops
//===----------------------------------------------------------------------===//

template <class T, class I>
void convolve(T *a, const T *x, const T *y, I n, I m) {
  [[heddle::map, heddle::reduce(a)]] for (I i = 0; i < n; ++i) for (I j = 0;
                                                                    j < m; ++j)
      a[i + j] += x[i] * y[j];
}

// Backwards, with a step, and an offset that is not known.
void correlate(double *a, const double *x, const double *y, int n, int m,
               long shift) {
  [[heddle::map, heddle::reduce(a)]] for (int i = n - 1; i >= 0;
                                          i -= 2) for (long j = 0; j < m; ++j)
      a[i - j + shift] += x[i] * y[j];
}

// Three loops, of which the outer ones have factors.
void three(float *a, const float *x, int n, int m, int l) {
  [[heddle::map(FoldAll),
    heddle::reduce(a)]] for (int i = 0; i < n;
                             ++i) for (int j = 0; j < m;
                                       ++j) for (int k = 0; k < l; k += 3)
      a[3 * i + 2 * j + k] += x[i] / static_cast<float>(1 + j + k);
}

// Two dimensions: one of a sum, one of a loop that stands outside; the rest of
// the body, conditions and loops, stays as it is.
void smear(double (*a)[16], const double *x, int n, int m) {
  [[heddle::map, heddle::reduce(a)]] for (int t = 0; t < m;
                                          ++t) for (int i = 0; i < n;
                                                    ++i) for (int j = 0; j < 12;
                                                              ++j) {
    if (i == 2 * t)
      continue;
    for (int s = 0; s < 2; ++s)
      if (s < j)
        a[i][j + s - s + t] += x[i] / (1 + s + j);
  }
}

// An element that two loops outside of it have, less what they have in common.
void both(double *a, const double *x, int n) {
  HEDDLE(map, reduce(a))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i - j] += x[i] * x[j];
}

template <class T, class I> void check_convolutions(harness::recorder &r) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      const bool some = n > 0 && m > 0;
      const T *x = rough<T>(r, n, 1), *y = rough<T>(r, m, 2);
      T *a = rough<T>(r, some ? n + m - 1 : 0, 3);
      r.call({n, m}, harness::fast_if(some), [&] {
        convolve(a, x, y, static_cast<I>(n > 0 ? n : 0),
                 static_cast<I>(m > 0 ? m : 0));
      });
    }
}
CASE(convolutions) { check_convolutions<double, int>(r); }
CASE(float_convolutions) { check_convolutions<float, long>(r); }
CASE(unsigned_convolutions) { check_convolutions<float, unsigned>(r); }
CASE(size_t_convolutions) { check_convolutions<double, std::size_t>(r); }

CASE(correlations) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      const bool some = n > 0 && m > 0;
      const double *x = rough<double>(r, n, 1), *y = rough<double>(r, m, 2);
      double *a = rough<double>(r, some ? n + m - 1 : 0, 3);
      r.call({n, m}, harness::fast_if(some),
             [&] { correlate(a, x, y, n, m, m - 1); });
    }
}
CASE(three_loops) {
  for (int n : harness::tiny_sizes())
    for (int m : harness::tiny_sizes())
      for (int l : harness::few_sizes()) {
        const bool some = n > 0 && m > 0 && l > 0;
        const float *x = rough<float>(r, n, 1);
        float *a = rough<float>(r, some ? 3 * n + 2 * m + l : 0, 2);
        r.call({n, m, l}, harness::fast_if(some), [&] { three(a, x, n, m, l); });
      }
}
CASE(smears) {
  for (int n : harness::few_sizes())
    for (int m : {-1, 0, 1, 3}) {
      const double *x = rough<double>(r, n, 1);
      auto *a = reinterpret_cast<double(*)[16]>(
          rough<double>(r, n > 0 ? 16 * n : 0, 2));
      r.call({n, m}, harness::fast_if(n > 0 && m > 0), [&] { smear(a, x, n, m); });
    }
}
CASE(differences) {
  for (int n : harness::sizes()) {
    const double *x = rough<double>(r, n, 1);
    double *a = rough<double>(r, n, 2);
    r.call({n}, harness::fast_if(n > 0), [&] { both(a, x, n); });
  }
}

//===----------------------------------------------------------------------===//
// With reductions of other kinds
//===----------------------------------------------------------------------===//

// Integers that the owners share, and a variable that all reduce to. (On the
// CPU these loops are tree and steps as well; values are exact in any order.)
double with_others(double *a, int *bins, const double *x, int n, int m) {
  double s = 0;
  [[heddle::map, heddle::reduce(a, s)]] for (int j = 0; j < n;
                                             ++j) for (int i = 0; i < m; ++i) {
    a[i] += x[j] / 3;
    bins[j / 4] += i;
    s += x[j];
  }
  return s;
}
CASE(owners_with_others) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      const double *x = r.in<double>(n, 1);
      double *a = rough<double>(r, m, 2), *s = r.out<double>(1);
      int *bins = r.in<int>(n > 0 ? n / 4 + 1 : 0, 3);
      r.call({n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { *s = with_others(a, bins, x, n, m); });
    }
}

// Rows that overlap: the loops run as they are written.
CASE(overlapping_rows) {
  double *a = rough<double>(r, 40, 1);
  r.call({40}, {taken::sequential, 1, "may overlap"},
         [&] { columns(a, a + 3, 4, 8); });
}

} // namespace SIDE
