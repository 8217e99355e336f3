// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dozens of accesses to the components of a grid, many of them by functions
// that are given a row of five, and elements of the last line by a variable.
// RUN: %heddle-rewrite --stop-after=legality --dump=legality %s -- -std=c++17 -I %include 2>&1 | FileCheck --implicit-check-not=error: %s

#include <heddle/heddle.h>

static void subtract(const double a[5][5], const double b[5], double c[5]) {
  c[0] = c[0] - a[0][0] * b[0] - a[1][0] * b[1] - a[2][0] * b[2] -
         a[3][0] * b[3] - a[4][0] * b[4];
  c[1] = c[1] - a[0][1] * b[0] - a[1][1] * b[1] - a[2][1] * b[2] -
         a[3][1] * b[3] - a[4][1] * b[4];
  c[2] = c[2] - a[0][2] * b[0] - a[1][2] * b[1] - a[2][2] * b[2] -
         a[3][2] * b[3] - a[4][2] * b[4];
  c[3] = c[3] - a[0][3] * b[0] - a[1][3] * b[1] - a[2][3] * b[2] -
         a[3][3] * b[3] - a[4][3] * b[4];
  c[4] = c[4] - a[0][4] * b[0] - a[1][4] * b[1] - a[2][4] * b[2] -
         a[3][4] * b[3] - a[4][4] * b[4];
}

static void turn(double r[5]) {
  r[0] = 0.5 * r[0];
  r[1] = r[1] - r[0];
  r[2] = r[2] - r[0] - r[1];
  r[3] = r[3] - r[0] - r[1] - r[2];
  r[4] = r[4] - r[0] - r[1] - r[2] - r[3];
}

// CHECK: rank 1
// CHECK-NEXT: loop k: mapped
// CHECK: array rhs: compatible
void sweep(double (*rhs)[64][64][5], int n, int m, int last) {
  [[heddle::map]] for (int k = 1; k < n - 1; ++k) {
    double a[5][5];
    for (int j = 1; j < m; ++j) {
      for (int c = 0; c < 5; ++c)
        for (int d = 0; d < 5; ++d)
          a[c][d] = rhs[k][j][0][c] + d;
      turn(rhs[k][j][0]);
      for (int i = 1; i < last; ++i) {
        subtract(a, rhs[k][j][i - 1], rhs[k][j][i]);
        turn(rhs[k][j][i]);
      }
      subtract(a, rhs[k][j][last - 1], rhs[k][j][last]);
      turn(rhs[k][j][last]);
      for (int i = last - 1; i >= 0; --i)
        for (int c = 0; c < 5; ++c)
          rhs[k][j][i][c] = rhs[k][j][i][c] - rhs[k][j][i + 1][c];
    }
  }
}
