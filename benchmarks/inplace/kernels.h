// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the figures, each in up to three versions: in place; through a
// temporary t that is copied back; into another destination.
#ifndef HEDDLE_BENCHMARKS_INPLACE_KERNELS_H
#define HEDDLE_BENCHMARKS_INPLACE_KERNELS_H

void scale_in_place(double *x, double s, long n);
void scale_copy_back(double *x, double *t, double s, long n);
void scale_other(double *y, const double *x, double s, long n);

void multiply_in_place(double *x, const double *v, long n);
void multiply_copy_back(double *x, double *t, const double *v, long n);
void multiply_other(double *y, const double *x, const double *v, long n);

struct weights {
  double x, u, v;
};
void combine_in_place(double *x, const double *u, const double *v, weights s,
                      long n);
void combine_copy_back(double *x, double *t, const double *u, const double *v,
                       weights s, long n);
void combine_other(double *y, const double *x, const double *u, const double *v,
                   weights s, long n);

/// x = (u v) * x, elementwise; u is n x n.
void matvec_in_place(double *x, const double *u, const double *v, long n);
void matvec_copy_back(double *x, double *t, const double *u, const double *v,
                      long n);

#endif
