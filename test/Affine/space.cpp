// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A declared index space is compared with the loops, and a difference is shown
// by its smallest iteration.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>
using namespace heddle;

void missing(double *y, int n) {
// CHECK: space.cpp:[[@LINE+2]]:{{[0-9]+}}: error: the loops run iteration 0, which the declared index space does not contain for n = 1 [heddle-HD301]
// CHECK-NOT: they agree only if
  [[heddle::bounds(n - 1), heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void extra(double *y, int n) {
// CHECK: space.cpp:[[@LINE+1]]:{{[0-9]+}}: error: the declared index space contains iteration 1, which the loops do not run for n = 2 [heddle-HD302]
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; i += 2)
    y[i] = 0;
}

void agreement(double *y, int n, int m) {
// CHECK: error: the loops run iteration 0, which the declared index space does not contain for n = 1, m = 0 [heddle-HD301]
// CHECK: note: they agree only if '{{.*}}2 <= n and m * 2 == n'
  [[heddle::bounds(2 * m), heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void scalars(double *y, int n, int m) {
// CHECK: space.cpp:[[@LINE+2]]:{{[0-9]+}}: error: the loops run iteration 0, which the declared index space does not contain for n = 1 [heddle-HD301]
// CHECK: space.cpp:[[@LINE+1]]:{{[0-9]+}}: note: 'bounds(n, m)' is one loop from 'n' to 'm'; two loops from 0 are 'bounds({n, m})'
  [[heddle::bounds(n, m), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 0;
}

void imperfect(double *y, double (*a)[9], int n) {
// CHECK: error: 'bounds' is for 2 loops, but the number of loops nested perfectly here is 1 [heddle-HD303]
// CHECK: space.cpp:[[@LINE+3]]:3: note: this is the innermost loop that is nested perfectly
// CHECK: space.cpp:[[@LINE+2]]:3: note: it cannot run as several launches: its body is one statement, or its statements share locals or leave the iteration early
  [[heddle::bounds({n, 9}), heddle::map]]
  for (int i = 0; i < n; ++i) {
    const double first = y[i];
    for (int j = 0; j < 9; ++j)
      a[i][j] = first;
  }
}

void triangle(double (*a)[9], int n) {
  [[heddle::step(1, 1), heddle::map]]
  for (int i = 0; i < n; ++i)
// CHECK: space.cpp:[[@LINE+1]]:5: error: the bounds of 'j' depend on outer loops, but the index space of 2 dimensions must be rectangular [heddle-HD304]
    for (int j = 0; j <= i; ++j)
      a[i][j] = 0;
}

// The rows' ends are a check of the launch; so the stores, of which each reads
// what it updates, lie where it holds.
void updatedWithinRows(int (*a)[253], int m) {
  [[heddle::bounds(4, m), heddle::step(7), heddle::width(6), heddle::map]]
  for (int i = 4; i < m; ++i)
    if ((i - 4) % 7 < 6)
      (*a)[i - 4] += 5;
}
