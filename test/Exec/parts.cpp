//===- parts.cpp - nests that run as several launches ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec --std c++20 cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>
#include <heddle/indices.h>
#include <vector>

using namespace heddle;
using harness::expectation;
using harness::taken;

namespace SIDE {

/// One line where there is nothing to do, else so many.
static expectation launches(bool nonempty, int count) {
  return nonempty ? expectation(taken::fast, count) : taken::nothing;
}

//===----------------------------------------------------------------------===//
// Iterations that need what others store
//===----------------------------------------------------------------------===//

void neighbours(double *y, double *t, const double *x, long n) {
  [[heddle::map]]
  for (long i = 1; i < n; ++i) {
    t[i] = x[i] * 0.5;
    y[i] = t[i] + t[i - 1];
  }
}

// As few launches as there can be: the first two statements share one.
void three(float *y, float *t, float *u, const float *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i) {
    t[i] = x[i] + 1; /* no # directive */
    u[i] = x[i] - 1; // beside the first, #1
    y[i] = i > 0 ? t[i - 1] * u[i] : u[i];
  }
}

// Each needs the one before.
void chain(int *a, int *b, int *c, const int *x, int n) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; --i) {
    a[i] = 2 * x[i];
    if (i + 1 < n)
      b[i] = a[i + 1] - x[i];
    if (i + 2 < n)
      c[i] += b[i + 1] * (x[i] & 3);
  }
}

// Locals stay with those who use them, in a template.
template <class T> void locals(T *y, T *t, const T *x, unsigned n) {
  HEDDLE(map)
  for (unsigned i = 2; i < n; i += 3) {
    const T square = x[i] * x[i];
    T sum = square + 1;
    t[i] = sum * square;
    const T before = t[i < 5 ? 0 : i - 3], now = t[i];
    y[i] = now - before;
  }
}

// One part needs a copy of what it overwrites.
void copied(long *y, long *t, const long *x, long n) {
  [[heddle::map, heddle::copy(y)]]
  for (long i = 1; i < n; ++i) {
    t[i] = x[i];
    y[i] = t[i - 1] + y[i + 1];
  }
}

// One part is a reduction.
int summed(int *y, int *t, const int *x, int n) {
  int total = 5;
  [[heddle::map]]
  for (int i = 1; i < n; ++i) {
    t[i] = x[i] & 15;
    y[i] = t[i - 1];
    total += t[i];
  }
  return total;
}

struct field {
  std::vector<double> now, next;
  int rows, columns;
  void relax() {
    [[heddle::map(Jing)]]
    for (int i = 1; i < rows - 1; ++i) {
      for (int j = 1; j < columns - 1; ++j)
        next[i * columns + j] = 0.5 * (now[i * columns + j - 1] +
                                       now[i * columns + j + 1]);
      for (int j = 1; j < columns - 1; ++j)
        now[i * columns + j] = next[i * columns + j];
      now[i * columns] = next[(i - 1) * columns + 1];
    }
  }
};

#define HALVE(a, i) a[i] /= 2
#define AND_BACK y[i] = t[i - 1]

void macros(float *y, float *t, int n) {
  [[heddle::map]]
  for (auto i : heddle::indices(1, n)) {
    HALVE(t, i);
    AND_BACK;
  }
}

// Sums that iterations share, beside sums of their own: the loops inside are
// split as well, and each s[j] has a thread, which keeps the order.
void shared_sums(double *__restrict q, double *__restrict s, const double *a,
                 const double *p, const double *r, int n, int m) {
  [[heddle::map, heddle::reduce(s)]] for (int i = 0; i < n; i++) {
    q[i] = 0.0;
    for (int j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * a[i * m + j];
      q[i] = q[i] + a[i * m + j] * p[j];
    }
  }
}
// The sums of the first two statements share a launch; in the next one threads own
// elements of y. Both loops inside have one name.
void sums_of_sums(double *y, double *t, const double *a, const double *x, int n,
                  int m) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    t[i] = 0.0;
    for (int j = 0; j < m; j++)
      t[i] = t[i] + a[i * m + j] * x[j];
    for (int j = 0; j < m; j++)
      y[j] = y[j] + a[i * m + j] * t[i];
  }
}

CASE(sums_that_iterations_share) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      double *q = r.out<double>(n), *s = r.out<double>(m);
      const double *a = r.in<double>(n > 0 && m > 0 ? n * m : 0);
      const double *p = r.in<double>(m), *x = r.in<double>(n);
      r.call({n, m}, {taken::any, n > 0 && m > 0 ? 3 : -1},
             [&] { shared_sums(q, s, a, p, x, n, m); });
      double *y = r.in<double>(m), *t = r.out<double>(n);
      a = r.in<double>(n > 0 && m > 0 ? n * m : 0), p = r.in<double>(m);
      r.call({n, m}, {taken::any, n > 0 && m > 0 ? 2 : -1},
             [&] { sums_of_sums(y, t, a, p, n, m); });
    }
}

CASE(iterations) {
  for (int n : harness::sizes()) {
    auto y = r.out<double>(n);
    auto t = r.in<double>(n, 2);
    auto x = r.in<double>(n);
    r.call({1, n}, launches(n > 1, 2), [&] { neighbours(y, t, x, n); });
    auto fy = r.out<float>(n), ft = r.out<float>(n), fu = r.out<float>(n);
    auto fx = r.in<float>(n);
    r.call({2, n}, launches(n > 0, 2), [&] { three(fy, ft, fu, fx, n); });
    auto a = r.in<int>(n, 2), b = r.in<int>(n, 3), c = r.in<int>(n, 4);
    auto ix = r.in<int>(n);
    r.call({3, n}, launches(n > 0, 3), [&] { chain(a, b, c, ix, n); });
    fy = r.out<float>(n), ft = r.in<float>(n, 5), fx = r.in<float>(n);
    const unsigned u = n < 0 ? 0 : n;
    r.call({4, n}, launches(u > 2, 2), [&] { locals(fy, ft, fx, u); });
    auto ly = r.in<long>(n + 1, 3), lt = r.in<long>(n, 2);
    auto lx = r.in<long>(n);
    r.call({5, n}, expectation(taken::any, n > 1 ? 2 : 1),
           [&] { copied(ly, lt, lx, n); });
    a = r.out<int>(n), b = r.in<int>(n, 3), ix = r.in<int>(n);
    int *const total = r.out<int>(1);
    r.call({6, n}, launches(n > 1, 2), [&] { *total = summed(a, b, ix, n); });
    fy = r.out<float>(n), ft = r.in<float>(n, 5);
    r.call({7, n}, launches(n > 1, 2), [&] { macros(fy, ft, n); });
  }
  for (int n : harness::few_sizes()) {
    for (int m : harness::few_sizes()) {
      if (n < 0 || m < 1)
        continue;
      field f{{}, {}, n, m};
      double *const out = r.out<double>(2 * n * m);
      for (int k = 0; k < n * m; ++k) {
        f.now.push_back(k * 7 % 11);
        f.next.push_back(k * 3 % 5);
      }
      r.call({8, n, m}, expectation(taken::any, n > 2 ? 2 : 1), [&] {
        f.relax();
        for (int k = 0; k < n * m; ++k) {
          out[k] = f.now[k];
          out[n * m + k] = f.next[k];
        }
      });
    }
  }
}

//===----------------------------------------------------------------------===//
// Declared loops beside statements
//===----------------------------------------------------------------------===//

void rows(double *a, double *s, const double *x, long n, long m) {
  [[heddle::bounds({n, m})]]
  for (long i = 0; i < n; ++i) {
    s[i] = x[i * m];
    for (long j = 0; j < m; ++j)
      a[i * m + j] = x[i * m + j] * 2;
  }
}

void mirrored(int *q, int *p, const int *x, int n, int m) {
  [[heddle::bounds({0, 1}, {n, m}),
    heddle::map(GridBlock(2, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i) {
    for (int j = 1; j < m; ++j)
      q[i * m + j] = x[i * m + j] + j;
    for (int k = 1; k < m; ++k)
      p[i * m + k] = q[i * m + m - k] - q[i * m + k];
  }
}

void deep(int *c, int *b, int *a, int n, int m, int l) {
  [[heddle::bounds({n, m, l})]]
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    for (int j = 0; j < m; ++j) {
      b[i * m + j] = a[i] + j;
      for (int k = 0; k < l; ++k)
        c[(i * m + j) * l + k] = b[i * m + j] - k;
    }
  }
}

void strided(int *y, int *s, int n, int m) {
  [[heddle::step(2, 3), heddle::width(1, 2), heddle::map(FoldAll)]]
  for (int i = 1; i < n; i += 2) {
    for (int j = 0; j < m; ++j)
      if (j % 3 < 2)
        y[i * m + j] = i - j;
    s[i] = -i;
  }
}

CASE(declared) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      if (m < 0)
        continue; // rows would begin before the arrays
      const int all = n > 0 ? n * m : 0;
      auto a = r.out<double>(all), s = r.out<double>(n);
      auto x = r.in<double>(all + (n > 0 ? n : 0));
      // Where rows are too short for the check, one line.
      r.call({1, n, m}, expectation(taken::any, n > 0 && m < 2 ? -1 : n > 0 ? 2 : 1),
             [&] { rows(a, s, x, n, m); });
      auto q = r.in<int>(all, 2), p = r.in<int>(all, 3);
      auto ix = r.in<int>(all);
      r.call({2, n, m}, expectation(taken::any, -1),
             [&] { mirrored(q, p, ix, n, m); });
      auto y = r.in<int>(all), t = r.in<int>(n, 3);
      r.call({3, n, m}, expectation(taken::any, n > 1 ? 2 : 1),
             [&] { strided(y, t, n, m); });
      for (int l : harness::tiny_sizes()) {
        auto c = r.out<int>(l > 0 ? all * l : 0), b = r.out<int>(all),
             d = r.out<int>(n);
        r.call({4, n, m, l}, expectation(taken::any, -1),
               [&] { deep(c, b, d, n, m, l); });
      }
    }
}

//===----------------------------------------------------------------------===//
// What falls back
//===----------------------------------------------------------------------===//

CASE(overlapping) {
  for (int n : {3, 40, 257}) {
    auto y = r.in<double>(3 * n);
    r.call({1, n}, {taken::sequential, 1, "overlap"},
           [&] { neighbours(y, y + n / 2, y + n, n); });
    y = r.in<double>(3 * n);
    r.call({2, n}, {taken::sequential, 1, "overlap"},
           [&] { neighbours(y, y + 2 * n, y + 1, n); });
    y = r.in<double>(3 * n);
    r.call({3, n}, launches(true, 2),
           [&] { neighbours(y, y + 2 * n, y + n, n); });
  }
}

constexpr int triangle(int n) {
  int t[32] = {}, y[32] = {};
  [[heddle::map]]
  for (int i = 1; i < n; ++i) {
    t[i] = 3 * i;
    y[i] = t[i - 1] + i;
  }
  int sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += y[i];
  return sum;
}
static_assert(triangle(20) == 703);

CASE(constant) {
  for (int n : {0, 5, 31}) {
    int *const out = r.out<int>(1);
    r.call({n}, launches(n > 1, 2), [&] { *out = triangle(n); });
  }
}

} // namespace SIDE
