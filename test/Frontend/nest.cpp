// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the front end hands on of a whole nest.
// RUN: %heddle-rewrite --check --stop-after=frontend --dump=frontend %s -- -std=c++17 -I %include > %t 2>&1
// RUN: FileCheck %s --implicit-check-not=error: < %t
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;

// CHECK: nest perfect-depth 2 at line [[@LINE+17]]
// CHECK-NEXT: bounds (0, 0) .. (p0, p1)
// CHECK-NEXT: map Jing
// CHECK-NEXT: inplace 1
// CHECK-NEXT: loop i0 'i' int: from 0 while i0 < p0 step 1 perfect omp
// CHECK-NEXT: loop i1 'j' unsigned int: from 0 while i1 < p1 step 1 perfect omp
// CHECK-NEXT: loop i2 'k' int: from 0 while i2 < 16 step 1 in 1 omp
// CHECK-NEXT: param p0 'n' int = n i32
// CHECK-NEXT: param p1 'm' unsigned int = m u32
// CHECK-NEXT: array a0 'a' float 4 bytes [?, 64] pointer const float (*a)[64] = a
// CHECK-NEXT: array a1 'b' float 4 bytes [32, 64] pointer float (*b)[64] = b
// CHECK: read a0[i0, i2] loops (0 1 2)
// CHECK: write a1[i0, i1] loops (0 1)
// CHECK-NEXT: assume ((p0 % 8) == 0)
void f(const float (*a)[64], float (&b)[32][64], int n, unsigned m) {
  HEDDLE_ASSUME(n % 8 == 0);
  {
    HEDDLE(bounds({n, m}), map(Jing), inplace(b))
    for (int i = 0; i < n; ++i)
      for (unsigned j = 0; j < m; ++j) {
        float t = 0;
        for (int k = 0; k < 16; ++k)
          t += a[i][k];
        b[i][j] = std::sqrt(t);
      }
  }
}

// Templates: one reading per instantiation, types as the template has them.
// CHECK-LABEL: nest perfect-depth 1
// CHECK: array a0 'x' T 4 bytes [?] pointer T *x = x
// CHECK: prefix 'template <class T>', arguments '<T>'
// CHECK-LABEL: nest perfect-depth 1
// CHECK: array a0 'x' T 8 bytes [?] pointer T *x = x
template <class T> void g(T *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    x[i] = T(1) - x[i];
}
template void g<float>(float *, int);
template void g<double>(double *, int);
