// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of arrays whose rows have run-time lengths, as kernels name them.
// RUN: %heddle-rewrite %s -o - -- -std=c++17 -Wno-vla-cxx-extension -I %include | FileCheck %s

#include <heddle/heddle.h>

// CHECK-LABEL: void heddle_pointed_0_body(double *u,
// CHECK: u[(static_cast<long long>(i3) * n2 + (i2 + 1)) * n1 + 0] = u[(static_cast<long long>(i3) * n2 + i2) * n1 + (n1 - 2)];
// CHECK: not certain that 'i2 + 1' stays within rows of 'n2' in 'u'
void pointed(void *p, int n1, int n2, int n3) {
  typedef double(*rows)[n2][n1];
  rows u = static_cast<rows>(p);
  [[heddle::map]]
  for (int i3 = 0; i3 < n3; i3++)
    for (int i2 = 1; i2 < n3; i2++)
      u[i3][i2 + 1][0] = u[i3][i2][n1 - 2];
}

// One dimension, lengths that are sums, and rows of a constant length.
// CHECK-LABEL: void heddle_declared_0_body(
// CHECK: a[static_cast<long long>(i) * (n + 1) + j] = t[j] + w[i][2];
void declared(int n, int m) {
  double t[n + 1], a[m][n + 1], w[m][5];
  [[heddle::map]]
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = t[j] + w[i][2];
}

// The length was set before the declaration, and is a parameter's.
// CHECK-LABEL: void heddle_parameter_0_body(
// CHECK: y[static_cast<long long>(i) * n + j] = 0;
void parameter(int n, float y[][n], int m) {
  m = 2 * m;
  [[heddle::map]]
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      y[i][j] = 0;
}
