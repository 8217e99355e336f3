// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without a limit on steps all sizes from -1 to 8 of three parameters are run.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t-on.cpp --report=text -- -std=c++17 -I %include | FileCheck %s --check-prefix=ON
// RUN: %heddle-rewrite --validate=full %s -o %t.cpp --report=text -- -std=c++17 -I %include | FileCheck %s
// RUN: diff %t-on.cpp %t.cpp

#include <heddle/heddle.h>

// ON: validated in {{[1-9][0-9][0-9]?}} instances
// CHECK: validated in 1{{[0-9][0-9][0-9]}} instances
void product(float *__restrict c, const float *__restrict a,
             const float *__restrict b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}
