// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Auto maps all loops that may be mapped, if one that may not stands between
// them: that one runs in the thread.
// RUN: %heddle-rewrite --stop-after=legality --dump=legality %s -- -std=c++17 -I %include 2>%t.said | FileCheck %s
// RUN: FileCheck --check-prefix=SAID --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark: --allow-empty %s < %t.said

#include <heddle/heddle.h>

// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK-NEXT: loop k: in the thread
// CHECK-NEXT: turned, in the place of loop i: nothing
// CHECK-NEXT: turned, in the place of loop j: nothing
void product(double (*__restrict c)[64], const double (*a)[64],
             const double (*b)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 64; ++k)
      for (int j = 0; j < 64; ++j)
        c[i][j] += a[i][k] * b[k][j];
}

// Threads are over the ends of the loop, and test which iterations it has.
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK-NEXT: loop k: in the thread
// CHECK-NEXT: turned, in the place of loop i: nothing
// CHECK-NEXT: turned, in the place of loop j: where j <= k
void triangle(double (*__restrict c)[64], const double (*a)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 64; ++k)
      for (int j = 0; j <= k; ++j)
        c[i][j] += a[i][k];
}

// Rows of constant length are no reason for threads over single elements.
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK-NEXT: loop k: in the thread
// CHECK-NEXT: owners of c, in the place of loop i: nothing
// CHECK-NEXT: owners of c, in the place of loop j: nothing
void reduced(double (*__restrict c)[64], const double (*a)[64],
             const double (*b)[64], int n) {
  [[heddle::map, heddle::reduce(c)]]
  for (int k = 0; k < 64; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 64; ++j)
        c[i][j] += a[i][k] * b[k][j];
}

// The loop, and the sum of counters beside it, as coordinates.
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop element: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: owners of c, in the place of loop i: nothing
// CHECK-NEXT: owners of c, in the place of loop k: k_0 = element - i * 64 - j
void smeared(double (*__restrict c)[64], const double (*a)[64], int n) {
  [[heddle::map, heddle::reduce(c)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 32; ++j)
      for (int k = 0; k < 32; ++k)
        c[i][j + k] += a[i][j] * a[i][k];
}

// A strategy maps the outer loops.
// CHECK: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop k: in the thread
// CHECK-NEXT: loop j: mappable
void asked(double (*__restrict c)[64], const double (*a)[64],
           const double (*b)[64], int n) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 64; ++k)
      for (int j = 0; j < 64; ++j)
        c[i][j] += a[i][k] * b[k][j];
}

// Parts, where the loops are not nested perfectly.
// SAID: remark: the loops run as 2 launches, one after the other: more loops are mapped in that way
// CHECK: rank 2
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK-NEXT: loop k: in the thread
void gemm(double (*__restrict c)[64], const double (*a)[64],
          const double (*b)[64], double beta, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 64; ++j)
      c[i][j] *= beta;
    for (int k = 0; k < 64; ++k)
      for (int j = 0; j < 64; ++j)
        c[i][j] += a[i][k] * b[k][j];
  }
}

// One launch, if that would not change which loops are mapped.
// CHECK: rank 1
// CHECK-NEXT: loop i: mapped
void sums(double *__restrict s, const double (*a)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s[i] = 0;
    for (int k = 0; k < 64; ++k)
      for (int j = 0; j < 64; ++j)
        s[i] += a[k][j] * a[j][k];
  }
}
