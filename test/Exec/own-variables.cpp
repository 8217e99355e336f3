//===- own-variables.cpp - private and lastprivate, believed and checked --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Data decide whether an iteration sets a variable before it reads it; claims
// say that it does. Where a claim is wrong, HEDDLE_CHECK=1 finds it.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "checked.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class F>
static void checked(harness::recorder &r, std::initializer_list<long long> label,
                    const char *wrong, const F &f) {
  harness::checked(r, label, {taken::checked, -1}, wrong, f);
}

// Set and read under the same condition.
void roots(double *y, const double *x, const int *given, int n) {
  double t;
  [[heddle::map, heddle::private(t)]]
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    if (given[i] > 0)
      t = y[i] * 2;
    if (given[i] > 0)
      y[i] = t + 1;
  }
}

// Updates read, too; both loops are mapped, and each iteration of both has one.
void sums(long *y, const long *x, const int *given, int n, int m) {
  long s = 40;
  int k;
  HEDDLE(map, private(s, k))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const long v = x[i];
      if (given[i] >= 0)
        (s) = v;
      if (given[i] != -5)
        k = j;
      s += k;
      s++;
      y[i * m + j] = s;
    }
}

// Elements of arrays, of which data say which are set.
void corners(float *y, const float *x, const int *given, int n) {
  float q[2][3];
  [[heddle::map, heddle::private(q)]]
  for (int i = 0; i < n; ++i) {
    const float v = x[i];
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < given[i]; ++b)
        q[a][b] = v + static_cast<float>(a * b);
    float all = 0;
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b)
        all += q[a][b];
    y[i] = all;
  }
}

// The last iteration's value stays.
double last(double *y, const double *x, const int *given, int n) {
  double t = -1;
  [[heddle::map, heddle::lastprivate(t)]]
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    if (given[i] >= 0)
      t = y[i];
    if (given[i] >= 0)
      y[i] = t * t;
  }
  return t;
}

// A claim may stand beside others, of the outer loop alone.
void both(double *y, const double *x, const int *given, int n, int m, int all) {
  double t;
  [[heddle::map, heddle::private(t), heddle::extent(y, all * m),
    heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double v = x[i];
      if (given[i] >= 0)
        t = v + j;
      y[given[i] * m + j] = t;
    }
}

template <class T> T first_positive(const T *x, T *y, int n) {
  T t{};
  [[heddle::map, heddle::lastprivate(t)]]
  for (int i = 0; i < n; ++i) {
    const T v = x[i];
    while (t <= 0 || v > t)
      t = v + 1;
    y[i] = t;
  }
  return t;
}

CASE(right) {
  for (const int n : {0, 1, 31, 32, 33, 100}) {
    const std::size_t size = static_cast<std::size_t>(n);
    const auto run = [&] {
      const auto x = r.in<double>(size);
      const auto given = r.in<int>(size);
      for (int i = 0; i < n; ++i)
        given[i] = i % 4;
      const auto y = r.out<double>(size);
      roots(y, x, given, n);
      const auto z = r.in<long>(size);
      const auto s = r.out<long>(3 * size);
      sums(s, z, given, n, 3);
      for (int i = 0; i < n; ++i)
        given[i] = 3;
      const auto q = r.in<float>(size);
      const auto c = r.out<float>(size);
      corners(c, q, given, n);
      for (int i = 0; i < n; ++i)
        given[i] = n - 1 - i;
      const auto l = r.out<double>(size), b = r.out<double>(2 * size);
      r.keep(last(l, x, given, n));
      both(b, x, given, n, 2, n);
    };
    r.call({1, n}, {n ? taken::fast : taken::nothing, 5}, run);
    checked(r, {2, n}, nullptr, run);
  }
}

CASE(wrong) {
  const int n = 20;
  double x[n], y[2 * n], before = 3;
  long z[n], s[n];
  float f[n], c[n];
  int given[n];
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    z[i] = i;
    f[i] = float(i);
    given[i] = 3;
  }
  given[7] = -3;
  checked(r, {1},
          "private(s) is wrong: iteration i = 7, j = 0 reads 's' before it has "
          "set it",
          [&] { sums(s, z, given, 8, 1); });
  given[7] = -5;
  checked(r, {2}, "private(k) is wrong: iteration i = 7, j = 0 reads 'k'",
          [&] { sums(s, z, given, 8, 1); });
  given[7] = 2;
  checked(r, {3},
          "private(q) is wrong: iteration i = 7 reads 'q[a][b]' before it has "
          "set it",
          [&] { corners(c, f, given, n); });
  given[7] = 3;
  given[19] = -1;
  checked(r, {4},
          "lastprivate(t) is wrong: iteration i = 19, the last one, does not "
          "set 't'",
          [&] { before = last(y, x, given, n); });
  for (int i = 0; i < n - 1; ++i)
    given[i] = i;
  checked(r, {5}, "private(t) is wrong: iteration i = 19, j = 0 reads 't'",
          [&] { both(y + n, x, given, n, 1, n); });
  checked(r, {6},
          "lastprivate(t) is wrong: iteration i = 0 reads 't' before it has "
          "set it",
          [&] { first_positive(x, y, n); });
  r.keep(before == 3 || !HARNESS_REWRITTEN);
}

} // namespace SIDE
