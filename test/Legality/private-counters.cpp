// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter in front of the nest is no counter to what was computed before its loop.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
#include <heddle/heddle.h>

void stale(double *y, int n) {
  int k;
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    k = 0;
    if (i * i > 3000000) k = -4 * i;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: before the launch, {{.*}}it changes in the nest
    const int a = k;
    for (k = 0; k < 1; k++) y[4 * i + a] = i;
  }
}

void own(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    int k = 2 * n - i;
    const int a = k;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: with n = 2, iterations (i = 0, k = 0) and (i = 1, k = 0) both write 'y[4]' [heddle-HD403]
    for (k = 0; k < 1; k++) y[i + a] = i;
  }
}
