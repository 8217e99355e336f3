// Names that do not exist are Clang's errors, wherever they stand.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

void f(double *x, int n) {
  // CHECK: :[[@LINE+1]]:20: error: use of undeclared identifier 'm'
  [[heddle::bounds(m)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:24: error: use of undeclared identifier 'm'
  [[heddle::bounds(n + m)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:14: error: use of undeclared identifier 'Jing'
  HEDDLE(map(Jing)) for (int i = 0; i < n; ++i) x[i] = 0;
}
