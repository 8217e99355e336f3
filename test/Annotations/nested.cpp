// One annotation covers a nest.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

void f(double (*a)[8], int n) {
  // CHECK: :[[@LINE+5]]:7: error: this loop is inside a nest that is annotated already; annotate only the outermost loop [heddle-HD115]
  // CHECK: :[[@LINE+3]]:3: note: the mapped nest begins here
  // CHECK-NOT: [heddle-HD115]
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    [[heddle::map]] for (int j = 0; j < 8; ++j) a[i][j] = 0;
}
