//===- bicg.cpp - by hand, with OpenMP ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void bicg(std::vector<double> &s, std::vector<double> &q,
          const std::vector<double> &a, const std::vector<double> &p,
          const std::vector<double> &r) {
  const int m = static_cast<int>(s.size()), n = static_cast<int>(q.size());
  std::fill(s.begin(), s.end(), 0.0);
  transposed_add(s.data(), a.data(), r.data(), 1, n, m);
  double *product = q.data();
  const double *rows = a.data(), *x = p.data();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    product[i] = row_times(rows + i * m, x, m);
}

} // namespace by_hand

#include "polybench/bicg.cpp"
