// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which reads take the copy, in which iterations, and how much there is of it.
// RUN: %heddle-rewrite --dump=legality %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not="copy of" --implicit-check-not="for x["

#include <heddle/heddle.h>

// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: array x: copied, elements 0 to n + 2, in, out
// CHECK-NEXT: copy of x: elements 1 to n + 2
// CHECK-NEXT: for x[i + 1]
// CHECK-NEXT: for x[i + 3]
void stencil(float *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = 0.5f * x[i] + x[i + 1] - 0.25f * x[i + 3];
}

// What is written by its own iteration, before or after, is read in place.
// CHECK-LABEL: legality
// CHECK: copy of x: elements 1 to n
// CHECK-NEXT: for x[i + 1]
void own(double *__restrict x, double *__restrict y, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    x[i] = y[i] + 1;
    y[i] = x[i] + x[i + 1];
  }
}

// Even elements are written, odd ones read.
// CHECK-LABEL: legality
// CHECK: array x: compatible
void apart(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[2 * i] = x[2 * i + 1] + x[i + i];
}

// Mapped, the rows are in each other's way; within a row the thread reads
// before it writes.
// CHECK-LABEL: legality
// CHECK-NEXT: rank 1
// CHECK: copy of x: elements 40 to n * 40 + 38
// CHECK-NEXT: for x[i + 1][j]
void rows(double (*x)[40], int n) {
  [[heddle::bounds(n), heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 39; ++j)
      x[i][j] = x[i][j + 1] + x[i + 1][j];
}

// One access of both kinds: two thirds of the iterations take the copy.
// CHECK-LABEL: legality
// CHECK: copy of x:
// CHECK-NEXT: for x[i % 3 == 0 ? i : i + 1] where i mod 3 != 0
void both(double *__restrict x, double *__restrict z, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    x[i] = z[i];
    z[i] = x[i % 3 == 0 ? i : i + 1];
  }
}

// A macro's argument that is read twice is one text.
// CHECK-LABEL: legality
// CHECK: copy of x: elements 1 to n{{$}}
// CHECK-NEXT: for x[i + 1]
// CHECK-NEXT: for x[i + 1]
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
void macro(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = LARGER(x[i], x[i + 1]);
}

// What iterations reduce to besides is no matter of the copy.
// CHECK-LABEL: legality
// CHECK: array x: copied, elements 0 to n, in, out
// CHECK: reduction h by +
// CHECK-NEXT: reduction s by +
// CHECK-NEXT: copy of x: elements 1 to n{{$}}
// CHECK-NEXT: for x[i + 1]
// CHECK-NEXT: for x[i + 1]
// CHECK-NEXT: for x[i + 1]
int reduced(int *__restrict x, int *__restrict h, int n) {
  int s = 0;
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    h[i / 4] += x[i + 1];
    s += x[i] - x[i + 1];
    x[i] = x[i + 1];
  }
  return s;
}

// Each instantiation by itself: only the second reads what others write.
// CHECK-LABEL: legality
// CHECK: array x: compatible
// CHECK-LABEL: legality
// CHECK: array x: copied
// CHECK-NEXT: copy of x: elements 3 to n + 2
// CHECK-NEXT: for x[i + K]
template <int K> void ahead(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + K];
}
void instantiate(double *x, int n) {
  ahead<0>(x, n);
  ahead<3>(x, n);
}
