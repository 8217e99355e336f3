//===- sparse_product.cpp - refused: how far do data reach? ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows are independent, but what a launch moves to a device and compares with
// what is written is the part of each array that the loops touch. Of x that
// is in the data, and a pointer does not know how much there is: HD217. Of
// std::vector the same loops are taken (../linear_algebra.cpp, sparse), and so
// are they with the claims `extent(x, n)` and its kin (../sparse.cpp, residual).
//
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

void sparse_product(double *y, const int *row, const int *column,
                    const double *value, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}
