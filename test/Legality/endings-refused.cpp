// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which nests may not end the program, with the caret on the call; and what is
// no call that ends it.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error: --match-full-lines --strict-whitespace

#include <cstdio>
#include <cstdlib>
#include <heddle/heddle.h>

int sum_of(const int *v, int n) {
  int sum = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
// CHECK:{{.*}}endings-refused.cpp:[[@LINE+3]]:7: error: 'std::exit(1)' ends the program, which cannot stand in this nest: its iterations combine values [heddle-HD244]
// CHECK-NEXT:   [[@LINE+2]] |       std::exit(1);
    if (v[i] < 0)
      std::exit(1);
    sum += v[i];
  }
  return sum;
}

// What is printed while the program goes on has an order.
void prints(int *y, const int *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = v[i];
// CHECK:{{.*}}endings-refused.cpp:[[@LINE+2]]:7: error: 'printf' is called, and is not known to be free of effects [heddle-HD210]
    if (v[i] < 0)
      std::printf("%d\n", i);
  }
}

void returns(int *y, const int *v, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (v[i] < 0) {
// CHECK:{{.*}}endings-refused.cpp:[[@LINE+1]]:7: error: 'puts' is called, and is not known to be free of effects [heddle-HD210]
      std::puts("no");
      y[i] = 3;
      std::abort();
    }
    y[i] = v[i];
  }
}

// Only data say how often; a pass over the loops would end the program.
void gather(int *y, const int *v, const int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (v[i] < 0)
      std::abort();
// CHECK:{{.*}}endings-refused.cpp:[[@LINE+1]]:14: error: a subscript of 'v' is read from an array, so the elements that it touches are not known: write 'extent(v, n)' with the number of elements, {{.*}} [heddle-HD217]
    y[i] = v[p[i]];
  }
}
