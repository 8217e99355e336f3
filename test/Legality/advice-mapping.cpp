// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a written mapping takes a loop too many, the advice declares the space of the others, whose ends the
// headers have: 9 iterations where the last is 8.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

void inclusive(double (*a)[64]) {
// CHECK: error: iteration (i = 0, j = 1) reads 'a[0][0]', which iteration (i = 0, j = 0) writes [heddle-HD402]
// CHECK: note: loop 'i' can be mapped: write 'bounds(9)' and a mapping of rank 1, and loop 'j' will run inside each thread
  [[heddle::map(GridBlock(2, Permute({0, 2, 1, 3}, SplitLast(8, Permute({1, 2, 0}, SplitLast(8, ShiftLB(Gen)))))))]]
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = j ? a[i][j - 1] : 0;
}
