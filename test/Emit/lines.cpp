// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compilers that read the rewritten text speak of this file: in the kernel, in
// the loops as written, and behind the nest.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: %clangxx -x c++ -std=c++17 -Wall -fsyntax-only -I %include %t.cu 2>&1 | FileCheck %s
// RUN: %gxx -x c++ -std=c++17 -Wall -fsyntax-only -I %include %t.cu 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

// CHECK-DAG: lines.cpp:[[@LINE+5]]:12: warning: unused variable {{.}}inside
// CHECK-DAG: lines.cpp:[[@LINE+7]]:12: warning: unused variable {{.}}behind
int lines(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double inside;
    y[i] = i;
  } int a = 0; /* on the line of the loop's end */ (void)a;
  double   behind;
  return n;
}

constexpr int total(int *y, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) y[i] = 2 * i;
  return n;
}
constexpr int at(int i) {
  int y[8] = {};
  return total(y, 8) * 100 + y[i];
}
static_assert(at(3) == 806);
