// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The output checks macros where the nest is: a function's text cannot have what is left of ones
// that are others there, or are said to be something in between.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -DSCALE=2.5 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>

static double undefined_later(double v) { return v * SCALE; }
#undef SCALE
#define TWICE(a) ({ __typeof__(a) t = (a); t + t; })
static double said_again(double v) { return TWICE(v); }
#undef TWICE
#define TWICE(a) ({ __typeof__(a) t = (a); t + t; })
static double behind(double v), by_condition(double v), by_definition(double v);
template <class T> T with_lambda(T v, T w);

void f(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: error: 'undefined_later' {{.*}} the macro 'SCALE' may mean something else {{.*}}[heddle-HD238]
    y[i] = undefined_later(x[i]);
    // CHECK: error: 'said_again' {{.*}}'TWICE(v)' comes out of a macro, but reads 'double' in the kernel{{.*}}[heddle-HD238]
    y[i] += said_again(x[i]);
    // CHECK: error: 'behind' {{.*}} the macro 'LATE' may mean something else {{.*}}[heddle-HD238]
    y[i] += behind(x[i]);
    // CHECK: error: 'by_condition' {{.*}}: its body depends on the preprocessor [heddle-HD238]
    y[i] += by_condition(x[i]);
    // CHECK: error: 'by_definition' {{.*}} the macro 'LIMIT' may mean something else {{.*}}[heddle-HD238]
    y[i] += by_definition(x[i]);
    // CHECK: error: 'with_lambda<double>' {{.*}}is a type that kernels do not take [heddle-HD238]
    y[i] += with_lambda(x[i], 2.0);
  }
}

#define LATE 3
static double behind(double v) { return v + LATE; }
static double by_condition(double v) {
#if LATE > 2
  return v + 1;
#else
  return v;
#endif
}
#if LATE == 3
#define LIMIT 5
#endif
static double by_definition(double v) { return v + LIMIT; }
template <class T> T with_lambda(T v, T w) {
  const auto times = [=](T q) { return q * w; };
  return times(v);
}
