//===- auto-tiles.cpp - products whose blocks share what they load --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec device %t %s

#include "harness.h"
#include <heddle/heddle.h>

namespace SIDE {

void product(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

/// Neighbours along i are neighbours in memory; sums begin with the elements.
void turned(double *c, const double *a, const double *b, long n, long m,
            long from, long l) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = from; k < l; ++k)
        c[j * n + i] += a[k * n + i] * b[j * l + k];
}

/// Both operands are rows of one array, and iterations no box.
void rank_k(float *c, const float *a, float alpha, float beta, int n, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      c[i * n + j] *= beta;
      for (int k = 0; k < l; ++k)
        c[i * n + j] += alpha * a[i * l + k] * a[j * l + k];
    }
}

/// No number of multiples of the block, with a weight that all threads read.
void batch(int *c, const int *a, const short *b, const int *w, int q, int n,
           int m, int l) {
  [[heddle::map]]
  for (int h = 0; h < q; ++h)
    for (int i = 1; i < n; ++i)
      for (int j = 2; j < m; ++j) {
        int least = 1 << 30;
        for (int k = 0; k < l; ++k) {
          const int both =
              w[k] + a[(h * n + i) * l + k] + b[(h * m + j) * l + k];
          least = both < least ? both : least;
        }
        c[(h * n + i) * m + j] = least;
      }
}

/// Blocks of 4 x 4 and 8 x 8 iterations, and strips of 3 and 5.
void sized(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map(heddle::Blocks(
        {2 * heddle::tile_size, 2 * heddle::tile_size}, {2, 2})),
    heddle::stage(a, b), heddle::strip(k, heddle::tile_size + 1),
    heddle::tiles(4, 2)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

CASE(sizes) {
  for (int n : {1, 7, 130})
    for (int m : {1, 8, 121})
      for (int l : {0, 3, 11}) {
        float *c = r.out<float>(n * m);
        const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
        r.call({n, m, l}, harness::taken::fast,
               [&] { sized(c, a, b, n, m, l); });
      }
}

CASE(products) {
  for (int m : {938, 960})
    for (int n : {945, 256})
      for (int l : {32, 41}) {
        float *c = r.out<float>(n * m);
        const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
        r.call({n, m, l}, harness::taken::fast,
               [&] { product(c, a, b, n, m, l); });
      }
}

CASE(turned) {
  for (long from : {0, 5}) {
    const long n = 945, m = 938, l = 38;
    double *c = r.in<double>(n * m, 2);
    const double *a = r.in<double>(n * l), *b = r.in<double>(l * m);
    r.call({n, m, from}, harness::taken::fast,
           [&] { turned(c, a, b, n, m, from, l); });
  }
}

CASE(triangles) {
  const int n = 942, l = 32;
  float *c = r.in<float>(n * n, 3);
  const float *a = r.in<float>(n * l);
  r.call({n, l}, harness::taken::fast,
         [&] { rank_k(c, a, 1.5f, 0.75f, n, l); });
}

CASE(batches) {
  const int q = 2, n = 670, m = 665, l = 33;
  int *c = r.out<int>(q * n * m);
  const int *a = r.in<int>(q * n * l), *w = r.in<int>(l);
  const short *b = r.in<short>(q * m * l);
  r.call({q, n, m}, harness::taken::fast,
         [&] { batch(c, a, b, w, q, n, m, l); });
}

} // namespace SIDE
