// The text of annotation and loop is one piece of one file, or the expansion of the
// macros takes its place.
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
// These differ from place to place.
#define HERE (0 * __LINE__)
#define LOOP_HERE(i, n) for (int i = HERE; i < (n); ++i)
#define PARALLEL_HERE(i, n) [[heddle::map]] LOOP_HERE(i, n)
#define BLOCK_HERE { x[i] = HERE; }
#define ENDED_HERE x[i] = HERE;
#define TWO(n) [[heddle::map]] LOOP(i, n) x[i] = 0; [[heddle::map]] LOOP(i, n) y[i] = 0;
// These differ with the compiler, or with flags that none of the checks could tell.
#if defined(__CUDACC__) || 1
#define PARALLEL_IF [[heddle::map]]
#endif
#ifndef LENGTH
#define LENGTH 0.5
#endif
#ifndef LENGTH_OF
#define LENGTH_OF(...) sizeof(__VA_ARGS__)
#endif
#ifdef NDEBUG
#define CHECKED(e) (void)0
#else
#define CHECKED(e) if (!(e)) x[i] = 1
#endif

void f(double *x, double *y, int n) {
  // CHECK: :[[@LINE+2]]:3: error: an annotation inside the macro 'PARALLEL_HERE' cannot be rewritten; annotate the loop where it is written [heddle-HD114]
  // CHECK: :[[@LINE+1]]:3: note: '__LINE__' differs with the place or the compiler
  PARALLEL_HERE(i, n) x[i] = 0;
  // CHECK: :[[@LINE+3]]:3: error: an annotation inside the macro 'PARALLEL_IF' cannot be rewritten{{.*}} [heddle-HD114]
  // CHECK: note: it depends on the compiler whether 'PARALLEL_IF' is defined here
  // CHECK-NEXT: #define PARALLEL_IF
  PARALLEL_IF for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+2]]:3: error: an annotation inside the macro 'TWO' cannot be rewritten{{.*}} [heddle-HD114]
  // CHECK: :[[@LINE+1]]:3: note: the macro that it comes out of has other annotated loops
  TWO(n)
  // CHECK: :[[@LINE+1]]:19: error: the annotated loop does not stand in one piece in the file of its annotation: write the 'for' outside macros [heddle-HD117]
  [[heddle::map]] LOOP_HERE(i, n) x[i] = 0;
  // CHECK: note: it depends on conditions that have changed since whether 'LENGTH_OF' is defined here
  [[heddle::map]] LOOP(i, n) x[i] = LENGTH_OF(y);
  // CHECK: note: it depends on the compiler whether 'CHECKED' is defined here
  [[heddle::map]] LOOP(i, n) { CHECKED(n); }
  // CHECK: :[[@LINE+1]]:47: error: the annotated loop does not stand in one piece{{.*}}: it ends inside the macro 'BLOCK_HERE'; put braces around the body [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i)     BLOCK_HERE
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: it ends inside the macro 'ENDED_HERE'; put braces around the body [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) ENDED_HERE
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
  PARALLEL for (int i = 0; i < n; ++i) x[i] = 0;
  WRAPPED for (int i = 0; i < n; ++i) x[i] = 0;
  [[heddle::map]] LOOP(i, n) x[i] = LENGTH;
  HEDDLE(map) for (int i = 0; i < n; ++i) BLOCK
  HEDDLE(map) for (int i = 0; i < n; ++i) ENDED
  HEDDLE(map) for (int i = 0; i < n; ++i) ENDED;
  HEDDLE(map) for (int i = 0; i < n; ++i) { BLOCK }
  HEDDLE(map) for (int i = 0; i < n; ++i) { ENDED }
  if (n) HEDDLE(map) for (int i = 0; i < n; ++i) BOTH(x[i] = y[i]);
  else HEDDLE(map) for (int i = 0; i < n; ++i) if (i) ; else BOTH(x[i] = y[i]);
}
