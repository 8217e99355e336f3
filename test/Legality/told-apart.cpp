// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where nobody knows before the launch which elements iterations store to, the
// launch finds out whether they are their own.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: %heddle-rewrite %s -- -std=c++17 -I %include -DTEXT | grep -v '^//' | FileCheck %s --check-prefix=TEXT
// RUN: %heddle-rewrite --dump=affine %s -- -std=c++17 -I %include -DTEXT | FileCheck %s --check-prefix=DUMP

#include <heddle/heddle.h>

// DUMP: told apart: y
void scatter(float *y, const float *x, const int *p, int n) {
// CHECK: told-apart.cpp:[[@LINE+5]]:3: remark: the launch looks whether iterations of loop 'i' touch elements of 'y' of their own, by a pass over the loops, and runs them as they are written where they do not [heddle-HD432]
// CHECK: told-apart.cpp:[[@LINE+5]]:7: note: before the launch, a subscript of 'y' is read from an array, {{.*}}; if no two iterations do, write 'independent(y)'
// TEXT: void scatter(
// TEXT: heddle_y_hull.tell_apart("y");
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];
}

void both(float *y, float *z, const int *p, int n, int m) {
// CHECK: remark: the launch looks whether iterations of loops 'i' and 'j' touch elements of 'y' and 'z' of their own, {{.*}}[heddle-HD432]
  [[heddle::bounds({n, m})]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      y[p[i] + j] = i;
      z[j % n * m + i] = j;
    }
}

void described(float *y, const int *p, int n) {
// CHECK-NOT: HD432
// TEXT: void described(
// TEXT-NOT: tell_apart
  [[heddle::map, heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = i;
}

#ifndef TEXT
// Neighbours are other iterations' elements.
void relaxed(float *d, const int *to, const float *w, int n) {
// CHECK: error: a subscript of 'd' is read from an array, {{.*}}[heddle-HD217]
// CHECK-NOT: HD432
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    d[i] = d[to[i]] + w[i];
}

// In a histogram iterations share elements.
void histogram(float *h, const int *p, int n) {
// CHECK: error: a subscript of 'h' is read from an array, {{.*}} write 'reduce(h)', {{.*}}[heddle-HD217]
// CHECK-NOT: HD432
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    h[p[i]] += 1;
}

// It is known that iterations store to one element.
void known(float *y, const int *p, int n) {
// CHECK: error: {{.*}} iterations (i = 0) and (i = 1) may both write 'y[0]' [heddle-HD403]
// CHECK-NOT: HD432
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (p[i] > 0)
      y[0] = i;
}

// One array has no certain elements, and another one conflicts whatever data
// say.
void one_of_two(float *y, float *z, const int *p, int n) {
// CHECK: error: {{.*}}'z[0]'{{.*}}[heddle-HD40
// CHECK-NOT: HD432
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[p[i]] = i;
    z[i] = z[i / 2] + 1;
  }
}
#endif
