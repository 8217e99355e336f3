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
