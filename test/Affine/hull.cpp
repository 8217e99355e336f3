// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose bounds depend on counters are mapped by the box around their
// iterations, where that is not much larger than they are.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --check --dump=affine --stop-after=affine %s -- -std=c++17 -I %include | FileCheck %s

#include <algorithm>
#include <heddle/heddle.h>

void triangle(double (*c)[500], int n) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK: dimension i: [0, n)
  // CHECK-NEXT: dimension j: [1, n) where i + 1 <= j, 50 % idle
  // CHECK: zero trip: n <= 1
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      c[i][j] = 1;
}

void simplex(double (*c)[50][50], int n) {
  // CHECK: affine nest: 3 perfect loops, 1 rectangular
  // CHECK: dimension k: [0, n - 2) where {{.*}}, 8{{[0-9]}} % idle
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      for (int k = 0; k < j; ++k)
        c[i][j][k] = 1;
}

// With w = 2 most of the box is empty.
void band(double (*c)[500], int n, int w) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK: dimension i: [0, n)
  // CHECK-NOT: dimension j
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < i + w; ++j)
      c[i][j] = 1;
}

// Steps that begin somewhere else in each row.
void strided(double (*c)[500], int n) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK-NOT: dimension j
  // CHECK: zero trip
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; j += 2)
      c[i][j] = 1;
}

// How full it is takes quotients and remainders as they are.
void half(double (*c)[500], int n) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK: dimension j: [0, floor((n + 1) / 2) - 1) where j * 2 + 2 <= i, 50 % idle
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i / 2; ++j)
      c[i][j] = 1;
}

void remainder(double (*c)[500], int n) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK: dimension j: [0, {{.*}}) where j + 1 <= i mod 8, 50 % idle
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i % 8; ++j)
      c[i][j] = 1;
}

// Boxes of many points are as full as small ones of the same shape.
void large(double (*c)[20000]) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK: dimension j: [0, 20000) where j <= i, 50 % idle
  [[heddle::map]]
  for (int i = 0; i < 20000; ++i)
    for (int j = 0; j <= i; ++j)
      c[i][j] = 1;
}

void largeBand(double (*c)[20000]) {
  // CHECK: affine nest: 2 perfect loops, 1 rectangular
  // CHECK: dimension i: [0, 20000)
  // CHECK-NOT: dimension j
  // CHECK: zero trip
  [[heddle::map]]
  for (int i = 0; i < 20000; ++i)
    for (int j = i; j < std::min(i + 100, 20000); ++j)
      c[i][j] = 1;
}

// The larger of two numbers for the n that is assumed, which is 64.
void fromLarger(double (*c)[64], int n) {
  // CHECK: dimension i: [max(n - 80, 0), 64)
  // CHECK-NEXT: dimension j: {{.*}} where i <= j, 50 % idle
  [[heddle::map]]
  for (int i = std::max(n - 80, 0); i < 64; ++i)
    for (int j = i; j < 64; ++j)
      c[i][j] = 1;
}

// A counter may stand behind what is added to it.
void behind(double *y, int n) {
  // CHECK: dimension i: [0, n - 3)
  [[heddle::map]]
  for (int i = 0; 1 + (i + 2) < n; ++i)
    y[i] = 1;
}
