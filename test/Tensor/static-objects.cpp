// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements in the destructors of static objects: the memory that threads keep
// for temporaries has gone by then.
// RUN: %clangxx -std=c++17 -O2 -I %include %s -o %t && %t | FileCheck %s
// CHECK: 8
// CHECK-NEXT: 256

#include <heddle/tensor.h>

#include <cstdio>

using heddle::contract;
using heddle::outer;
using heddle::transpose;

struct last {
  heddle::tensor<double, 8, 8> a, b;
  ~last() {
    b.fill(2);
    a.fill(1);
    a = contract<1, 2>(outer(a, transpose<0, 1>(a) * b));
    a = contract<1, 2>(outer(b, a));
    std::printf("%g\n", a(0, 0));
  }
};
last object;

int main() {
  object.a.fill(1);
  object.b = contract<1, 2>(outer(object.a, object.a));
  std::printf("%g\n", object.b(0, 0));
}
