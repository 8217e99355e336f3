//===- segments.cpp - threads that run listed iterations: taken, and refused //
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=HD416
// RUN: not %heddle-rewrite --dump=legality --on-failure=serial %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=DUMP
// RUN: not %heddle-rewrite --check --report=text --on-failure=serial %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=REPORT

#include <heddle/heddle.h>
#include <vector>

// The footprints are those of the loops as written, and all of what is updated.
// DUMP: rank 1
// DUMP-NEXT: loop element: mapped
// DUMP-NEXT: loop i: in the thread
// DUMP-NEXT: loop j: in the thread
// DUMP-NEXT: segments of h, c
// DUMP-NEXT: array w: read only, elements 0 to n * 4 - 1, in
// DUMP-NEXT: array h: compatible, elements 0 to max(h_extent, 0) - 1, in, out
// DUMP-NEXT: array b: read only, elements 0 to n * 4 - 1, in
// DUMP-NEXT: array c: compatible, elements 0 to 63, in, out
// REPORT: in 'taken': mapped
// REPORT: loops element mapped, i in the thread, j in the thread
// REPORT: reduction h by += in segments that the launch builds
// REPORT: reduction c by += in segments that the launch builds
// REPORT: check range 0 < elements ('h' has elements)
void taken(double *h, int (&c)[64], const int *b, const double *w, int n, int bins) {
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      h[b[4 * i + j]] += w[4 * i + j];
      c[b[4 * i + j]]++;
    }
}

// How many elements there are is for the launch to find out.
// DUMP: segments of h
// DUMP: array h: compatible, elements h.first to h.last, in, out
void noExtent(double *h, const int *b, const double *w, int n) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    h[b[i]] += w[i];
}

template <class T> T half(const T *w, int i) { return w[i] / 2; }
void noPass(double *h, const int *b, const double *w, int n) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    // CHECK: segments.cpp:[[@LINE+1]]:7: error: a subscript of 'h' is read from an array, {{.*}}: write 'extent(h, n)' with the number of elements{{.*}}[heddle-HD217]
    h[b[i]] += half(w, i);
}

void noReduce(std::vector<double> &h, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: segments.cpp:[[@LINE+1]]:30: error: 'x[i]' is not an affine expression{{.*}}[heddle-HD250]
    int b = static_cast<int>(x[i]);
    // CHECK: segments.cpp:[[@LINE+1]]:5: note: with 'reduce(h)' each element has a thread of its own, which may update any
    h[b] += x[i];
  }
}

// The value of an element is no affair of other iterations.
void readsElements(double *h, double *y, const int *b, const double *w, int n, int bins) {
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i) {
    // CHECK: segments.cpp:[[@LINE+1]]:7: error: a subscript of 'h' is read from an array, {{.*}}: iterations that write to one element cannot be told from others{{.*}}[heddle-HD217]
    h[b[i]] += w[i];
    y[i] = h[b[i]];
  }
}

void storesBeside(double *h, double *y, const int *b, const double *w, int n, int bins) {
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i) {
    const double v = w[i] * w[i];
    y[i] = v;
    // CHECK: segments.cpp:[[@LINE+2]]:5: error: {{.*}} may both update 'h{{.*}}' with '+=': loop 'i' is a reduction {{.*}}; each element cannot have a thread of its own, since 'y[i]' is stored here, which is no update of one element [heddle-HD404]
    // CHECK: segments.cpp:[[@LINE-2]]:5: note: this is what stands in the way
    h[b[i]] += v;
  }
}

double sumBeside(double *h, const int *b, const double *w, int n, int bins) {
  double s = 0;
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h, s)]]
  for (int i = 0; i < n; ++i) {
    const double v = w[i] * w[i];
    // CHECK: segments.cpp:[[@LINE+1]]:5: error: {{.*}}since the loops update the variable 's' as well, which is no element [heddle-HD404]
    h[b[i]] += v;
    // CHECK: segments.cpp:[[@LINE+1]]:5: error: {{.*}} both update 's' {{.*}}, but other conflicts keep it from being mapped [heddle-HD404]
    s += v;
  }
  return s;
}

// Compilers choose this macro, so that no text can have what is left of it.
#ifndef __CUDA_ARCH__
#define ADD(k, v) h[k] += v
#endif
void inMacro(double *h, const int *b, const double *w, int n, int bins) {
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    // CHECK: segments.cpp:[[@LINE+1]]:5: error: {{.*}}[heddle-HD126]
    ADD(b[i], w[i]);
}

void inMacroOfVector(std::vector<double> &h, const int *b, const double *w, int n) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    // CHECK: segments.cpp:[[@LINE+1]]:5: error: {{.*}}has no text of its own in the loops, as in a macro or in a function that they call [heddle-HD404]
    ADD(b[i], w[i]);
}

// The mapping is one of the loops as written.
void declaredMapping(double *h, const int *b, const double *w, int n, int bins) {
  // CHECK: segments.cpp:[[@LINE+4]]:5: error: {{.*}}since the mapping says which loops are mapped; write 'map' alone [heddle-HD404]
  [[heddle::bounds(n), heddle::map(heddle::GridBlock(1, heddle::SplitLast(64, heddle::ShiftLB(heddle::Gen)))),
    heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    h[b[i]] += w[i];
}

// That sums of integers have threads of their own need not be said: one claim will do, for whichever array.
// REPORT: in 'oneClaim': mapped
// REPORT: reduction c by += in segments that the launch builds
// REPORT: reduction h by += in segments that the launch builds
void oneClaim(double (&h)[32], int (&c)[64], const int *b, const double *w, int n) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i) {
    c[b[i]]++;
    h[b[i]] += w[i];
  }
}
