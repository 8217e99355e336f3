// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A violated precondition points at the combinator, where the annotation spells
// it.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:

#include <heddle/heddle.h>
using namespace heddle;

void no_shift(double *y, int n) {
// CHECK: preconditions.cpp:[[@LINE+1]]:30: error: 'SplitLast' needs lower bounds of 0; apply 'ShiftLB' before it [heddle-HD501]
  [[heddle::map(GridBlock(1, SplitLast(32, Gen)))]]
  for (int i = 1; i < n; ++i)
    y[i] = 0;
}

void steps(double *y, int n) {
// CHECK: preconditions.cpp:[[@LINE+1]]:17: error: 'GridBlock' needs a space without steps, but dimension 0 has step 3 and width 1; apply 'CompressGrid' or 'PruneGrid' before it [heddle-HD502]
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < n; i += 3)
    y[i] = 0;
}

void fold_of_one(double *y, int n) {
// CHECK: error: 'FoldLast2' needs at least 2 dimensions, but the space has 1 here [heddle-HD503]
  [[heddle::map(GridBlock(1, FoldLast2(ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void short_list(double (*y)[100], int n) {
// CHECK: error: 'Permute' has 2 entries, but the space has 3 dimensions here [heddle-HD504]
  [[heddle::map(GridBlock(1, Permute({1, 0}, SplitLast(4, Permute({0, 1}, ShiftLB(Gen))))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 100; ++j)
      y[i][j] = 0;
}

void split_zero(double *y, int n) {
// CHECK: error: 'SplitLast' needs a length of at least 1, not 0 [heddle-HD505]
  [[heddle::map(GridBlock(1, SplitLast(0, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void pad_zero(double *y, int n) {
// CHECK: error: 'PadLast' needs a multiple of at least 1, not 0 [heddle-HD506]
  [[heddle::map(GridBlock(1, PadLast(0, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void twice_one(double (*y)[100], int n) {
// CHECK: error: 'Permute' needs each of 0 to 1 exactly once [heddle-HD507]
  [[heddle::map(GridBlock(1, Permute({1, 1}, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 100; ++j)
      y[i][j] = 0;
}

void two(double *y, int n) {
// CHECK: error: 'CompressGrid' needs entries of 0 or 1, not 2 [heddle-HD508]
  [[heddle::map(GridBlock(1, CompressGrid({2}, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void no_spread(double *y, int n) {
// CHECK: error: 'Spread' needs at least 1 index, not 0 [heddle-HD520]
  [[heddle::map(GridBlock(1, Serial(1, Spread(0, SplitLast(64, ShiftLB(Gen))))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

// There are no blocks yet.
void spread_line(double *y, int n) {
// CHECK: error: 'Spread' needs at least 2 dimensions, but the space has 1 here [heddle-HD503]
  [[heddle::map(GridBlock(1, Serial(1, Spread(64, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void no_serial(double *y, int n) {
// CHECK: error: 'Serial' needs at least 1 dimension, not 0 [heddle-HD517]
  [[heddle::map(GridBlock(1, Serial(0, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void after_serial(double *y, int n) {
// CHECK: error: 'SplitLast' is applied after 'Serial', and only 'GridBlock' can be [heddle-HD518]
  [[heddle::map(GridBlock(1, SplitLast(32, Serial(1, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

// No dimension is left for the block.
void only_serial(double *y, int n) {
// CHECK: error: 'GridBlock' needs at least 1 dimensions, but the space has 0 here [heddle-HD503]
// CHECK: note: 'Serial' leaves 1 of 1 to the thread
  [[heddle::map(GridBlock(1, Serial(1, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void block_of_four(double *y, int n) {
// CHECK: error: 'GridBlock' needs 0 to 3 block dimensions, not 4 [heddle-HD509]
  [[heddle::map(GridBlock(4, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void after_the_end(double *y, int n) {
// CHECK: error: 'SplitLast' is applied after 'GridBlock', which must be the outermost combinator [heddle-HD510]
  [[heddle::map(SplitLast(32, GridBlock(1, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void long_grid(double (&y)[2][2][2][2][2]) {
// CHECK: error: 'GridBlock' leaves 4 grid dimensions, but a grid has at most 3; apply 'FoldLast2' before it, or take more for the block [heddle-HD511]
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 2; ++l)
          for (int m = 0; m < 2; ++m)
            y[i][j][k][l][m] = 0;
}

void no_end(double *y, int n) {
// CHECK: error: the mapping does not end in 'GridBlock' [heddle-HD512]
  [[heddle::map(SplitLast(32, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

constexpr mapping many(int count) {
  mapping m = ShiftLB(Gen);
  for (int k = 0; k < count; ++k)
    m = PadLast(2, m);
  return GridBlock(1, m);
}

void too_many(double *y, int n) {
// CHECK: error: the mapping does not apply to this nest: the mapping has more combinators than one mapping can hold [heddle-HD513]
  [[heddle::map(many(60))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

// The mapping's name is pointed at where the combinator stands in a function.
constexpr mapping tile(long long length) {
  return GridBlock(1, SplitLast(length, ShiftLB(Gen)));
}

void named(double *y, int n) {
// CHECK: preconditions.cpp:[[@LINE+2]]:17: error: 'SplitLast' needs a length of at least 1, not -1 [heddle-HD505]
// CHECK: note: the mapping is 'GridBlock(1, SplitLast(-1, ShiftLB(Gen)))'; 'SplitLast' is combinator 2 from the inside
  [[heddle::map(tile(-1))]]
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

void six(double (&y)[2][2][2][2][2][2]) {
// CHECK: error: 'Jing' maps at most 5 dimensions, but this nest has 6; use 'JingExt' or 'FoldAll' [heddle-HD515]
  [[heddle::map(Jing)]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 2; ++l)
          for (int m = 0; m < 2; ++m)
            for (int n = 0; n < 2; ++n)
              y[i][j][k][l][m][n] = 0;
}
