//===- thesis.cpp - kernels of the thesis on compatible statements --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The code figures of the thesis on data parallelism in tensor assignments, as
// they are printed but for annotations: loops that write elsewhere and copy
// back, beside those that update in place.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::copied_if;
using harness::fast_if;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Figures 10 and 15: scalar multiplication
//===----------------------------------------------------------------------===//

void scale_copied(double *x, double *xtmp, double s, int N) {
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    xtmp[i] = s * x[i];
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    x[i] = xtmp[i];
}

void scale_in_place(double *x, double s, int N) {
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < N; i++)
    x[i] = s * x[i];
}

void scale_elsewhere(double *y, const double *x, double s, int N) {
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    y[i] = s * x[i];
}

CASE(scalar_multiplication) {
  for (const int n : harness::sizes()) {
    auto x = r.in<double>(n), y = r.out<double>(n);
    r.call({10, n}, {n > 0 ? taken::fast : taken::nothing, 2},
           [&] { scale_copied(x, y, 3, n); });
    x = r.in<double>(n);
    r.call({10, n, 1}, fast_if(n > 0), [&] { scale_in_place(x, 3, n); });
    x = r.in<double>(n), y = r.out<double>(n);
    r.call({15, n}, fast_if(n > 0), [&] { scale_elsewhere(y, x, 3, n); });
  }
}

//===----------------------------------------------------------------------===//
// Figure 12: elementwise multiplication; and the linear combination
//===----------------------------------------------------------------------===//

void multiply_copied(double *x, double *xtmp, const double *v, int N) {
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    xtmp[i] = x[i] * v[i];
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    x[i] = xtmp[i];
}

void multiply_in_place(double *x, const double *v, int N) {
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < N; i++)
    x[i] = x[i] * v[i];
}

void combine(double *x, const double *u, const double *v, double s1, double s2,
             double s3, int N) {
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < N; i++)
    x[i] = s1 * x[i] + s2 * u[i] + s3 * v[i];
}

CASE(elementwise_multiplication) {
  for (const int n : harness::sizes()) {
    auto x = r.in<double>(n), y = r.out<double>(n), v = r.in<double>(n, 2);
    r.call({12, n}, {n > 0 ? taken::fast : taken::nothing, 2},
           [&] { multiply_copied(x, y, v, n); });
    x = r.in<double>(n), v = r.in<double>(n, 2);
    r.call({12, n, 1}, fast_if(n > 0), [&] { multiply_in_place(x, v, n); });
    // The other factor is x itself: no iteration reads what another writes, but
    // two pointers say nothing of it.
    x = r.in<double>(n);
    r.call({12, n, 2}, n > 0 ? taken::sequential : taken::nothing,
           [&] { multiply_in_place(x, x, n); });
    x = r.in<double>(n), v = r.in<double>(n, 2);
    auto u = r.in<double>(n, 3);
    r.call({n}, fast_if(n > 0), [&] { combine(x, u, v, 0.5, -2, 3, n); });
  }
}

//===----------------------------------------------------------------------===//
// Figure 13: x = uv * x
//===----------------------------------------------------------------------===//

void matvec_copied(double *x, double *xtmp, const double *u, const double *v,
                   int N) {
  [[heddle::map]]
  for (int i = 0; i < N; i++) {
    double tmp = 0.0;
    for (int j = 0; j < N; j++)
      tmp += u[i * N + j] * v[j];
    xtmp[i] = tmp * x[i];
  }
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    x[i] = xtmp[i];
}

void matvec_in_place(double *x, const double *u, const double *v, int N) {
  [[heddle::map, heddle::inplace(x)]]
  for (int i = 0; i < N; i++) {
    double tmp = 0.0;
    for (int j = 0; j < N; j++)
      tmp += u[i * N + j] * v[j];
    x[i] *= tmp;
  }
}

CASE(matrix_vector) {
  for (const int n : {-1, 0, 1, 2, 7, 31, 33, 70}) {
    const int m = n > 0 ? n : 0;
    auto x = r.in<double>(m), y = r.out<double>(m), v = r.in<double>(m, 2);
    auto u = r.in<double>(m * m, 3);
    r.call({13, n}, {n > 0 ? taken::fast : taken::nothing, 2},
           [&] { matvec_copied(x, y, u, v, n); });
    x = r.in<double>(m), v = r.in<double>(m, 2), u = r.in<double>(m * m, 3);
    r.call({13, n, 1}, fast_if(n > 0),
           [&] { matvec_in_place(x, u, v, n); });
  }
}

//===----------------------------------------------------------------------===//
// Figure 26: the interpolation operator
//===----------------------------------------------------------------------===//

/// out = sum over l of M[i][l] * in[j][k][l].
template <int N>
void contract(double (&out)[N][N][N], const double (&M)[N][N],
              const double (&in)[N][N][N]) {
  [[heddle::map]]
  for (int i1 = 0; i1 < N; i1++) {
    for (int j1 = 0; j1 < N; j1++) {
      for (int k1 = 0; k1 < N; k1++) {
        out[i1][j1][k1] = 0.0;
        for (int l = 0; l < N; l++) {
          out[i1][j1][k1] += M[i1][l] * in[j1][k1][l];
        }
      }
    }
  }
}

/// A new array for each product.
template <int N>
void interpolate(double (&v)[N][N][N], const double (&A)[N][N],
                 const double (&B)[N][N], const double (&C)[N][N],
                 const double (&u)[N][N][N], double (&tmp1)[N][N][N],
                 double (&tmp2)[N][N][N]) {
  contract(tmp1, C, u);
  contract(tmp2, B, tmp1);
  contract(v, A, tmp2);
}

/// Two arrays in turns; u is lost.
template <int N>
void interpolate_reusing(double (&v)[N][N][N], const double (&A)[N][N],
                         const double (&B)[N][N], const double (&C)[N][N],
                         double (&u)[N][N][N]) {
  contract(v, C, u);
  contract(u, B, v);
  contract(v, A, u);
}

template <int N> static void interpolation(harness::recorder &r) {
  using matrix = double[N][N];
  using tensor = double[N][N][N];
  const auto matrix_in = [&](unsigned seed) -> matrix & {
    return *reinterpret_cast<matrix *>(r.in<double>(N * N, seed));
  };
  const auto tensor_in = [&]() -> tensor & {
    return *reinterpret_cast<tensor *>(r.in<double>(N * N * N, 4));
  };
  const auto tensor_out = [&]() -> tensor & {
    return *reinterpret_cast<tensor *>(r.out<double>(N * N * N));
  };
  {
    matrix &A = matrix_in(1), &B = matrix_in(2), &C = matrix_in(3);
    tensor &u = tensor_in(), &v = tensor_out();
    tensor &tmp1 = tensor_out(), &tmp2 = tensor_out();
    r.call({26, N}, {taken::fast, 3},
           [&] { interpolate(v, A, B, C, u, tmp1, tmp2); });
  }
  {
    matrix &A = matrix_in(1), &B = matrix_in(2), &C = matrix_in(3);
    tensor &u = tensor_in(), &v = tensor_out();
    r.call({26, N, 1}, {taken::fast, 3},
           [&] { interpolate_reusing(v, A, B, C, u); });
  }
  // One array for both is not compatible: the launch notices.
  matrix &A = matrix_in(1);
  tensor &u = tensor_in();
  r.call({26, N, 2}, taken::sequential, [&] { contract(u, A, u); });
}

CASE(interpolation) {
  interpolation<1>(r);
  interpolation<2>(r);
  interpolation<7>(r);
  interpolation<10>(r);
}

//===----------------------------------------------------------------------===//
// Figure 27: the stencil
//===----------------------------------------------------------------------===//

constexpr int STENCIL_CHANNELS = 3, STENCIL_SIZE = 3;

template <int N>
void stencil(double (&a)[STENCIL_CHANNELS][N][N],
             double (&atmp)[STENCIL_CHANNELS][N][N],
             const double (&S)[STENCIL_SIZE][STENCIL_SIZE]) {
  [[heddle::map]]
  for (int k = 0; k < STENCIL_CHANNELS; k++) {
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        atmp[k][i][j] = 0.0;
        for (int ip = 0; ip < STENCIL_SIZE; ip++) {
          for (int jp = 0; jp < STENCIL_SIZE; jp++) {
            if (i + ip < N && j + jp < N) {
              atmp[k][i][j] += a[k][i + ip][j + jp] * S[ip][jp];
            }
          }
        }
      }
    }
  }
  [[heddle::map]]
  for (int k = 0; k < STENCIL_CHANNELS; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[k][i][j] = atmp[k][i][j];
}

// The array is a itself: what is read lies ahead, so a copy takes atmp's place.
template <int N>
void stencil_in_place(double (&a)[STENCIL_CHANNELS][N][N],
                      const double (&S)[STENCIL_SIZE][STENCIL_SIZE]) {
  [[heddle::map, heddle::copy(a)]]
  for (int k = 0; k < STENCIL_CHANNELS; k++) {
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        double sum = 0.0;
        for (int ip = 0; ip < STENCIL_SIZE; ip++) {
          for (int jp = 0; jp < STENCIL_SIZE; jp++) {
            if (i + ip < N && j + jp < N) {
              sum += a[k][i + ip][j + jp] * S[ip][jp];
            }
          }
        }
        a[k][i][j] = sum;
      }
    }
  }
}

template <int N> static void stencils(harness::recorder &r) {
  using image = double[STENCIL_CHANNELS][N][N];
  using weights = double[STENCIL_SIZE][STENCIL_SIZE];
  constexpr int size = STENCIL_CHANNELS * N * N;
  auto a = reinterpret_cast<image *>(r.in<double>(size));
  auto atmp = reinterpret_cast<image *>(r.out<double>(size));
  auto s = reinterpret_cast<weights *>(r.in<double>(9, 2));
  r.call({27, N}, {taken::fast, 2}, [&] { stencil(*a, *atmp, *s); });
  a = reinterpret_cast<image *>(r.in<double>(size));
  s = reinterpret_cast<weights *>(r.in<double>(9, 2));
  // A pixel alone is no neighbour of others.
  r.call({27, N, 1}, N == 1 ? taken::fast : copied_if(true, 8 * size),
         [&] { stencil_in_place(*a, *s); });
}

CASE(stencil) {
  stencils<1>(r);
  stencils<2>(r);
  stencils<7>(r);
  stencils<33>(r);
}

//===----------------------------------------------------------------------===//
// Figure 28: matrix multiplication, in tiles
//===----------------------------------------------------------------------===//

constexpr int TILE_SIZE = 4;

template <int N>
void multiply(double (&M1)[N][N], const double (&M2)[N][N],
              double (&Mtmp)[N][N]) {
  [[heddle::map]]
  for (int it = 0; it < N; it += TILE_SIZE) {
    for (int jt = 0; jt < N; jt += TILE_SIZE) {
      for (int i = it; i < it + TILE_SIZE; i++) {
        for (int j = jt; j < jt + TILE_SIZE; j++) {
          Mtmp[i][j] = 0.0;
          for (int k = 0; k < N; k++) {
            Mtmp[i][j] += M1[i][k] * M2[k][j];
          }
        }
      }
    }
  }
  [[heddle::map]]
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      M1[i][j] = Mtmp[i][j];
}

template <int N> static void multiplications(harness::recorder &r) {
  using matrix = double[N][N];
  auto a = reinterpret_cast<matrix *>(r.in<double>(N * N));
  auto b = reinterpret_cast<matrix *>(r.in<double>(N * N, 2));
  auto tmp = reinterpret_cast<matrix *>(r.out<double>(N * N));
  r.call({28, N}, {taken::fast, 2}, [&] { multiply(*a, *b, *tmp); });
}

CASE(matrix_matrix) {
  multiplications<4>(r);
  multiplications<8>(r);
  multiplications<20>(r);
  multiplications<36>(r);
}

} // namespace SIDE
