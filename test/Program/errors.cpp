// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Annotations of programs that are wrong, and programs that stay as written.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2> %t.txt
// RUN: FileCheck --input-file=%t.txt %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | grep -c ' error: ' | FileCheck --check-prefix=ERRORS %s
// ERRORS: 3

#include <heddle/heddle.h>
using namespace heddle;
void step(double *x, int n);

// Nests are looked at before programs.
void in_a_nest(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:7: error: {{.*}} [heddle-HD115]
    [[heddle::program]] {
      x[i] += 1;
    }
  }
}

void wrong(double *x, int n) {
  int k = 0;
  // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD106]
  [[heddle::program(x)]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] += k;
  }
  // CHECK: :[[@LINE+1]]:22: error: 'map' is about one nest, and 'program' about the statements around nests; they cannot be said of one statement [heddle-HD176]
  [[heddle::program, heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] += 1;
}

void nothing(double *x, int n) {
  // CHECK: :[[@LINE+1]]:5: warning: arrays do not stay on the device through this program: nothing in it is launched [heddle-HD177]
  [[heddle::program]] {
    step(x, n);
  }
}

template <class T> void in_template(T *x, int n) {
  // CHECK: :[[@LINE+1]]:5: warning: arrays do not stay {{.*}}: it is in a template, and may mean something else in each instantiation [heddle-HD177]
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] += 1;
  }
}
template void in_template(float *, int);

#define TWO(a, b) a; b
void macro(double *x, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] += 1;
    // CHECK: :[[@LINE+1]]:9: warning: arrays do not stay {{.*}}: it comes out of a macro, together with something else [heddle-HD177]
    TWO(step(x, n), step(x, 2));
  }
}

void pragma(double *x, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] += 1;
    // CHECK: :[[@LINE+2]]:5: warning: arrays do not stay {{.*}}: a pragma stands before it [heddle-HD177]
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
      x[i] += i;
  }
}

void jump(double *x, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      x[i] += 1;
    if (n > 7)
      goto inside;
    // CHECK: :[[@LINE+1]]:5: warning: arrays do not stay {{.*}}: a jump may lead into this statement, {{.*}} [heddle-HD177]
    while (n-- > 0) {
      step(x, n);
    inside:
      step(x, n);
    }
  }
}
