//===- gemm.cpp - by hand, with OpenMP ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void gemm(double *c, const double *a, const double *b, double alpha,
          double beta, int ni, int nj, int nk) {
  for (int at = 0; at < ni * nj; ++at)
    c[at] *= beta;
  multiply_add(c, a, b, alpha, ni, nj, nk);
}

} // namespace by_hand

#include "polybench/gemm.cpp"
