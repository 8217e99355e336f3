//===- fusion.cpp - nests of programs that run in one launch --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
// RUN: %check-exec device %t.device %s

#include "harness.h"
#include <heddle/heddle.h>
#include <utility>
#include <vector>

#define ROWS 12

using namespace heddle;
using harness::fast_if;
using harness::taken;

namespace SIDE {

// Three nests, whose counters have other names and types.
void chain(float *a, float *b, float *d, const float *c, int n, int m) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        a[i * m + j] = 2 * c[i * m + j]; // twice
    // A comment, and
    // another one.
    [[heddle::map]]
    for (int row = 0; row < n; ++row) {
      for (int j = 0; j < m; ++j) {
        const float half = a[row * m + j] / 2;
        b[row * m + j] = half + c[row * m + j];
      }
    }
    HEDDLE(map)
    for (long p = 0; p < n; ++p)
      for (int k = 0; k < m; ++k)
        if (b[p * m + k] > 1)
          d[p * m + k] = b[p * m + k] - a[p * m + k];
        else
          d[p * m + k] += 1;
  }
}

CASE(chain) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      float *a = r.out<float>(n * m), *b = r.out<float>(n * m),
            *d = r.in<float>(n * m);
      const float *c = r.in<float>(n * m);
      r.call({n, m}, fast_if(n > 0 && m > 0),
             [&] { chain(a, b, d, c, n, m); });
    }
}

// Where arrays overlap, the nests run one after the other.
CASE(overlapping) {
  for (int shift : {-3, -1, 1, 2})
    for (bool passed : {false, true}) {
      const int n = 7, m = 9;
      float *x = r.in<float>(200) + 10, *y = r.in<float>(n * m),
            *d = r.in<float>(n * m);
      r.call({shift, passed}, taken::sequential, [&] {
        if (passed)
          chain(x, x + shift, d, y, n, m);
        else
          chain(y, x, d, x + shift, n, m);
      });
    }
}
CASE(in_place) {
  for (bool last : {false, true}) {
    const int n = 5, m = 6;
    float *a = r.out<float>(n * m), *d = r.in<float>(n * m);
    const float *c = r.in<float>(n * m);
    r.call({last}, taken::any,
           [&] { chain(last ? d : a, a, d, c, n, m); });
  }
}

// What a nest computes, and the sum of its squares.
int residual(int *r, const int *q, int alpha, int n) {
  int rr = 0;
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      r[i] -= alpha * q[i];
    [[heddle::map, heddle::reduce(rr)]]
    for (int k = 0; k < n; ++k)
      rr += r[k] * r[k];
  }
  return rr;
}

CASE(residual) {
  for (int n : harness::sizes()) {
    int *v = r.in<int>(n), *sum = r.out<int>(1);
    const int *q = r.in<int>(n);
    r.call({n}, fast_if(n > 0), [&] { *sum = residual(v, q, 3, n); });
  }
}

// A layer of a network: products with inner loops, then what is done to each.
void layer(std::vector<float> &y, std::vector<float> &z,
           const std::vector<float> &w, const std::vector<float> &x,
           const std::vector<float> &bias, int columns) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < ROWS; ++i) {
      y[i] = 0;
      for (int k = 0; k < columns; ++k) {
        if (x[k] == 0)
          continue;
        y[i] += w[i * columns + k] * x[k];
      }
    }
    [[heddle::map]]
    for (int i = 0; i < ROWS; ++i)
      z[i] = y[i] + bias[i] > 0 ? y[i] + bias[i] : 0;
  }
}

CASE(layer) {
  for (int m : {0, 1, 7, 40}) {
    float *w = r.in<float>(ROWS * m), *x = r.in<float>(m),
          *bias = r.in<float>(ROWS), *y = r.out<float>(ROWS),
          *z = r.out<float>(ROWS);
    r.call({m}, {taken::fast, 1}, [&] {
      const std::vector<float> weights(w, w + ROWS * m), from(x, x + m),
          with(bias, bias + ROWS);
      std::vector<float> sums(ROWS), to(ROWS);
      layer(sums, to, weights, from, with, m);
      std::copy(sums.begin(), sums.end(), y);
      std::copy(to.begin(), to.end(), z);
    });
  }
}

// In a loop, with arrays that change places, and code of the host.
float steps(float *u, float *v, float *speed, int n, int count) {
  float first = 0;
  [[heddle::program]]
  for (int t = 0; t < count; ++t) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      speed[i] += u[i] / 4;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      v[i] = u[i] + speed[i];
    std::swap(u, v);
    if (t % 2 == 0)
      first += u[0];
  }
  return first;
}

CASE(steps) {
  for (int n : {1, 2, 31, 100})
    for (int count : {1, 2, 5}) {
      float *u = r.in<float>(n), *v = r.out<float>(n), *speed = r.in<float>(n),
            *first = r.out<float>(1);
      r.call({n, count}, {taken::fast, count},
             [&] { *first = steps(u, v, speed, n, count); });
    }
}

// These stay two launches: the second nest means another 'k' than the counter,
// an iteration of the first one may end early, and mappings are the user's.
void other_name(int *a, int *b, const int *c, int k, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int k = 0; k < n; ++k)
      a[k] = 2 * c[k];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + k;
  }
}
void leaves(int *a, int *b, const int *c, int n) {
  [[heddle::program]] {
    [[heddle::map, heddle::extent(a, n)]]
    for (int i = 0; i < n; ++i) {
      if (c[i] > 3)
        continue;
      a[i] = 2 * c[i];
    }
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + c[i];
  }
}
void mapped(int *a, int *b, const int *c, int n) {
  [[heddle::program]] {
    [[heddle::map(GridBlock(1, SplitLast(64, Gen)))]]
    for (int i = 0; i < n; ++i)
      a[i] = 2 * c[i];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + c[i];
  }
}
void sized(int *a, int *b, const int *c, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 2 * c[i];
#define COUNT n
    [[heddle::map]]
    for (int i = 0; i < COUNT; ++i)
      b[i] = a[i] + c[i];
  }
}

// Code between the nests, names that would be other things in the first nest's
// loops, and a bound that is cast, which the first nest does not look at.
void code_between(int *a, int *b, const int *c, int n) {
  int steps = 0;
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 2 * c[i];
    ++steps;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + c[i];
  }
  if (n > 0)
    a[0] += steps;
}
void declared_between(int *a, int *b, const int *c, int n) {
  int t = 1;
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = 2 * c[i];
    int t = 7;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + c[i];
    if (n > 0)
      a[0] += t;
  }
  if (n > 0)
    b[0] += t;
}
typedef long long q;
void type_name(int *a, int *b, const int *c, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int q = 0; q < n; ++q)
      a[q] = 2 * c[q];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = static_cast<int>((q)-a[i]);
  }
}
void cast_bound(int *a, int *b, const int *c, int n) {
  const long m = n - (1L << 32);
  [[heddle::program]] {
    [[heddle::map]]
    for (long i = 0; i < m; ++i)
      a[i] = 2 * c[i];
    [[heddle::map]]
    for (int i = 0; i < static_cast<int>(m); ++i)
      b[i] = a[i] + c[i];
  }
}

CASE(cast_bound) {
  for (int n : {1, 40}) {
    int *a = r.in<int>(n), *b = r.out<int>(n);
    const int *c = r.in<int>(n);
    r.call({n}, {taken::any, -1}, [&] { cast_bound(a, b, c, n); });
  }
}
CASE(apart) {
  for (const auto &nests : {leaves, mapped, sized, code_between,
                            declared_between, type_name})
    for (int n : {1, 40, 300}) {
      int *a = r.in<int>(n), *b = r.out<int>(n);
      const int *c = r.in<int>(n);
      r.call({n}, {taken::fast, 2}, [&] { nests(a, b, c, n); });
    }
}
CASE(other_name) {
  for (int n : {1, 40, 300}) {
    int *a = r.in<int>(n), *b = r.out<int>(n);
    const int *c = r.in<int>(n);
    r.call({n}, {taken::fast, 2}, [&] { other_name(a, b, c, 7, n); });
  }
}

} // namespace SIDE
