//===- closures.cpp - lambdas that functions are given --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class F> static double twice(F f, double x) { return f(f(x)); }
// In any place, by any reference, with other parameters of the template.
template <class T, class F, class G>
static T both(T x, const F &f, G &&g, int times = 2) {
  T sum = 0;
  for (int k = 0; k < times; ++k)
    sum += f(x) + g(x, k);
  return sum;
}
template <class F> static double handed_on(double x, F f) { return twice(f, x) + f(x); }
template <class F> static double integral(double a, double b, F &&f) {
  double s = 0;
  for (int k = 0; k < 8; ++k)
    s += f(a + (b - a) * (k + 0.5) / 8);
  return s * (b - a) / 8;
}
template <class F> static double only(F f) { return f(3.0); }

void logistic(double *x, int n, double r) {
  auto step = [r](double v) { return r * v * (1.0 - v); };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = twice(step, x[i]);
}

void several(const double *x, double *y, int n, double by) {
  const auto f = [&](double v) { return v * by; };
  const double less = by / 2;
  const auto g = [=](double v, int k) { return v - less * k; };
  auto h = [](double v) { return v + 1; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = both(x[i], f, g) + both<double>(x[i], h, g, 3) + handed_on(x[i], f) +
           handed_on(x[i], h) + integral(0, x[i], f) + only(f) * only(h);
}

// The lambda reads an array.
void table(const double (&t)[20], const int *at, double *y, int n) {
  const auto look = [&t](double v) { return t[static_cast<int>(v)] + v; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = only(look) + at[i];
}

// What the lambda has copied changes in front of it alone.
void set_before(const double *x, double *y, int n) {
  const double *left, *right;
  left = x;
  right = left + 1;
  int k = 2;
  for (int t = 0; t < 3; ++t) {
    k += t;
    const auto body = [=](int i) { y[i] += (right[i] - left[i]) * k; };
    [[heddle::map]]
    for (int i = 0; i < n - 1; ++i) body(i);
  }
}

CASE(set_before) {
  for (const int n : {0, 1, 33, 300})
    r.call({n}, {n > 1 ? taken::fast : taken::nothing, 3}, [&] {
      const auto x = r.in<double>(n);
      set_before(x, r.in<double>(n, 2), n);
    });
}
CASE(closures) {
  for (const int n : {0, 1, 33, 300}) {
    r.call({n}, {n ? taken::fast : taken::nothing, 3}, [&] {
      const auto x = r.in<double>(n);
      const auto z = r.out<double>(n);
      for (int i = 0; i < n; ++i)
        z[i] = i / 301.0;
      const auto y = r.out<double>(n);
      const auto t = r.in<double>(20);
      const auto at = r.in<int>(n);
      const auto w = r.out<double>(n);
      logistic(z, n, 3.5);
      several(x, y, n, 0.75);
      table(*reinterpret_cast<const double(*)[20]>(t), at, w, n);
    });
  }
}

} // namespace SIDE
