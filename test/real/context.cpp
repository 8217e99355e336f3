//===- context.cpp - what stands around the loops makes them parallel -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <heddle/heddle.h>
#include <utility>

/* the source lies behind all that is written */
void pull_back(double *x, int n)
{
  for (int k = 5; k + 5 <= n; k += 5) {
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      x[j] = x[j + k];
  }
}

void lu_columns(double *a, int n)
{
  for (int k = 0; k < n; k++) {
    [[heddle::map]]
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

/* all rows but the pivot's */
void gauss_jordan(double (*a)[33], int n)
{
  for (int k = 0; k < n; ++k) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      if (i != k) {
        double f = a[i][k] / a[k][k];
        for (int j = k; j < 33; ++j)
          a[i][j] -= f * a[k][j];
      }
  }
}

/* with a permutation of the pivots the rows below are as they are */
void eliminate_below(double (*a)[32], double *b, int n, int k)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    if (i > k) {
      double m = a[i][k] / a[k][k];
      for (int j = k; j < 32; j++)
        a[i][j] -= m * a[k][j];
      b[i] -= m * b[k];
    }
}

void atax(const double *A, const double *x, double *y, int n, int m)
{
  [[heddle::map, heddle::reduce(y)]]
  for (int i = 0; i < n; i++) {
    double tmp = 0.0;
    for (int j = 0; j < m; j++)
      tmp += A[i * m + j] * x[j];
    for (int j = 0; j < m; j++)
      y[j] += A[i * m + j] * tmp;
  }
}

void bicg(const double *A, const double *p, const double *r, double *q, double *s, int n, int m)
{
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; i++) {
    q[i] = 0.0;
    for (int j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * A[i * m + j];
      q[i] = q[i] + A[i * m + j] * p[j];
    }
  }
}

/* two rows of one array, as two pointers */
void next_row(int *table, const int *cost, int n, int rows)
{
  for (int r = 1; r < rows; ++r) {
    const int *prev = table + (r - 1) * n;
    int *cur = table + r * n;
    [[heddle::map]]
    for (int j = 1; j < n - 1; ++j)
      cur[j] = cost[j] + std::min(prev[j], std::min(prev[j - 1], prev[j + 1]));
  }
}

int nearest(const float *x, const float *y, int n, float px, float py)
{
  float best = FLT_MAX;
  int at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i) {
    const float d = (x[i] - px) * (x[i] - px) + (y[i] - py) * (y[i] - py);
    if (d < best) {
      best = d;
      at = i;
    }
  }
  return at;
}

/* pivot search; the largest value leaves with its row */
int pivot_row(const double *a, int n, int k)
{
  double big = 0.0;
  int row = k;
  [[heddle::map, heddle::reduce(big, row)]]
  for (int i = k; i < n; i++)
    if (fabs(a[i * n + k]) > big) {
      big = fabs(a[i * n + k]);
      row = i;
    }
  return row;
}

double running_total(const double *x, double *y, int n)
{
  double s = 0.0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; i++) {
    s += x[i];
    y[i] = s; // inclusive
  }
  return s;
}

void reverse_in_place(float *x, int n)
{
  [[heddle::map]]
  for (int i = 0; i < n / 2; ++i)
    std::swap(x[i], x[n - 1 - i]);
}

void odd_even_sort(int *x, int n)
{
  for (int phase = 0; phase < n; phase++) {
    [[heddle::map]]
    for (int i = phase % 2; i < n - 1; i += 2)
      if (x[i] > x[i + 1])
        std::swap(x[i], x[i + 1]);
  }
}

/* partners differ in one bit */
void bitonic_step(int *x, int n, int j, int k)
{
  // claims: [[heddle::extent(x, n), heddle::independent(x)]]
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    int l = i ^ j;
    if (l > i)
      if (((i & k) == 0 && x[i] > x[l]) || ((i & k) != 0 && x[i] < x[l])) {
        int t = x[i]; x[i] = x[l]; x[l] = t;
      }
  }
}

void red_black(double *u, const double *f, int n)
{
  for (int colour = 0; colour < 2; ++colour) {
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
        u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
  }
}

void floyd_warshall(int *d, int n)
{
  for (int k = 0; k < n; k++) {
    [[heddle::map]]
    for (int i = 0; i < n; i++) {
      if (i == k) continue;
      for (int j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
    }
  }
}

/* anti-diagonals of an alignment */
void align_diagonal(int *score, const int *sub, int n, int gap)
{
  for (int d = 2; d <= 2 * (n - 1); d++) {
    const int lo = d - (n - 1) > 1 ? d - (n - 1) : 1;
    const int hi = d - 1 < n - 1 ? d - 1 : n - 1;
    [[heddle::map]]
    for (int i = lo; i <= hi; i++) {
      const int j = d - i;
      int s = score[(i - 1) * n + j - 1] + sub[i * n + j];
      if (score[(i - 1) * n + j] - gap > s) s = score[(i - 1) * n + j] - gap;
      if (score[i * n + j - 1] - gap > s) s = score[i * n + j - 1] - gap;
      score[i * n + j] = s;
    }
  }
}

/* time levels in one array */
void wave_levels(double (*u)[100], int steps)
{
  for (int t = 1; t < steps; ++t) {
    const int now = t % 3, next = (t + 1) % 3, last = (t + 2) % 3;
    [[heddle::map]]
    for (int i = 1; i < 99; ++i)
      u[next][i] = 2 * u[now][i] - u[last][i] + 0.25 * (u[now][i - 1] - 2 * u[now][i] + u[now][i + 1]);
  }
}

/* the components of a vector lie `stride` apart */
void cross_products(double *out, const double *a, const double *b, int n, int stride)
{
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    double *o = out + 3 * i;
    const double *p = a + 3 * i, *q = b + 3 * i;
    const double x = p[1 * stride] * q[2 * stride] - p[2 * stride] * q[1 * stride];
    const double y = p[2 * stride] * q[0] - p[0] * q[2 * stride];
    o[0] = x;
    o[1 * stride] = y;
    o[2 * stride] = p[0] * q[1 * stride] - p[1 * stride] * q[0];
  }
}

/* one bit for each pair of boxes, in a table with room for so many */
void overlapping_boxes(const float *left, const float *right, int *table, int n)
{
  constexpr int MaxBoxes = 512;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      table[i * MaxBoxes + j] = left[i] <= right[j] && left[j] <= right[i];
}

/* the sums of all ranks, of which this one's are added to */
void add_moments(double *moments, const double *x, const double *w, int n)
{
  [[heddle::map, heddle::reduce(moments)]]
  for (int i = 0; i < n; ++i) {
    moments[0] += w[i];
    moments[1] += w[i] * x[i];
    moments[2] += w[i] * x[i] * x[i];
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 32;
  auto a = values<double>(n * n, 1), b = values<double>(n * n, 2);
  auto x = a;
  pull_back(x.data(), 50); show("pull_back", x);
  for (int i = 0; i < n; ++i) a[i * n + i] += 200;
  x = a;
  lu_columns(x.data(), n); show("lu_columns", x);
  static double aug[32][33], sys[32][32], rhs[32];
  for (int i = 0; i < n; ++i) {
    rhs[i] = aug[i][32] = b[i];
    for (int j = 0; j < n; ++j) aug[i][j] = sys[i][j] = a[i * n + j];
  }
  gauss_jordan(aug, n); show("gauss_jordan", &aug[0][0], n * 33);
  eliminate_below(sys, rhs, n, 0); eliminate_below(sys, rhs, n, 1); show("eliminate_below", &sys[0][0], n * n); show("eliminate_below", rhs, n);
  std::vector<double> y(n), q(n), s(n);
  atax(b.data(), a.data(), y.data(), n, n); show("atax", y);
  bicg(a.data(), b.data(), b.data() + n, q.data(), s.data(), n, n); show("bicg", s);
  auto k = values<int>(n * n, 3), cost = values<int>(n, 4);
  next_row(k.data(), cost.data(), n, n); show("next_row", k);
  auto f = values<float>(200, 5), g = values<float>(200, 6);
  show("nearest", nearest(f.data(), g.data(), 200, 2.3f, 1.2f));
  show("pivot_row", pivot_row(b.data(), n, 3));
  std::vector<double> sums(n * n);
  sums[0] += running_total(b.data(), sums.data(), n * n); show("running_total", sums);
  reverse_in_place(f.data(), 199); show("reverse_in_place", f);
  auto o = values<int>(64, 7), t = values<int>(64, 8);
  odd_even_sort(o.data(), 64); show("odd_even_sort", o);
  for (int kk = 2; kk <= 64; kk *= 2) for (int j = kk / 2; j > 0; j /= 2) bitonic_step(t.data(), 64, j, kk);
  show("bitonic_step", t);
  red_black(b.data(), a.data(), n); show("red_black", b);
  auto d = values<int>(n * n, 9);
  floyd_warshall(d.data(), n); show("floyd_warshall", d);
  auto sc = values<int>(n * n, 10), sub = values<int>(n * n, 11);
  align_diagonal(sc.data(), sub.data(), n, 3); show("align_diagonal", sc);
  static double u[3][100];
  for (int i = 0; i < 300; ++i) (&u[0][0])[i] = a[i] < 100 ? a[i] : 1;
  wave_levels(u, 20); show("wave_levels", &u[0][0], 300);
  auto va = values<double>(3 * n, 12), vb = values<double>(3 * n, 13);
  std::vector<double> vc(3 * n);
  cross_products(vc.data(), va.data(), vb.data(), n, 1); show("cross_products", vc);
  std::vector<int> table(512 * n);
  overlapping_boxes(f.data(), g.data(), table.data(), n); show("overlapping_boxes", table);
  double moments[3] = {};
  add_moments(moments, va.data(), vb.data(), n); show("add_moments", moments, 3);
}
