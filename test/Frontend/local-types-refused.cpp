// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures of the function that the body cannot declare again.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
#include <heddle/heddle.h>

// Its name stands for something else in the loops, too.
void hidden(const double *x, double *y, int n) {
  struct b { double v; };
  int b = 3;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'struct b' cannot be named where the kernel stands{{.*}}[heddle-HD157]
    struct b q{x[i]};
    y[i] = q.v + b;
  }
}

void twice(const double *x, double *y, int n) {
  struct P { double v; };
  struct R { P p; };
  {
    struct P { int z; };
    HEDDLE(map)
    for (int i = 0; i < n; ++i) {
      R r{{x[i]}};
      // CHECK: :[[@LINE+1]]:7: error: 'P' cannot be named where the kernel stands{{.*}}[heddle-HD157]
      P q{i};
      y[i] = r.p.v + q.z;
    }
  }
}

// More than data that anybody may name and change as others.
void more(const double *x, double *y, int n) {
  struct S { mutable double v; };
  struct T { double v; double twice() const { return 2 * v; } };
  struct U { double v = 1; };
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:{{.*}}: error: 'S' cannot be named where the kernel stands{{.*}}[heddle-HD157]
    const S s{x[i]};
    // CHECK: :[[@LINE+1]]:{{.*}}: error: 'T' cannot be named where the kernel stands{{.*}}[heddle-HD157]
    const T t{x[i]};
    // CHECK: :[[@LINE+1]]:{{.*}}: error: 'U' cannot be named where the kernel stands{{.*}}[heddle-HD157]
    const U u{x[i]};
    y[i] = s.v + t.v + u.v;
  }
}
