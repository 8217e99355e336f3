// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arrays are one object, and which may be.
// RUN: %heddle-rewrite --check --stop-after=frontend --dump=frontend %s -- -std=c++17 -I %include > %t 2>&1
// RUN: FileCheck %s --implicit-check-not=error: < %t
#include <heddle/heddle.h>

struct Base { double x[8]; };
struct Left : Base {};
struct Right : Base {};
struct Both : Left, Right {};

// Two subobjects of one class are two arrays.
// CHECK: perfect-depth 1 at line [[@LINE+4]]
// CHECK: array a0 {{.*}}d.Right::x
// CHECK: array a1 {{.*}}d.Left::x
void diamond(Both &d) {
  [[heddle::map]] for (int i = 0; i < 8; ++i) d.Left::x[i] = d.Right::x[i] + 1;
}

extern "C" {
double named[40];
extern double again[40] __asm__("named");
}

// A second name of an object may be any object.
// CHECK: perfect-depth 1 at line [[@LINE+4]]
// CHECK: array a0 'again' {{.*}} pointer
// CHECK: array a1 'named' {{.*}} object
void twoNames() {
  [[heddle::map]] for (int i = 0; i < 30; ++i) named[i] = again[i + 1];
}

struct Field { double values[6][7]; };

// CHECK: array a0 'g.values' {{.*}} const double (*values)[7] = g.values
void member(Field &f, const Field &g) {
  [[heddle::map]]
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 7; ++j) f.values[i][j] = g.values[i][j];
}

// A lambda cannot change the pointers that it captures by copy.
// CHECK: array a0 'p->values' {{.*}} = p->values
auto captured(Field *p) {
  return [p] {
    [[heddle::map]] for (int i = 0; i < 6; ++i) p->values[i][0] = 1;
  };
}
