// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The structure after verification: rank, loops, arrays, what must be apart.
// RUN: %heddle-rewrite --dump=legality %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=apart:

#include <heddle/heddle.h>

// CHECK-LABEL: legality
// CHECK-NEXT: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK-NEXT: loop k: in the thread
// CHECK-DAG: array c: compatible
// CHECK-DAG: array a: read only
// CHECK-DAG: apart: array {{[ac]}} and array {{[ac]}}
// CHECK-DAG: apart: array {{[bc]}} and array {{[bc]}}
void matmul(double (*c)[64], const double (*a)[64], const double (*b)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      for (int k = 0; k < 64; ++k)
        c[i][j] += a[i][k] * b[k][j];
}

// The flow along i is inside each thread only if j is mapped alone; a prefix it
// is not, so the rank ends before it and j is named.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: loop k: mappable
void middle(double (&a)[8][16][32]) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 1; j < 16; ++j)
      for (int k = 0; k < 32; ++k)
        a[i][j][k] = a[i][j - 1][k];
}

// Distinct objects and restrict pointers need no check.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
double x[100], y[100];
void objects() {
  [[heddle::map]]
  for (int i = 0; i < 100; ++i)
    y[i] = x[i];
}

// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
void restricted(double *__restrict q, const double *__restrict p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    q[i] = p[i];
}

// A bound that the loop may overwrite is compared with what it writes.
// CHECK-LABEL: legality
// CHECK: apart: array q and storage n
void reference(int *q, const int &n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    q[i] = i;
}

// An interval and every other element leave gaps, which are copied in as well.
// CHECK-LABEL: legality
// CHECK: array x: compatible, elements 96 to 100, in, out
void gaps(int (&x)[300]) {
  [[heddle::map]]
  for (int i = 0; i < 6; i += 2) {
    for (int j = 1; j >= i; --j)
      x[j + 96] = 1;
    x[i + 96] = 2;
  }
}
