// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many reads of one array around each element: the range of elements is found
// without their union, however the subscripts are written.
//
// RUN: %heddle-rewrite %s -o - -- -std=c++17 -I %include | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

// CHECK-LABEL: void linear(
// CHECK: in(x, 0, heddle_n * 10000 - 1)
void linear(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < 99; ++j)
      for (int k = 1; k < 99; ++k)
        y[(i * 100 + j) * 100 + k] =
            x[((i - 1) * 100 + j - 1) * 100 + k - 1] +
            x[((i - 1) * 100 + j - 1) * 100 + k] +
            x[((i - 1) * 100 + j - 1) * 100 + k + 1] +
            x[((i - 1) * 100 + j) * 100 + k - 1] +
            x[((i - 1) * 100 + j) * 100 + k] +
            x[((i - 1) * 100 + j) * 100 + k + 1] +
            x[((i - 1) * 100 + j + 1) * 100 + k - 1] +
            x[((i - 1) * 100 + j + 1) * 100 + k] +
            x[((i - 1) * 100 + j + 1) * 100 + k + 1] +
            x[((i) * 100 + j - 1) * 100 + k - 1] +
            x[((i) * 100 + j - 1) * 100 + k] +
            x[((i) * 100 + j - 1) * 100 + k + 1] +
            x[((i) * 100 + j) * 100 + k - 1] +
            x[((i) * 100 + j) * 100 + k] +
            x[((i) * 100 + j) * 100 + k + 1] +
            x[((i) * 100 + j + 1) * 100 + k - 1] +
            x[((i) * 100 + j + 1) * 100 + k] +
            x[((i) * 100 + j + 1) * 100 + k + 1] +
            x[((i + 1) * 100 + j - 1) * 100 + k - 1] +
            x[((i + 1) * 100 + j - 1) * 100 + k] +
            x[((i + 1) * 100 + j - 1) * 100 + k + 1] +
            x[((i + 1) * 100 + j) * 100 + k - 1] +
            x[((i + 1) * 100 + j) * 100 + k] +
            x[((i + 1) * 100 + j) * 100 + k + 1] +
            x[((i + 1) * 100 + j + 1) * 100 + k - 1] +
            x[((i + 1) * 100 + j + 1) * 100 + k] +
            x[((i + 1) * 100 + j + 1) * 100 + k + 1];
}

// CHECK-LABEL: void declared(
// CHECK: in(x, 0, heddle_n * 100 - 1)
void declared(double (*y)[100], const double (*x)[100], int n) {
  [[heddle::map]]
  for (int i = 2; i < n - 2; ++i)
    for (int j = 2; j < 98; ++j)
      y[i][j] = x[i - 2][j - 2] + x[i - 2][j - 1] + x[i - 2][j] + x[i - 2][j + 1] + x[i - 2][j + 2] +
                x[i - 1][j - 2] + x[i - 1][j - 1] + x[i - 1][j] + x[i - 1][j + 1] + x[i - 1][j + 2] +
                x[i][j - 2] + x[i][j - 1] + x[i][j] + x[i][j + 1] + x[i][j + 2] +
                x[i + 1][j - 2] + x[i + 1][j - 1] + x[i + 1][j] + x[i + 1][j + 1] + x[i + 1][j + 2] +
                x[i + 2][j - 2] + x[i + 2][j - 1] + x[i + 2][j] + x[i + 2][j + 1] + x[i + 2][j + 2];
}

// Eleven reads of five dimensions.
// CHECK-LABEL: void deep(
// CHECK: in(x, 1111, ((((heddle_n - 1) * 10 + 8) * 10 + 8) * 10 + 8) * 10 + 8)
void deep(double (*y)[10][10][10][10], const double (*x)[10][10][10][10], int n) {
  [[heddle::map]]
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < 9; ++b)
      for (int c = 1; c < 9; ++c)
        for (int d = 1; d < 9; ++d)
          for (int e = 1; e < 9; ++e)
            y[a][b][c][d][e] = x[a][b][c][d][e] +
                x[a - 1][b][c][d][e] +
                x[a + 1][b][c][d][e] +
                x[a][b - 1][c][d][e] +
                x[a][b + 1][c][d][e] +
                x[a][b][c - 1][d][e] +
                x[a][b][c + 1][d][e] +
                x[a][b][c][d - 1][e] +
                x[a][b][c][d + 1][e] +
                x[a][b][c][d][e - 1] +
                x[a][b][c][d][e + 1];
}

// Under one condition, and under one that never holds.
// CHECK-LABEL: void conditional(
// CHECK: in(x, 0, {{.{0,200}$}}
// CHECK-LABEL: void never(
// CHECK: in(x, 0, -1)
void conditional(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = m;
    if (i < m)
      s = x[i + 0] + x[i + 1] + x[i + 2] + x[i + 3] + x[i + 4] + x[i + 5] + x[i + 6] + x[i + 7] + x[i + 8] +
          x[i + 9] + x[i + 10] + x[i + 11] + x[i + 12] + x[i + 13] + x[i + 14] + x[i + 15] + x[i + 16] + x[i + 17];
    y[i] = s;
  }
}
void never(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = m;
    if (i < 0)
      s = x[i + 0] + x[i + 1] + x[i + 2] + x[i + 3] + x[i + 4] + x[i + 5] + x[i + 6] + x[i + 7] + x[i + 8] +
          x[i + 9] + x[i + 10] + x[i + 11] + x[i + 12] + x[i + 13] + x[i + 14] + x[i + 15] + x[i + 16] + x[i + 17];
    y[i] = s;
  }
}

// Shifted reads of components, in rows that the loops need not fill.
// CHECK-LABEL: void components(
// CHECK: in(u, 329, heddle_n * 20480 + heddle_m * 320 + heddle_l * 5 - 21126)
void components(double (*q)[64][64], const double (*u)[64][64][5], int n, int m,
                int l) {
  [[heddle::map]] for (int k = 1; k < n - 1; ++k) for (int j = 1; j < m - 1;
                                                       ++j) for (int i = 1;
                                                                 i < l - 1; ++i)
      q[k][j][i] =
          (u[k][j][i][1] * u[k][j][i][1] + u[k][j][i][2] * u[k][j][i][2] +
           u[k][j][i + 1][3] * u[k][j][i - 1][3]) /
              u[k][j][i][0] +
          u[k + 1][j][i][4] - u[k - 1][j][i][4] + u[k][j + 1][i][4] -
          u[k][j - 1][i][4];
}
