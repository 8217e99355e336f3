// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conflicts in loops whose steps are variables are told in words of the source.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not="rt::trips"
#include <heddle/heddle.h>

// CHECK: stepped.cpp:[[@LINE+4]]:5: error: with the turns of 'i' = 2{{.*}}, iterations (i_turn = 0) and (i_turn = 1) both write 'y[0]' [heddle-HD403]
void same(double *y, int n, int s) {
  [[heddle::map]]
  for (int i = 0; i < n; i += s)
    y[0] = i;
}
