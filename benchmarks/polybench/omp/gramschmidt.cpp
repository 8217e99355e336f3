//===- gramschmidt.cpp - by hand, with OpenMP -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void gramschmidt(double *a, double *r, double *q, int m, int n) {
  const int width = 64;
  for (int k = 0; k < n; ++k) {
    double square = 0;
    for (int i = 0; i < m; ++i)
      square += a[i * n + k] * a[i * n + k];
    r[k * n + k] = std::sqrt(square);
    for (int i = 0; i < m; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    double *__restrict along = r + k * n;
#pragma omp parallel for schedule(static)
    for (int begin = k + 1; begin < n; begin += width) {
      const int end = std::min(begin + width, n);
      std::fill(along + begin, along + end, 0.0);
      for (int i = 0; i < m; ++i)
        for (int j = begin; j < end; ++j)
          along[j] += q[i * n + k] * a[i * n + j];
      for (int i = 0; i < m; ++i)
        for (int j = begin; j < end; ++j)
          a[i * n + j] -= q[i * n + k] * along[j];
    }
  }
}

} // namespace by_hand

#include "polybench/gramschmidt.cpp"
