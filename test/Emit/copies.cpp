// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Redirected reads take a parameter of their own, which the launch fills: for
// kernels, and for loops on several CPU threads. One thread needs none.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// [CR][HU]' %t.cu | FileCheck %s
// RUN: %gxx -x c++ -std=c++17 -Wall -Wextra -Werror -fopenmp -I %include -c %t.cu -o %t.o
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -I %include -c %t.cu -o %t.o

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: static HEDDLE_BODY void heddle_ahead_0_body(float *x, const float *x_copy,
// CHECK-NEXT: int i) {
// CHECK: x[i] = x[i] + x_copy[i + 1];
// CHECK: //   copy          x_copy: elements 1 to n of 'x', n * 4 bytes, before the launch
// CHECK-NEXT: //                 for 'x[i + 1]', which a later iteration overwrites
// CHECK-NEXT: //   each iteration runs in exactly one thread
// CHECK-NEXT: static __global__ void heddle_ahead_0(float *__restrict__ x,
// CHECK-NEXT: const float *x_copy, int n) {
// CHECK: heddle_ahead_0_body(x, x_copy, i);
// CHECK: const auto heddle_x = ::heddle::rt::inout(x, 0, heddle_n);
// CHECK-NEXT: const auto heddle_x_copy = ::heddle::rt::copied(heddle_x, 1, heddle_n);
// CHECK: ::heddle::rt::over(heddle_site, 6, heddle_n).sharing_copies()
// CHECK: as_loops(heddle_loops, heddle_x,
// CHECK-NEXT: {{^ *}}heddle_x_copy);
// CHECK: heddle_ahead_0, heddle_x, heddle_x_copy,
// CHECK: const ::heddle::rt::host_copy heddle_x_copy_there(heddle_site, heddle_path,
// CHECK-NEXT: {{^ *}}heddle_x_copy);
// CHECK: if (heddle_path == ::heddle::rt::path::parallel) {
// CHECK: #pragma omp parallel for
// CHECK: heddle_ahead_0_body(x, heddle_x_copy_there.pointer(), i);
// CHECK: } else if (heddle_path == ::heddle::rt::path::sequential) {
// CHECK: x[i] = x[i] + x[i + 1];
void ahead(float *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i] + x[i + 1];
}

// A name of the user's stays the user's.
// CHECK: x[i] = x_copy_1[i + 1] * x_copy;
// CHECK: static __global__ void heddle_taken_0(float *__restrict__ x,
// CHECK-NEXT: const float *x_copy_1, float x_copy) {
// CHECK: heddle_taken_0_body(x, heddle_x_copy_1_there.pointer(), x_copy, i);
void taken(float (&x)[100], float x_copy) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < 99; ++i)
    x[i] = x[i + 1] * x_copy;
}

// One access of both kinds. Pointers to rows are chosen between without 'const'.
// CHECK: (int (*a)[16], int (*z)[16],
// CHECK-NEXT: {{^ *}}int (*a_copy)[16],
// CHECK: z[i][j] = ::heddle::rt::either(8 <= j, a_copy, a)[i][j < 8 ? j : j + 1];
// CHECK: for 'a[i][j < 8 ? j : j + 1]' where 8 <= j, which a later iteration overwrites
void rows(int (*__restrict a)[16], int (*__restrict z)[16], int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 15; ++j) {
      a[i][j] = i + j;
      z[i][j] = a[i][j < 8 ? j : j + 1];
    }
}

// Through a local pointer, a reference, and a macro: the place in the array
// finds the place in the copy.
// CHECK: x[i] = x_copy[&(p[1]) - x] + x_copy[&(r) - x] + x_copy[&(AT(i + 3)) - x];
#define AT(i) (x[i])
void places(float *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    const float *p = x + i;
    const float &r = x[i + 2];
    x[i] = p[1] + r + AT(i + 3);
  }
}
