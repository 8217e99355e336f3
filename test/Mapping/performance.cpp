// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -Rheddle-performance remarks where a mapped nest will be slow, at the access that makes
// it so; by itself the tool says nothing of that, and reports always do.
// REQUIRES: rewriter, plugin
// RUN: %heddle-rewrite --check -Rheddle-performance %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | count 0
// RUN: %heddle-rewrite --check -Rheddle-performance -Wno-heddle-HD516 %s -- -std=c++17 -I %include 2>&1 | count 0
// RUN: %heddle-rewrite --report=text %s -- -std=c++17 -I %include 2>/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %clangxx -fsyntax-only -std=c++17 -I %include -fplugin=%plugin -fplugin-arg-heddle-Rheddle-performance %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

// REPORT: in 'columns': mapped
// REPORT-NEXT: remark HD516 {{.*}}: 'x[j * n + i]' uses 8 of the 32 bytes of a sector
void columns(double *y, const double *x, int n, int m) {
// CHECK: performance.cpp:[[#@LINE+5]]:26: remark: 'x[j * n + i]' uses 8 of the 32 bytes of a sector; its neighbours are along 'i', which would have to run along x [heddle-HD516]
// CHECK: performance.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: Auto would take GridBlock({{.*}}, which is estimated at {{[0-9]+}}% of the cycles [heddle-HD516]
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = 2 * x[j * n + i];
}

// CHECK-NOT: remark
void rows(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      y[j * n + i] = 2 * x[j * n + i];
}

// Blocks whose size is not known are taken to be small ones.
// CHECK: performance.cpp:[[#@LINE+2]]:17: remark: Auto would take
void blocks_of_any_size(float *y, long n, long m, long k) {
  [[heddle::map(GridBlock(3, ShiftLB(Gen)))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long l = 0; l < k; ++l)
        y[(i * m + j) * k + l] = 1;
}

// Rows of a table are apart, and their elements together.
// CHECK-NOT: remark
void tables(double **y, double **x, int n, int m) {
  [[heddle::map, heddle::rows(x, n, m), heddle::rows(y, n, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i][j] = x[i][j] + y[i][j];
}

// A triangle's accesses are those of its box.
void triangle(double *y, const double *x, int n) {
// CHECK: performance.cpp:[[#@LINE+1]]:5: remark: 50% of the threads have no iteration [heddle-HD516]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      y[j * n + i] = x[j * n + i];
}

// The loop runs along x, and leaves elements out.
void every_fourth(double *y, const double *x, int n) {
// CHECK: performance.cpp:[[#@LINE+3]]:12: remark: 'x[4 * i]' uses 8 of the 32 bytes of a sector: neighbouring threads are 32 bytes apart [heddle-HD516]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[4 * i];
}

// The launch lists the iterations of each element.
void binned(double *h, const int *bin, const double *w, int n, int m) {
// CHECK: performance.cpp:[[#@LINE+4]]:{{[0-9]+}}: remark: threads come to 'w[i]' by lists of iterations: each is taken to need a sector of its own [heddle-HD516]
// CHECK-NOT: remark: {{.*}}'h[
  [[heddle::map, heddle::reduce(h), heddle::extent(h, m)]]
  for (int i = 0; i < n; ++i)
    h[bin[i]] += w[i];
}

void lonely_threads(double *y, const double *x, int n) {
// CHECK: performance.cpp:[[#@LINE+1]]:{{[0-9]+}}: remark: blocks of 1 fill as many of the 32 lanes of a warp [heddle-HD516]
  [[heddle::map(GridBlock(1, SplitLast(1, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// Each thread updates what all others do.
void one_place(int *most, const int *x, int n) {
// CHECK: performance.cpp:[[#@LINE+3]]:5: remark: all iterations of 'i' update the same 'most[0]', one after the other; combine them in the thread, or in a variable [heddle-HD516]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    most[0] += x[i];
}

// A launch in a loop of the function moves its arrays in each turn.
void again(double *y, const double *x, int n, int steps) {
// CHECK: performance.cpp:[[#@LINE+1]]:3: remark: each turn of the loop around the nest moves n * 8 bytes to the device and (n - 2) * 8 bytes back; they stay there under {{\[\[}}heddle::program{{\]\]}} in front of that loop [heddle-HD516]
  for (int t = 0; t < steps; ++t)
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      y[i] = x[i - 1] + x[i + 1] + t;
}

// CHECK-NOT: remark
void once_in_a_lambda(double *y, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    [y](int m) {
      [[heddle::map]]
      for (int i = 0; i < m; ++i)
        y[i] = 1;
    }(n);
}
