//===- last-values.cpp - variables that are read behind the loops ---------===//
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

// The counter serves behind the loop, in every kind of header.
void up(int *y, long *ends, int from, int n) {
  int i;
  [[heddle::map]]
  for (i = from; i < n; i++)
    y[i] = i;
  ends[0] = i;
  [[heddle::map]]
  for (i = from; n >= i; i += 3)
    y[i] -= 1;
  ends[1] = i;
  long k;
  [[heddle::map]]
  for (k = from; k <= n - 1; k += 2)
    y[k] += 1;
  ends[2] = k;
}
void down(int *y, long *ends, int from, int n) {
  int i;
  [[heddle::map]]
  for (i = n - 1; i >= from; --i)
    y[i] = i;
  ends[0] = i;
  [[heddle::map]]
  for (i = n - 1; i > from; i -= 2)
    y[i] += 7;
  ends[1] = i;
  std::size_t u;
  [[heddle::map]]
  for (u = std::size_t(n < 0 ? 0 : n); u > 0; u -= 1)
    y[u - 1] += 1;
  ends[2] = long(u);
}
int unequal(int *y, int n) {
  const int end = n < 0 ? 0 : n;
  int i = -5;
  [[heddle::map]]
  for (i = 0; i != end; ++i)
    y[i] = 2 * i;
  return i;
}

// Set in each iteration; without any it stays as it is.
double last(double *y, const double *x, int n) {
  double t = -3;
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    t = 2 * x[i] + 1;
    y[i] = t;
  }
  return t;
}

// In branches, in a loop of the thread, and of several types.
void branches(double *left, float *y, const float *x, int n) {
  float low = 1;
  unsigned char small = 200;
  bool odd = true;
  int k = 77, i;
  [[heddle::map]]
  for (i = 1; i < n; i += 2) {
    if (x[i] > 4)
      low = x[i] / 2;
    else
      low = -x[i];
    odd = i % 4 == 3;
    small = (unsigned char)(i * 91);
    for (k = 0; k < 5; k++)
      if (x[i] > float(k))
        low += 1;
    y[i] = low + float(small) + (odd ? 1.0f : 0.0f);
  }
  left[0] = low; left[1] = small; left[2] = odd; left[3] = k; left[4] = i;
}

// The last iteration of two loops, backward.
int both(int *y, int n, int m) {
  int t = 3, j;
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    for (j = m - 1; j >= 0; j -= 2) {
      t = i + 10 * j;
      y[i * m + j] = t;
    }
  return t;
}

// The outer loop alone: the inner one may run no iteration.
int outer(int *y, int n, int m) {
  int t = 3;
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    t = i;
    for (int j = 0; j < m; j++) {
      t += j;
      y[i * m + j] = t;
    }
  }
  return t;
}

// Beside a reduction, and where arrays may overlap.
double beside(double *y, const double *x, int n) {
  double t = 0, most = -1e30;
  [[heddle::map, heddle::reduce(most)]]
  for (int i = 0; i < n; i++) {
    t = x[i] * x[i];
    y[i] = t;
    if (t > most)
      most = t;
  }
  return most + t;
}

// One after the other: each goes on with what the last has left.
int chain(int *y, int n) {
  int i, t = 0;
  for (int round = 0; round < 2; ++round) {
    const int from = t + round;
    [[heddle::map]]
    for (i = from; i < n; i++) {
      t = i / 2;
      y[i] += t;
    }
    y[n] += i;
  }
  return t;
}

// Several launches, and a function that the compiler evaluates as well.
void parts(double *y, double *z, const double *x, int n) {
  int i;
  [[heddle::map]]
  for (i = 1; i < n; ++i) {
    z[i] = x[i] / 2;
    y[i] = z[i] + z[i - 1];
  }
  z[0] = i;
}
constexpr int constant(int *y, int n) {
  int i = 0, t = 5, q[2] = {};
  [[heddle::map]]
  for (i = 0; i < n; ++i) {
    q[0] = 2 * i;
    q[1] = q[0] + 1;
    t = q[i & 1];
    y[i] = t;
  }
  return i + t;
}
constexpr int evaluated() {
  int y[3] = {};
  return constant(y, 3);
}
static_assert(evaluated() == 3 + 4, "");

template <class T, int S> T steps(T *y, T n) {
  T i, t = 9;
  [[heddle::map]]
  for (i = S - 1; i < n; i += S) {
    t = i * 2;
    y[i] = t;
  }
  return T(i + t);
}

CASE(up) {
  for (int n : harness::sizes())
    for (int from : {0, 3}) {
      int *y = r.in<int>(std::max(n, 0) + 1);
      long *ends = r.out<long>(3);
      r.call({n, from}, harness::expectation(taken::any, -1), [&] { up(y, ends, from, n); });
    }
}
CASE(down) {
  for (int n : harness::sizes())
    for (int from : {0, 3}) {
      int *y = r.in<int>(std::max(n, 0) + 1);
      long *ends = r.out<long>(3);
      r.call({n, from}, harness::expectation(taken::any, -1), [&] { down(y, ends, from, n); });
    }
}
CASE(unequal) {
  for (int n : harness::sizes()) {
    int *y = r.out<int>(n), *end = r.out<int>(1);
    r.call({n}, harness::fast_if(n > 0), [&] { *end = unequal(y, n); });
  }
}
CASE(last) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n), *t = r.out<double>(1);
    const double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { *t = last(y, x, n); });
  }
}
CASE(branches) {
  for (int n : harness::sizes()) {
    float *y = r.in<float>(n);
    double *left = r.out<double>(5);
    const float *x = r.in<float>(n);
    r.call({n}, harness::fast_if(n > 1), [&] { branches(left, y, x, n); });
  }
}
CASE(both) {
  for (int n : harness::few_sizes())
    for (int m : {0, 1, 6}) {
      int *y = r.in<int>(std::max(n, 0) * m), *t = r.out<int>(1);
      r.call({n, m}, harness::expectation(taken::any, -1), [&] { *t = both(y, n, m); });
    }
}
CASE(outer) {
  for (int n : harness::few_sizes())
    for (int m : {0, 6}) {
      int *y = r.in<int>(std::max(n, 0) * m), *t = r.out<int>(1);
      r.call({n, m}, harness::expectation(taken::any, -1), [&] { *t = outer(y, n, m); });
    }
}
CASE(beside) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n), *t = r.out<double>(1);
    const double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { *t = beside(y, x, n); });
  }
}
CASE(chain) {
  for (int n : harness::sizes()) {
    int *y = r.in<int>(std::max(n, 0) + 1), *t = r.out<int>(1);
    r.call({n}, harness::expectation(taken::any, -1), [&] { *t = chain(y, std::max(n, 0)); });
  }
}
CASE(parts) {
  for (int n : harness::sizes()) {
    double *y = r.in<double>(n), *z = r.in<double>(std::max(n, 1));
    const double *x = r.in<double>(n);
    r.call({n}, harness::expectation(taken::any, -1), [&] { parts(y, z, x, n); });
  }
}
CASE(constant) {
  for (int n : harness::sizes()) {
    int *y = r.out<int>(n), *t = r.out<int>(1);
    r.call({n}, harness::fast_if(n > 0), [&] { *t = constant(y, n); });
  }
}
CASE(steps) {
  for (int n : harness::sizes()) {
    long *y = r.in<long>(n), *t = r.out<long>(1);
    int *z = r.in<int>(n);
    r.call({n}, harness::expectation(taken::any, -1), [&] {
      *t = steps<long, 1>(y, n) + steps<long, 3>(y, n) + steps<int, 2>(z, n);
    });
  }
}

} // namespace SIDE
