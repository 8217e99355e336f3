// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An element that a later iteration overwrites needs a copy; there is none yet.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void ahead(double *x, int n) {
// CHECK: anti.cpp:[[@LINE+5]]:12: error: with n = 2, iteration (i = 0) reads 'x[1]', which iteration (i = 1) writes later: this needs a temporary copy of 'x', which this version does not make [heddle-HD401]
// CHECK: anti.cpp:[[@LINE+4]]:5: note: 'x[1]' is written here by iteration (i = 1)
// CHECK: anti.cpp:[[@LINE+2]]:3: note: loop 'i' carries this conflict, so it cannot be mapped in place
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1];
}

// The size is named where the source states it.
void shift() {
  static int a[100];
// CHECK: error: iteration (i = 0) reads 'a[1]', which iteration (i = 1) writes later: this needs a temporary copy of 'a' (400 bytes), which this version does not make
  [[heddle::map]]
  for (int i = 0; i < 99; ++i)
    a[i] = a[i + 1];
}

// inplace asks for no copy, so this stays an error whatever Heddle learns.
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
// CHECK: note: loop 'i' can be mapped: write 'bounds(n)', and loop 'j' will run inside each thread
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 63; ++j)
      a[i][j] = a[i][j + 1];
}
