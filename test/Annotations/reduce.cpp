// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What reduce(...) takes.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#include <heddle/heddle.h>
using namespace heddle;

struct pair { double first, second; };

double good(const double *x, pair &p, int n) {
  double s = 0;
  HEDDLE(map, reduce(s, p.first))
  for (int i = 0; i < n; ++i) {
    s += x[i];
    p.first *= x[i];
  }
  return s;
}

double bad(const double *x, pair &p, double *y, int n) {
  double s = 0;
  // CHECK: :[[@LINE+1]]:18: error: wrong arguments of 'reduce', which takes the names of variables or arrays [heddle-HD106]
  [[heddle::map, heddle::reduce()]]
  for (int i = 0; i < n; ++i) s += x[i];
  // CHECK: :[[@LINE+1]]:33: error: 'reduce' takes names of variables and arrays, but 's + 1' is neither [heddle-HD415]
  [[heddle::map, heddle::reduce(s + 1)]]
  for (int i = 0; i < n; ++i) s += x[i];
  // CHECK: error: 'reduce' takes names of variables and arrays, but 'p' is neither [heddle-HD415]
  [[heddle::map, heddle::reduce(p)]]
  for (int i = 0; i < n; ++i) s += x[i];
  // CHECK: error: a second 'reduce' on the same loop [heddle-HD119]
  [[heddle::map, heddle::reduce(s), heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) s += x[i];
  // CHECK: warning: iterations of the mapped loops do not reduce to 's', so 'reduce' says nothing about it [heddle-HD414]
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) y[i] = s * x[i];
  // The sums of rows stay in the threads.
  // CHECK: :[[@LINE+1]]:18: warning: iterations of the mapped loops do not reduce to 'y', so 'reduce' says nothing about it [heddle-HD414]
  [[heddle::map, heddle::reduce(y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) y[i] += x[i] * j;
  // CHECK: :[[@LINE+2]]:17: error: 's' is reduced over the mapped loops, which 'Jing' cannot map; write 'map' alone, or 'map(FoldAll)' [heddle-HD413]
  // CHECK-NOT: HD413
  [[heddle::map(Jing), heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) s += x[i];
  // The tree's own mapping may be written out.
  [[heddle::map(GridBlock(1, SplitLast(256, ShiftLB(Gen)))), heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
}
