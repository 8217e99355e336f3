// --on-failure keeps a nest as written, and never in silence; a wrong
// annotation is an error all the same.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: %heddle-rewrite --on-failure=warn %s -o %t.cu -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: grep -v '^ *// [A-Z]' %t.cu | FileCheck %s
// RUN: %gxx -std=c++17 -Wall -Werror -I %include -x c++ -fsyntax-only %t.cu
// RUN: %heddle-rewrite --on-failure=serial %s -o %t2.cu -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=SERIAL %s
// RUN: cmp %t.cu %t2.cu
// RUN: not %heddle-rewrite --on-failure=warn --check %s -- -std=c++17 -I %include -Werror 2>&1 | FileCheck --check-prefix=WERROR %s
// RUN: not %heddle-rewrite --on-failure=serial --check %s -- -std=c++17 -I %include -DWRONG 2>&1 | FileCheck --check-prefix=WRONG %s

#include <heddle/heddle.h>
#include <heddle/tensor.h>

void prefix(double *x, int n) {
  // ERROR: on-failure.cpp:[[@LINE+9]]:{{[0-9]+}}: error: {{.*}} [heddle-HD402]
  // WARN: on-failure.cpp:[[@LINE+8]]:{{[0-9]+}}: warning: {{.*}} [heddle-HD402]
  // WARN: on-failure.cpp:[[@LINE+5]]:5: note: this loop is kept as it is written and runs sequentially
  // SERIAL: on-failure.cpp:[[@LINE+6]]:{{[0-9]+}}: remark: {{.*}} [heddle-HD402]
  // SERIAL: on-failure.cpp:[[@LINE+3]]:5: note: this loop is kept as it is written and runs sequentially
  // WERROR: error: {{.*}} [heddle-HD402]
  // CHECK: {{^}}void prefix(
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    x[i] = x[i - 1];
  // CHECK-NOT: heddle::map
  // CHECK: {{^}}  for (int i = 1; i < n; ++i){{$}}
  // CHECK-NEXT: {{^}}    x[i] = x[i - 1];{{$}}
}

void fill(double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK: heddle::rt::run(
}

void number(heddle::tensor<double, 3> &x, const heddle::tensor<double> &t) {
  // WARN: on-failure.cpp:[[@LINE+4]]:{{[0-9]+}}: warning: {{.*}} [heddle-HD163]
  // WARN: on-failure.cpp:[[@LINE+2]]:5: note: this loop is kept as it is written and runs sequentially
  // CHECK: {{^}}void number(
  [[heddle::map]]
  x = x * elementwise([](double v) { return v + 1; }, t);
  // CHECK: {{^}}  x = x * elementwise(
}

#ifdef WRONG
void wrong(double *x, int n) {
  // WRONG: error: {{.*}} [heddle-HD111]
  HEDDLE(width(2)) for (int i = 0; i < n; ++i) x[i] = 0;
}
#endif
