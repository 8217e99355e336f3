// The text of annotation and loop is one piece of one file.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

#define PARALLEL [[heddle::map]]
#define WRAPPED HEDDLE(map)
#define LOOP(i, n) for (int i = 0; i < (n); ++i)
#define BLOCK { x[i] = 0; }
#define ENDED x[i] = 0;
#define SET(i) x[i] = y[i]; y[0] = 7
#define REST y[0] = 7; if (n) y[1] = 8
#define BOTH(...) __VA_ARGS__
#define UNLESS(c) x[i] = 0; if (c) {} else

void f(double *x, double *y, int n) {
  // CHECK: :[[@LINE+1]]:3: error: an annotation inside the macro 'PARALLEL' cannot be rewritten; annotate the loop where it is written [heddle-HD114]
  PARALLEL for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:3: error: an annotation inside the macro 'WRAPPED' cannot be rewritten{{.*}} [heddle-HD114]
  WRAPPED for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:19: error: the annotated loop does not stand in one piece in the file of its annotation: write the 'for' outside macros [heddle-HD117]
  [[heddle::map]] LOOP(i, n) x[i] = 0;
  // CHECK: :[[@LINE+1]]:47: error: the annotated loop does not stand in one piece{{.*}}: it ends inside the macro 'BLOCK'; put braces around the body [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i)     BLOCK
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: it ends inside the macro 'ENDED'; put braces around the body [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) ENDED
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: it ends inside the macro 'ENDED'; put braces around the body [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) ENDED;
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: the macro 'SET' stands for more than the loop's body; put braces around what the loop is to run [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) SET(i);
  // CHECK: :[[@LINE+1]]:50: error: {{.*}}: the macro 'REST' stands for more than the loop's body{{.*}} [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = REST;
  // More than fifty bytes apart, the argument's tokens are two pieces for Clang.
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: the macro 'BOTH' stands for more than the loop's body{{.*}} [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) BOTH(x[i] = y[i] /*                                                              */; y[0] = 1);
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: the macro 'UNLESS' stands for more than the loop's body{{.*}} [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) UNLESS(n);
  // CHECK-NOT: error:
  HEDDLE(map) for (int i = 0; i < n; ++i) { BLOCK }
  HEDDLE(map) for (int i = 0; i < n; ++i) { ENDED }
  if (n) HEDDLE(map) for (int i = 0; i < n; ++i) BOTH(x[i] = y[i]);
  else HEDDLE(map) for (int i = 0; i < n; ++i) if (i) ; else BOTH(x[i] = y[i]);
}
