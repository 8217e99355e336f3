// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations may store one number to a place that they share, and nothing else.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %heddle-rewrite --dump=legality --on-failure=serial %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=DUMP
#include <heddle/heddle.h>

// DUMP: reduction flag by set<1>
void one(int *flag, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      *flag = 1;
}

int two_numbers(const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}both write 's' [heddle-HD403]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      s = 1;
    else
      s = 2;
  return s;
}

int other_steps(const int *x, int n) {
  int s = 0;
// CHECK: error: {{.*}}'s'{{.*}}[heddle-HD40
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    if (x[i] > 9)
      s = 0;
  }
  return s;
}

// The element is read as well.
void read(int *flag, int *y, const int *x, int n) {
// CHECK: error: {{.*}}[heddle-HD40
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = flag[0];
    if (x[i] > 0)
      flag[0] = 1;
  }
}

// Another definition would make it another number.
#define FOUND 1
int by_macro(const int *x, int n) {
  int s = 0;
// CHECK: error: 's' is written in the nest but lives longer than an iteration{{.*}}[heddle-HD408]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      s = FOUND;
  return s;
}

// An iteration's own elements take no atomics.
// DUMP: array y: compatible
void own(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}
