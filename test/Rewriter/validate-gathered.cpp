// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that owns an element on which no iteration falls is none too many.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu

#include <algorithm>
#include <heddle/heddle.h>

// CHECK: remark: {{.*}} [heddle-HD416]
// TEXT: // heddle: the loops of validate-gathered.cpp
void owners(double (&v)[64], const double (&a)[64], int n, int p) {
  [[heddle::map]]
  for (int i = 31; i >= -1; i -= 4)
    for (int j = n - 1; j < p; ++j)
      v[i + j + 1] = std::min(v[i + j + 1], a[i + 1]);
}
