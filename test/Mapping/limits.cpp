// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread space that no device takes is an error; one that depends on run-time
// values gets variants, tried in order.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -DWRONG -I %include 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=error:
// RUN: %heddle-rewrite --stop-after=mapping --dump=mapping %s -- -std=c++17 -I %include 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

#ifdef WRONG

void block(double (&y)[50][40]) {
// WRONG: limits.cpp:[[@LINE+1]]:17: error: the block of 50 x 40 exceeds CUDA's limits: a block has at most 1024 threads in all [heddle-HD514]
  [[heddle::map(GridBlock(2, ShiftLB(Gen)))]]
  for (int i = 0; i < 50; ++i)
    for (int j = 0; j < 40; ++j)
      y[i][j] = 0;
}

void grid(double (*y)[70000][2][2]) {
// WRONG: error: the grid of 70000 x 2 exceeds CUDA's limits: a grid has at most 65535 blocks along y [heddle-HD514]
  [[heddle::bounds({70000, 2, 2}), heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < 70000; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        y[0][i][j][k] = 0;
}

void strategy_too(double (&y)[8][8][64][64]) {
// WRONG: error: the block of 64 x 64 exceeds CUDA's limits: a block has at most 1024 threads in all [heddle-HD514]
  [[heddle::map(Jing)]]
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      for (int k = 0; k < 64; ++k)
        for (int l = 0; l < 64; ++l)
          y[i][j][k][l] = 0;
}

#else

void block_may_be_too_large(double *y, int n) {
// CHECK: variant '': GridBlock(1, ShiftLB(Gen))
// CHECK-NEXT: grid (1, 1, 1), block (n, 1, 1), limits checked at the launch
// CHECK: variant '_fold': GridBlock(1, SplitLast(256, ShiftLB(Gen)))
// CHECK-NEXT: grid (ceil(n / 256), 1, 1), block (256, 1, 1), fits always
// CHECK-NOT: variant
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void assumed(double *y, int n) {
  HEDDLE_ASSUME(n <= 1024);
// CHECK: variant '': GridBlock(1, ShiftLB(Gen))
// CHECK-NEXT: grid (1, 1, 1), block (n, 1, 1), fits always
// CHECK-NOT: variant
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void any_long(double *y, long n) {
// CHECK: variant '': GridBlock(1, SplitLast(32, ShiftLB(Gen)))
// CHECK: variant '_fold': GridBlock(1, SplitLast(256, ShiftLB(Gen)))
// CHECK: variant '_fold3d':
// CHECK-NEXT: limits checked at the launch
// With the threads that are switched off there may be 2^63.
  [[heddle::map(Jing)]]
  for (long i = 0; i < n; ++i)
    y[i] = 0;
}

// CHECK: variant '': GridBlock(1, SplitLast(256, FoldLast2(FoldLast2(ShiftLB(Gen)))))
// CHECK: proved by theorem
void folded(double (*y)[100][100], int n, int m, int k) {
  HEDDLE_ASSUME(m <= 100 && k <= 100);
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int l = 0; l < k; ++l)
        y[i][j][l] = 0;
}

#endif
