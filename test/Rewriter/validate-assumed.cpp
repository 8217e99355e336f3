// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch that is promised a multiple of its block is run with such a size.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2>&1 | count 0
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s
// CHECK: launches: 1, of these validated: 1

#include <heddle/heddle.h>

using namespace heddle;

void twice(float *x, int n) {
  HEDDLE_ASSUME(n % 32 == 0);
  [[heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    x[i] = 2 * x[i];
}
