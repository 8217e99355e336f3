// All ways to write an annotation reach the loop nest.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --dump=frontend %s -- -std=c++17 -I %include | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

void scalars(double *x, int n) {
  // CHECK: nest
  // CHECK: map GridBlock(1, SplitLast(32, ShiftLB(Gen)))
  [[heddle::bounds(n), heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i) x[i] = 0;
}

void lists(double (*a)[8], int n) {
  // CHECK: nest
  // CHECK-NEXT: bounds ({{.*}}, {{.*}}) .. ({{.*}}, {{.*}})
  // CHECK-NEXT: step 2 3
  // CHECK-NEXT: width 1 2
  // CHECK-NEXT: map FoldAll
  [[heddle::bounds({0, 1}, {n, 8}), heddle::step(2, 3)]]
  [[heddle::width({1, 2}), heddle::map(FoldAll)]]
  for (int i = 0; i < n; i += 2)
    for (int j = 1; j < 8; ++j)
      if ((j - 1) % 3 < 2) a[i][j] = 0;
}

void commonScope(double *x, int n) {
  // CHECK: nest
  // CHECK: bounds
  // CHECK-NEXT: map Jing
  [[using heddle: bounds(n), map(Jing)]]
  for (int i = 0; i < n; ++i) x[i] = 0;
}

void macro(double *x, int n) {
  // CHECK: nest
  // CHECK: bounds
  // CHECK-NEXT: map JingExt
  HEDDLE(bounds(0, n), map(JingExt))
  for (int i = 0; i < n; ++i) x[i] = 0;
}

void mapAlone(double *x, int n) {
  // CHECK: nest
  // CHECK-NEXT: map Auto
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}

void withoutMap(double *x, int n) {
  // CHECK: nest
  // CHECK-NEXT: bounds
  // CHECK-NEXT: loop
  [[heddle::bounds(n)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
