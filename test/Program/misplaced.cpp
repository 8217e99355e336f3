// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs are blocks or loops.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;
void step(double *x, int n);

void wrong(double *x, int n) {
  // CHECK: :[[@LINE+1]]:5: error: 'program' annotates a block or a loop that has annotated nests in it, but stands on {{.*}} [heddle-HD175]
  [[heddle::program]] step(x, n);
  // CHECK: :[[@LINE+1]]:5: error: 'program' annotates {{.*}}, but stands on a declaration [heddle-HD175]
  [[heddle::program]] int k = 0;
}
