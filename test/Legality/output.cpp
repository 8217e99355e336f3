// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two writers of one element.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>

void modulo(int *__restrict y, const int *__restrict x, int n) {
// CHECK: output.cpp:[[@LINE+3]]:5: error: with n = 8, iterations (i = 0) and (i = 7) both write 'y[0]' [heddle-HD403]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[2 * i % 7] = x[i];
}

// Different statements: the other one is pointed at.
void neighbours(int *y, int n) {
// CHECK: output.cpp:[[@LINE+5]]:5: error: with n = 2, iterations (i = 0) and (i = 1) both write 'y[1]'
// CHECK: output.cpp:[[@LINE+5]]:5: note: 'y[1]' is written here by iteration (i = 0)
// CHECK: note: loop 'i' carries this conflict, so it cannot be mapped
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    y[i + 1] = 1;
  }
}

// Where data decide, both may.
void bins(int *__restrict y, const int *__restrict x, int n) {
// CHECK: error: with n = 2, iterations (i = 0) and (i = 1) may both write 'y[0]'
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[0] = i;
}

// Inner counters are part of the witness.
void window(int *y, int n) {
// CHECK: error: with n = 2, iterations (i = 0, k = 1) and (i = 1, k = 0) both write 'y[1]'
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int k = 0; k < 3; ++k)
      y[i + k] = s + k;
  }
}
