// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of constant arrays are numbers in the headers of mapped loops, for the
// validator, too.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include 2>&1 | count 0
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %heddle-rewrite --validate=only %t.cu -- -x c++ -std=c++17 -I %include | FileCheck --check-prefix=READ %s
// RUN: %gxx -x c++ -std=c++17 -Wall -Wextra -Werror -I %include -c %t.cu -o %t.o
// READ: launches: 2, of these validated: 2

#include <array>
#include <heddle/heddle.h>

// CHECK: index space   0 <= i < 3, 0 <= j < 4
void plain(double (*y)[4]) {
  constexpr long n[] = {3, 4};
  [[heddle::map]]
  for (long i = 0; i < n[0]; ++i)
    for (long j = 0; j < n[1]; ++j)
      y[i][j] = 1;
}

// CHECK: index space   0 <= i < 5
void of_class(double *y) {
  constexpr std::array<long, 2> n{5, 4};
  [[heddle::map]]
  for (long i = 0; i < n[0]; ++i)
    y[i] = 1;
}
