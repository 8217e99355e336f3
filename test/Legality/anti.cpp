// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that a later iteration overwrites are copied, with a warning.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#include <heddle/heddle.h>

void ahead(double *x, int n) {
// CHECK: anti.cpp:[[@LINE+5]]:12: warning: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: elements 1 to n of 'x' are copied before the launch, n * 8 bytes [heddle-HD401]
// CHECK: anti.cpp:[[@LINE+4]]:5: note: 'x[1]' is written here by iteration (i = 1)
// CHECK: anti.cpp:[[@LINE+2]]:3: note: 'copy(x)' says that this is fine, 'inplace(x)' makes it an error
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1];
}

// The bytes are a number where the source states the loop's extent.
void shift() {
  static int a[100];
// CHECK: warning: iteration (i = 0) reads 'a[1]', which iteration (i = 1) writes later: elements 1 to 99 of 'a' are copied before the launch, 99 * 4 = 396 bytes [heddle-HD401]
  [[heddle::map]]
  for (int i = 0; i < 99; ++i)
    a[i] = a[i + 1];
}

// Two arrays, each with its own copy.
void crossed(double *__restrict x, float *__restrict y, int n) {
// CHECK: warning: with n = 2, iteration (i = 0) reads 'y[1]', which iteration (i = 1) writes later: elements 1 to n of 'y' are copied before the launch, n * 4 bytes
// CHECK: warning: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: elements 1 to n of 'x' are copied before the launch, n * 8 bytes
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    x[i] = y[i + 1];
    y[i] = static_cast<float>(x[i + 1]);
  }
}

// A descending loop overwrites what stands below.
void down(short *x, int n) {
// CHECK: warning: with n = 3, iteration (i = 2) reads 'x[1]', which iteration (i = 1) writes later: elements 0 to n - 2 of 'x' are copied before the launch, (n - 1) * 2 bytes
  [[heddle::map]]
  for (int i = n - 1; i > 0; --i)
    x[i] = x[i - 1];
}

// Data decide who reads and who writes.
void perhaps(double (&x)[100], const double *m) {
// CHECK: warning: iteration (i = 0) may read 'x[1]', which iteration (i = 1) may write later: elements 1 to 90 of 'x' are copied before the launch, 90 * 8 = 720 bytes
// CHECK: note: 'x[1]' may be written here by iteration (i = 1)
  [[heddle::map]]
  for (int i = 0; i < 90; ++i)
    if (m[i] > 0)
      x[i] = x[i + 1];
}

// copy(x) says that a copy is fine.
void silent(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1];
}

// inplace asks for none.
void inplace(double *x, int n) {
// CHECK: error: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: 'x' cannot be updated in place [heddle-HD405]
// CHECK: note: 'x' is to be updated in place here
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1];
}

// Only the inner loop is in the way.
void rows(double (*a)[64], int n) {
// CHECK: error: with n = 1, iteration (i = 0, j = 0) reads 'a[0][1]', which iteration (i = 0, j = 1) writes later
// CHECK: note: loop 'j' carries this conflict
// CHECK: note: loop 'i' can be mapped
  [[heddle::map, heddle::inplace(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 63; ++j)
      a[i][j] = a[i][j + 1];
}
