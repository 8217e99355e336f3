// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products and interpolation, whose multiplications and additions an
// expert feeds from registers.

#include "kernels.h"
#include <cuda_runtime.h>

namespace expert {
namespace {

//===- Matrix products ----------------------------------------------------===//

/// A block has 64 x 64 elements of c, a thread 8 x 8 of them: two groups of
/// four rows and of four columns, so that its loads are of 16 bytes and the
/// threads of a warp read different banks.
constexpr int size = 64, strip = 16, side = 8, half = size / 2, pad = 4;

struct eight {
  float v[8];
};

__device__ eight groups(const float *row, int t) {
  const float4 a = *reinterpret_cast<const float4 *>(row + 4 * t);
  const float4 b = *reinterpret_cast<const float4 *>(row + half + 4 * t);
  return {{a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}};
}

/// Four elements of a row of c, those of columns below n.
template <bool add>
__device__ void put(float *row, const float *s, int j, int n) {
  if (n % 4 == 0 && j < n) {
    float4 &c = *reinterpret_cast<float4 *>(row + j);
    const float4 v = make_float4(s[0], s[1], s[2], s[3]);
    c = add ? make_float4(c.x + v.x, c.y + v.y, c.z + v.z, c.w + v.w) : v;
    return;
  }
#pragma unroll
  for (int q = 0; q < 4; ++q)
    if (j + q < n)
      row[j + q] = add ? row[j + q] + s[q] : s[q];
}

template <bool add>
__global__ void __launch_bounds__(side *side)
    expert_product(float *__restrict__ c, const float *__restrict__ a,
                   const float *__restrict__ b, int n) {
  __shared__ __align__(16) float as[strip][size + pad], bs[strip][size];
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * side + tx;
  const int i0 = blockIdx.y * size, j0 = blockIdx.x * size;
  float s[side][side] = {};
  for (int k0 = 0; k0 < n; k0 += strip) {
    const int k = k0 + t % strip;
#pragma unroll
    for (int q = 0; q < size; q += side * side / strip) {
      const int r = q + t / strip;
      as[t % strip][r] = i0 + r < n && k < n ? a[(i0 + r) * n + k] : 0;
    }
#pragma unroll
    for (int r = 0; r < strip; ++r)
      bs[r][t] = k0 + r < n && j0 + t < n ? b[(k0 + r) * n + j0 + t] : 0;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < strip; ++r) {
      const eight x = groups(as[r], ty), y = groups(bs[r], tx);
#pragma unroll
      for (int p = 0; p < side; ++p)
#pragma unroll
        for (int q = 0; q < side; ++q)
          s[p][q] += x.v[p] * y.v[q];
    }
    __syncthreads();
  }
#pragma unroll
  for (int p = 0; p < side; ++p)
    if (const int i = i0 + p / 4 * half + 4 * ty + p % 4; i < n) {
      put<add>(c + i * n, s[p], j0 + 4 * tx, n);
      put<add>(c + i * n, s[p] + 4, j0 + half + 4 * tx, n);
    }
}

template <bool add>
void multiply(float *c, const float *a, const float *b, int n) {
  const int blocks = (n + size - 1) / size;
  expert_product<add><<<dim3(blocks, blocks), dim3(side, side)>>>(c, a, b, n);
}

//===- Interpolation ------------------------------------------------------===//

/// So many elements a block that its warps are nearly full.
template <int N> constexpr int elements = N == 5 ? 5 : 2;

/// The N values of a line of `s` in one direction, each the product of a row of
/// `a` with what they were.
template <int N>
__device__ void line(double *s, int stride, const double (*a)[N]) {
  double r[N];
#pragma unroll
  for (int l = 0; l < N; ++l)
    r[l] = s[l * stride];
#pragma unroll
  for (int i = 0; i < N; ++i) {
    double v = 0;
#pragma unroll
    for (int l = 0; l < N; ++l)
      v += a[i][l] * r[l];
    s[i * stride] = v;
  }
}

/// A thread has one line of an element in each direction. Rows have an odd
/// pitch, so that lines across them lie in different banks.
template <int N>
__global__ void expert_interpolation(double *__restrict__ v,
                                     const double *__restrict__ a,
                                     const double *__restrict__ u, int batch) {
  constexpr int pitch = N | 1, plane = N * pitch, cube = N * plane;
  constexpr int E = elements<N>, count = E * N * N;
  __shared__ double s[E * cube], as[N][N];
  const int t = threadIdx.x, first = blockIdx.x * E;
  const int here = min(E, batch - first) * N * N * N;
  u += first * N * N * N;
  v += first * N * N * N;
  for (int p = t; p < N * N; p += count)
    as[0][p] = a[p];
  for (int p = t; p < here; p += count)
    s[p / N * pitch + p % N] = u[p];
  __syncthreads();
  const int e = t / (N * N), p = t / N % N, q = t % N;
  const bool active = first + e < batch;
  double *const mine = s + e * cube;
  if (active)
    line<N>(mine + p * pitch + q, plane, as);
  __syncthreads();
  if (active)
    line<N>(mine + p * plane + q, pitch, as);
  __syncthreads();
  if (active)
    line<N>(mine + p * plane + q * pitch, 1, as);
  __syncthreads();
  for (int i = t; i < here; i += count)
    v[i] = s[i / N * pitch + i % N];
}

} // namespace

void product(float *c, const float *a, const float *b, int n) {
  multiply<false>(c, a, b, n);
}

void accumulate(float *c, const float *a, const float *b, int n) {
  multiply<true>(c, a, b, n);
}

template <int N>
void interpolation(element<N> *v, const double (*a)[N], const element<N> *u,
                   int batch) {
  constexpr int E = elements<N>;
  expert_interpolation<N><<<(batch + E - 1) / E, E * N * N>>>(
      &v[0][0][0][0], &a[0][0], &u[0][0][0][0], batch);
}

template void interpolation<5>(element<5> *, const double (*)[5],
                               const element<5> *, int);
template void interpolation<8>(element<8> *, const double (*)[8],
                               const element<8> *, int);
template void interpolation<13>(element<13> *, const double (*)[13],
                                const element<13> *, int);

} // namespace expert
