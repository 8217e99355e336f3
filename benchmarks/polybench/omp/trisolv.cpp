//===- trisolv.cpp - by hand, with OpenMP ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void trisolv(std::vector<double> &x, const std::vector<double> &l,
             const std::vector<double> &b) {
  const int n = static_cast<int>(x.size());
  const double *rows = l.data(), *known = x.data();
  for (int i = 0; i < n; ++i) {
    double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int j = 0; j < i; ++j)
      sum += rows[i * n + j] * known[j];
    x[i] = (b[i] - sum) / rows[i * n + i];
  }
}

} // namespace by_hand

#include "polybench/trisolv.cpp"
