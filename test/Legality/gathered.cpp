// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations update elements that they share: each element gets a thread, which
// runs all its updates in the order written.
// RUN: %heddle-rewrite --stop-after=legality --dump=legality %s -- -std=c++17 -I %include 2>%t.said | FileCheck %s
// RUN: FileCheck --check-prefix=SAID --implicit-check-not=error: --implicit-check-not=warning: --implicit-check-not=remark: %s < %t.said

#include <heddle/heddle.h>

// The loop that determines the element moves outside.
void columns(double *a, const double *x, int n, int m) {
// CHECK: rank 1
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: owners of a, in the place of loop i: nothing
// CHECK: array a: compatible
  [[heddle::map, heddle::reduce(a)]]
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      a[i] += x[j * m + i];
}

// More than the longest prefix, since the user says so.
void multiply(double *__restrict c, const double *__restrict a,
              const double *__restrict b, int n) {
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop k: mapped
// CHECK-NEXT: loop j: in the thread
  [[heddle::map, heddle::reduce(c)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        c[i * n + k] += a[i * n + j] * b[j * n + k];
// CHECK: rank 2
// CHECK-NEXT: loop i: mapped
// CHECK-NEXT: loop k: mapped
// CHECK-NEXT: loop j: in the thread
// CHECK-NEXT: turned, in the place of loop i: nothing
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        c[i * n + k] += a[i * n + j] * b[j * n + k];
}

// A sum of counters: the inner one follows from the element and the other.
void convolve(float *__restrict a, const float *x, const float *y, int n,
              int m) {
// SAID: gathered.cpp:[[@LINE+8]]:3: remark: each element of 'a' has a thread of its own, which runs loop 'i' in the order written [heddle-HD416]
// SAID: note: 'reduce(a)' says that this is meant
// CHECK: rank 1
// CHECK-NEXT: loop element: mapped
// CHECK-NEXT: loop i: in the thread
// CHECK-NEXT: owners of a, in the place of loop j: j_0 = element - i where j_0 < m and 0 <= j_0
// CHECK: array a: compatible, elements 0 to n + m - 2, in, out
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i + j] += x[i] * y[j];
}

// The names that a nest has are not taken.
void taken(float *__restrict element, const float *x, int n) {
// CHECK: loop element_1: mapped
// CHECK: in the place of loop j: j_0_1 = n + i - element_1 where j_0_1 <= n and (n + j_0_1) mod 2 == 0
  [[heddle::map, heddle::reduce(element)]]
  for (int i = 0; i < n; ++i)
    for (int j = n; j > i; j -= 2) {
      const float j_0 = x[j - 1];
      element[i - j + n] += j_0;
    }
}
