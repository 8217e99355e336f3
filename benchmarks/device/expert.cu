// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels for which rows of a matrix, or all of an array, are one sequence,
// as an expert writes them: two neighbours a thread in one load of 16 bytes
// where they lie side by side, indices of 32 bits, sums in registers and by
// shuffles.

#include "kernels.h"
#include <algorithm>
#include <cuda_runtime.h>

namespace expert {
namespace {

constexpr int threads = 256;

int blocks_for(int n) { return (n + threads - 1) / threads; }

__device__ double2 pair_at(const double *x, int i) {
  return *reinterpret_cast<const double2 *>(x + i);
}

/// f of the elements, two a thread; an odd one out has a thread of its own.
template <class F>
__global__ void expert_elementwise(double *__restrict__ z,
                                   const double *__restrict__ x,
                                   const double *__restrict__ y, int n, F f) {
  const int i = 2 * (blockIdx.x * threads + threadIdx.x);
  if (i + 1 < n) {
    const double2 a = pair_at(x, i), b = pair_at(y, i);
    *reinterpret_cast<double2 *>(z + i) =
        make_double2(f(a.x, b.x), f(a.y, b.y));
  } else if (i < n) {
    z[i] = f(x[i], y[i]);
  }
}

__global__ void expert_scale(double *__restrict__ y,
                             const double *__restrict__ x, double a, int n) {
  const int i = 2 * (blockIdx.x * threads + threadIdx.x);
  if (i + 1 < n) {
    const double2 p = pair_at(x, i);
    *reinterpret_cast<double2 *>(y + i) = make_double2(a * p.x, a * p.y);
  } else if (i < n) {
    y[i] = a * x[i];
  }
}

struct add_product {
  double a;
  __device__ double operator()(double x, double y) const { return x + a * y; }
};

struct product_of {
  __device__ double operator()(double x, double y) const { return x * y; }
};

/// A thread for each of the first `taken` of every four elements.
template <int taken>
__global__ void expert_of_four(double *__restrict__ y,
                               const double *__restrict__ x, double a, int n) {
  const unsigned t = blockIdx.x * threads + threadIdx.x;
  const int i = t / taken * 4 + t % taken;
  if (i < n)
    y[i] = a * x[i];
}

__global__ void expert_step_width(double *__restrict__ y,
                                  const double *__restrict__ x, double a, int n,
                                  int m) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  const int j = t / 2 * 3 + t % 2;
  if (i < n && j < m)
    y[i * m + j] = a * x[i * m + j];
}

//===- Rows: softmax ------------------------------------------------------===//

constexpr int lanes = 32, warps = 4;

template <class F> __device__ float across(float value, F f) {
  for (int d = lanes / 2; d; d /= 2)
    value = f(value, __shfl_xor_sync(~0u, value, d));
  return value;
}

/// A warp a row, which it reads once and keeps in registers: `each` elements a
/// lane, of which the last may lie behind the row's end.
template <int each>
__global__ void expert_softmax(float *__restrict__ y,
                               const float *__restrict__ x, int n, int m) {
  const int i = blockIdx.x * warps + threadIdx.y, lane = threadIdx.x;
  if (i >= n)
    return;
  const float *const row = x + i * m;
  float v[each], most = -INFINITY, s = 0;
#pragma unroll
  for (int q = 0; q < each; ++q) {
    const int j = lane + q * lanes;
    v[q] = q < each - 1 || j < m ? row[j] : -INFINITY;
    most = fmaxf(most, v[q]);
  }
  most = across(most, [](float a, float b) { return fmaxf(a, b); });
#pragma unroll
  for (int q = 0; q < each; ++q) {
    v[q] = __expf(v[q] - most); // most is the greatest: no large argument
    s += v[q];
  }
  s = 1 / across(s, [](float a, float b) { return a + b; });
#pragma unroll
  for (int q = 0; q < each; ++q)
    if (const int j = lane + q * lanes; q < each - 1 || j < m)
      y[i * m + j] = v[q] * s;
}

/// With the least `each` that m columns need, from 8 down.
template <int each> void rows_of(float *y, const float *x, int n, int m) {
  if constexpr (each > 1)
    if (m <= (each - 1) * lanes)
      return rows_of<each - 1>(y, x, n, m);
  expert_softmax<each>
      <<<(n + warps - 1) / warps, dim3(lanes, warps)>>>(y, x, n, m);
}

//===- Sums and maxima ----------------------------------------------------===//

struct plus {
  static constexpr double zero = 0;
  __device__ double operator()(double a, double b) const { return a + b; }
};

struct greater {
  static constexpr double zero = -1e308;
  __device__ double operator()(double a, double b) const { return fmax(a, b); }
};

/// The value of a block, in its first thread.
template <class F> __device__ double of_block(double value, F f) {
  __shared__ double parts[threads / lanes];
  for (int d = lanes / 2; d; d /= 2)
    value = f(value, __shfl_down_sync(~0u, value, d));
  if (threadIdx.x % lanes == 0)
    parts[threadIdx.x / lanes] = value;
  __syncthreads();
  if (threadIdx.x < lanes) {
    value = threadIdx.x < threads / lanes ? parts[threadIdx.x] : F::zero;
    for (int d = threads / lanes / 2; d; d /= 2)
      value = f(value, __shfl_down_sync(~0u, value, d));
  }
  return value;
}

/// One value a block, of elements that the blocks take in turns.
template <class F>
__global__ void expert_reduce(double *__restrict__ parts,
                              const double *__restrict__ x, int n) {
  const F f;
  double value = F::zero;
  const int first = 2 * (blockIdx.x * threads + threadIdx.x);
  int i = first;
  for (; i + 1 < n; i += 2 * threads * gridDim.x) {
    const double2 p = pair_at(x, i);
    value = f(value, f(p.x, p.y));
  }
  if (i < n)
    value = f(value, x[i]);
  value = of_block(value, f);
  if (threadIdx.x == 0)
    parts[blockIdx.x] = value;
}

template <class F>
void reduce(double *s, double *parts, const double *x, int n) {
  const int blocks = std::min(blocks_for((n + 1) / 2), most_blocks);
  expert_reduce<F><<<blocks, threads>>>(parts, x, n);
  expert_reduce<F><<<1, threads>>>(s, parts, blocks);
}

} // namespace

void scale(double *y, const double *x, double a, int n) {
  expert_scale<<<blocks_for((n + 1) / 2), threads>>>(y, x, a, n);
}

void triad(double *z, const double *x, const double *y, double a, int n) {
  expert_elementwise<<<blocks_for((n + 1) / 2), threads>>>(z, x, y, n,
                                                           add_product{a});
}

void multiply(double *z, const double *x, const double *y, int n) {
  expert_elementwise<<<blocks_for((n + 1) / 2), threads>>>(z, x, y, n,
                                                           product_of{});
}

void step(double *y, const double *x, double a, int n) {
  expert_of_four<1><<<blocks_for((n + 3) / 4), threads>>>(y, x, a, n);
}

void width(double *y, const double *x, double a, int n) {
  expert_of_four<2><<<blocks_for((n + 3) / 4 * 2), threads>>>(y, x, a, n);
}

void step_width(double *y, const double *x, double a, int n, int m) {
  const dim3 block(32, 8);
  const int across = (m + 2) / 3 * 2, down = (n + 1) / 2;
  const dim3 grid((across + 31) / 32, (down + 7) / 8);
  expert_step_width<<<grid, block>>>(y, x, a, n, m);
}

void softmax(float *y, const float *x, int n, int m) { rows_of<8>(y, x, n, m); }

void sum(double *s, double *parts, const double *x, int n) {
  reduce<plus>(s, parts, x, n);
}

void maximum(double *s, double *parts, const double *x, int n) {
  reduce<greater>(s, parts, x, n);
}

} // namespace expert
