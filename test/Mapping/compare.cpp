// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --compare-mappings shows a nest's mapping beside those of the strategies.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --compare-mappings %s -- -std=c++17 -I %include | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

void written(double *y, const double *x, int n, int m) {
// CHECK: compare block idle instr. sectors lines shared memory cycles mapping
// CHECK-NEXT: as written (256, 1, 1) 0% {{[0-9.]+}} 64.0 {{.*}} GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen))))
// CHECK-NEXT: Auto {{.*}} 16.0
// CHECK-NEXT: Jing (32, 32, 1) 0% {{.*}} 64.0
// CHECK-NEXT: FoldAll (256, 1, 1)
  [[heddle::map(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = 2 * x[j * n + i];
}

// Jing does not map six loops.
void deep(double *x, int n) {
// CHECK-LABEL: in 'deep': mapped
// CHECK: compare block
// CHECK-NEXT: Auto
// CHECK-NEXT: Jing none: 'Jing' maps at most 5 dimensions; use 'JingExt' or 'FoldAll'
// CHECK-NEXT: FoldAll
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k)
        for (int l = 0; l < 4; ++l)
          for (int p = 0; p < 4; ++p)
            for (int q = 0; q < 4; ++q)
              x[((((i * 4 + j) * 4 + k) * 4 + l) * 4 + p) * 4 + q] = 1;
}

// A reduction to a variable has one mapping.
double sum(const double *x, int n) {
// CHECK-LABEL: in 'sum': mapped
// CHECK: compare
// CHECK-NEXT: FoldAll
// CHECK-NOT: Jing
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
