// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers that are passed as a whole are passed to their last element, and
// what lies outside of them is not defined.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s --check-prefix=RIGHT
// RUN: FileCheck %s --check-prefix=PASSED < %t.cpp
// RUN: sed 's/heddle_x_size - 1/heddle_x_size - 2/' %t.cpp > %t-short.cpp
// RUN: not %heddle-rewrite --validate=only %t-short.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=SHORT

#include <heddle/heddle.h>
#include <vector>

void gather(float *y, const std::vector<float> &x, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[p[i]];
}

// RIGHT: launches: 1, of these validated: 1
// PASSED: heddle_x_size(x.size())
// PASSED: (x.data(), 0, heddle_x_size - 1)
// SHORT: error: 'heddle_gather_0' does not do what its loop does: {{.*}} outside of the elements that the launch passes [heddle-HD909]
