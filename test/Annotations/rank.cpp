// The rank that a mapping's lists fix counts the splits and folds inside.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --stop-after=frontend %s -- -std=c++17 -I %include 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: error

#include <heddle/heddle.h>
using namespace heddle;

void f(double (*a)[8], int n) {
  [[heddle::bounds({n, 8}),
    heddle::map(GridBlock(2, Permute({0, 2, 1}, SplitLast(4, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) a[i][j] = 0;
  [[heddle::bounds({n, 8}),
    heddle::map(GridBlock(0, Permute({0}, FoldLast2(ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) a[i][j] = 0;
}
