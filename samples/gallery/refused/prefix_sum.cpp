//===- prefix_sum.cpp - refused: each iteration needs the one before ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iteration i reads what iteration i - 1 has written, so that no two of them
// may run at the same time: HD402, with such a pair. A variable instead of the
// element makes it a scan, `s += x[i]; y[i] = s;` under reduce(s), which is
// mapped; as it stands a loop around this one is, as over the rows of a matrix.
//
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

void prefix_sum(double *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n; ++i)
    x[i] += x[i - 1];
}
