// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nests as their users write them. STRATEGY chooses the mapping; DEEP is
// the one of nests that `Jing` refuses: of six loops, or whose innermost two do
// not fit a block. A reduction has one mapping. With TILES some nests have the
// mapping of an expert, and threads that share what they load.

#include "kernels.h"
#include <cmath>
#include <heddle/heddle.h>
#ifdef TILES
#include <heddle/tensor.h>
#endif

#ifndef STRATEGY
#define STRATEGY Auto
#define DEEP Auto
#endif

#ifdef TILES
#define MAPPING(...) __VA_ARGS__
#define DEEPER(...) __VA_ARGS__
// Blocks of 16 x 32 points, 4 neighbours of a column a thread, in 16 planes.
#define ROLLING                                                                \
  GridBlock(2, Serial(2, Permute({5, 2, 0, 3, 1, 6, 4}, SplitLast(16,          \
      Permute({0, 1, 3, 4, 5, 2}, SplitLast(4, SplitLast(16,                   \
      Permute({2, 3, 0, 1}, SplitLast(32, ShiftLB(Gen))))))))))
#define SHARED(...) , __VA_ARGS__
#else
#define MAPPING(...) STRATEGY
#define DEEPER(...) DEEP
#define SHARED(...)
#endif

using namespace heddle;

namespace mapped {

void scale(double *y, const double *x, double a, long n) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i];
}

void triad(double *z, const double *x, const double *y, double a, long n) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    z[i] = x[i] + a * y[i];
}

void rank2(double *z, const double *x, const double *y, long n, long m) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      z[i * m + j] = x[i * m + j] * y[i * m + j];
}

void rank3(double *z, const double *x, const double *y, long n, long m,
           long l) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long p = 0; p < l; ++p)
        z[(i * m + j) * l + p] =
            x[(i * m + j) * l + p] * y[(i * m + j) * l + p];
}

void rank4(double *z, const double *x, const double *y, long n, long m, long l,
           long k) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long p = 0; p < l; ++p)
        for (long q = 0; q < k; ++q)
          z[((i * m + j) * l + p) * k + q] = x[((i * m + j) * l + p) * k + q] *
                                             y[((i * m + j) * l + p) * k + q];
}

void rank5(double *z, const double *x, const double *y, long n, long m, long l,
           long k, long h) {
  [[heddle::map( STRATEGY)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long p = 0; p < l; ++p)
        for (long q = 0; q < k; ++q)
          for (long r = 0; r < h; ++r)
            z[(((i * m + j) * l + p) * k + q) * h + r] =
                x[(((i * m + j) * l + p) * k + q) * h + r] *
                y[(((i * m + j) * l + p) * k + q) * h + r];
}

void rank6(double *z, const double *x, const double *y, long n, long m, long l,
           long k, long h, long g) {
  [[heddle::map(DEEP)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long p = 0; p < l; ++p)
        for (long q = 0; q < k; ++q)
          for (long r = 0; r < h; ++r)
            for (long o = 0; o < g; ++o)
              z[((((i * m + j) * l + p) * k + q) * h + r) * g + o] =
                  x[((((i * m + j) * l + p) * k + q) * h + r) * g + o] *
                  y[((((i * m + j) * l + p) * k + q) * h + r) * g + o];
}

void rank2_constant(row2 *z, const row2 *x, const row2 *y) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j)
      z[i][j] = x[i][j] * y[i][j];
}

void rank3_constant(row3 *z, const row3 *x, const row3 *y) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < outer3; ++i)
    for (long j = 0; j < d2; ++j)
      for (long p = 0; p < d1; ++p)
        z[i][j][p] = x[i][j][p] * y[i][j][p];
}

void rank4_constant(row4 *z, const row4 *x, const row4 *y) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < outer4; ++i)
    for (long j = 0; j < d3; ++j)
      for (long p = 0; p < d2; ++p)
        for (long q = 0; q < d1; ++q)
          z[i][j][p][q] = x[i][j][p][q] * y[i][j][p][q];
}

void rank5_constant(row5 *z, const row5 *x, const row5 *y) {
  [[heddle::map( STRATEGY)]]
  for (long i = 0; i < outer5; ++i)
    for (long j = 0; j < d4; ++j)
      for (long p = 0; p < d3; ++p)
        for (long q = 0; q < d2; ++q)
          for (long r = 0; r < d1; ++r)
            z[i][j][p][q][r] = x[i][j][p][q][r] * y[i][j][p][q][r];
}

void rank6_constant(row6 *z, const row6 *x, const row6 *y) {
  [[heddle::map(DEEP)]]
  for (long i = 0; i < outer6; ++i)
    for (long j = 0; j < d5; ++j)
      for (long p = 0; p < d4; ++p)
        for (long q = 0; q < d3; ++q)
          for (long r = 0; r < d2; ++r)
            for (long o = 0; o < d1; ++o)
              z[i][j][p][q][r][o] = x[i][j][p][q][r][o] * y[i][j][p][q][r][o];
}

void step(double *y, const double *x, double a, long n) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; i += 4)
    y[i] = a * x[i];
}

void width(double *y, const double *x, double a, long n) {
  [[heddle::bounds(n), heddle::step(4), heddle::width(2),
    heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    if (i % 4 < 2)
      y[i] = a * x[i];
}

void step_width(double *y, const double *x, double a, long n, long m) {
  [[heddle::bounds({n, m}), heddle::step(2, 3), heddle::width(1, 2),
    heddle::map(STRATEGY)]]
  for (long i = 0; i < n; i += 2)
    for (long j = 0; j < m; ++j)
      if (j % 3 < 2)
        y[i * m + j] = a * x[i * m + j];
}

void stencil5(double *y, const double *x, long n, long m) {
  [[heddle::map(MAPPING(GridBlock(2, Serial(1, Permute({2, 0, 3, 1, 4},
        SplitLast(8, SplitLast(32, Permute({1, 2, 0},
        SplitLast(64, ShiftLB(Gen)))))))))) SHARED(heddle::stage(x))]]
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j)
      y[i * m + j] = 0.2 * (x[i * m + j] + x[i * m + j - 1] + x[i * m + j + 1] +
                            x[(i - 1) * m + j] + x[(i + 1) * m + j]);
}

void stencil5_constant(plane2 *y, const plane2 *x) {
  [[heddle::map(STRATEGY)]]
  for (long i = 1; i < height - 1; ++i)
    for (long j = 1; j < breadth - 1; ++j)
      y[i][j] = 0.2 * (x[i][j] + x[i][j - 1] + x[i][j + 1] + x[i - 1][j] +
                       x[i + 1][j]);
}

void stencil7(double *y, const double *x, long n, long m, long l) {
  [[heddle::map(MAPPING(ROLLING)) SHARED(heddle::stage(x), heddle::roll(i))]]
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j)
      for (long k = 1; k < l - 1; ++k)
        y[(i * m + j) * l + k] =
            0.125 * (2 * x[(i * m + j) * l + k] + x[(i * m + j) * l + k - 1] +
                     x[(i * m + j) * l + k + 1] + x[(i * m + j - 1) * l + k] +
                     x[(i * m + j + 1) * l + k] + x[((i - 1) * m + j) * l + k] +
                     x[((i + 1) * m + j) * l + k]);
}

void stencil7_constant(plane3 *y, const plane3 *x) {
  [[heddle::map(DEEPER(ROLLING)) SHARED(heddle::stage(x), heddle::roll(i))]]
  for (long i = 1; i < layers - 1; ++i)
    for (long j = 1; j < lines - 1; ++j)
      for (long k = 1; k < points - 1; ++k)
        y[i][j][k] = 0.125 * (2 * x[i][j][k] + x[i][j][k - 1] + x[i][j][k + 1] +
                              x[i][j - 1][k] + x[i][j + 1][k] + x[i - 1][j][k] +
                              x[i + 1][j][k]);
}

void stencil9(double *y, const double *x, long n, long m) {
  [[heddle::map(MAPPING(GridBlock(2, Serial(1, Permute({2, 0, 3, 1, 4},
        SplitLast(8, SplitLast(32, Permute({1, 2, 0},
        SplitLast(64, ShiftLB(Gen)))))))))) SHARED(heddle::stage(x))]]
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j) {
      double s = 0;
      for (long p = -1; p <= 1; ++p)
        for (long q = -1; q <= 1; ++q)
          s += x[(i + p) * m + j + q];
      y[i * m + j] = (1.0 / 9) * s;
    }
}

void stencil27(double *y, const double *x, long n, long m, long l) {
  [[heddle::map(MAPPING(ROLLING)) SHARED(heddle::stage(x), heddle::roll(i))]]
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j)
      for (long k = 1; k < l - 1; ++k) {
        double s = 0;
        for (long p = -1; p <= 1; ++p)
          for (long q = -1; q <= 1; ++q)
            for (long r = -1; r <= 1; ++r)
              s += x[((i + p) * m + j + q) * l + k + r];
        y[(i * m + j) * l + k] = (1.0 / 27) * s;
      }
}

// A thread has eight points of a column, which share what it reads.
template <int K>
void convolution(float *y, const float *x, const float *w, long n, long m) {
  [[heddle::map(MAPPING(GridBlock(2, Serial(1, Permute({2, 0, 3, 1, 4},
        SplitLast(8, SplitLast(32, Permute({1, 2, 0},
        SplitLast(32, ShiftLB(Gen)))))))))) SHARED(heddle::stage(x))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      float s = 0;
      for (long p = 0; p < K; ++p)
        for (long q = 0; q < K; ++q)
          s += w[p * K + q] * x[(i + p) * (m + K - 1) + j + q];
      y[i * m + j] = s;
    }
}

template void convolution<3>(float *, const float *, const float *, long, long);
template void convolution<5>(float *, const float *, const float *, long, long);

void transpose(float *y, const float *x, long n, long m) {
  [[heddle::map(MAPPING(
        Blocks({32, 32}, {4, 1}, Permute({1, 0}, ShiftLB(Gen)))))
        SHARED(heddle::stage(x))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

void transpose_constant(float (*y)[matrix_rows],
                        const float (*x)[matrix_columns]) {
  [[heddle::map(MAPPING(
        Blocks({32, 32}, {4, 1}, Permute({1, 0}, ShiftLB(Gen)))))
        SHARED(heddle::stage(x))]]
  for (long i = 0; i < matrix_rows; ++i)
    for (long j = 0; j < matrix_columns; ++j)
      y[j][i] = x[i][j];
}

void transpose3(float *y, const float *x, long n, long m, long l) {
  [[heddle::map(MAPPING(
        Blocks({32, 1, 32}, {4, 1, 1}, Permute({2, 1, 0}, ShiftLB(Gen)))))
        SHARED(heddle::stage(x))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k)
        y[(k * m + j) * n + i] = x[(i * m + j) * l + k];
}

void product(float *c, const float *a, const float *b, long n) {
  [[heddle::map(MAPPING(Blocks({64, 64}, {8, 8})))
        SHARED(heddle::stage(a, b), heddle::strip(k, 16))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      float s = 0;
      for (long k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void accumulate(float *c, const float *a, const float *b, long n) {
  [[heddle::map(MAPPING(Blocks({64, 64}, {8, 8})))
        SHARED(heddle::stage(a, b), heddle::strip(k, 16))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// As C programs write it for caches: Auto maps i and j, the others i alone.
void accumulate_rows(float *c, const float *a, const float *b, long n) {
  [[heddle::map(STRATEGY)]]
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void softmax(float *y, const float *x, long n, long m) {
  [[heddle::map(MAPPING(Blocks({32}))) SHARED(heddle::stage(x, y), heddle::strip(j, 32))]]
  for (long i = 0; i < n; ++i) {
    float most = x[i * m];
    for (long j = 1; j < m; ++j)
      most = std::fmax(most, x[i * m + j]);
    float s = 0;
    for (long j = 0; j < m; ++j) {
      y[i * m + j] = std::exp(x[i * m + j] - most);
      s += y[i * m + j];
    }
    for (long j = 0; j < m; ++j)
      y[i * m + j] /= s;
  }
}

template <int N>
void interpolation(element<N> *v, element<N> *s, element<N> *t,
                   const double (*a)[N], const element<N> *u, long batch) {
#ifdef TILES
  (void)s, (void)t;
  tensor_view<double, dyn, N, N, N> result(&v[0][0][0][0], {batch, N, N, N});
  const tensor_view<const double, N, N> basis(&a[0][0], {N, N});
  const tensor_view<const double, dyn, N, N, N> field(&u[0][0][0][0],
                                                      {batch, N, N, N});
  idx e, i, j, k, l, m, o;
  [[heddle::map]]
  result(e, i, j, k) =
      basis(i, l) * basis(j, m) * basis(k, o) * field(e, l, m, o);
#else
  [[heddle::map(STRATEGY)]]
  for (long e = 0; e < batch; ++e)
    for (long i = 0; i < N; ++i)
      for (long m = 0; m < N; ++m)
        for (long o = 0; o < N; ++o) {
          double r = 0;
          for (long l = 0; l < N; ++l)
            r += a[i][l] * u[e][l][m][o];
          s[e][i][m][o] = r;
        }
  [[heddle::map(STRATEGY)]]
  for (long e = 0; e < batch; ++e)
    for (long i = 0; i < N; ++i)
      for (long j = 0; j < N; ++j)
        for (long o = 0; o < N; ++o) {
          double r = 0;
          for (long m = 0; m < N; ++m)
            r += a[j][m] * s[e][i][m][o];
          t[e][i][j][o] = r;
        }
  [[heddle::map(STRATEGY)]]
  for (long e = 0; e < batch; ++e)
    for (long i = 0; i < N; ++i)
      for (long j = 0; j < N; ++j)
        for (long k = 0; k < N; ++k) {
          double r = 0;
          for (long o = 0; o < N; ++o)
            r += a[k][o] * t[e][i][j][o];
          v[e][i][j][k] = r;
        }
#endif
}

template void interpolation<5>(element<5> *, element<5> *, element<5> *,
                               const double (*)[5], const element<5> *, long);
template void interpolation<8>(element<8> *, element<8> *, element<8> *,
                               const double (*)[8], const element<8> *, long);
template void interpolation<13>(element<13> *, element<13> *, element<13> *,
                                const double (*)[13], const element<13> *,
                                long);

double sum(const double *x, long n) {
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

double maximum(const double *x, long n) {
  double s = -INFINITY;
  [[heddle::map, heddle::reduce(s)]]
  for (long i = 0; i < n; ++i)
    s = std::fmax(s, x[i]);
  return s;
}

} // namespace mapped
