// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels for which T. J. Ullrich, "Detection and exploitation of
// data-parallelism in assignments of multi-dimensional tensors", section 7,
// looks for sizes at which threads pay, and four more for which caches decide,
// as for the product. Arrays hold double; n is the extent of each dimension.

#ifndef HEDDLE_BENCHMARKS_THREADS_KERNELS_H
#define HEDDLE_BENCHMARKS_THREADS_KERNELS_H

#define DECLARE_KERNELS(VERSION)                                               \
  namespace VERSION {                                                          \
  void scale(double *y, double s, long n);                                     \
  void multiply(double *y, const double *x, const double *v, long n);          \
  void interpolate(double *y, const double *x, const double *c, double *t,     \
                   long n);                                                    \
  void stencil(double *y, const double *x, long n);                            \
  void product(double *y, const double *x, const double *v, long n);           \
  void rows(double *y, const double *x, const double *v, long n);              \
  void triangle(double *y, const double *x, long n);                           \
  void columns(double *y, const double *x, const double *v, long n);           \
  void transpose(double *y, const double *x, long n);                          \
  }

DECLARE_KERNELS(sequential)
DECLARE_KERNELS(by_hand)
DECLARE_KERNELS(rewritten)

#endif
