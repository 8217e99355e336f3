// Wrong arguments of bounds.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

void f(double *x, double (*a)[8], int n) {
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'bounds', which takes the upper bounds, or the lower and the upper bounds [heddle-HD106]
  [[heddle::bounds()]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:10: error: wrong arguments of 'bounds'{{.*}} [heddle-HD106]
  HEDDLE(bounds(0, 1, n)) for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:20: error: wrong arguments of 'bounds', which takes at least one entry in a list [heddle-HD106]
  [[heddle::bounds({})]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:20: error: 'bounds' takes integers, but '1.5' is of type 'double' [heddle-HD107]
  [[heddle::bounds(1.5)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:23: error: 'bounds' takes integers, but 'x' is of type 'double *' [heddle-HD107]
  [[heddle::bounds(0, x)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:20: error: 'bounds' takes integers, but 'n > 0' is of type 'bool' [heddle-HD107]
  [[heddle::bounds(n > 0)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:21: error: 'bounds' takes integers, but '{n, n}' is of type a nested list [heddle-HD107]
  [[heddle::bounds({{n, n}, 8})]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+2]]:28: error: lists of unequal length: the lower bound has 2 entries, but the upper bound has 1 [heddle-HD108]
  // CHECK: :[[@LINE+1]]:20: note: the lower bound is here
  [[heddle::bounds({0, 0}, n)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+2]]:34: error: lists of unequal length: 'bounds' has 2 entries, but 'step' has 3 [heddle-HD108]
  // CHECK: :[[@LINE+1]]:10: note: 'bounds' is here
  HEDDLE(bounds({0, 0}, {n, 8}), step(1, 1, 1))
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) a[i][j] = 0;
  // CHECK: error: 'step' has 17 dimensions, but an index space has at most 16 [heddle-HD105]
  [[heddle::step(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)]]
  for (int i = 0; i < n; ++i) x[i] = 0;
}
