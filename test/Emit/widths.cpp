// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels compute in int as long as all numbers fit one, up to its end.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v CHECK %t.cu | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

// The quotient is 0 or 1, as the extent of the outer loop says.
// CHECK: heddle_last_0(signed char (*__restrict__ x)[1000],
// CHECK-NEXT: int i_j_end,
// CHECK: const int i_j =
// CHECK: const int i = i_0 + 2147483645;
void last(signed char (&x)[2][1000], int m) {
  HEDDLE_ASSUME(0 < m && m < 1000);
  [[heddle::map(FoldAll)]]
  for (int i = 2147483645; i < 2147483647; ++i)
    for (int j = 0; j < m; ++j)
      x[i - 2147483645][j] = 1;
}

// Within the loop's bounds the sum is one, though not for all numbers of a block.
// CHECK: heddle_shifted_0(float *__restrict__ x, int l)
// CHECK: const int i = int(::heddle::rt::block_x() + l);
void shifted(float *x, int l, int n) {
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = l; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      x[i * 8 + j] = 0;
}
