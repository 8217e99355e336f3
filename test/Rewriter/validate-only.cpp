// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewritten text that was changed since is validated without being rewritten.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s --check-prefix=RIGHT
// RUN: sed 's/if (i >= n)/if (i > n)/' %t.cpp > %t-wide.cpp
// RUN: not %heddle-rewrite --validate=only %t-wide.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/^  heddle_scale_0_body(x, i)/  heddle_scale_0_body(x + 1, i)/' %t.cpp > %t-value.cpp
// RUN: not %heddle-rewrite --validate=only %t-value.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %heddle-rewrite --validate=only --diff %t.cpp -- -std=c++17 2>&1 | FileCheck %s --check-prefix=USAGE

#include <heddle/heddle.h>
using namespace heddle;

void scale(float *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    x[i] = 2 * x[i];
}

// RIGHT: launches: 1, of these validated: 1, of these for all sizes: 1
// WIDE: validate-only.cpp:17:1: error: 'heddle_scale_0' does not do what its loop does: {{.*}} [heddle-HD909]
// WIDE: launches: 1, of these validated: 0
// VALUE: error: 'heddle_scale_0' does not do what its loop does: {{.*}}n = {{.*}} [heddle-HD909]
// USAGE: --validate=only rewrites nothing; leave out -o
