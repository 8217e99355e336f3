// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 'pure' stands on functions alone, and needs no header there.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: grep -c 'error:' %t | grep -qx 3

[[heddle::pure]] double known(double);
void f(int *y, int n) {
  // CHECK: :[[@LINE+1]]:5: error: 'pure' annotates a function, but stands on a 'for' loop [heddle-HD123]
  [[heddle::pure]] for (int i = 0; i < n; ++i) y[i] = 1;
}
// CHECK: :[[@LINE+1]]:3: error: 'pure' annotates a function, but stands on the declaration of something else [heddle-HD123]
[[heddle::pure]] int counter;
// CHECK: :[[@LINE+1]]:3: error: 'pure' annotates a function, but stands on a function, with arguments [heddle-HD123]
[[heddle::pure(counter)]] int counted(int);
