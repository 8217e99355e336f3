//===- auto-tiles.cpp - products whose blocks share what they load --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec device %t %s

#include "harness.h"
#include <heddle/heddle.h>

namespace SIDE {

void layers(short *y, const short *x, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      for (int k = 1; k < l - 1; ++k) {
        int s = 0;
        for (int p = -1; p <= 1; ++p)
          for (int q = -1; q <= 1; ++q)
            for (int r = -1; r <= 1; ++r)
              s += (p + 2 * q) * x[((i + p) * m + j + q) * l + k + r];
        y[(i * m + j) * l + k] = short(s);
      }
}

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

/// The loop that adds stands between mapped ones, or around them, and behind it
/// is none.
void between(float *c, const float *a, const float *b, float beta, int n, int m,
             int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] *= beta;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
  }
}
void around(double *c, const double *a, const double *b, int n, int m, int from,
            int l) {
  [[heddle::map]]
  for (int k = from; k < l; ++k) {
    for (int i = 2; i < n; ++i)
      for (int j = 0; j < m; ++j)
        c[i * m + j] -= a[i * l + k] * b[k * m + j];
  }
}

/// Elements around a point, of an array with an edge, and of two in planes.
void convolve(float *y, const float *x, const float *w, long n, long m) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      float s = 0;
      for (long p = 0; p < 5; ++p)
        for (long q = 0; q < 3; ++q)
          s += w[p * 3 + q] * x[(i + p) * (m + 2) + j + q];
      y[i * m + j] = s;
    }
}
void blur(short *y, const short *x, const unsigned char *z, int q, int n,
          int m) {
  [[heddle::map]]
  for (int h = 0; h < q; ++h)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j) {
        int s = z[(h * n + i) * m + j];
        for (int p = 1; p >= -1; --p)
          for (int r = -1; r <= 1; ++r)
            s += x[(h * n + i + p) * m + j + r] -
                 z[(h * n + i - p) * m + j + r];
        y[(h * n + i) * m + j] = static_cast<short>(s / 9);
      }
}

/// Neighbours that are read are others than those that are stored.
void transpose(float *y, const float *x, const float *z, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j] + z[j * n + i];
}
void reverse_axes(float *y, const float *x, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        y[(k * m + j) * n + i] = 2 * x[(i * m + j) * l + k];
}

/// Each thread has a row of its own, in loops of which two store, and in one
/// that adds to an element.
void shares(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float most = x[i * m];
    for (int k = 1; k < m; ++k)
      most = most < x[i * m + k] ? x[i * m + k] : most;
    float s = 1;
    for (int k = 0; k < m; ++k) {
      y[i * m + k] = most - x[i * m + k];
      s += y[i * m + k];
    }
    for (int k = 0; k < m; ++k)
      y[i * m + k] /= s;
  }
}
void batch_sums(double *y, const double *a, const double *x, int q, int n,
                int m) {
  [[heddle::map]]
  for (int h = 0; h < q; ++h)
    for (int i = 1; i < n; ++i)
      for (int k = 0; k < m; ++k)
        y[h * n + i] -= a[(h * n + i) * m + k] * x[h * m + k];
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

CASE(changed_places) {
  for (int l : {32, 37}) {
    const int n = 945, m = 938;
    float *c = r.in<float>(n * m, 4);
    const float *a = r.in<float>(n * l), *b = r.in<float>(l * m);
    r.call({n, m, l}, {harness::taken::fast, 2},
           [&] { between(c, a, b, 0.5f, n, m, l); });
  }
  for (int from : {0, 3}) {
    const int n = 945, m = 960, l = 39;
    double *c = r.in<double>(n * m, 4);
    const double *a = r.in<double>(n * l), *b = r.in<double>(l * m);
    r.call({n, m, from}, harness::taken::fast,
           [&] { around(c, a, b, n, m, from, l); });
  }
}

CASE(planes) {
  const int n = 131, m = 133, l = 130;
  short *y = r.in<short>(n * m * l, 3);
  const short *x = r.in<short>(n * m * l);
  r.call({n, m, l}, harness::taken::fast, [&] { layers(y, x, n, m, l); });
}

CASE(windows) {
  for (long m : {470, 480}) {
    const long n = 480;
    float *y = r.out<float>(n * m);
    const float *x = r.in<float>((n + 4) * (m + 2)), *w = r.in<float>(15);
    r.call({n, m}, harness::taken::fast, [&] { convolve(y, x, w, n, m); });
  }
  const int q = 2, n = 341, m = 337;
  short *y = r.out<short>(q * n * m);
  const short *x = r.in<short>(q * n * m);
  const unsigned char *z = r.in<unsigned char>(q * n * m);
  r.call({q, n, m}, harness::taken::fast, [&] { blur(y, x, z, q, n, m); });
}

CASE(transposes) {
  for (int m : {470, 480}) {
    const int n = 483;
    float *y = r.out<float>(n * m);
    const float *x = r.in<float>(n * m), *z = r.in<float>(n * m);
    r.call({n, m}, harness::taken::fast, [&] { transpose(y, x, z, n, m); });
  }
  const int n = 129, m = 14, l = 131;
  float *y = r.out<float>(n * m * l);
  const float *x = r.in<float>(n * m * l);
  r.call({n, m, l}, harness::taken::fast,
         [&] { reverse_axes(y, x, n, m, l); });
}

CASE(rows) {
  for (int m : {129, 160}) {
    const int n = 6943;
    float *y = r.out<float>(n * m);
    const float *x = r.in<float>(n * m);
    r.call({n, m}, harness::taken::fast, [&] { shares(y, x, n, m); });
  }
  const int q = 3, n = 2331, m = 133;
  double *y = r.in<double>(q * n, 5);
  const double *a = r.in<double>(q * n * m), *x = r.in<double>(q * m);
  r.call({q, n, m}, harness::taken::fast,
         [&] { batch_sums(y, a, x, q, n, m); });
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
