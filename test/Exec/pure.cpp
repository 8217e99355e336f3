//===- pure.cpp - functions that are declared pure and defined elsewhere --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

namespace physics {
HEDDLE(pure) HEDDLE_HD double pressure(double density, int kind);
HEDDLE(pure) HEDDLE_HD float pressure(float density, int kind);
inline namespace units {
HEDDLE(pure) HEDDLE_HD int rounded(double x);
}
} // namespace physics
HEDDLE(pure) HEDDLE_HD bool is_odd(const long &k);

using physics::pressure;

void state(double *p, const double *rho, const float *sigma, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (is_odd(i))
      p[i] = pressure(rho[i], i % 3) + pressure(sigma[i], 1);
    else
      p[i] = pressure(rho[i] + 1, 2) * physics::rounded(rho[i]);
}

template <class T> void all(T *p, int n) {
  [[heddle::map(FoldAll), heddle::inplace(p)]]
  for (int i = 0; i < n; ++i)
    p[i] = pressure(p[i], is_odd(i) ? 1 : 2);
}

CASE(pure) {
  for (const int n : {-1, 0, 1, 33, 200}) {
    const double *rho = r.in<double>(n);
    const float *sigma = r.in<float>(n);
    double *p = r.out<double>(n);
    r.call({1, n}, harness::fast_if(n > 0), [&] { state(p, rho, sigma, n); });
    p = r.in<double>(n);
    r.call({2, n}, harness::fast_if(n > 0), [&] { all(p, n); });
    float *q = r.in<float>(n);
    r.call({3, n}, harness::fast_if(n > 0), [&] { all(q, n); });
  }
}

// Behind the nests, as if in another file.
namespace physics {
HEDDLE_HD double pressure(double density, int kind) {
  return kind == 1 ? density * 0.5 : density * density + kind;
}
HEDDLE_HD float pressure(float density, int kind) { return density - float(kind); }
HEDDLE_HD int units::rounded(double x) {
  return x < 0 ? int(x - 0.5) : int(x + 0.5);
}
} // namespace physics
HEDDLE_HD bool is_odd(const long &k) { return k % 2 != 0; }

} // namespace SIDE
