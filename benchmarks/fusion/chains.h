// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_BENCHMARKS_FUSION_CHAINS_H
#define HEDDLE_BENCHMARKS_FUSION_CHAINS_H

#define HEDDLE_CHAINS                                                          \
  void blend(float *a, float *b, float *d, const float *c, long n);            \
  double residual(double *r, const double *q, double alpha, long n);           \
  void step(float *x, float *v, const float *f, float dt, long n);             \
  void sharpen(float *blurred, float *out, const float *in, int rows,          \
               int columns);

namespace fused {
HEDDLE_CHAINS
}
namespace apart {
HEDDLE_CHAINS
}

#endif
