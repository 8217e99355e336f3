// Wrong steps and widths.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>

int S = 2;

void f(double *x, int n) {
  // CHECK: :[[@LINE+1]]:18: error: 'step' takes integral constants, but 'S' is no constant [heddle-HD109]
  [[heddle::step(S)]] for (int i = 0; i < n; i += 2) x[i] = 0;
  // CHECK: :[[@LINE+1]]:18: error: 'step' needs entries of at least 1 that fit into 64 bits, not 0 [heddle-HD110]
  [[heddle::step(0)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:19: error: 'width' needs entries of at least 1 that fit into 64 bits, not -2 [heddle-HD110]
  [[heddle::width(-2)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: error: 'step' needs entries of at least 1 that fit into 64 bits, not 18446744073709551615 [heddle-HD110]
  [[heddle::step(~0ull)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+2]]:36: error: the width 3 is above the step 2 [heddle-HD111]
  // CHECK: :[[@LINE+1]]:18: note: the step of this dimension is here
  [[heddle::step(2), heddle::width(3)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+2]]:16: error: the width 2 is above the step 1 [heddle-HD111]
  // CHECK: :[[@LINE+1]]:10: note: there is no 'step', so every step is 1
  HEDDLE(width(2)) for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'step', which takes one constant for each dimension [heddle-HD106]
  [[heddle::step]] for (int i = 0; i < n; ++i) x[i] = 0;
}

template <int W> void inTemplate(double *x, int n) {
  // CHECK: :[[@LINE+1]]:36: error: the width 5 is above the step 2 [heddle-HD111]
  [[heddle::step(2), heddle::width(W)]] for (int i = 0; i < n; i += 2) x[i] = 0;
}
// CHECK: :[[@LINE+1]]:15: note: in the instantiation 'inTemplate<5>'
template void inTemplate<5>(double *, int);
