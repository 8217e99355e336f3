//===- no-division.cpp - mapped kernels divide by nothing at run time -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter, nvcc
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I%include
// RUN: %nvcc -std=c++17 -arch=sm_90 -ptx -I%include %t.cu -o %t.ptx
// RUN: FileCheck --input-file=%t.ptx %s
//

#include <heddle/heddle.h>

using namespace heddle;

// CHECK-LABEL: .entry {{.*}}heddle_jing_one
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK: st.global.f32
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
void jing_one(float *y, const float *x, int n) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}

// Three of four indices are recovered by quotients, of which each is a multiply
// whose high half counts. Where all is an int, the compiler does without one.
// CHECK-LABEL: .entry {{.*}}heddle_fold_four_0P
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK-COUNT-2: mul.hi.u32
// CHECK-NOT: {{[[:space:]](div|rem|mul\.hi)\.}}
// CHECK: st.global.f32
// CHECK-LABEL: .entry {{.*}}heddle_fold_four_0_wide
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
// CHECK-COUNT-3: mul.hi.u64
// CHECK-NOT: {{[[:space:]](div|rem|mul\.hi)\.}}
// CHECK: st.global.f32
// CHECK-NOT: {{[[:space:]](div|rem)\.}}
void fold_four(float *y, const float *x, int n, int m, int k, int l) {
  [[heddle::map(FoldAll)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        for (int d = 0; d < l; ++d)
          y[((a * m + b) * k + c) * l + d] = x[((a * m + b) * k + c) * l + d] + 1;
}

// The user's own division stays, and shows that the pattern finds one.
// CHECK-LABEL: .entry {{.*}}heddle_own_division
// CHECK: {{[[:space:]](div|rem)\.}}
void own_division(int *y, const int *x, int n, int d) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] / d;
}
