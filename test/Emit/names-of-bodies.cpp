// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local that the loops read in their body alone is read no more where they call
// the body's function; no compiler warns about it.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %gxx -x c++ -std=c++17 -Wall -Wextra -Werror -fopenmp -I %include -c %t.cu -o %t.o
// RUN: %clangxx -x c++ -std=c++17 -Wall -Wextra -Werror -I %include -c %t.cu -o %t.o
// RUN: %heddle-rewrite --validate=only %t.cu -- -x c++ -std=c++17 -I %include | FileCheck --check-prefix=READ %s

#include <heddle/heddle.h>

// CHECK: (void)out;
// CHECK: heddle_pointers_0_body(
void pointers(int *y, const int *x, int n) {
  int *out = y + 3;
  const int *in = &x[n];
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    out[i] = in[-i - 1] + 1;
}

// CHECK: (void)shifted;
// CHECK: heddle_lambda_0_body(
void lambda(double *y, const double *x, int n) {
  const auto shifted = [=](int i) { return x[i + 1]; };
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = shifted(i);
}

// READ: launches: 2, of these validated: 2
