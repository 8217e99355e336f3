// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How loops run on CPU threads, in one line.
// RUN: %heddle-rewrite --check --dump=kernel %s -- -std=c++17 -I %include 2>&1 | grep 'on the CPU' | FileCheck %s --match-full-lines
#include <heddle/heddle.h>

// CHECK: on the CPU: parallel
void simple(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

// CHECK-NEXT: on the CPU: parallel, or collapse(2), counted in 64 bits
void plane(double *y, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 0;
}

// How often a loop runs is not how far it goes: 80000 times, and ten times.
// CHECK-NEXT: on the CPU: parallel, or collapse(2), counted in 64 bits
void around_zero(double (*y)[80000]) {
  HEDDLE(map)
  for (int i = -40000; i < 40000; ++i)
    for (int j = -40000; j < 40000; ++j)
      y[i][j + 40000] = 0;
}

// CHECK-NEXT: on the CPU: parallel, or collapse(2)
void far_from_zero(double (*y)[40010]) {
  HEDDLE(map)
  for (int i = 40000; i < 40010; ++i)
    for (int j = 40000; j < 40010; ++j)
      y[i][j] = 0;
}

// CHECK-NEXT: on the CPU: parallel with copies
void copied(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = y[i + 1];
}

// No variable of a constexpr function may hold them.
// CHECK-NEXT: on the CPU: sequential
constexpr void copied_or_constant(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = y[i + 1];
}

// CHECK-NEXT: on the CPU: parallel with copies over a trip counter
void copied_trips(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i != n; i += 3)
    y[i] = y[i + 3];
}

// CHECK-NEXT: on the CPU: parallel over a trip counter
void trips(double *y, int n) {
  HEDDLE(map)
  for (int i = 0; i != n; i += 3)
    y[i] = 0;
}
