// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that run one after another, and could be one, or not.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --fusion=off --report=text --report-to=%t.txt -o %t.cu %s -- -std=c++17 -I %include 2> %t.err
// RUN: FileCheck --input-file=%t.txt %s
// RUN: FileCheck --input-file=%t.err --check-prefix=SAID %s
// RUN: %heddle-rewrite --report=json --report-to=%t.json --check %s -- -std=c++17 -I %include 2> /dev/null
// RUN: FileCheck --input-file=%t.json --check-prefix=JSON %s

#include <heddle/heddle.h>
#include <utility>
#include <vector>
using namespace heddle;

// The residual of a solver, and its norm.
double residual(double *r, const double *q, double alpha, int n) {
  double rr = 0;
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      r[i] -= alpha * q[i];
    // CHECK: resident, program in 'residual'
    // CHECK: one nest {{.*}}neighbours.cpp:[[@LINE+7]]:5 with {{.*}}neighbours.cpp:[[@LINE-3]]:5: each takes 'r' from the same one of that nest
    // SAID: :[[@LINE+6]]:5: remark: this nest could be one with the one before it: they have the same iterations, and each takes 'r' from the same one of that nest [heddle-HD184]
    // SAID: :[[@LINE-5]]:5: note: the nest before it
    // JSON: "beforeLine": [[@LINE-6]],
    // JSON-NEXT: "couldBeOne": true,
    // JSON-NEXT: "fused": false
    [[heddle::map, heddle::reduce(rr)]]
    for (int i = 0; i < n; ++i)
      rr += r[i] * r[i];
  }
  return rr;
}

// Each iteration needs what its neighbours have made.
void stencils(double *u, double *v, int n, int steps) {
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      v[i] = u[i - 1] + u[i + 1];
    // CHECK: resident, program in 'stencils'
    // CHECK: one nest {{.*}}, not: iteration 2 touches an element of 'u' that iteration 1 of the nest before touches, for n = 4
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      u[i] = v[i];
  }
}

// In a function that the program calls; between the loops the sizes differ.
void advance(float *a, float *b, float *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    b[i] = 2 * a[i];
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    c[j] = a[j] + 1;
  n /= 2;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    a[i] = b[i];
}
void calls(float *a, float *b, float *c, int n) {
  // CHECK: resident, program in 'calls'
  // CHECK: one nest {{.*}}: each reads the elements of 'a' that the same one of that nest reads
  // CHECK-NOT: one nest
  [[heddle::program]]
  for (int t = 0; t < 3; ++t)
    advance(a, b, c, n);
}

// Pointers that change places are other arrays.
void swapped(float *a, float *b, int n) {
  // CHECK: resident, program in 'swapped'
  // CHECK-NOT: one nest
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = 2 * a[i];
    std::swap(a, b);
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = 3 * a[i];
  }
}

// Vectors are told apart by their names, whichever a nest touches first.
void vectors(int n) {
  std::vector<float> a(n + 1), b(n + 1), c(n + 1);
  // CHECK: resident, program in 'vectors'
  // CHECK: one nest {{.*}}, not: iteration 0 touches an element of 'a' that iteration 1 of the nest before touches
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      a[i] = c[i];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      b[i] = a[i + 1];
  }
}

// The sum goes to a variable that the next nest takes under another name.
void renamed(double *y, const double *x, int n) {
  // CHECK: resident, program in 'renamed'
  // CHECK-NOT: one nest
  double s = 0;
  double &r = s;
  [[heddle::program]] {
    [[heddle::map, heddle::reduce(r)]]
    for (int i = 0; i < n; ++i)
      r += x[i];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = s * x[i];
  }
}

// A number that is made of what a nest has summed; the next nest needs all of it.
void conjugate(double *x, const double *p, const double *q, double rr, int n) {
  // CHECK: resident, program in 'conjugate'
  // CHECK-NOT: one nest
  [[heddle::program]] {
    double pq = 0;
    [[heddle::map, heddle::reduce(pq)]]
    for (int i = 0; i < n; ++i)
      pq += p[i] * q[i];
    const double alpha = rr / pq;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] += alpha * p[i];
  }
}
