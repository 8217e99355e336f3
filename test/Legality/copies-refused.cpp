// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads that can take neither the copy nor the array, and names without need.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

#include <heddle/heddle.h>

// Text in a macro's body belongs to all of its uses. Compilers choose these macros, so that no
// text can have what is left of them.
#ifndef __CUDA_ARCH__
#define NEXT(i) +x[(i) + 1]
#define READ_AND_POINT(e) { y[i] = e; double *p = &e; (void)p; }
#endif
void macro_body(double *x, const double *y, int n) {
// CHECK: copies-refused.cpp:[[@LINE+4]]:17: error: 'NEXT(i)' has to read a copy of 'x', but its text cannot be changed: it comes out of a macro or stands in a function, or stands for something else as well; write it in the loop itself [heddle-HD411]
// CHECK: note: expanded from macro 'NEXT'
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = y[i] NEXT(i);
}

// One text that is read, and gives a pointer away.
void pointed_to(double *x, double *y, int n) {
// CHECK: copies-refused.cpp:[[@LINE+5]]:20: error: 'x[i + 1]' has to read a copy of 'x', but its text cannot be changed
// CHECK: note: expanded from macro 'READ_AND_POINT'
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    x[i] = 1;
    READ_AND_POINT(x[i + 1])
  }
}

// The condition would name 'i', which means something else there.
void shadowed(double *__restrict x, double *__restrict z, int n) {
// CHECK: copies-refused.cpp:[[@LINE+5]]:25: error: 'x[k < 10 ? k : k + 1]' reads elements of 'x' that its own iteration has written, and others that a later iteration overwrites, and the kernel cannot tell them apart by the loop variables; read them in statements of their own [heddle-HD410]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    x[i] = z[i];
    const int k = i;
    { int i = 1; z[k] = x[k < 10 ? k : k + 1]; (void)i; }
  }
}

// No copy is made of what nobody overwrites in time to matter.
void no_need(double *x, double *y, int n) {
// CHECK: copies-refused.cpp:[[@LINE+1]]:18: warning: the nest needs no copy of 'x', so 'copy' says nothing about it [heddle-HD409]
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = 2 * x[i] + y[i + 1];
}
