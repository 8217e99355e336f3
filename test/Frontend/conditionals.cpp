// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional text in a nest: the rewritten text has the branches that were taken, and
// does not compile where others would be.
// RUN: %heddle-rewrite %s -o %t -- -std=c++17 -I %include -DGIVEN=3 -Wno-c++23-extensions
// RUN: grep -v CHECK %t | FileCheck %s
// RUN: %gxx -std=c++17 -Wall -Wextra -Werror -DGIVEN=3 -x c++ -I %include -fsyntax-only %t
// RUN: %clangxx -std=c++17 -Wall -Wextra -Werror -DGIVEN=3 -x c++ -I %include -fsyntax-only %t
// RUN: not %gxx -std=c++17 -DGIVEN=3 -DGRAVITY -x c++ -I %include -fsyntax-only %t 2>&1 | FileCheck %s --check-prefix=PIN
// RUN: not %gxx -std=c++17 -DGIVEN=1 -x c++ -I %include -fsyntax-only %t 2>&1 | FileCheck %s --check-prefix=PIN
// RUN: not %gxx -std=c++17 -x c++ -I %include -fsyntax-only %t 2>&1 | FileCheck %s --check-prefix=PIN
// PIN: error: #error "heddle: rewritten where this was not so"
#include <heddle/heddle.h>
#define ORDER 4
#define SAME ORDER

// CHECK-LABEL: void heddle_velocity_0_body(
// CHECK-NOT: 9.81
// CHECK-NOT: #if
// CHECK: double a = f[i] / m[i];
// CHECK-NOT: 9.81
// CHECK: if (v[i] < 0.25) v[i] = 0.0;
// CHECK: void velocity(
// CHECK: #if defined ( GRAVITY )
// CHECK-NEXT: #error
// CHECK: #if !(! defined ( NO_CUTOFF ))
// CHECK-NEXT: #error
void velocity(double *v, const double *f, const double *m, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
#ifdef GRAVITY
    double a = f[i] / m[i] - 9.81; // isn't it
# define NESTED
#elifdef ORDER
    double a = f[i] / m[i];
#else
    double a = 9.81;
#endif
    v[i] += a;
#ifndef NO_CUTOFF
    if (v[i] < 0.25) v[i] = 0.0;
#endif
  }
}

// CHECK-LABEL: void heddle_orders_0_body(
// CHECK-NOT: += 2
// CHECK: y[i] += 4;
// CHECK: y[i] *= 7;
// CHECK-NOT: += 8
// CHECK: void orders(
// CHECK-DAG: #if ORDER == 2
// CHECK-DAG: #if !(SAME == 4)
// CHECK-DAG: #if !(( GIVEN >= 2 && ! defined NONE ))
void orders(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
#if ORDER == 2
    y[i] += 2;
#elif SAME == 4
    y[i] += 4;
#else
#error "no such order"
#endif
#if 0 /* it's old */
    y[i] += 8;
#endif
#if (GIVEN >= 2 && !defined NONE)
    y[i] *= 7;
#else
    y[i] *= 8;
#endif
  }
}
