// An include guard that stands for something is a condition, and so is one with
// another branch.
#ifndef LENGTH
#define LENGTH(...) 3.5
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>
#define LOOP(i, n) for (int i = 0; i < (n); ++i)

void f(double *x, int n) {
  // CHECK: error: the annotated loop does not stand in one piece
  // CHECK-NEXT: LENGTH()
  // CHECK: note: another file than was read may be included here, and define 'LENGTH'
  [[heddle::map]] LOOP(i, n) x[i] = LENGTH();
}
#endif
