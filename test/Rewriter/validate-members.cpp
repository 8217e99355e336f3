// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members behind a pointer, which the launch passes as values: the loop reads
// them in each iteration, the threads do not, and both compute the same.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2>&1 | count 0
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s --check-prefix=RIGHT
//
// Another member is another value.
// RUN: sed 's/^ *s->stiffness);/s->rest);/' %t.cpp > %t-other.cpp
// RUN: not %heddle-rewrite --validate=only %t-other.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=OTHER

// RIGHT: launches: 1, of these validated: 1
// OTHER: error: 'heddle_pulled_0' does not do what its loop does: {{.*}}[heddle-HD909]

#include <heddle/heddle.h>
using namespace heddle;

struct spring {
  double stiffness, rest;
};
void pulled(double *y, const double *x, int n, const spring *s) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    y[i] = s->stiffness * x[i];
}
