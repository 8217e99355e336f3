// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled three times: as it stands, with OpenMP's pragma in the place of each
// annotation, and as heddle-rewrite leaves it.

#include "kernels.h"
#if defined(SEQUENTIAL)
#define HEDDLE(...)
#define VERSION sequential
#elif defined(BY_HAND)
#define HEDDLE(...) _Pragma("omp parallel for")
#define VERSION by_hand
#else
#include <heddle/heddle.h>
#define VERSION rewritten
#endif

namespace VERSION {

// Its launch has nothing to compare.
void scale(double *y, double s, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    y[i] = s * y[i];
}

void multiply(double *y, const double *x, const double *v, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    y[i] = x[i] * v[i];
}

static void contract(double *y, const double *x, const double *c, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        double sum = 0;
        for (long l = 0; l < n; ++l)
          sum += c[i * n + l] * x[(j * n + k) * n + l];
        y[(i * n + j) * n + k] = sum;
      }
}

// Along one dimension of a tensor after the other; t holds two tensors.
void interpolate(double *y, const double *x, const double *c, double *t,
                 long n) {
  double *const u = t + n * n * n;
  contract(t, x, c, n);
  contract(u, t, c, n);
  contract(y, u, c, n);
}

void stencil(double *y, const double *x, long n) {
  HEDDLE(map)
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      for (long k = 1; k < n - 1; ++k)
        y[(i * n + j) * n + k] =
            x[(i * n + j) * n + k] + x[((i - 1) * n + j) * n + k] +
            x[((i + 1) * n + j) * n + k] + x[(i * n + j - 1) * n + k] +
            x[(i * n + j + 1) * n + k] + x[(i * n + j) * n + k - 1] +
            x[(i * n + j) * n + k + 1];
}

void product(double *y, const double *x, const double *v, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k)
        sum += x[i * n + k] * v[k * n + j];
      y[i * n + j] = sum;
    }
}

// The same with rows of both.
void rows(double *y, const double *x, const double *v, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k)
        sum += x[i * n + k] * v[j * n + k];
      y[i * n + j] = sum;
    }
}

// Rows of one array: a symmetric product.
void triangle(double *y, const double *x, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k)
        sum += x[i * n + k] * x[j * n + k];
      y[i * n + j] = sum;
    }
}

void columns(double *y, const double *x, const double *v, long n) {
  HEDDLE(map)
  for (long j = 0; j < n; ++j) {
    double sum = 0;
    for (long i = 0; i < n; ++i)
      sum += x[i * n + j] * v[i];
    y[j] = sum;
  }
}

void transpose(double *y, const double *x, long n) {
  HEDDLE(map)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      y[j * n + i] = x[i * n + j];
}

} // namespace VERSION
