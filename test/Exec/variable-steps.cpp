//===- variable-steps.cpp - loops whose step is a variable ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

void up(const double *x, double *y, int n, int step) {
  [[heddle::map]]
  for (int i = 0; i < n; i += step)
    y[i] = 0.5 * x[i] + i;
}

// From somewhere, and up to the last one.
void up_to(const float *x, float *y, long first, long last, long step) {
  [[heddle::map]]
  for (long i = first; i <= last; i += step)
    y[i] = x[i] + float(i);
}

void down(const int *x, int *y, int n, int step) {
  [[heddle::map]]
  for (int i = n - 1; 2 < i; i -= step)
    y[i] = x[i] - i;
}

void down_to(int *y, int n, int step) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; i -= step + 1)
    y[i] += i;
}

void unsigned_steps(const double *x, double *y, std::size_t n, std::size_t step) {
  [[heddle::map]]
  for (std::size_t i = 1; i < n; i += step)
    y[i] = x[i] - 1;
}

// Pairs of blocks, as of a transform.
void butterflies(double *x, int n, int half) {
  [[heddle::map]]
  for (int i = 0; i < n; i += 2 * half)
    for (int j = 0; j < half; ++j) {
      const double a = x[i + j], b = x[i + j + half];
      x[i + j] = a + b;
      x[i + j + half] = a - b;
    }
}

// Every so many rows.
void rows(double *y, const double *x, int n, int m, int step) {
  [[heddle::map]]
  for (int i = 0; i < n; i += step)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[j] * (i + j == 3 ? 2 : i);
}

double sum(const double *x, int n, int step) {
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; i += step)
    s += x[i];
  return s;
}

// The loop within has bounds that are no affine ones, and runs as it is written.
void strips(double *y, const double *x, int n, int strip) {
  [[heddle::map, heddle::independent(y), heddle::extent(y, n), heddle::extent(x, n)]]
  for (int s = 0; s < n; s += strip) {
    const int e = s + strip < n ? s + strip : n;
    for (int i = s; i < e; ++i)
      y[i] += 2 * x[i];
  }
}

CASE(strips) {
  for (int n : harness::few_sizes())
    for (int s : {1, 7, 40})
      r.call({n, s}, harness::fast_if(n > 0), [&] {
        double *y = r.in<double>(n);
        strips(y, r.in<double>(n, 5), n, s);
      });
}

CASE(steps) {
  for (int n : harness::few_sizes())
    for (int s : {1, 2, 7, 40}) {
      const auto in = [&] { return r.in<double>(n); };
      r.call({1, n, s}, harness::fast_if(n > 0), [&] {
        const double *x = in();
        up(x, r.out<double>(n), n, s);
      });
      r.call({2, n, s}, harness::fast_if(n > 2), [&] {
        const float *x = r.in<float>(n);
        up_to(x, r.out<float>(n), 2, n - 1, s);
      });
      r.call({3, n, s}, harness::fast_if(n > 3), [&] {
        const int *x = r.in<int>(n);
        down(x, r.out<int>(n), n, s);
      });
      r.call({4, n, s}, harness::fast_if(n > 0), [&] { down_to(r.in<int>(n), n, s); });
      r.call({5, n, s}, harness::fast_if(n > 1), [&] {
        const double *x = in();
        unsigned_steps(x, r.out<double>(n), n > 0 ? n : 0, s);
      });
      r.call({6, n, s}, harness::fast_if(n > 0), [&] {
        const double *x = r.in<double>(5);
        rows(r.out<double>(n * 5), x, n, 5, s);
      });
      r.call({7, n, s}, harness::fast_if(n > 0), [&] { r.keep(sum(in(), n, s)); });
    }
  for (int half = 1; half < 64; half *= 2)
    r.call({8, half}, taken::fast, [&] { butterflies(r.in<double>(64), 64, half); });
}

} // namespace SIDE
