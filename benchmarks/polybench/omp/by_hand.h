//===- by_hand.h - another version of a kernel of the samples ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of this folder defines by_hand::NAME as one writes it with OpenMP, and then
// includes the sample, whose program runs this version instead of its own.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_BENCHMARKS_BY_HAND_H
#define HEDDLE_BENCHMARKS_BY_HAND_H

#define POLYBENCH_VERSION by_hand::
#include "polybench/polybench.h"

namespace by_hand {

/// c[i][j] += alpha * a[i][k] * b[k][j], row by row: the innermost loop goes
/// along rows, and vectorizes.
inline void multiply_add(double *__restrict c, const double *__restrict a,
                         const double *__restrict b, double alpha, int ni,
                         int nj, int nk) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < ni; ++i)
    for (int k = 0; k < nk; ++k) {
      const double factor = alpha * a[i * nk + k];
      for (int j = 0; j < nj; ++j)
        c[i * nj + j] += factor * b[k * nj + j];
    }
}

/// y[j] += alpha * a[i][j] * x[i]: a thread has some columns and goes along rows.
inline void transposed_add(double *__restrict y, const double *__restrict a,
                           const double *__restrict x, double alpha, int n,
                           int m) {
  const int width = 512;
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < m; begin += width) {
    const int end = std::min(begin + width, m);
    for (int i = 0; i < n; ++i)
      for (int j = begin; j < end; ++j)
        y[j] += alpha * a[i * m + j] * x[i];
  }
}

/// Row i of a matrix of m columns, times x.
inline double row_times(const double *__restrict row,
                        const double *__restrict x, int m) {
  double sum = 0;
  for (int j = 0; j < m; ++j)
    sum += row[j] * x[j];
  return sum;
}

/// Pivot by pivot, all that is below and right of it is updated.
inline void decompose(double *a, int n) {
  for (int k = 0; k < n; ++k) {
    const double *__restrict pivot = a + k * n;
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < n; ++i) {
      double *__restrict row = a + i * n;
      const double factor = row[k] /= pivot[k];
      for (int j = k + 1; j < n; ++j)
        row[j] -= factor * pivot[j];
    }
  }
}

} // namespace by_hand

#endif // HEDDLE_BENCHMARKS_BY_HAND_H
