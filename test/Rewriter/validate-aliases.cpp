// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the text itself says that two arrays are one, the launch finds that they
// overlap and runs the loop as written.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2>&1 | count 0
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s --check-prefix=RIGHT
//
// Without that check the kernel would run.
// RUN: sed 's/!::heddle::rt::disjoint([^()]*)/false/' %t.cpp > %t-unchecked.cpp
// RUN: not %heddle-rewrite --validate=only %t-unchecked.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=UNCHECKED

// RIGHT: launches: 2, of these validated: 2
// UNCHECKED: error: 'heddle_shift_0' does not do what its loop does: {{.*}}[heddle-HD909]
// UNCHECKED: launches: 2, of these validated: 1

#include <heddle/heddle.h>

struct Line {
  int v[100];
};

void shift(Line &x, int n) {
  Line &y = x;
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    y.v[i] = x.v[i - 1];
}

void halves(Line &x) {
  Line &y = x;
  [[heddle::map]]
  for (int i = 0; i < 50; ++i)
    y.v[i] = x.v[i + 50];
}
