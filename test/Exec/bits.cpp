//===- bits.cpp - shifts, low bits, assertions ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>
#include <cassert>
#include <cmath>
#include <limits>

using namespace heddle;
using harness::taken;

namespace SIDE {

// Bounds and subscripts by shifts.
void pack(const unsigned char *in, unsigned char *out, int n) {
  [[heddle::map]]
  for (int i = 0; i < (n >> 1); i++)
    out[i] = static_cast<unsigned char>((in[i << 1] & 15) |
                                        (in[(i << 1) | 1] << 4));
}

// In place, since only even elements are written and only odd ones read.
void red(double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; i++)
    if ((i & 1) == 0)
      x[i] = (x[i - 1] + x[i + 1]) / 2;
}

// Negative numbers are shifted down, and have low bits that are none.
void around(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = -n; i < n; ++i)
    y[(i >> 2) * 4 + (i & 3)] = x[i] + (i >> 1);
}

void wide(double *y, const double *x, unsigned long n) {
  [[heddle::map]]
  for (unsigned long i = 0; i < n; ++i)
    y[(i >> 3) * 8 + (i & 7)] = x[i << 1];
}

// Bits that are shifted out are lost: the launch asks.
void lowest(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[static_cast<int>(static_cast<unsigned>(i) << 28) >> 28] = i;
}

// Of a mask with gaps nothing is known, so that x is to be declared.
void masked(double *y, const double (&x)[16], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i & 10];
}

void divide(const double *a, const double *b, double *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    assert(b[i] != 0.0);
    c[i] = a[i] / b[i];
    assert(std::isfinite(c[i]) && "quotient");
  }
}

void classify(const double *x, const float *y, int *kind, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    kind[i] = std::isnan(x[i]) + 2 * std::isinf(x[i]) + 4 * std::signbit(x[i]) +
              8 * std::isfinite(y[i]) + 16 * std::isnan(y[i]) +
              32 * std::signbit(y[i]);
}

CASE(bits) {
  for (const int n : {0, 1, 2, 7, 8, 33, 64}) {
    r.call({n}, {taken::any, 5}, [&] {
      auto in = r.in<unsigned char>(80), out = r.in<unsigned char>(80);
      pack(in, out, n);
      auto x = r.in<double>(160), y = r.in<double>(160);
      red(x, n);
      around(y + 80, x + 80, n);
      wide(y, x, static_cast<unsigned long>(n));
      masked(y, *reinterpret_cast<double(*)[16]>(x), n);
    });
    r.call({n}, harness::fast_if(n > 0), [&] {
      auto a = r.in<double>(64), b = r.in<double>(64), c = r.in<double>(64);
      for (int i = 0; i < 64; ++i)
        b[i] = i + 1;
      divide(a, b, c, n);
    });
  }
}

CASE(lost) {
  for (const int n : {1, 8, 9, 40})
    r.call({n}, n > 8 ? taken::sequential : taken::any, [&] {
      auto y = r.in<double>(16);
      lowest(y + 8, n);
    });
}

CASE(classes) {
  const double inf = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  r.call({}, taken::fast, [&] {
    auto x = r.in<double>(8);
    auto y = r.in<float>(8);
    auto kind = r.in<int>(8);
    const double all[] = {0.0, -0.0, 1.5, -2e300, inf, -inf, nan, 5e-324};
    for (int i = 0; i < 8; ++i)
      x[i] = all[i], y[i] = static_cast<float>(all[7 - i]);
    classify(x, y, kind, 8);
    x[6] = 0; // the bits of a NaN are nobody's
    y[1] = 0;
  });
}

} // namespace SIDE
