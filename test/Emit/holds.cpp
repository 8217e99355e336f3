// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel tells compilers what a declared space says of its iterations, so that
// the condition in the body costs nothing.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// [CR][HU]' %t.cu | FileCheck %s --implicit-check-not='rt::holds('
// RUN: %gxx -x c++ -std=c++17 -Wall -Wextra -Werror -I %include -c %t.cu -o %t.o
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -I %include -c %t.cu -o %t.o

#include <heddle/heddle.h>
using namespace heddle;

// CHECK-LABEL: void heddle_columns_0(
// CHECK: const long j = long(
// CHECK-NEXT: ::heddle::rt::holds(j % 3 < 2);
// CHECK-NEXT: heddle_columns_0_body(
// The kernels for larger grids do so, too.
// CHECK-COUNT-3: ::heddle::rt::holds(j % 3 < 2);
void columns(double *y, long n, long m) {
  [[heddle::bounds({n, m}), heddle::step(1, 3), heddle::width(1, 2), heddle::map]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      if (j % 3 < 2)
        y[i * m + j] = 1;
}

// CHECK-LABEL: void heddle_from_one_0(
// CHECK: ::heddle::rt::holds((i - 1) % 5 < 3);
void from_one(int (&y)[100]) {
  [[heddle::bounds({1}, {100}), heddle::step(5), heddle::width(3), heddle::map]]
  for (int i = 1; i < 100; ++i)
    if ((i - 1) % 5 < 3)
      y[i] = 1;
}

// CHECK-LABEL: void heddle_by_four_0(
// CHECK: ::heddle::rt::holds(i % 4 < 3);
// A step that the loop has is no condition in the body.
// CHECK-LABEL: void heddle_by_three_0(
void by_four(int (&y)[100]) {
  [[heddle::bounds({0}, {100}), heddle::step(4), heddle::width(3), heddle::map]]
  for (int i = 0; i < 100; ++i)
    if (i % 4 < 3)
      y[i] = 1;
}
void by_three(int (&y)[100]) {
  [[heddle::map]]
  for (int i = 0; i < 100; i += 3)
    y[i] = 1;
}
