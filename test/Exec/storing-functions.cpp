//===- storing-functions.cpp - functions that write to arrays -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cmath>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Through pointers, references, containers and names
//===----------------------------------------------------------------------===//

static void cross(const double a[3], const double *b, double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}
void normals(double *y, const double *u, const double *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    cross(&u[3 * i], v + 3 * i, &y[3 * i]);
}

template <class T> void exchange(T &a, T &b) {
  const T t = a;
  a = b;
  b = t;
}
static void sort2(double &low, double &high) {
  if (high < low)
    exchange(low, high);
}
void reverse(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n / 2; ++i)
    exchange(x[i], x[n - 1 - i]);
}
void odd_even(double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; i += 2)
    sort2(x[i], x[i + 1]);
}

static void set(std::vector<int> &v, std::size_t at, int to) { v[at] = to; }
void filled(std::vector<int> &v) {
  [[heddle::map]]
  for (int i = 0; i < int(v.size()); ++i)
    set(v, std::size_t(i), i * i - 3);
}

static int table[12][7];
static void put(int i, int j, int v) { table[i][j] += v; }
void named(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 7; ++j)
      put(i, 6 - j, n * i + j);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 7; ++j) {
      y[i * 7 + j] = table[i][j];
      table[i][j] = 0;
    }
}

void captured(double *y, const double *x, int n, int m) {
  const auto store = [&](int i, int j, double v) {
    if (j % 2 == 0)
      y[i * m + j] = v;
    else
      y[i * m + j] = -v;
  };
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      store(i, j, x[i * m + j] + 1);
}

CASE(normals) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(3 * n);
    const double *u = r.in<double>(3 * n), *v = r.in<double>(3 * n);
    r.call({n}, harness::fast_if(n > 0), [&] { normals(y, u, v, n); });
  }
}
CASE(reverse) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 1), [&] { reverse(x, n); });
  }
}
CASE(odd_even) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 2), [&] { odd_even(x, n); });
  }
}
CASE(filled) {
  for (int n : harness::sizes()) {
    std::vector<int> v(std::size_t(std::max(n, 0)));
    int *y = r.out<int>(std::max(n, 0));
    r.call({n}, harness::fast_if(n > 0), [&] {
      filled(v);
      std::copy(v.begin(), v.end(), y);
    });
  }
}
CASE(named) {
  int *y = r.out<int>(12 * 7);
  r.call({5}, harness::fast_if(true), [&] { named(y, 5); });
}
CASE(captured) {
  for (int n : harness::few_sizes()) {
    const int m = 5;
    double *y = r.out<double>(n * m);
    const double *x = r.in<double>(n * m);
    r.call({n, m}, harness::fast_if(n > 0), [&] { captured(y, x, n, m); });
  }
}

//===----------------------------------------------------------------------===//
// Rows, updates, results beside what is stored
//===----------------------------------------------------------------------===//

static void axpy(int n, double by, const double *x, double *y) {
  for (int j = 0; j < n; ++j)
    y[j] += by * x[j];
}
void rank1(double *a, const double *u, const double *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    axpy(n, u[i], v, a + i * n);
}

static double bump(double &v, double by) {
  v += by;
  return v;
}
void results(double *y, double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double now = bump(x[i], 2), twice;
    if (bump(x[i], 1) > 3)
      now = -now;
    twice = bump(x[i], 0.5);
    y[i] = now + twice + x[i];
  }
}

// A reference to what the function writes otherwise.
static void both(double *to, const double &v) {
  *to = v + 1;
  *to += v;
}
void aliased(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    both(x + i, x[i]);
}

// Reads what later iterations write, through an argument of its own.
static void shift(double *to, const double *from, int i) {
  to[i] = from[i] + 2 * from[i + 1];
}
void shifted(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n - 1; ++i)
    shift(x, x, i);
}

static void range(double at, int n, int *low, int &high) {
  *low = int(at) % 3;
  high = *low + n % 4;
  if (high > 5)
    high = 5;
}
void locals(int *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int low, high = 0;
    range(std::fabs(x[i]), n, &low, high);
    y[i] = 10 * high + low;
  }
}

static void clipped(float *y, int i, int n, float v) {
  if (i >= n)
    return;
  y[i] = v;
}
void early(float *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    clipped(y, i, m, float(i));
}

CASE(rank1) {
  for (int n : harness::few_sizes()) {
    double *a = r.in<double>(n * n);
    const double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { rank1(a, u, v, n); });
  }
}
CASE(results) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n), *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { results(y, x, n); });
  }
}
CASE(aliased) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { aliased(x, n); });
  }
}
CASE(shifted) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, n > 1 ? taken::any : taken::nothing, [&] { shifted(x, n); });
  }
}
CASE(locals) {
  for (int n : harness::sizes()) {
    int *y = r.out<int>(n);
    const double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { locals(y, x, n); });
  }
}
CASE(early) {
  for (int n : harness::sizes()) {
    float *y = r.in<float>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { early(y, n, n / 2); });
  }
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

struct body {
  double x, v;
  int hits;
  void drift(double dt) { x += v * dt; }
  void bounce(double wall) {
    if (x > wall) {
      v = -v;
      ++hits;
    }
    drift(0.25);
  }
};
static void kick(body &b, double by) { b.v += by; }
static void clear(body *b) { b->hits = 0; }

void moved(body *b, const double *f, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    clear(&b[i]);
    kick(b[i], f[i]);
    b[i].drift(0.5);
    b[i].bounce(1);
  }
}

CASE(moved) {
  for (int n : harness::sizes()) {
    body *b = reinterpret_cast<body *>(r.in<double>(3 * n));
    const double *f = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { moved(b, f, n); });
  }
}

//===----------------------------------------------------------------------===//
// Defined behind the nest, with lines that the preprocessor chooses
//===----------------------------------------------------------------------===//

#define FINE 1
static double limited(double r);
static void chosen(double *y, double v);

void late(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    chosen(y + i, limited(x[i]));
  }
}

static double half(double r) { return r / 2; }
static double limited(double r) { return (half(r) + std::fabs(r)) / (1 + std::fabs(r)); }
static void chosen(double *y, double v) {
#if FINE
  *y = v * v;
#else
  *y = v; // # never
#endif
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k)
    *y += k;
}

CASE(late) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n);
    const double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { late(y, x, n); });
  }
}

} // namespace SIDE
