// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that write all elements of an array, as the program says of them.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --report=text --report-to=%t.txt -o %t.cu %s -- -std=c++17 -I %include
// RUN: FileCheck --input-file=%t.txt %s
// RUN: %heddle-rewrite --dump=volumes %s -- -std=c++17 -I %include > %t.maps
// RUN: FileCheck --input-file=%t.maps --check-prefix=MAPS %s

#include <heddle/heddle.h>
using namespace heddle;

// A border that is zero: one loop over all elements is the default.
// CHECK-LABEL: resident, program in 'inner'
// CHECK:      covers    'a', by nests that may run at one time
// CHECK-NEXT: , the default
// CHECK-NEXT: cover.cpp
// MAPS: cover.cpp:{{[0-9]+}}: program in 'inner'
// MAPS: computed from {{.*}} -> { a[i0, i1] -> x[i0, i1] : {{.*}}0 < i0 <= -2 + n and 0 < i1 <= -2 + m }
void inner(double *a, const double *x, int n, int m) {
  [[heddle::program, heddle::cover(a, n, m)]] {
    [[heddle::map]]
    for (int i = 0; i < n * m; ++i)
      a[i] = 0;
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j)
        a[i * m + j] = x[i * m + j];
  }
}

// The partitions of Janssen and Scholz's listing 3.
// CHECK-LABEL: resident, program in 'sac'
// CHECK:      covers    'a', by nests, the last one decides
// CHECK-NEXT: , the default
void sac(int (&a)[9][9]) {
  [[heddle::program, heddle::cover(a, ordered)]] {
    [[heddle::map]]
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 9; ++j)
        a[i][j] = 0;
    [[heddle::map]]
    for (int i = 0; i < 9; i += 2)
      for (int j = 1; j < 8; ++j)
        if ((j - 1) % 3 < 2)
          a[i][j] = 3;
    [[heddle::map]]
    for (int i = 1; i < 8; ++i)
      for (int j = 0; j < 9; j += 2)
        if ((i - 1) % 3 < 2)
          a[i][j] = 7;
  }
}

// Each turn of a loop; borders that name no row.
// CHECK-LABEL: resident, program in 'turns'
// CHECK:      covers    'u', by nests, the last one decides
void turns(double *u, double *v, int n, int m, int steps) {
  [[heddle::program, heddle::cover(u, n, m, ordered)]]
  for (int t = 0; t < steps; ++t) {
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j)
        u[i * m + j] = 0.25 * (v[(i - 1) * m + j] + v[(i + 1) * m + j] +
                               v[i * m + j - 1] + v[i * m + j + 1]);
    [[heddle::map]]
    for (int j = 0; j < m; ++j) {
      u[j] = 1;
      u[(n - 1) * m + j] = 1;
    }
    const double side = 1.0 / (t + 1);
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i) {
      u[i * m] = side;
      u[(i + 1) * m - 1] = side;
    }
    double *const other = u;
    u = v;
    v = other;
  }
}
