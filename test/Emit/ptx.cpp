// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index recovery divides by nothing that is not a constant: no kernel below has
// a division or a remainder left in PTX.
// REQUIRES: rewriter, nvcc
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: %nvcc -std=c++17 -arch=sm_90 -I %include -ptx %t.cu -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not='{{[[:space:]](div|rem)\.}}'

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: .entry {{.*}}heddle_one_0
void one(double *y, const double *x, int n) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// CHECK: .entry {{.*}}heddle_four_0
// CHECK: {{mul\.hi\.u64|mul\.hi\.u32}}
void four(double *y, int n, int m, int k, int l) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < l; ++d)
          y[((a * m + b) * k + c) * l + d] = a + b + c + d;
}

