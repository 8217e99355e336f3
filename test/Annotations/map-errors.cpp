// Wrong arguments of map.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s

#include <heddle/heddle.h>
using namespace heddle;

constexpr mapping tiled(long long k) {
  return GridBlock(1, SplitLast(k, ShiftLB(Gen)));
}
constexpr mapping swapped(const mapping &m) { return Permute({1, 0}, m); }

void f(double *x, int n, mapping m) {
  // CHECK: :[[@LINE+1]]:17: error: 'map' takes a mapping or a strategy, but '32' is of type 'int' [heddle-HD112]
  [[heddle::map(32)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:14: error: 'map' takes a mapping or a strategy, but 'x' is of type 'double *' [heddle-HD112]
  HEDDLE(map(x)) for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:17: error: 'map' takes a mapping or a strategy, but 'tiled' is of type
  [[heddle::map(tiled)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:17: error: 'map' takes a mapping or a strategy, but '{1, 2}' is of type 'a list' [heddle-HD112]
  [[heddle::map({1, 2})]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:17: error: the mapping 'tiled(n)' is not a constant expression [heddle-HD113]
  [[heddle::map(tiled(n))]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:17: error: the mapping 'm' is not a constant expression [heddle-HD113]
  [[heddle::map(m)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'map', which takes one mapping or strategy [heddle-HD106]
  [[heddle::map(Jing, FoldAll)]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: :[[@LINE+2]]:24: error: a second 'map' on the same loop [heddle-HD119]
  // CHECK: :[[@LINE+1]]:5: note: the first one is here
  [[heddle::map(Jing), heddle::map(Jing)]] for (int i = 0; i < n; ++i) x[i] = 0;

  // The caret stands on the combinator where it is spelled ...
  // CHECK: :[[@LINE+3]]:51: error: 'Permute' makes this a mapping of 3 dimensions, but 'bounds' has 1 [heddle-HD118]
  // CHECK: ^~~~~~~
  // CHECK: :[[@LINE+1]]:5: note: 'bounds' is here
  [[heddle::bounds(n), heddle::map(GridBlock(0,   Permute({2, 0, 1}, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i) x[i] = 0;
  // ... and else on the function of the user that has it inside.
  // CHECK: :[[@LINE+1]]:47: error: 'Permute' makes this a mapping of 2 dimensions, but 'step' has 1 [heddle-HD118]
  [[heddle::step(1), heddle::map(GridBlock(0, swapped(ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i) x[i] = 0;
}
