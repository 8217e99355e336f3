//===- statement-expressions.cpp - `({ ...; value; })` of GNU C -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

#define CLAMP(v, lo, hi) \
  ({ __typeof__(v) v_ = (v); v_ < (lo) ? (lo) : v_ > (hi) ? (hi) : v_; })
#define LARGER(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

namespace SIDE {

void saturated(int *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    v[i] = CLAMP(3 * v[i] - 40, -10, 10);
}

// One within the other, in a subscript, and on both sides of an operator.
void nested(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; i++) {
    const double most = LARGER(x[i - 1], LARGER(x[i], x[i + 1]));
    y[({ int at = n - 1; at - i; })] = most + ({ double t = x[i], u = t * t; u - t; });
  }
}

template <class T> T sum(const T *x, int n) {
  T s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; i++)
    s += ({ const T t = x[i] / 2; t * t; });
  return s;
}

CASE(values) {
  for (const int n : {3, 33, 300})
    r.call({n}, {taken::fast, 4}, [&] {
      auto v = r.in<int>(310);
      auto x = r.in<double>(310), y = r.out<double>(310);
      saturated(v, n);
      nested(y, x, n);
      r.keep(sum(x, n));
      r.keep(sum(v, n));
    });
}

// As a block, of which nobody uses a value: also as the whole body, and with the value
// of an assignment at the end.
void blocks(double *y, double *z, const double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n; ++i) ({
    int from;
    if (x[i] > 2)
      from = i - 1;
    else
      from = i;
    ({
      if (x[i] < 0)
        continue;
      z[i] = i;
    });
    y[i] = x[from] + x[i];
  });
}
CASE(blocks) {
  for (const int n : {0, 1, 2, 33, 300}) {
    auto x = r.in<double>(n);
    auto y = r.out<double>(n), z = r.out<double>(n);
    r.call({n}, taken::any, [&] { blocks(y, z, x, n); });
  }
}

} // namespace SIDE
