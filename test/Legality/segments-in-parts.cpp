// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements get segments in one part of a body, while a condition of another part
// speaks of loops that only this one has.
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

// CHECK: segments-in-parts.cpp:[[@LINE+4]]:3: remark: the loops run as 2 launches, one after the other: {{.*}}[heddle-HD417]
void f(float (&h)[13], const unsigned *key, const float *v, double *y,
       const double *x, int n, int m) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i) {
    for (int t = 0; t < m; ++t)
      if (v[i * 8 + t] > h[key[i * 8 + t] % 13u])
        h[key[i * 8 + t] % 13u] = v[i * 8 + t];
    for (int t = 0; t < 5; ++t)
      for (int s = 0; s < 4; ++s)
        if (t + s > 2)
          y[i] += x[i * 5 + t];
  }
}
