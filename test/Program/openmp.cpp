// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives of OpenMP in a program: nothing can stand between one and its statement,
// and the threads of a region know no program.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: %heddle-rewrite --check %s -- -std=c++17 -fopenmp -I %include 2>&1 | FileCheck --check-prefix=OPENMP %s

#include <heddle/heddle.h>
using namespace heddle;

void add(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] += 1;
}

double continued(double *x, int n) {
  double s = 0;
  // CHECK: :[[@LINE+6]]:5: warning: {{.*}}: a pragma stands before it [heddle-HD177]
  // OPENMP: warning: {{.*}}: a pragma stands before it [heddle-HD177]
  [[heddle::program]] {
    add(x, n);
#pragma omp parallel for \
    reduction(+ : s)
    for (int i = 0; i < n; ++i)
      s += x[i];
  }
  return s;
}

double commented(double *x, int n) {
  double s = 0;
  // CHECK: :[[@LINE+6]]:5: warning: {{.*}}: a pragma stands before it [heddle-HD177]
  // OPENMP: warning: {{.*}}: a pragma stands before it [heddle-HD177]
  [[heddle::program]] {
    add(x, n);
#pragma omp parallel for reduction(+ : s)
    // the sum
    for (int i = 0; i < n; ++i)
      s += x[i];
  }
  return s;
}

double region(double *x, int n) {
  double s = 0;
  // CHECK: :[[@LINE+5]]:5: warning: {{.*}}: a pragma stands before it [heddle-HD177]
  // OPENMP: warning: {{.*}}: a pragma stands before it [heddle-HD177]
  [[heddle::program]] {
    add(x, n);
#pragma omp parallel reduction(+ : s)
    {
      for (int i = 0; i < 3; ++i)
        s += x[i];
    }
  }
  return s;
}
