// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Auto weighs layouts by the elements that iterations touch.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --stop-after=mapping --dump=mapping %s -- -std=c++17 -I %include 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

// Rows follow each other without gaps, so that all loops are one. Each thread
// runs two iterations, whose loads and stores are joined.
void flat(double *y, const double *x, long n, long m, long l) {
// CHECK: weighed for sm_80: GridBlock(1, Serial(1, Permute({1, 2, 0}, SplitLast(256, Permute({1, 0}, SplitLast(2, FoldLast2(Permute({1, 0}, FoldLast2(Permute({2, 0, 1}, ShiftLB(Gen)))))))))))
// CHECK: variant '': GridBlock(1, Serial(1, {{.*}}SplitLast(2, FoldLast2(
// CHECK-NOT: idle threads counted
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k)
        y[(i * m + j) * l + k] = x[(i * m + j) * l + k];
}

// Compilers do not see that rows are one where counters are converted.
void narrow(double *y, const double *x, int n, int m) {
// CHECK-LABEL: mapped loops: 2
// CHECK-NOT: variant '': GridBlock(1, Serial(1, {{.*}}FoldLast2(
// CHECK: proved
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j];
}

// No two neighbours lie together behind an address that joined accesses need.
void shifted(double *y, const double *x, int n) {
// CHECK-LABEL: mapped loops: 1
// CHECK: variant '': GridBlock(1, SplitLast({{[0-9]+}}, ShiftLB(Gen)))
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    y[i] = x[i];
}

// One element further they do.
void shifted_twice(double *y, const double *x, int n) {
// CHECK-LABEL: mapped loops: 1
// CHECK: variant '': GridBlock(1, Serial(1,
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    y[i - 1] = x[i + 1];
}

// Rows of odd length begin anywhere.
void odd_rows(float (*y)[1023], const float (*x)[1023]) {
// CHECK-LABEL: mapped loops: 2
// CHECK-NOT: SplitLast(4, ShiftLB
// CHECK: proved
  [[heddle::map]]
  for (int i = 0; i < 128; ++i)
    for (int j = 0; j < 1023; ++j)
      y[i][j] = x[i][j] + 1;
}

// The innermost loop runs along x; threads run neighbours along the outer one,
// which have loads in common. Extents decide at the launch.
void rows(double *y, const double *x, int n, int m) {
// CHECK-LABEL: mapped loops: 2
// CHECK: variant '': GridBlock(2, Serial(1, Permute({3, 1, 4, 2, 0}, SplitLast(4, Permute({1, 2, 3, 0}, SplitLast(64, Permute({1, 2, 0}, SplitLast(4, Permute({1, 0}, ShiftLB(Gen))))))))))
// CHECK-NEXT: block (64, 4, 1), serial 4, limits checked at the launch, idle threads counted there
// CHECK: variant '_fold':
// CHECK: variant '_fold3d':
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = x[i * m + j - 1] + x[i * m + j + 1] +
                     x[(i - 1) * m + j] + x[(i + 1) * m + j];
}

// The outer loop has the neighbouring elements.
void columns(double *y, const double *x, int n, int m) {
// CHECK-LABEL: mapped loops: 2
// CHECK: variant '': GridBlock({{.*}}Permute({1, 0}, ShiftLB(Gen))
// CHECK: variant '_fold': GridBlock(1, SplitLast(256, FoldLast2(Permute({1, 0}, ShiftLB(Gen)))))
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = 2 * x[j * n + i];
}

// Small blocks on both sides: neither loads nor stores touch a sector a thread.
void transpose(float *y, const float *x, int n, int m) {
// CHECK-LABEL: mapped loops: 2
// CHECK: weighed for sm_80: {{.*}} 12.0 sectors
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

// Rows of three would leave most of a warp idle if they were along an axis of
// whole warps.
void points(double (*y)[3], const double (*x)[3], int n) {
// CHECK-LABEL: mapped loops: 2
// CHECK: weighed for sm_80: {{.*}} 16.0 sectors, {{.*}} 0% idle
// CHECK: variant '':
// CHECK-NEXT: block (3, 64, 1)
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      y[i][j] = x[i][j];
}

// A variable that all iterations reduce to keeps its tree, which is FoldAll's.
double sum(const double *x, int n, int m) {
// CHECK-LABEL: mapped loops: 2
// CHECK-NEXT: strategy: FoldAll
// CHECK-NOT: weighed
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
  return s;
}
