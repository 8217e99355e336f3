// The text of annotation and loop is one piece of one file.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

#define PARALLEL [[heddle::map]]
#define WRAPPED HEDDLE(map)
#define LOOP(i, n) for (int i = 0; i < (n); ++i)
#define BODY x[i] = 0
#define BLOCK { x[i] = 0; }

void f(double *x, int n) {
  // CHECK: :[[@LINE+1]]:3: error: an annotation inside the macro 'PARALLEL' cannot be rewritten; annotate the loop where it is written [heddle-HD114]
  PARALLEL for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:3: error: an annotation inside the macro 'WRAPPED' cannot be rewritten{{.*}} [heddle-HD114]
  WRAPPED for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:19: error: the annotated loop does not stand in one piece in the file of its annotation; write the 'for' outside macros [heddle-HD117]
  [[heddle::map]] LOOP(i, n) x[i] = 0;
  // CHECK: :[[@LINE+1]]:47: error: the annotated loop does not stand in one piece{{.*}} [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i)     BLOCK
}
