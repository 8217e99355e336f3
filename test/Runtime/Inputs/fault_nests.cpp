//===- fault_nests.cpp - launches that faults.cpp makes fail --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fault_nests.h"

#include <heddle/heddle.h>

void fill(double *y, int n, double a) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = a;
}

void axpy(double *y, const double *x, int n, double a) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

void shift(double *y, int n) {
  [[heddle::map, heddle::copy(y)]]
  for (int i = 0; i < n; ++i)
    y[i] = y[i + 1];
}

void split(double *low, double *high, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    low[i] = x[i] - 1;
    high[i] = x[i] + 1;
  }
}

double sum(const double *x, int n, double start) {
  double s = start;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

void sum_and_scale(double *y, int n, double &s, unsigned &negative) {
  double total = s;
  unsigned count = negative;
  [[heddle::map, heddle::reduce(total, count)]]
  for (int i = 0; i < n; ++i) {
    y[i] *= -2;
    total += y[i];
    count += y[i] < 0;
  }
  s = total;
  negative = count;
}

void residues(unsigned *count, const unsigned *x, int n) {
  [[heddle::map, heddle::reduce(count)]]
  for (int i = 0; i < n; ++i)
    count[i % 7] += x[i];
}

void row_sums(double *y, const double *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      y[i] += a[i * m + k];
}

void several(double *y, double *z, const double *x, int n, double &s) {
  [[heddle::program]] {
    axpy(y, x, n, 0.5);
    y[3] += 1;
    axpy(z, y, n, 2);
    const double all = sum(z, n, s);
    axpy(y, z, n, 1);
    s = all;
  }
}
