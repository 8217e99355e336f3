// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local that the declaration in a condition changes is no sum of what the
// statements of the loop add.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>

void whiles(int *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int k = 2;
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD402]
    while (int t = k--) {
      a[2 * i + k] += t;
      a[2 * i + k + 1] *= 2;
    }
    a[2 * i + 2] += 9;
  }
}

void fors(int *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int k = 2;
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD402]
    for (int j = 0; int t = k--; ++j)
      a[2 * i + k] += t + j;
    a[2 * i + 2] *= 9;
  }
}
