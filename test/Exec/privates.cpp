//===- privates.cpp - variables that each iteration has for itself --------===//
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

//===----------------------------------------------------------------------===//
// Counters in front of the nest, of every kind of header
//===----------------------------------------------------------------------===//

void counters(double *y, const double *x, int n, int m) {
  int i, j;
  [[heddle::map]]
  for (i = 1; i < n; i++)
    for (j = m - 1; j >= 0; j -= 2)
      y[i * m + j] = 2 * x[i * m + j] + i;
}

void backward(double *y, const double *x, std::size_t n) {
  std::size_t i;
  long k;
  [[heddle::map(FoldAll)]]
  for (i = 0; i != n; ++i) {
    double sum = 0;
    for (k = 2; k >= 0; --k)
      sum += x[i] * double(k);
    for (k = 0; k <= long(i % 4); k++)
      sum -= double(k);
    y[i] = sum;
  }
}

// The value that a loop leaves, and one that it leaves early.
void left(int *y, const int (*x)[4], int n) {
  int i, k;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    (void)x[i][0], (void)x[i][3];
    for (k = 0; k < 4; k++)
      if (x[i][k] > 0)
        break;
    y[i] = k;
  }
}

// Used again behind the nest, after it has been set.
void again(int *y, int n) {
  int i = 7;
  y[0] = i;
  for (int round = 0; round < 2; ++round) {
    [[heddle::map]]
    for (i = 1; i < n; i++)
      y[i] += i;
    for (i = 0; i < 1; i++)
      y[i] += 100;
  }
}

CASE(counters) {
  for (int n : harness::few_sizes()) {
    const int m = 5;
    double *y = r.in<double>(n * m);
    const double *x = r.in<double>(n * m);
    r.call({n, m}, harness::fast_if(n > 1), [&] { counters(y, x, n, m); });
  }
}
CASE(backward) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n);
    const double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { backward(y, x, std::size_t(std::max(n, 0))); });
  }
}
CASE(left) {
  for (int n : harness::sizes()) {
    int *y = r.out<int>(n);
    const auto x = reinterpret_cast<const int (*)[4]>(r.in<int>(4 * n));
    r.call({n}, harness::fast_if(n > 0), [&] { left(y, x, n); });
  }
}

//===----------------------------------------------------------------------===//
// Temporaries
//===----------------------------------------------------------------------===//

void temporaries(double *y, const double *x, int n, int m) {
  int i, j, place;
  float low;
  double v, w;
  bool odd;
  [[heddle::map]]
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      v = x[i * m + j];
      odd = (i + j) % 2;
      if (odd)
        w = v * v;
      else
        w = -v;
      low = float(w);
      place = i - j;
      y[i * m + j] = w + low + place;
    }
}

// Subscripts that one assignment sets.
void places(double *y, const double *x, int n, int m) {
  int i, j, k, row, at;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    row = (n - 1 - i) * m;
    for (j = 0; j < m; j++) {
      int from;
      at = row + j;
      from = i * m + j;
      for (k = 0; k < 2; k++)
        y[at] += x[from] * k;
    }
  }
}
CASE(places) {
  for (int n : harness::few_sizes()) {
    const int m = 5;
    double *y = r.in<double>(n * m);
    const double *x = r.in<double>(n * m);
    r.call({n, m}, harness::fast_if(n > 0), [&] { places(y, x, n, m); });
  }
}

// Private to a row, not to its elements.
void running(double *y, const double *x, int n, int m) {
  int i, j;
  double sum = 3;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    sum = 0;
    for (j = 0; j < m; j++) {
      sum += x[i * m + j];
      y[i * m + j] = sum;
    }
  }
}

// Beside a reduction, and set by a statement without braces.
double beside(double *y, const double *x, int n) {
  double t, most = -1e30;
  int i;
  [[heddle::map, heddle::reduce(most)]]
  for (i = 0; i < n; i++) {
    t = x[i] * x[i];
    y[i] = t;
    if (t > most)
      most = t;
  }
  [[heddle::map]]
  for (i = 0; i < n; i++)
    if (i % 3 == 0) {
      t = y[i];
      y[i] = t + 1;
    }
  return most;
}

template <class T> void scaled(T *y, const T *x, T t, int n) {
  auto run = [&](int last) {
    T own;
    [[heddle::map]]
    for (int i = 0; i < last; i++) {
      own = x[i] + x[i];
      y[i] = own * own;
    }
  };
  run(n);
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    t = y[i];
    y[i] = t + 1;
  }
}

/// Threads of another directive have copies of what the loops have for themselves.
void beside_threads(int *y, const int *x, int n) {
  int i, t = 3;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    t = x[i] * 2;
    y[i] = t + 1;
  }
#pragma omp parallel for private(t)
  for (i = 0; i < n - 1; ++i) {
    t = x[i];
    y[i] ^= t;
  }
#pragma omp parallel
  {
#pragma omp for
    for (i = 1; i < n; ++i) y[i] += 3;
  }
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    t = y[i] * x[i];
    y[i] = t - i;
  }
}

CASE(beside_threads) {
  for (int n : harness::sizes()) {
    int *y = r.out<int>(n);
    const int *x = r.in<int>(n);
    r.call({n}, harness::expectation(n > 0 ? taken::fast : taken::nothing, 2), [&] { beside_threads(y, x, n); });
  }
}
CASE(temporaries) {
  for (int n : harness::few_sizes()) {
    const int m = 6;
    double *y = r.out<double>(n * m);
    const double *x = r.in<double>(n * m);
    r.call({n, m}, harness::fast_if(n > 0), [&] { temporaries(y, x, n, m); });
  }
}
CASE(running) {
  for (int n : harness::few_sizes()) {
    const int m = 6;
    double *y = r.out<double>(n * m);
    const double *x = r.in<double>(n * m);
    r.call({n, m}, harness::fast_if(n > 0), [&] { running(y, x, n, m); });
  }
}
CASE(beside) {
  for (int n : harness::sizes()) {
    double *y = r.out<double>(n);
    const double *x = r.in<double>(n);
    double *most = r.out<double>(1);
    r.call({n}, harness::expectation(n > 0 ? taken::fast : taken::nothing, 2), [&] { *most = beside(y, x, n); });
  }
}
CASE(scaled) {
  for (int n : harness::sizes()) {
    float *y = r.out<float>(n);
    const float *x = r.in<float>(n);
    r.call({n}, harness::expectation(n > 0 ? taken::fast : taken::nothing, 2), [&] { scaled(y, x, 2.0f, n); });
  }
}
CASE(again) {
  for (int n : harness::sizes()) {
    int *y = r.in<int>(std::max(n, 0) + 1);
    r.call({n}, harness::expectation(n > 1 ? taken::fast : taken::nothing, 2), [&] { again(y, n); });
  }
}

} // namespace SIDE
