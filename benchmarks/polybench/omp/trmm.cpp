//===- trmm.cpp - by hand, with OpenMP ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

// A thread has some columns, in which each row needs those below it.
void trmm(double *b, const double *a, double alpha, int m, int n) {
  const int width = 64;
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < n; begin += width) {
    const int end = std::min(begin + width, n);
    for (int i = 0; i < m; ++i) {
      double *__restrict row = b + i * n;
      for (int k = i + 1; k < m; ++k) {
        const double factor = a[k * m + i];
        const double *__restrict below = b + k * n;
        for (int j = begin; j < end; ++j)
          row[j] += factor * below[j];
      }
      for (int j = begin; j < end; ++j)
        row[j] *= alpha;
    }
  }
}

} // namespace by_hand

#include "polybench/trmm.cpp"
