// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is measured is what heddle-rewrite makes of this file, on the CPU: each
// loop with its checks, the parallel one under OpenMP.

#include "kernels.h"
#include <heddle/heddle.h>

void scale_in_place(double *x, double s, long n) {
  [[heddle::map, heddle::inplace(x)]]
  for (long i = 0; i < n; ++i)
    x[i] = s * x[i];
}

void scale_copy_back(double *x, double *t, double s, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    t[i] = s * x[i];
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    x[i] = t[i];
}

void scale_other(double *y, const double *x, double s, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] = s * x[i];
}

void multiply_in_place(double *x, const double *v, long n) {
  [[heddle::map, heddle::inplace(x)]]
  for (long i = 0; i < n; ++i)
    x[i] = x[i] * v[i];
}

void multiply_copy_back(double *x, double *t, const double *v, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    t[i] = x[i] * v[i];
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    x[i] = t[i];
}

void multiply_other(double *y, const double *x, const double *v, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] = x[i] * v[i];
}

void combine_in_place(double *x, const double *u, const double *v, weights s,
                      long n) {
  const double a = s.x, b = s.u, c = s.v;
  [[heddle::map, heddle::inplace(x)]]
  for (long i = 0; i < n; ++i)
    x[i] = a * x[i] + b * u[i] + c * v[i];
}

void combine_copy_back(double *x, double *t, const double *u, const double *v,
                       weights s, long n) {
  const double a = s.x, b = s.u, c = s.v;
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    t[i] = a * x[i] + b * u[i] + c * v[i];
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    x[i] = t[i];
}

void combine_other(double *y, const double *x, const double *u, const double *v,
                   weights s, long n) {
  const double a = s.x, b = s.u, c = s.v;
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i] + b * u[i] + c * v[i];
}

void matvec_in_place(double *x, const double *u, const double *v, long n) {
  [[heddle::map, heddle::inplace(x)]]
  for (long i = 0; i < n; ++i) {
    double sum = 0.0;
    for (long j = 0; j < n; ++j)
      sum += u[i * n + j] * v[j];
    x[i] *= sum;
  }
}

void matvec_copy_back(double *x, double *t, const double *u, const double *v,
                      long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i) {
    double sum = 0.0;
    for (long j = 0; j < n; ++j)
      sum += u[i * n + j] * v[j];
    t[i] = sum * x[i];
  }
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    x[i] = t[i];
}
