// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dimensions that a thread runs itself are loops of the kernel.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
#include <heddle/heddle.h>
using namespace heddle;

// CHECK: thread space  grid (ceil(ceil(n / 4) / 256), 1, 1), block (256, 1, 1), 4 iterations a thread
// CHECK: heddle_runs_0(
// CHECK: for (int heddle_serial = 0; heddle_serial < 4; ++heddle_serial) {
// CHECK-NEXT: const int i = i_0 * 4 + heddle_serial;
// CHECK-NEXT: if (i >= n)
// CHECK-NEXT: continue;
// CHECK-NEXT: {{^}}    heddle_runs_0_body(
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}}
void runs(double *y, const double *x, int n) {
  HEDDLE(map(GridBlock(1, Serial(1, Permute({1, 2, 0}, SplitLast(256, Permute({1, 0}, SplitLast(4, ShiftLB(Gen)))))))))
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// As many as an int cannot count.
// CHECK: heddle_long_runs_0(
// CHECK: for (long long heddle_serial = 0; heddle_serial < m; ++heddle_serial) {
void long_runs(char *y, long m) {
  HEDDLE_ASSUME(m <= 2147483648);
  HEDDLE(map(GridBlock(0, Serial(1, ShiftLB(Gen)))))
  for (long j = 0; j < m; ++j)
    y[j] = 1;
}

// CHECK: heddle_constant_0(
// CHECK: for (long long heddle_serial = 0; heddle_serial < 2147483648LL; ++heddle_serial) {
void constant(char *y) {
  HEDDLE(map(GridBlock(0, Serial(1, ShiftLB(Gen)))))
  for (int j = -1; j < 2147483647; ++j)
    y[j] = 1;
}
