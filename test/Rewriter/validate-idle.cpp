// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel has no threads for iterations that do nothing, whatever stands before
// the condition that says so.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2>&1 | count 0
// RUN: FileCheck %s --input-file=%t.cpp

#include <heddle/heddle.h>

// CHECK: heddle_gaps_0
void gaps(const long (&a)[33], short (&b)[32]) {
  [[heddle::bounds(0, 32), heddle::step(7), heddle::width(6), heddle::map]]
  for (long i = 0; i <= 32 - 1; ++i) {
    (void)a[i];
    if (i % 7 < 6)
      b[i] = 1;
  }
}
