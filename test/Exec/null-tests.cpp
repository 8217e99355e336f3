//===- null-tests.cpp - operands that may be missing ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

void compared(double *y, const double *x, const double *bias, int n, int m) {
  [[heddle::map]]
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < m; ++c)
      y[r * m + c] = x[r * m + c] + (bias != nullptr ? bias[c] : 0.5);
}

// A chosen pointer, as a condition, of statements.
void chosen(double *y, const double *x, const double *params, bool biased, int n) {
  const double *bias = biased ? params + 3 : nullptr;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    if (bias)
      s += bias[i];
    if (!bias || nullptr == params)
      s *= 2;
    y[i] = s;
  }
}

struct layer {
  double *scale;
  const double *shift = nullptr;
  void apply(double *x, int n) const {
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      if (this->scale == nullptr)
        x[i] += 1;
      else
        x[i] *= scale[i];
      x[i] += shift ? shift[i] : 0;
    }
  }
};

// The array that may be missing is written.
void stored(double *y, double *copy, const double *x, int n) {
  const auto run = [=] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      y[i] = 2 * x[i];
      if (copy)
        copy[i] = x[i];
    }
  };
  run();
}

CASE(operands) {
  for (const bool given : {false, true})
    for (const int n : {0, 1, 20, 90})
      r.call({n, given}, {n ? taken::fast : taken::nothing, 4}, [&] {
        auto x = r.in<double>(300), b = r.in<double>(100), y = r.out<double>(300),
             z = r.out<double>(100), u = r.out<double>(100), v = r.out<double>(100),
             w = r.out<double>(100);
        compared(y, x, given ? b : nullptr, n, 3);
        chosen(z, x, b, given, n);
        layer{given ? b : nullptr, given ? nullptr : b}.apply(w, n);
        stored(u, given ? v : nullptr, x, n);
      });
}

} // namespace SIDE
