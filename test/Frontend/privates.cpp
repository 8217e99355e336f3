// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters and temporaries in front of the nest that each iteration has for itself: the
// text declares them where they are used first, and the launch leaves the function's alone.
// RUN: %heddle-rewrite %s -o %t -- -std=c++17 -I %include
// RUN: grep -v CHECK %t | FileCheck %s
// RUN: %gxx -std=c++17 -O2 -Wall -Wextra -Werror -fopenmp -x c++ -I %include -fsyntax-only %t
// RUN: %clangxx -std=c++17 -O2 -Wall -Wextra -Werror -fopenmp -x c++ -I %include -fsyntax-only %t
#include <heddle/heddle.h>
#include <heddle/indices.h>

// CHECK-LABEL: void heddle_gas_0_body(
// CHECK: double v; v = 1.0 / density[k * jmax + j];
// CHECK-NEXT: double w; w = v * v;
// CHECK: void gas(int jmax
// CHECK: ::heddle::rt::privates(&k, &j, &v, &w);
// CHECK: for (int k = 0; k < kmax; k++)
// CHECK-NEXT: for (int j = 0; j < jmax; j++) {
// CHECK-NEXT: heddle_gas_0_body(density, pressure, jmax, k, j);
void gas(int jmax, int kmax, const double *density, double *pressure) {
  int j, k;
  double v, w;
  [[heddle::map]]
  for (k = 0; k < kmax; k++)
    for (j = 0; j < jmax; j++) {
      v = 1.0 / density[k * jmax + j];
      w = v * v;
      pressure[k * jmax + j] = w + v;
    }
}

// A counter of two loops of the body, and one that is read behind its loop.
// CHECK-LABEL: void heddle_twice_0_body(
// CHECK: for (int k = 0; k < 4; k++) s += x[i + k];
// CHECK: for (int k = 0; k < 4; k++) s -= x[i + k + 4];
// CHECK: int l; for (l = 0; l < 4; l++)
// CHECK: y[i] = s + l;
void twice(double *y, const double *x, int n) {
  int i, k, l;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    double s = 0;
    for (k = 0; k < 4; k++) s += x[i + k];
    for (k = 0; k < 4; k++) s -= x[i + k + 4];
    for (l = 0; l < 4; l++)
      if (s < 0) break;
    y[i] = s + l;
  }
}

// In a range of indices.
// CHECK-LABEL: void heddle_ranged_0(
// CHECK: void ranged(
// CHECK: ::heddle::rt::privates(&j);
// CHECK: for (int j = 0; j < m; j++)
void ranged(double *y, int n, int m) {
  int j;
  [[heddle::map]]
  for (int i : heddle::indices(n))
    for (j = 0; j < m; j++) y[i * m + j] = 0;
}

// A body without braces.
// CHECK-LABEL: void heddle_single_0_body(
// CHECK: { double t; if (i > 0) { t = x[i]; y[i] = t * t; } }
void single(double *y, const double *x, int n) {
  int i;
  double t;
  [[heddle::map]]
  for (i = 0; i < n; i++)
    if (i > 0) { t = x[i]; y[i] = t * t; }
}

// What is private to an iteration of the outer loop keeps the inner one in the thread.
// CHECK-LABEL: void heddle_running_0_body(
// CHECK: double t; t = 0;
// CHECK: for (int j = 0; j < m; j++)
void running(double *y, const double *x, int n, int m) {
  int i, j;
  double t;
  [[heddle::map]]
  for (i = 0; i < n; i++) {
    t = 0;
    for (j = 0; j < m; j++) {
      t += x[i * m + j];
      y[i * m + j] = t;
    }
  }
}

// A parameter of the function, in a template, in a lambda.
template <class T> void scaled(T *y, const T *x, T t, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    t = x[i];
    y[i] = t + t;
  }
}
template void scaled(float *, const float *, float, int);
// CHECK: void scaled(T *y
// CHECK: ::heddle::rt::privates(&t);

void inLambda(double *y, const double *x, int n) {
  auto run = [&](int m) {
    int i;
    double t;
    [[heddle::map]]
    for (i = 0; i < m; i++) {
      t = x[i];
      y[i] = t + t;
    }
  };
  run(n);
}

// The pieces of a body that have the same one stay together.
// CHECK-LABEL: void heddle_parted_0_part1_body(
// CHECK: double t; t = x[i];
// CHECK-NEXT: y[i] = t * t;
// CHECK-LABEL: void heddle_parted_0_part2_body(
// CHECK-NOT: double t;
// CHECK: z[i] = y[i - 1];
void parted(double *y, double *z, const double *x, int n) {
  double t;
  int i;
  [[heddle::map]]
  for (i = 1; i < n; i++) {
    t = x[i];
    y[i] = t * t;
    z[i] = y[i - 1];
  }
}

// Loops beside statements that share a counter run in launches of their own.
// CHECK: void heddle_beside_0_part2(
// CHECK: void beside(
void beside(double *y, double *z, double *w, int n, int m) {
  int i, j;
  [[heddle::bounds({0, 0}, {n, m}), heddle::map]]
  for (i = 0; i < n; i++) {
    z[i] = 1;
    for (j = 0; j < m; j++) y[i * m + j] = 2;
    for (j = 0; j < m; j++) w[i * m + j] = 3;
  }
}

// The loops are no part of the text that has the other use.
// CHECK-LABEL: heddle_otherBranch_0(
// CHECK: const int i =
int otherBranch(double *y, int n) {
  int i;
#ifndef WANT_LAST
  [[heddle::map]]
  for (i = 0; i < n; i++) y[i] = 0;
#else
  for (i = 0; i < n && y[i] > 0; i++)
    ;
  return i;
#endif
  return 0;
}
