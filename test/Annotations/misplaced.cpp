// Annotations that do not stand on a `for`, or are none.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: :[[@LINE+1]]:3: error: 'map' annotates a 'for' loop, but stands on a declaration [heddle-HD101]
[[heddle::map]] int declaration;

void f(double *x, int n, double (&a)[4]) {
  // CHECK: :[[@LINE+1]]:5: error: 'map' annotates a 'for' loop, but stands on a 'while' loop [heddle-HD101]
  [[heddle::map]] while (n > 0) --n;
  // CHECK: :[[@LINE+1]]:10: error: 'bounds' annotates a 'for' loop, but stands on a block [heddle-HD101]
  HEDDLE(bounds(n)) { x[0] = 1; }
  // CHECK: error: 'map' annotates a 'for' loop, but stands on an empty statement [heddle-HD101]
  [[heddle::map]];
  // CHECK: error: 'map' annotates a 'for' loop, but stands on an expression that neither assigns a tensor nor calls std::for_each, std::transform or the like [heddle-HD101]
  [[heddle::map]] x[0] = 1;

  // CHECK: :[[@LINE+1]]:5: error: 'map' needs its scope here; write 'heddle::map' [heddle-HD102]
  [[map(Jing)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: warning: unknown attribute 'map' ignored
  [[map(Jing)]] while (n > 0) --n;

  // CHECK: :[[@LINE+4]]:13: error: unknown annotation 'heddle::bonds'; did you mean 'bounds'? [heddle-HD103]
  // CHECK: ^~~~~
  // CHECK: bounds
  // CHECK-NOT: warning: unknown attribute
  [[heddle::bonds(n)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:10: error: unknown annotation 'heddle::frobnicate' [heddle-HD103]
  HEDDLE(frobnicate) for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:40: error: unknown annotation 'heddle::widht'; did you mean 'width'? [heddle-HD103]
  [[likely, heddle::map(Jing), heddle::widht(2)]] for (int i = 0; i < n; ++i) x[i] = 0;
}
