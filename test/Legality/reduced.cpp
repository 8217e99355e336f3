// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is reduced, over which loops, and what stays in the thread.
// RUN: %heddle-rewrite --stop-after=legality --dump=legality %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

int sums(const int (*x)[8], int n) {
  int s = 0, m = 0;
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: mapped
// CHECK: array s: reduced, elements 0 to 0, in, out
// CHECK: array m: reduced, elements 0 to 0, in, out
// CHECK: reduction s by +
// CHECK: reduction m by max
// CHECK-NOT: apart
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) {
      s -= x[i][j];
      if (m < x[i][j])
        m = x[i][j];
    }
  return s + m;
}

// The sums of rows keep their order, which only threads of one loop give them.
double rows(double *__restrict y, const double (*__restrict x)[8], int n) {
  double s = 0;
// CHECK: rank 1
// CHECK: loop j: in the thread
// CHECK: array y: compatible
// CHECK: array s: reduced
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) {
      y[i] += x[i][j];
      s += x[i][j];
    }
  return s;
}

// An array's reduction stays in the thread where it can, and nothing is
// reassociated.
void in_order(double *y, const double (*x)[8], int n) {
// CHECK: rank 1
// CHECK: array y: compatible
// CHECK-NOT: reduction y
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      y[i] += x[i][j];
}

// References may be anything's; nobody else knows the local.
void references(int &s, const int *x, int n) {
  int t = 0;
// CHECK: apart: array x and array s
// CHECK-NOT: array t
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    s += x[i];
    t += x[i];
  }
  s += t;
}

// Elements that several threads update: every step is one by itself.
void bins(int *h, unsigned char *c, const int *x, int n) {
// CHECK: rank 1
// CHECK: array h: reduced, elements 0 to
// CHECK: array c: reduced
// CHECK: reduction h by +
// CHECK: reduction c by max
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    h[i / 4] += x[i];
    if (c[i / 8] < static_cast<unsigned char>(x[i]))
      c[i / 8] = static_cast<unsigned char>(x[i]);
  }
}
