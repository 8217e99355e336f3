// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where arrays overlap the loops run in their order and call the function of the
// body: no optimisation takes its pointers for ones that do not meet.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %gxx -x c++ -std=c++17 -O3 -Wall -Wextra -Werror -fopenmp -I %include %t.cu -o %t.gxx && %t.gxx
// RUN: %clangxx -x c++ -std=c++17 -O3 -Wall -Wextra -Werror -I %include %t.cu -o %t.clang && %t.clang
// RUN: env HEDDLE_TRACE=1 %t.gxx 2>&1 | FileCheck --check-prefix=TRACE %s

#include <heddle/heddle.h>

// CHECK: static HEDDLE_BODY void heddle_shift_0_body(const double *x, double *y,
// CHECK: heddle_shift_0(const double *__restrict__ x,
// CHECK-NEXT: double *__restrict__ y,
// CHECK: if (heddle_path == ::heddle::rt::path::parallel) {
// CHECK: heddle_shift_0_body(x, y, i);
// CHECK: } else if (heddle_path == ::heddle::rt::path::sequential) {
// CHECK: heddle_shift_0_body(x, y, i);
void shift(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

void steps(int *y, const int *x, const int *z, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] + 1;
    y[i] += x[i];
    y[i] += z[0];
  }
}

// A scalar that a write may reach is read as the source says: the loop stands
// there as written.
// CHECK: } else if (heddle_path == ::heddle::rt::path::sequential) {
// CHECK: } else if (heddle_path == ::heddle::rt::path::sequential) {
// CHECK: y[i] = n + 1;
void count(int *y, const int &n) {
  [[heddle::map]]
  for (int i = 0; i < 4; ++i) {
    y[i] = n + 1;
    y[i] += n;
  }
}

// TRACE: heddle_shift_0: sequential
// TRACE: heddle_steps_0: sequential
// TRACE: heddle_count_0: sequential
int main() {
  double a[65] = {1};
  shift(a + 1, a, 64);
  double power = 1;
  for (int i = 0; i < 65; ++i, power *= 2)
    if (a[i] != power)
      return 1;
  int b[4] = {1, 2, 3, 4};
  steps(b, b, b, 4);
  // 1 + 1, twice that, twice that; then 2 * (2 + 1) + 8, ...
  if (b[0] != 8 || b[1] != 14 || b[2] != 16 || b[3] != 18)
    return 2;
  int c[5] = {0, 0, 3, 0, 0};
  count(c, c[2]);
  // n is 3 until its own element is written: 4, twice that.
  if (c[0] != 7 || c[1] != 7 || c[2] != 8 || c[3] != 17)
    return 3;
  return 0;
}
