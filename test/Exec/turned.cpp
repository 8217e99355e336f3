//===- turned.cpp - loops that change places ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
//
// The outermost loop and one inside of a loop that has an order are mapped: the
// thread runs that loop. Values are such that another order of rounding shows;
// all bits are those of the loops as written, also where they run as parts.

#include "harness.h"
#include <heddle/heddle.h>

using harness::rough;
using harness::taken;

namespace SIDE {

template <class T, class I>
void product(T (*c)[24], const T (*a)[24], const T (*b)[24], I n, I m, I l) {
  [[heddle::map]]
  for (I i = 0; i < n; ++i)
    for (I k = 0; k < m; ++k)
      for (I j = 0; j < l; ++j)
        c[i][j] += a[i][k] * b[k][j];
}

// Down, in steps, from and to ends that depend on loops outside; a condition
// and a loop further in.
void ends(double (*c)[24], const double (*a)[24], int n) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; i -= 2)
    for (int k = n; k > i; --k)
      for (int j = i; j <= k && j < n; j += 3) {
        if (j == k - 1)
          continue;
        for (int s = 0; s < j % 3; ++s)
          c[i][j] = c[i][j] / 3 + a[k - 1][i + s] / (1 + j);
      }
}

// The outermost loop ends with its bound, and begins anywhere.
void inclusive(double *c, const double *a, int from, int to, int m) {
  [[heddle::map]]
  for (int i = from; i <= to; ++i)
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < 24; ++j)
        c[i * 24 + j] = c[i * 24 + j] / 3 + a[k * 24 + j] * i;
}

// The loop with an order reads what it has stored.
void recurrence(float (*c)[24], const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 1; k < m; ++k)
      for (int p = 0; p < 2; ++p)
        c[2 * i + p][k] = c[2 * i + p][k - 1] * x[i] / 3 + static_cast<float>(p);
}

// As PolyBench writes it: the second part has i and j, and k in the thread.
void gemm(double (*c)[24], const double (*a)[24], const double (*b)[24],
          double alpha, double beta, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < l; j++)
      c[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j < l; j++)
        c[i][j] += alpha * a[i][k] * b[k][j];
  }
}

// A triangle, in parts.
void syrk(double (*c)[24], const double (*a)[24], double alpha, double beta,
          int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      c[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        c[i][j] += alpha * a[i][k] * a[j][k];
  }
}

template <class T>
auto rows(harness::recorder &r, int count, unsigned seed) -> T (*)[24] {
  return reinterpret_cast<T(*)[24]>(
      rough<T>(r, count > 0 ? 24L * count : 0, seed));
}

template <class T, class I> void check_products(harness::recorder &r) {
  for (int n : {0, 1, 5, 20})
    for (int m : {0, 1, 7})
      for (int l : {0, 1, 3, 24}) {
        T(*c)[24] = rows<T>(r, n, 1);
        const T(*a)[24] = rows<T>(r, n, 2), (*b)[24] = rows<T>(r, m, 3);
        r.call({n, m, l}, harness::fast_if(n > 0 && m > 0 && l > 0), [&] {
          product<T, I>(c, a, b, static_cast<I>(n), static_cast<I>(m),
                        static_cast<I>(l));
        });
      }
}
CASE(products) { check_products<double, int>(r); }
CASE(products_of_long) { check_products<float, long>(r); }
CASE(products_of_unsigned) { check_products<double, unsigned>(r); }

CASE(ends_of_loops) {
  for (int n : {-1, 0, 1, 2, 3, 7, 20}) {
    double(*c)[24] = rows<double>(r, n, 1);
    const double(*a)[24] = rows<double>(r, n, 2);
    r.call({n}, harness::fast_if(n > 0), [&] { ends(c, a, n); });
  }
}
CASE(inclusive_bounds) {
  for (int from : {-3, 0, 4})
    for (int n : {-1, 0, 1, 12}) {
      double *c = rough<double>(r, 24L * 20, 1) + 24 * 3;
      const double *a = rough<double>(r, 24L * 5, 2);
      r.call({from, n}, harness::fast_if(n >= 0),
             [&] { inclusive(c, a, from, from + n, 5); });
    }
}
CASE(recurrences) {
  for (int n : {0, 1, 9})
    for (int m : {0, 1, 2, 24}) {
      float(*c)[24] = rows<float>(r, 2 * n, 1);
      const float *x = rough<float>(r, n, 2);
      r.call({n, m}, harness::fast_if(n > 0 && m > 1),
             [&] { recurrence(c, x, n, m); });
    }
}
CASE(parts) {
  for (int n : {0, 1, 6, 20})
    for (int m : {1, 9})
      for (int l : {1, 24}) {
        double(*c)[24] = rows<double>(r, n, 1);
        const double(*a)[24] = rows<double>(r, n, 2),
                    (*b)[24] = rows<double>(r, m, 3);
        r.call({n, m, l}, harness::fast_if(n > 0, n > 0 ? 2 : 1),
               [&] { gemm(c, a, b, 1.0 / 3, 1.0 / 7, n, m, l); });
      }
}
CASE(parts_of_triangles) {
  for (int n : {0, 1, 6, 20})
    for (int m : {1, 9}) {
      double(*c)[24] = rows<double>(r, n, 1);
      const double(*a)[24] = rows<double>(r, n, 2);
      r.call({n, m}, harness::fast_if(n > 0, n > 0 ? 2 : 1),
             [&] { syrk(c, a, 1.0 / 3, 1.0 / 7, n, m); });
    }
}

// Some threads store nothing, beside others of the same iteration of the outer loop.
void where_data_say(double (*c)[24], const short *x, int n, int l, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < l; ++j)
      for (int k = 0; k < m; ++k) {
        (void)c[i][k];
        if (x[(i * l + j) * m + k] > 0)
          c[i][k] = c[i][k] * 5 + 1;
      }
}

CASE(conditions_on_data) {
  for (int n : {1, 6})
    for (int m : {1, 9})
      for (int l : {1, 4}) {
        double(*c)[24] = rows<double>(r, n, 1);
        const short *x = r.in<short>(n * l * m);
        r.call({n, l, m}, taken::fast, [&] { where_data_say(c, x, n, l, m); });
      }
}

// Operands that overlap the result: the loops run as they are written.
CASE(overlapping_operands) {
  double(*c)[24] = rows<double>(r, 12, 1);
  const double(*b)[24] = rows<double>(r, 4, 2);
  r.call({4}, {taken::sequential, 1, "may overlap"},
         [&] { product<double, int>(c, c + 2, b, 4, 4, 24); });
}

} // namespace SIDE
