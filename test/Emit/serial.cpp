// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dimensions that a thread runs itself are loops of the kernel. Short runs of
// neighbours are written out where they are whole, without conditions between
// them; where the arrays begin at such addresses compilers join loads and stores.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
#include <heddle/heddle.h>
using namespace heddle;

// CHECK: thread space  grid (ceil(ceil(n / 4) / 256), 1, 1), block (256, 1, 1), 4 iterations a thread
// CHECK: heddle_runs_0(
// CHECK: if (i_0 < i_whole) {
// CHECK-NEXT: HEDDLE_UNROLL
// CHECK-NEXT: for (int heddle_serial = 0; heddle_serial < 4; ++heddle_serial) {
// CHECK-NEXT: const int i = i_0 * 4 + heddle_serial;
// CHECK-NEXT: {{^}}      heddle_runs_0_body(x, y, i);
// CHECK-NEXT: {{^}}    }
// CHECK-NEXT: } else {
// CHECK-NEXT: for (int heddle_serial = 0; heddle_serial < 4; ++heddle_serial) {
// CHECK-NEXT: const int i = i_0 * 4 + heddle_serial;
// CHECK-NEXT: if (i >= n)
// CHECK-NEXT: continue;
// CHECK-NEXT: {{^}}      heddle_runs_0_body(x, y, i);
// CHECK-NEXT: {{^}}    }
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}}
void runs(double *y, const double *x, int n) {
  HEDDLE(map(GridBlock(1, Serial(1, Permute({1, 2, 0}, SplitLast(256, Permute({1, 0}, SplitLast(4, ShiftLB(Gen)))))))))
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// CHECK: heddle_wide_runs_0(
// CHECK: if (i_0 < i_whole) {
// CHECK: heddle_wide_runs_0_body(::heddle::rt::aligned<16>(x),
// CHECK-NEXT: ::heddle::rt::aligned<16>(y), i);
// CHECK: ::heddle::rt::full_runs<16>(::heddle::rt::floor_div(heddle_n, 4))
void wide_runs(float *y, const float *x, int n) {
  HEDDLE(map(GridBlock(1, Serial(1, Permute({1, 2, 0}, SplitLast(256, Permute({1, 0}, SplitLast(4, ShiftLB(Gen)))))))))
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// All runs are whole.
// CHECK: heddle_whole_runs_0(
// CHECK-NOT: if (i
// CHECK: HEDDLE_UNROLL
// CHECK-NOT: continue
// CHECK: heddle_whole_runs_0_body
void whole_runs(double (*y)[64], const double (*x)[64]) {
  HEDDLE(map(GridBlock(1, Serial(1, Permute({1, 0, 2}, SplitLast(4, Permute({1, 0}, ShiftLB(Gen))))))))
  for (int i = 0; i < 128; ++i)
    for (int j = 0; j < 64; ++j)
      y[i][j] = 2 * x[i][j];
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
