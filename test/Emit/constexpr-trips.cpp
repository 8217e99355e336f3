// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU's loops of a constexpr function are a function of their own, which is
// told the first value of a counter and how many there are.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v CHECK %t.cu | FileCheck %s

#include <heddle/heddle.h>

// CHECK: static void heddle_count_0_loops(int *x, long long heddle_first,
// CHECK-NEXT: long long heddle_trips) {
// CHECK: heddle_trip < heddle_trips;
// CHECK-NEXT: const int i = static_cast<int>(heddle_first + heddle_trip);
// CHECK: heddle_count_0_loops(x, (::heddle::rt::checked(2)).value(),
// CHECK-NEXT: (::heddle::rt::checked(heddle_n - 3)).value());
constexpr int count(int *x, int n) {
  [[heddle::map]]
  for (int i = 2; i + 1 < n; ++i)
    x[i] = i;
  return n;
}
