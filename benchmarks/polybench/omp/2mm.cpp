//===- 2mm.cpp - by hand, with OpenMP -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void mm2(matrix<double> d, matrix<double> ab, matrix<const double> a,
         matrix<const double> b, matrix<const double> c, double alpha,
         double beta) {
  const int ni = ab.extent(0), nj = ab.extent(1), nl = d.extent(1);
  double *ab_all = ab.data_handle(), *d_all = d.data_handle();
  std::fill(ab_all, ab_all + ni * nj, 0.0);
  multiply_add(ab_all, a.data_handle(), b.data_handle(), alpha, ni, nj,
               a.extent(1));
  for (int at = 0; at < ni * nl; ++at)
    d_all[at] *= beta;
  multiply_add(d_all, ab_all, c.data_handle(), 1, ni, nl, nj);
}

} // namespace by_hand

#include "polybench/2mm.cpp"
