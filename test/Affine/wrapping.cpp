// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under -fwrapv sums of signed numbers go round, so launches compare them with
// the range of their type; without it they do not overflow in any program.
// RUN: %heddle-rewrite %s -o %t.wraps.cpp -- -std=c++17 -I %include -fwrapv 2>&1 | count 0
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.wraps.cpp | FileCheck %s --check-prefix=WRAPS
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2>&1 | count 0
// RUN: not grep '"not certai[n]' %t.cpp
#include <heddle/heddle.h>

// WRAPS-LABEL: {{^}}void shifted(
// WRAPS: not certain that {{.*}}i + by
void shifted(const double *x, double *y, int n, int by) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i + by];
}

// WRAPS-LABEL: {{^}}void product(
// WRAPS: not certain that {{.*}}i * n
void product(const double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = x[i * n + j];
}

// The counter itself may meet the end of its type.
// WRAPS-LABEL: {{^}}void steps(
// WRAPS: not certain that 'i' does not wrap around
void steps(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i += 7)
    y[i] = 1;
}

// So may the sum that a local comes to.
// WRAPS-LABEL: {{^}}void moved(
// WRAPS: not certain that {{.*}}k
void moved(const double *x, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
    int k = i;
    for (int j = 0; j < 4; ++j) {
      s += x[k];
      k += 1000;
    }
    y[i] = s;
  }
}
