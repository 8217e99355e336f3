//===- 3mm.cpp - by hand, with OpenMP -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void mm3(matrix<double> g, matrix<double> e, matrix<double> f,
         matrix<const double> a, matrix<const double> b, matrix<const double> c,
         matrix<const double> d) {
  const int ni = e.extent(0), nj = e.extent(1), nl = f.extent(1);
  double *all_e = e.data_handle(), *all_f = f.data_handle(),
         *all_g = g.data_handle();
  std::fill(all_e, all_e + ni * nj, 0.0);
  std::fill(all_f, all_f + nj * nl, 0.0);
  std::fill(all_g, all_g + ni * nl, 0.0);
  multiply_add(all_e, a.data_handle(), b.data_handle(), 1, ni, nj, a.extent(1));
  multiply_add(all_f, c.data_handle(), d.data_handle(), 1, nj, nl, c.extent(1));
  multiply_add(all_g, all_e, all_f, 1, ni, nl, nj);
}

} // namespace by_hand

#include "polybench/3mm.cpp"
