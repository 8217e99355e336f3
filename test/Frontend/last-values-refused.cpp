// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values behind the nest that do not follow from the header, or from the last iteration alone.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

// A 'continue' leaves out the end of the body.
int continued(int *y, int n) {
  int t = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD408]
    t = 2 * i;
    if (i % 3 == 0) continue;
    y[i] = t;
  }
  return t;
}

// The inner loop of the last iteration has no iteration.
int triangle(int *y, int n) {
  int t = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - 1 - i; ++j) {
      // CHECK: :[[@LINE+1]]:7: error: {{.*}}[heddle-HD408]
      t = i + j;
      y[i * n + j] = t;
    }
  return t;
}

// The condition is not on the counter alone.
int shifted(int *y, int n) {
  int i;
  [[heddle::map]]
  // CHECK: :[[@LINE+1]]:8: error: {{.*}}[heddle-HD202]
  for (i = 0; i + 1 < n; ++i)
    y[i] = i;
  return i;
}

// The bound may change while the loop runs, or its end is no integer of the function.
int reference(int *y, const int &n) {
  int i;
  [[heddle::map]]
  // CHECK: :[[@LINE+1]]:8: error: {{.*}}[heddle-HD202]
  for (i = 0; i < n; ++i)
    y[i] = i;
  return i;
}
struct Sizes { int n; };
int member(double *y, Sizes s) {
  double t = 0;
  [[heddle::map]]
  for (int i = 0; i < s.n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD408]
    t = i;
    y[i] = t;
  }
  return int(t);
}

// Permission to sum it says that it is a sum.
double summed(double *y, const double *x, int n) {
  double t = 0;
  [[heddle::map, heddle::reduce(t)]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD408]
    t = x[i];
    y[i] = t;
  }
  return t;
}
