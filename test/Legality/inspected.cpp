//===- inspected.cpp - footprints found at the launch: taken, and refused -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %heddle-rewrite --dump=legality --on-failure=serial %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=DUMP

#include <algorithm>
#include <heddle/heddle.h>

// DUMP: array start: read only, elements 0 to n, in
// DUMP: array col: read only, elements col.first to col.last, in
// DUMP: array y: compatible, elements 0 to n - 1, out
void rows(double *y, const double *x, const int *start, const int *col, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      s += x[col[k]];
    y[i] = s;
  }
}

// Each element is read before the same iteration stores it.
// DUMP: array y: compatible, elements y.first to y.last, in, out
void halved(double *y, const int *m, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (m[i])
      y[i] = y[i] / 2;
}

// A size that is declared needs no pass.
// DUMP: array t: read only, elements 0 to 255, in
void table(int *y, const int (&t)[256], const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = t[p[i]];
}

// The pass makes the stores that the iteration reads.
// DUMP: array x: read only, elements x.first to x.last, in
void readBack(int *y, const int *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = p[i];
    y[i] = x[y[i]];
  }
}

// DUMP: array x: read only, elements x.first to x.last, in
void round(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < y[i]) {
      k += x[k];
      y[i] -= 1;
      y[i] = y[i] / 2;
    }
  }
}

struct pair {
  int a, b;
};
// But not of structures.
void records(pair *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i].a = x[i];
    // CHECK: inspected.cpp:[[@LINE+2]]:16: error: a subscript of 'x' is read from an array, {{.*}}: write 'extent(x, n)' with the number of elements [heddle-HD217]
    // CHECK: inspected.cpp:[[@LINE+1]]:16: note: no pass over the loops can find the elements: 'y[i].a' may be read behind a store to it, which the pass leaves out
    y[i].b = x[y[i].a];
  }
}

// Each iteration reads what another one has chosen.
void least(double &m, const double *x, const int *p, int n) {
  [[heddle::map, heddle::reduce(m)]]
  for (int i = 0; i < n; ++i)
    // CHECK: inspected.cpp:[[@LINE+3]]:11: error: a subscript of 'x' {{.*}} [heddle-HD217]
    // CHECK: inspected.cpp:[[@LINE+3]]:13: note: no pass over the loops can find the elements: whether 'p[i]' is touched depends on 'm', which the loops update
    // (It stores no minimum, which decides whether there is another read.)
    if (x[p[i]] < m)
      m = x[p[i]];
}

// Compilers choose this macro, so that no text can have what is left of it.
#ifndef __CUDA_ARCH__
#define BOTH(k) x[k] + x[(k) + 1]
#endif
void macro(double *y, const double *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: inspected.cpp:[[@LINE+2]]:{{.*}}: error: a subscript of 'x' {{.*}}[heddle-HD217]
    // CHECK: note: no pass over the loops can find the elements: 'BOTH(p[i])' has no text of its own in the loops, as in a macro
    y[i] = BOTH(p[i]);
}

// A pass says which elements there are, and not that they are an iteration's own.
void scatter(double *y, const double *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: inspected.cpp:[[@LINE+1]]:7: note: before the launch, {{.*}}if no two iterations do, write 'independent(y)'
    y[p[i]] = x[i];
}

struct values {
  double *p;
  double at(int i) const { return p[i]; }
};
// What a call gives by value is no place in memory that the pass could note.
void byValue(const values &d, const int *k, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: a subscript of 'd.p' is read from an array{{.*}}[heddle-HD217]
    // CHECK: note: no pass over the loops can find the elements: 'd.at(k[i])' has no text of its own
    y[i] = d.at(k[i]);
}
