// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which functions do not fill all the rows that are read are no
// iteration's own; nor are elements that blocks of a run-time length store to.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines

#include <heddle/heddle.h>

static void fill(double by, double to[5]) {
  for (int m = 0; m < 5; ++m)
    to[m] = by * m;
}

static void fill_some(double by, double to[5]) {
  for (int m = 0; m < 4; ++m)
    to[m] = by * m;
}

void all_rows(double *y, int n) {
  double face[2][5];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int end = 0; end < 2; ++end)
      fill(i, &face[end][0]);
    y[i] = face[1][4];
  }
}

void one_row(double *y, int n) {
  double face[2][5];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    fill(i, face[0]);
// CHECK: {{.*}}rows-refused.cpp:[[@LINE+1]]:12: error: with n = 2, iteration (i = 1) reads 'face[1][4]', which iteration (i = 0) writes [heddle-HD402]
    y[i] = face[1][4];
    face[1][4] = i;
  }
}

void part_of_rows(double *y, int n) {
  double face[2][5];
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int end = 0; end < 2; ++end)
      fill_some(i, &face[end][0]);
// CHECK: {{.*}}rows-refused.cpp:[[@LINE+1]]:12: error: with n = 2, iteration (i = 1) reads 'face[1][4]', which iteration (i = 0) writes [heddle-HD402]
    y[i] = face[1][4];
    face[1][4] = i;
  }
}

// The launch looks.
void blocks(float *out, int n, int size) {
// CHECK: {{.*}}rows-refused.cpp:[[@LINE+2]]:3: remark: the launch looks whether iterations of loop 't' touch elements of 'out' of their own, {{.*}}[heddle-HD432]
  [[heddle::map]]
  for (int t = 0; t < n; ++t)
    for (int i = t * size; i < (t + 1) * size; ++i)
      out[i] = 1;
}
