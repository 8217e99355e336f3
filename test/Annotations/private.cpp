// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What private(...) and lastprivate(...) may name.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -ferror-limit=0 2>&1 | FileCheck %s --implicit-check-not=error:
#include <algorithm>
#include <heddle/heddle.h>
#include <heddle/tensor.h>
#include <vector>
double all;
double next(double &);
#define NEXT (v + 1)

void names(double *y, int n) {
  double t = 0, *p = y;
  struct { double x; } s;
// CHECK: [[@LINE+1]]:34: error: 'private(t + 1)' cannot be: it is no variable [heddle-HD128]
  [[heddle::map, heddle::private(t + 1)]] for (int i = 0; i < n; ++i) y[i] = t;
// CHECK: [[@LINE+1]]:18: error: wrong arguments of 'private', which takes the names of variables [heddle-HD106]
  [[heddle::map, heddle::private()]] for (int i = 0; i < n; ++i) y[i] = t;
// CHECK: [[@LINE+1]]:34: error: 'private(p)' cannot be: it is neither a number nor an array of numbers [heddle-HD128]
  [[heddle::map, heddle::private(p)]] for (int i = 0; i < n; ++i) y[i] = *p;
// CHECK: [[@LINE+1]]:34: error: 'private(all)' cannot be: it is no variable of the function around the loops [heddle-HD128]
  [[heddle::map, heddle::private(all)]] for (int i = 0; i < n; ++i) { all = i; y[i] = all; }
// CHECK: [[@LINE+1]]:34: error: 'private(t)' cannot be: the loops do not change it [heddle-HD128]
  [[heddle::map, heddle::private(t)]] for (int i = 0; i < n; ++i) y[i] = t;
  (void)s;
}

double uses(double *y, int n) {
  double t = 0, u = 0, v = 0, q[3] = {}, sum = 0;
  next(u);
// CHECK: [[@LINE+1]]:34: error: 'private(u)' cannot be: a pointer or a reference leads to it [heddle-HD128]
  [[heddle::map, heddle::private(u)]] for (int i = 0; i < n; ++i) { if (y[i] > 0) u = i; y[i] = u; }
// CHECK: [[@LINE+2]]:34: error: 'private(t)' cannot be: its value is read behind the loops; write 'lastprivate(t)' if the last iteration certainly sets it [heddle-HD128]
// CHECK: [[@LINE+9]]:10: note: the value that it has after the nest is read here
  [[heddle::map, heddle::private(t)]] for (int i = 0; i < n; ++i) { if (y[i] > 0) t = i; y[i] = t; }
// CHECK: [[@LINE+1]]:36: error: 'private(sum)' cannot be: 'reduce' names it, too [heddle-HD128]
  HEDDLE(map, reduce(sum), private(sum)) for (int i = 0; i < n; ++i) sum += y[i];
// CHECK: [[@LINE+1]]:39: error: 'lastprivate(v)' cannot be: it is named twice [heddle-HD128]
  HEDDLE(map, private(v), lastprivate(v)) for (int i = 0; i < n; ++i) { if (y[i] > 0) v = i; y[i] = v; }
// CHECK: [[@LINE+1]]:{{.*}}: error: 'v' stands where no check can, so what is claimed of 'v' could not be looked at [heddle-HD126]
  HEDDLE(map, private(v)) for (int i = 0; i < n; ++i) { if (y[i] > 0) v = NEXT; y[i] = v; }
  q[0] = y[0];
  return t;
}

// An algorithm's iterations are calls, and a statement has none.
void others(std::vector<double> &v, heddle::tensor<double, 1> &a) {
  double t;
// CHECK: [[@LINE+1]]:23: error: 'private(t)' cannot be: the iterations are calls of a function [heddle-HD128]
  HEDDLE(map, private(t)) std::for_each(v.begin(), v.end(), [&](double &x) { t = x; x = t + 1; });
// CHECK: [[@LINE+1]]:15: error: 'private' says nothing about a tensor statement [heddle-HD162]
  HEDDLE(map, private(t)) a = a + a;
}
