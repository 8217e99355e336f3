//===- gemver.cpp - by hand, with OpenMP ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

template <class Vectors>
void gemver(std::vector<double> &a, Vectors &v, double alpha, double beta,
            int n) {
  double *__restrict all = a.data(), *w = v.w.data();
  const double *u1 = v.u1.data(), *v1 = v.v1.data(), *u2 = v.u2.data(),
               *v2 = v.v2.data(), *x = v.x.data();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      all[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
  transposed_add(v.x.data(), all, v.y.data(), beta, n, n);
  for (int i = 0; i < n; ++i)
    v.x[i] += v.z[i];
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    w[i] += alpha * row_times(all + i * n, x, n);
}

} // namespace by_hand

#include "polybench/gemver.cpp"
