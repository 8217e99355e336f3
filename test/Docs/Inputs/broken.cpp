// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <heddle/heddle.h>

void f(double *x, int n) {
  [[heddle::map]] for (int i = 1; i < n; ++i) x[i] = x[i - 1];
}
