// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls over elements are compared with what the library defines.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include
// RUN: %heddle-rewrite --validate=only %t.cpp -- -std=c++17 -I %include | FileCheck %s
// The loops have the calls themselves:
// RUN: sed -e 's/^    heddle_copied_0_body(.*/std::memcpy(\&y[i * m], \&x[i * m], m * sizeof(double));/' -e 's/^    heddle_filled_0_body(.*/std::fill_n(z + i, 1, 1.5f);/' -e 's/^    heddle_cleared_0_body(.*/std::memset(c + 2 * i, 0, 2);/' %t.cpp > %t-as-written.cpp
// RUN: %heddle-rewrite --validate=only %t-as-written.cpp -- -std=c++17 -I %include | FileCheck %s
// RUN: sed -e 's/^    heddle_copied_0_body(.*/std::memcpy(\&y[i * m], \&x[i * m], (m - 1) * sizeof(double));/' %t.cpp > %t-length.cpp
// RUN: not %heddle-rewrite --validate=only %t-length.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: sed -e 's/^    heddle_filled_0_body(.*/std::fill_n(z + i, 1, 2.5f);/' %t.cpp > %t-value.cpp
// RUN: not %heddle-rewrite --validate=only %t-value.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: sed -e 's/^    heddle_cleared_0_body(.*/std::memset(c + 2 * i, 0, 1);/' %t.cpp > %t-bytes.cpp
// RUN: not %heddle-rewrite --validate=only %t-bytes.cpp -- -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=BYTES
// CHECK: launches: 3, of these validated: 3

#include <algorithm>
#include <cstring>
#include <heddle/heddle.h>

void copied(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    std::memcpy(&y[i * m], &x[i * m], m * sizeof(double));
}
// LENGTH: error: 'heddle_copied_0' does not do what its loop does: {{.*}}[heddle-HD909]

void filled(float *z, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    std::fill_n(z + i, 1, 1.5f);
}
// VALUE: error: 'heddle_filled_0' does not do what its loop does: {{.*}}[heddle-HD909]

void cleared(char *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    std::memset(c + 2 * i, 0, 2);
}
// BYTES: error: 'heddle_cleared_0' does not do what its loop does: {{.*}}[heddle-HD909]
