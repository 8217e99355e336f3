// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A condition compares with an element that other threads update meanwhile: it
// reads the element as they do. Where each element has one thread nothing changes.
//
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I%include
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cu | FileCheck %s

#include <heddle/heddle.h>

// CHECK-LABEL: HEDDLE_BODY void heddle_columns_0_body(
// CHECK: if (x[i * m + j] < ::heddle::rt::seen(least[j]))
// CHECK-NEXT: ::heddle::rt::update<::heddle::rt::by::min>(least[j], x[i * m + j]);
void columns(int *__restrict least, const int *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] < least[j])
        least[j] = x[i * m + j];
}

// CHECK-LABEL: HEDDLE_BODY void heddle_own_0_body(
// CHECK: if (x[i] < least[i])
// CHECK-NEXT: least[i] = x[i];
void own(int *__restrict least, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] < least[i])
      least[i] = x[i];
}
