//===- tables.cpp - tables of rows, as double ** and vectors --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Rows lie anywhere: launches pass those that the loops touch, and run the loop
// as written where rows meet. Claims are believed, and checked under
// HEDDLE_CHECK=1.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "checked.h"
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <heddle/heddle.h>
#include <string>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// A table of n rows of m elements, in the order `step` within one array.
template <class T>
static std::vector<T *> rows_of(T *all, int n, int m, int step = 1) {
  std::vector<T *> rows(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    rows[static_cast<std::size_t>(i)] =
        all + static_cast<std::ptrdiff_t>((i * step) % n) * m;
  return rows;
}

template <class T>
static std::vector<std::vector<T>> vectors_of(const T *all, int n, int m) {
  std::vector<std::vector<T>> rows;
  for (int i = 0; i < n; ++i)
    rows.emplace_back(all + i * m, all + (i + 1) * m);
  return rows;
}

template <class T>
static void keep(harness::recorder &r, const std::vector<std::vector<T>> &v) {
  for (const std::vector<T> &row : v) {
    T *to = r.out<T>(static_cast<long long>(row.size()));
    std::copy(row.begin(), row.end(), to);
  }
}

//===----------------------------------------------------------------------===//
// Pointers to rows
//===----------------------------------------------------------------------===//

void product(double **a, double **b, double **c, int n, int l, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < l; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

void transposed(const float *const *a, float **b, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[j][i] = 2 * a[i][j];
}

CASE(pointers) {
  for (const int n : {0, 1, 2, 33})
    for (const int m : {0, 1, 7}) {
      const int l = 5;
      const auto a = r.in<double>(n * l), b = r.in<double>(l * m, 2);
      const auto c = r.out<double>(n * m);
      std::fill(c, c + n * m, 3.0);
      auto pa = rows_of(a, n, l), pb = rows_of(b, l, m, 2), pc = rows_of(c, n, m);
      r.call({1, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { product(pa.data(), pb.data(), pc.data(), n, l, m); });
      const auto x = r.in<float>(n * m), y = r.in<float>(n * m, 3);
      auto px = rows_of(x, n, m), py = rows_of(y, m, n);
      r.call({2, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { transposed(px.data(), py.data(), n, m); });
    }
}

void stencil(double **u, double **w, int n, int m) {
  [[heddle::map, heddle::rows(u, n, m), heddle::rows(w, n, m)]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      w[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] - 3 * u[i][j + 1];
}

void pointed(double **u, int **w, int n, int m) {
  [[heddle::map, heddle::rows(u, n, m), heddle::rows(w, n, m)]]
  for (int i = 1; i < n; ++i) {
    const double *up = u[i - 1], *row = u[i];
    int *to = w[i];
    for (int j = 0; j < m; ++j)
      if (row[j] > up[j])
        to[j] += i;
  }
}

CASE(claimed) {
  for (const int n : {2, 3, 8, 33})
    for (const int m : {3, 6, 35}) {
      const auto run = [&] {
        const auto u = r.in<double>(n * m), w = r.in<double>(n * m, 2);
        auto pu = rows_of(u, n, m), pw = rows_of(w, n, m);
        stencil(pu.data(), pw.data(), n, m);
      };
      r.call({1, n, m}, harness::fast_if(n > 2), run);
      harness::checked(r, {2, n, m}, {taken::checked, -1}, nullptr, run);
      const auto points = [&] {
        const auto u = r.in<double>(n * m);
        const auto w = r.in<int>(n * m, 2);
        auto pu = rows_of(u, n, m);
        auto pw = rows_of(w, n, m);
        pointed(pu.data(), pw.data(), n, m);
      };
      r.call({3, n, m}, taken::fast, points);
      harness::checked(r, {4, n, m}, {taken::checked, -1}, nullptr, points);
    }
}

// The function allocates the rows that its loops touch in part.
void smoothed(double *y, int n, int m, int steps) {
  double **u = new double *[n];
  double **w = (double **)malloc(n * sizeof(double *));
  for (int i = 0; i < n; i++) {
    u[i] = new double[m];
    w[i] = static_cast<double *>(malloc(sizeof(double) * m));
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i][j] = w[i][j] = i * j % 7;
  for (int t = 0; t < steps; t++)
    [[heddle::map]]
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        w[i][j] = u[i - 1][j] + 0.5 * u[i][j + 1];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      y[i * m + j] = w[i][j];
    delete[] u[i];
    free(w[i]);
  }
  delete[] u;
  free(w);
}

#define ROWS 9
#define COLUMNS 3
// Macros that say how many may mean something else at the loops.
void marked(double *y, const bool *mask) {
  double **u = new double *[ROWS];
  for (int i = 0; i < ROWS; i++) {
    u[i] = new double[COLUMNS];
    for (int j = 0; j < COLUMNS; j++)
      u[i][j] = i - j;
  }
#undef COLUMNS
#define COLUMNS 40000
  [[heddle::map]]
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < 3; j++)
      if (mask[j])
        u[i][j] *= 2;
  for (int i = 0; i < ROWS; i++) {
    for (int j = 0; j < 3; j++)
      y[i * 3 + j] = u[i][j];
    delete[] u[i];
  }
  delete[] u;
}

CASE(allocated_by_macros) {
  const bool mask[] = {true, false, true};
  r.call({1}, taken::fast, [&] { marked(r.out<double>(27), mask); });
}

CASE(allocated_in_sight) {
  for (const int n : {2, 3, 33})
    for (const int m : {3, 7}) {
      r.call({n, m}, harness::fast_if(n > 2),
             [&] { smoothed(r.out<double>(n * m), n, m, 1); });
      harness::checked(r, {n, m}, {taken::checked, -1}, nullptr,
                       [&] { smoothed(r.out<double>(n * m), n, m, 1); });
    }
}

void part(double **a, int n, int m, int claimed) {
  [[heddle::map, heddle::rows(a, n, claimed)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (a[i][j] > 0)
        a[i][j] = 0;
}

CASE(wrong_claims) {
  const int n = 4, m = 6;
  auto apart = [&] { // each row by itself
    std::vector<std::vector<double>> all(n, std::vector<double>(m + 8, 1.0));
    return all;
  };
  auto rows = apart();
  std::vector<double *> table;
  for (std::vector<double> &row : rows)
    table.push_back(row.data());
  harness::checked(r, {1}, {taken::checked, -1}, nullptr,
                   [&] { part(table.data(), n, m, m); });
  harness::checked(r, {2}, {taken::checked, -1},
                   "'a[i][j]', which is in none of the rows",
                   [&] { part(table.data(), n, m, m - 1); });
}

//===----------------------------------------------------------------------===//
// Rows that meet
//===----------------------------------------------------------------------===//

void increase(int **a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = 2 * a[i][j] + j;
}

void add(int **a, int **b, const int *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] += b[i][j] + x[j];
}

CASE(rows_that_meet) {
  const int n = 4, m = 5;
  for (const int shift : {m, m - 1, 0}) {
    const auto all = r.in<int>(n * m);
    auto table = rows_of(all, n, m);
    table[2] = table[1] + shift;
    r.call({1, shift}, shift == m ? taken::fast : taken::sequential,
           [&] { increase(table.data(), n, m); });
  }
  for (int row = 0; row < 2 * n; ++row) { // that b takes from a
    const auto a = r.in<int>(2 * n * m), b = r.in<int>(n * m, 2);
    const auto x = r.in<int>(m, 3);
    auto pa = rows_of(a, n, m), pb = rows_of(b, n, m);
    pb[1] = a + row * m;
    r.call({2, row}, row < n ? taken::sequential : taken::fast,
           [&] { add(pa.data(), pb.data(), x, n, m); });
  }
  for (int row = 0; row < 2 * n; ++row) { // that is x
    const auto a = r.in<int>(2 * n * m), b = r.in<int>(n * m, 2);
    auto pa = rows_of(a, n, m), pb = rows_of(b, n, m);
    r.call({3, row}, row < n ? taken::sequential : taken::fast,
           [&] { add(pa.data(), pb.data(), a + row * m, n, m); });
  }
}

//===----------------------------------------------------------------------===//
// Vectors of vectors
//===----------------------------------------------------------------------===//

using matrix = std::vector<std::vector<double>>;

void step(const matrix &u, matrix &w, int n, int m) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      w[i][j] = u[i][j] + 0.5 * (u[i - 1][j] + u[i + 1][j] - u[i][j - 1]);
}

void by_rows(const matrix &u, matrix &w, std::size_t n, std::size_t m) {
  [[heddle::map]]
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<double> &from = u[i];
    auto &to = w[i];
    double *raw = w[i].data();
    for (std::size_t j = 1; j < m; ++j)
      to[j] = from[j] + raw[0];
  }
}

CASE(vectors) {
  for (const int n : {0, 1, 2, 9})
    for (const int m : {0, 1, 3, 40}) {
      const auto u = r.in<double>(n * m), w = r.in<double>(n * m, 2);
      auto vu = vectors_of(u, n, m), vw = vectors_of(w, n, m);
      r.call({1, n, m}, harness::fast_if(n > 2 && m > 2),
             [&] { step(vu, vw, n, m); keep(r, vw); });
      r.call({2, n, m}, harness::fast_if(n > 0), [&] {
        by_rows(vu, vw, static_cast<std::size_t>(n),
                static_cast<std::size_t>(m));
        keep(r, vw);
      });
    }
}

void triangle(std::vector<std::vector<float>> &v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      v[i][j] = v[i][j] * 2 + j;
}

// Row i has i + 1 elements, and the last ones have more.
CASE(ragged) {
  for (const int n : {1, 2, 20}) {
    std::vector<std::vector<float>> v;
    for (int i = 0; i < n + 3; ++i)
      v.emplace_back(i + 1, i + 0.5f);
    r.call({n}, taken::fast, [&] { triangle(v, n); keep(r, v); });
  }
}

//===----------------------------------------------------------------------===//
// Three levels, arrays of pointers, reductions
//===----------------------------------------------------------------------===//

void planes(double ***u, double *mean, int nz, int ny, int nx) {
  [[heddle::map]]
  for (int k = 0; k < nz; ++k) {
    double sum = 0;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        sum += u[k][j][i];
    mean[k] = sum / (ny * nx);
  }
}

void fill(std::vector<std::vector<std::vector<int>>> &v, int l, int n, int m) {
  [[heddle::map]]
  for (int k = 0; k < l; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        v[k][i][j] = 100 * k + 10 * i + j;
}

void by_plane(double ***u, int nz, int ny, int nx) {
  [[heddle::map]]
  for (int k = 0; k < nz; ++k) {
    double **plane = u[k];
    for (int j = 0; j < ny; ++j) {
      double *row = plane[j];
      for (int i = 0; i < nx; ++i)
        row[i] = row[i] * k + j;
    }
  }
}

CASE(three_levels) {
  for (const int l : {1, 3})
    for (const int n : {1, 4})
      for (const int m : {1, 6}) {
        const auto u = r.in<double>(l * n * m), mean = r.out<double>(l);
        auto rows = rows_of(u, l * n, m);
        std::vector<double **> table;
        for (int k = 0; k < l; ++k)
          table.push_back(rows.data() + k * n);
        r.call({1, l, n, m}, {taken::fast, 2}, [&] {
          planes(table.data(), mean, l, n, m);
          by_plane(table.data(), l, n, m);
        });
        std::vector<std::vector<std::vector<int>>> v(
            l, std::vector<std::vector<int>>(n, std::vector<int>(m)));
        r.call({2, l, n, m}, taken::fast, [&] {
          fill(v, l, n, m);
          for (const auto &plane : v)
            keep(r, plane);
        });
      }
}

void to_the_left(double **u, int n, int m) {
  [[heddle::map, heddle::copy(u), heddle::rows(u, n, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m - 1; ++j)
      u[i][j] = u[i][j + 1] + i;
}

void from_below(std::vector<std::vector<double>> &u, int n, int m) {
  [[heddle::map, heddle::copy(u)]]
  for (int i = 0; i < n - 1; ++i) {
    u[i][0] = 3;
    for (int j = 0; j < m; ++j)
      u[i][j] += u[i][0] + u[i + 1][j];
  }
}

void mirrored(int ***u, int l, int n, int m) {
  [[heddle::map, heddle::copy(u), heddle::rows(u, l, n, m)]]
  for (int k = 0; k < l - 1; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        u[k][i][j] -= u[k + 1][n - 1 - i][m - 1 - j];
}

CASE(copied_before) {
  for (const int n : {1, 2, 33})
    for (const int m : {1, 2, 35}) {
      const auto a = r.in<double>(n * m), b = r.in<double>(n * m, 2);
      auto rows = rows_of(a, n, m);
      auto v = vectors_of(b, n, m);
      r.call({1, n, m}, harness::copied_if(m > 1),
             [&] { to_the_left(rows.data(), n, m); });
      r.call({2, n, m}, harness::copied_if(n > 1),
             [&] { from_below(v, n, m); keep(r, v); });
      const auto c = r.in<int>(3 * n * m);
      auto planes = rows_of(c, 3 * n, m);
      std::vector<int **> table;
      for (int k = 0; k < 3; ++k)
        table.push_back(planes.data() + k * n);
      r.call({3, n, m}, harness::copied_if(true),
             [&] { mirrored(table.data(), 3, n, m); });
    }
}

void two_rows(double *(&a)[2], int m) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j)
    a[1][j] = 2 * a[0][j];
}

double total(const std::vector<std::vector<double>> &v, double *const *p, int n,
             int m) {
  double sum = 0;
  HEDDLE(map, reduce(sum))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      sum += v[i][j] * p[i][j];
  return sum;
}

CASE(other_forms) {
  for (const int m : {0, 1, 50}) {
    const auto a = r.in<double>(2 * m);
    double *table[2] = {a, a + m};
    r.call({1, m}, harness::fast_if(m > 0), [&] { two_rows(table, m); });
    const int n = 3;
    const auto b = r.in<double>(n * m);
    const auto v = vectors_of(b, n, m);
    auto p = rows_of(b, n, m);
    r.call({2, m}, {taken::any, 1},
           [&] { r.keep(total(v, p.data(), n, m)); });
  }
}

} // namespace SIDE
