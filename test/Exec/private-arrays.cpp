//===- private-arrays.cpp - arrays that each iteration has for itself -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

// Constant subscripts, two arrays in one declaration.
void corners(double *area, const double *x, int n, int m) {
  double px[4], py[4];
  int i, j, c;
  [[heddle::map]]
  for (i = 0; i < n; ++i)
    for (j = 0; j < m; ++j) {
      px[0] = x[i * m + j]; py[0] = 2;
      px[1] = px[0] * 2;    py[1] = px[1] + 1;
      px[3] = px[2] = py[1];
      py[2] = py[3] = i - j;
      double a = 0;
      for (c = 0; c < 4; ++c)
        a += px[c] * py[(c + 1) % 4];
      area[i * m + j] = a;
    }
}

// A loop sets all elements; then data say which are stepped.
void histogram(int *most, const unsigned *x, int n) {
  int count[8], i, k;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    for (k = 0; k < 8; k++)
      count[k] = 0;
    for (k = 0; k < 16; k++)
      ++count[(x[i] >> k) & 7];
    most[i] = count[0];
    for (k = 1; k < 8; k++)
      if (count[k] > most[i])
        most[i] = count[k];
  }
}

// A place that goes up by one, and a sort in the window.
void medians(unsigned char *out, const unsigned char *in, int n, int m) {
  unsigned char win[9], key;
  int x, y, i, j, k;
  [[heddle::map]]
  for (y = 1; y < n - 1; y++)
    for (x = 1; x < m - 1; x++) {
      k = 0;
      for (j = -1; j <= 1; j++)
        for (i = -1; i <= 1; i++)
          win[k++] = in[(y + j) * m + x + i];
      for (i = 1; i < 9; i++) {
        key = win[i];
        for (j = i - 1; j >= 0 && win[j] > key; j--)
          win[j + 1] = win[j];
        win[j + 1] = key;
      }
      out[y * m + x] = win[4];
    }
}

// Two dimensions, set from behind; only a part of it is read.
void tiles(float *y, const float *x, long n) {
  float t[3][4] = {};
  long i, r, c;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    for (r = 2; r >= 1; r--)
      for (c = 0; c < 4; ++c)
        t[r][c] = x[i] * float(r + 3 * c);
    float sum = 0;
    for (r = 1; r <= 2; ++r)
      for (c = 1; c < 4; ++c)
        sum += t[r][c - 1] - t[r][c];
    y[i] = sum + t[2][3];
  }
}

// The array serves again, in loops that are not mapped and in some that are.
int again(int *y, const int *x, int n) {
  int t[3];
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    t[0] = x[i]; t[1] = t[0] / 2; t[2] = t[1] / 2;
    y[i] = t[i % 3];
  }
  for (int k = 0; k < 3; ++k)
    t[k] = 1;
  int sum = t[n & 1];
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      t[k] = x[i] + k;
    y[i] += t[(i + 1) % 3];
  }
  t[1] = sum;
  return t[1];
}

// The extent is a template's.
template <int N> void powers(double *y, const double *x, int n) {
  double p[N];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    p[0] = 1;
    p[1] = x[i];
    p[2] = x[i] * x[i];
    double sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += p[k] * k;
    y[i] = sum;
  }
}

// Functions fill the arrays, one of them a table of rows.
static void exact(double at, double by, double to[5]) {
  int m;
  for (m = 0; m < 5; m++)
    to[m] = at + by * m;
}
static void turned(double angle, double (*to)[2]) {
  to[0][0] = angle;
  to[1][1] = angle;
  to[0][1] = -angle / 2;
  to[1][0] = angle / 2;
}
void faces(double *u, int n, int k) {
  double first[5], last[5], turn[2][2];
  int i, j, m;
  [[heddle::map]]
  for (j = 0; j < n; j++)
    for (i = 0; i < k; i++) {
      exact(i, j, first);
      exact(n - i, 0.5 * j, last);
      turned(i - j, turn);
      for (m = 0; m < 5; m++)
        u[(j * k + i) * 5 + m] = first[m] * turn[m % 2][0] - last[m] * turn[1][m % 2];
    }
  [[heddle::map]]
  for (j = 0; j < n; j++) {
    exact(j, 3, first);
    for (m = 0; m < 5; m++)
      u[j * k * 5 + m] += first[m];
  }
}

// They fill a row at a time, which loops choose.
void both_ends(double *u, int n) {
  double face[2][3][5];
  int i, m, end;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    for (end = 0; end < 2; end++)
      exact(i, end, &face[end][0][0]);
    for (end = 0; end < 2; end++)
      exact(end, i, face[end][1]);
    exact(1, i, &(face[0][2][0]));
    for (m = 0; m < 5; m++)
      u[i * 5 + m] = face[1][0][m] - face[0][0][m] * face[1][1][m] + face[0][1][m] * face[0][2][m];
  }
}

CASE(rows_are_filled) {
  for (int n : harness::few_sizes()) {
    double *u = r.out<double>(n * 5);
    r.call({n}, harness::fast_if(n > 0), [&] { both_ends(u, n); });
  }
}

CASE(filled) {
  for (int n : harness::few_sizes()) {
    const int k = 7;
    double *u = r.out<double>(n * k * 5);
    r.call({n, k}, {n > 0 ? taken::fast : taken::nothing, 2}, [&] { faces(u, n, k); });
  }
}
CASE(corners) {
  for (int n : harness::few_sizes()) {
    const int m = 6;
    double *area = r.out<double>(n * m);
    const double *x = r.in<double>(n * m);
    r.call({n, m}, harness::fast_if(n > 0), [&] { corners(area, x, n, m); });
  }
}
CASE(histogram) {
  for (int n : harness::sizes()) {
    int *most = r.out<int>(n);
    const unsigned *x = r.in<unsigned>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { histogram(most, x, n); });
  }
}
CASE(medians) {
  for (int n : harness::few_sizes()) {
    const int m = 7;
    unsigned char *out = r.in<unsigned char>(n * m);
    const unsigned char *in = r.in<unsigned char>(n * m);
    r.call({n, m}, harness::fast_if(n > 2), [&] { medians(out, in, n, m); });
  }
}
CASE(tiles) {
  for (int n : harness::sizes()) {
    float *y = r.out<float>(n);
    const float *x = r.in<float>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { tiles(y, x, n); });
  }
}
CASE(again) {
  for (int n : harness::sizes()) {
    int *y = r.out<int>(n);
    const int *x = r.in<int>(n);
    int *one = r.out<int>(1);
    r.call({n}, harness::expectation(n > 0 ? taken::fast : taken::nothing, 2), [&] { *one = again(y, x, n); });
  }
}
CASE(powers) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n);
    const double *x = r.in<double>(n);
    r.call({n}, harness::expectation(n > 0 ? taken::fast : taken::nothing, 2), [&] { powers<3>(y, x, n); powers<5>(y, x, n); });
  }
}

} // namespace SIDE
