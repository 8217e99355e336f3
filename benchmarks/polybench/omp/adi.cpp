//===- adi.cpp - by hand, with OpenMP -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void adi(matrix<double> mu, matrix<double> mv, matrix<double> mp,
         matrix<double> mq, int steps) {
  const int n = mu.extent(0), width = 8;
  double *u = mu.data_handle(), *v = mv.data_handle(), *p = mp.data_handle(),
         *q = mq.data_handle();
  const double dx = 1.0 / n, dt = 1.0 / steps;
  const double across = 2 * dt / (dx * dx), along = dt / (dx * dx);
  const double a = -across / 2, b = 1 + across, d = -along / 2, e = 1 + along;
  for (int t = 0; t < steps; ++t) {
    // Some columns at a time, side by side in the cache lines.
#pragma omp parallel for schedule(static)
    for (int begin = 1; begin < n - 1; begin += width) {
      const int end = std::min(begin + width, n - 1);
      for (int i = begin; i < end; ++i) {
        v[i] = 1;
        p[i * n] = 0;
        q[i * n] = 1;
      }
      for (int j = 1; j < n - 1; ++j)
        for (int i = begin; i < end; ++i) {
          const double pivot = a * p[i * n + j - 1] + b;
          const double *here = u + j * n + i;
          p[i * n + j] = -a / pivot;
          q[i * n + j] = (-d * here[-1] + (1 + 2 * d) * here[0] - d * here[1] -
                          a * q[i * n + j - 1]) /
                         pivot;
        }
      for (int i = begin; i < end; ++i)
        v[(n - 1) * n + i] = 1;
      for (int j = n - 2; j >= 1; --j)
        for (int i = begin; i < end; ++i)
          v[j * n + i] = p[i * n + j] * v[(j + 1) * n + i] + q[i * n + j];
    }
#pragma omp parallel for schedule(static)
    for (int i = 1; i < n - 1; ++i) {
      double *__restrict row_u = u + i * n, *__restrict row_p = p + i * n,
                         *__restrict row_q = q + i * n;
      const double *__restrict row_v = v + i * n;
      row_u[0] = 1;
      row_p[0] = 0;
      row_q[0] = 1;
      for (int j = 1; j < n - 1; ++j) {
        const double pivot = d * row_p[j - 1] + e;
        row_p[j] = -d / pivot;
        row_q[j] = (-a * row_v[j - n] + (1 + 2 * a) * row_v[j] -
                    a * row_v[j + n] - d * row_q[j - 1]) /
                   pivot;
      }
      row_u[n - 1] = 1;
      for (int j = n - 2; j >= 1; --j)
        row_u[j] = row_p[j] * row_u[j + 1] + row_q[j];
    }
  }
}

} // namespace by_hand

#include "polybench/adi.cpp"
