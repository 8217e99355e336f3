//===- claims.cpp - extent and independent: taken, and refused ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %heddle-rewrite --dump=legality --on-failure=serial %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=DUMP

#include <heddle/heddle.h>
#include <heddle/mapping.h>
#include <vector>

using namespace heddle;

// The claim is about the outermost loop: elements of one i may be the same.
// DUMP: rank 1
// DUMP: array y: compatible, elements 0 to max(y_extent, 0) - 1, in, out
void outermost(double *y, const double *x, const int *p, int n, int m) {
  [[heddle::map, heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      y[p[i]] += x[4 * i + j];
}

// So two loops need a claim about two.
// DUMP: rank 2
void both(double *y, const double *x, const int *p, int n, int m) {
  [[heddle::map, heddle::bounds({n, 4}), heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      y[p[4 * i + j]] += x[4 * i + j];
}

void floats(double *h, const int *b, const double *w, int n, int bins) {
  [[heddle::map, heddle::extent(h, bins)]]
  for (int i = 0; i < n; ++i)
    // CHECK: claims.cpp:[[@LINE+1]]:7: error: a subscript of 'h' is read from an array, so the elements that it touches are not known: in this histogram, updates of one element in floating point would be rounded in no certain order; write 'reduce(h)', so that each element has a thread of its own [heddle-HD217]
    h[b[i]] += w[i];
}

void noClaim(double *y, const double *x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: claims.cpp:[[@LINE+1]]:7: note: before the launch, {{.*}}if no two iterations do, write 'independent(y)'
    y[p[i]] = x[i];
}

// How many elements there are is for the launch to find out.
// DUMP: rank 1
// DUMP: array y: compatible, elements y.first to y.last, in, out
void halfAClaim(double *y, const double *x, const int *p, int n) {
  [[heddle::map, heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];
}

int count();
void effects(double *y, const double *x, const int *p, int n) {
  // CHECK: claims.cpp:[[@LINE+1]]:36: error: 'count()' may do more than to give a number [heddle-HD124]
  [[heddle::map, heddle::extent(x, count())]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
}

void twice(double *y, const double *x, const int *p, int n) {
  // CHECK: claims.cpp:[[@LINE+2]]:34: error: 'extent' cannot say how many elements 'x' has: another 'extent' names it, too [heddle-HD125]
  [[heddle::map, heddle::extent(x, n),
    heddle::extent(              x, n + 1)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
}

void container(std::vector<double> &y, const int *p, int n) {
  // CHECK: claims.cpp:[[@LINE+1]]:33: error: 'extent' cannot say how many elements 'y' has: its declaration says how many it has [heddle-HD125]
  [[heddle::map, heddle::extent(y, n), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = 1;
}

double at(const double *x, int i) { return x[i]; }
void inFunction(double *y, const double *x, const int *p, int n, int m) {
  [[heddle::map, heddle::extent(x, m)]]
  for (int i = 0; i < n; ++i)
    // CHECK: claims.cpp:{{.*}}: error: '{{.*}}' stands where no check can, so what is claimed of 'x' could not be looked at [heddle-HD126]
    y[i] = x[p[i]] + at(x, i);
}

void wrongWords(double *y, const double *x, const int *p, int n) {
  // CHECK: claims.cpp:[[@LINE+1]]:18: error: wrong arguments of 'extent', which takes the name of an array, and how many elements it has [heddle-HD106]
  [[heddle::map, heddle::extent(x)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
  // CHECK: claims.cpp:[[@LINE+1]]:33: error: 'extent' takes names of arrays, but 'n' {{.*}}[heddle-HD120]
  [[heddle::map, heddle::extent(n, n)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK: claims.cpp:[[@LINE+1]]:36: error: 'extent' takes integers, but '2.5' is of type 'double' [heddle-HD107]
  [[heddle::map, heddle::extent(x, 2.5)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  double *z = y;
  // CHECK: claims.cpp:[[@LINE+1]]:33: error: 'z' is no array that the loops access [heddle-HD161]
  [[heddle::map, heddle::extent(z, n)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// A mapping of two loops says nothing about what the claim is about.
void permuted(double *y, int n, int m) {
  [[heddle::map(GridBlock(1, Permute({1, 0}, ShiftLB(Gen)))), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      // CHECK: claims.cpp:[[@LINE+1]]:{{.*}}: error: {{.*}}[heddle-HD402]
      y[i] = y[i] / 2 + j;
}

struct __attribute__((packed)) Packed {
  char c;
  int a;
};
void packed(Packed *y, const int *p, int n, int m) {
  [[heddle::map, heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    // CHECK: claims.cpp:[[@LINE+1]]:5: error: 'y[p[i]].a' stands where no check can{{.*}}[heddle-HD126]
    y[p[i]].a = i;
}

void notAffine(double *y, const double *x, int n, int m, int k) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: claims.cpp:[[@LINE+2]]:7: note: before the launch, '{{.*}}' is not an affine expression {{.*}}
    // CHECK: claims.cpp:[[@LINE+1]]:5: note: if no two iterations touch one element, 'independent(y)' will do
    y[i * k % m] = x[i];
}

// A pointer into an array counts from where it points to.
// DUMP: rank 1
// DUMP: apart: array y and array p
void into(double *a, const int *p, const double *x, int n, int m) {
  double *y = a + 3;
  [[heddle::map, heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];
}
