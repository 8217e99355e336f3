// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels in which neighbours are used again, as an expert writes them:
// what a block needs comes once into shared memory, and from there into
// registers.

#include "kernels.h"
#include <cuda_runtime.h>

namespace expert {
namespace {

constexpr __host__ __device__ int parts_of(int n, int size) {
  return (n + size - 1) / size;
}

//===- Stencils -----------------------------------------------------------===//

/// A tile of 64 x 32 points; a thread has eight of a column. Tiles begin at
/// columns that are multiples of 64, so that their rows begin at sectors where
/// those of the grid do.
constexpr int wide = 64, high = 32, each = 8, apart = high / each;

/// The tile whose first row is i0, and its edges; returns its rows.
__device__ int load_tile(double (*s)[wide + 2], const double *__restrict__ x,
                         int n, int m, int i0, int j0) {
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * wide + tx, j = j0 + tx;
  // Rows of the tile, with those above and below it.
  const int rows = min(high + 2, n - i0 + 1);
  const double *const corner = x + (i0 - 1) * m;
  if (const double *p = corner + ty * m + j; j < m)
#pragma unroll
    for (int q = 0; q < each + 1; ++q, p += apart * m)
      if (ty + q * apart < rows)
        s[ty + q * apart][tx + 1] = *p;
  if (t < 2 * rows)
    if (const int c = t % 2 ? j0 + wide : j0 - 1; c >= 0 && c < m)
      s[t / 2][t % 2 ? wide + 1 : 0] = corner[t / 2 * m + c];
  __syncthreads();
  return rows;
}

/// The points of a thread's column, which are mostly all of them.
template <class F> __device__ void column_of(int points, const F &point) {
  if (points == each) {
#pragma unroll
    for (int q = 0; q < each; ++q)
      point(q);
  } else {
    for (int q = 0; q < points; ++q)
      point(q);
  }
}

__global__ void expert_stencil5(double *__restrict__ y,
                                const double *__restrict__ x, int n, int m) {
  __shared__ double s[high + 2][wide + 2];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i0 = 1 + blockIdx.y * high, j0 = blockIdx.x * wide, j = j0 + tx;
  const int rows = load_tile(s, x, n, m, i0, j0);
  const int first = ty * each, points = min(each, rows - 2 - first);
  if (j < 1 || j >= m - 1 || points <= 0)
    return;
  double above = s[first][tx + 1], here = s[first + 1][tx + 1];
  double *p = y + (i0 + first) * m + j;
  const auto point = [&](int q) {
    const int r = first + q + 1;
    const double below = s[r + 1][tx + 1];
    *p = 0.2 * (here + s[r][tx] + s[r][tx + 2] + above + below);
    above = here;
    here = below;
    p += m;
  };
  column_of(points, point);
}

/// All nine neighbours, of which a thread keeps two rows in registers.
__global__ void expert_stencil9(double *__restrict__ y,
                                const double *__restrict__ x, int n, int m) {
  __shared__ double s[high + 2][wide + 2];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i0 = 1 + blockIdx.y * high, j0 = blockIdx.x * wide, j = j0 + tx;
  const int rows = load_tile(s, x, n, m, i0, j0);
  const int first = ty * each, points = min(each, rows - 2 - first);
  if (j < 1 || j >= m - 1 || points <= 0)
    return;
  double a[3], b[3], c[3];
  for (int d = 0; d < 3; ++d) {
    a[d] = s[first][tx + d];
    b[d] = s[first + 1][tx + d];
  }
  double *p = y + (i0 + first) * m + j;
  const auto point = [&](int q) {
    for (int d = 0; d < 3; ++d)
      c[d] = s[first + q + 2][tx + d];
    *p = (1.0 / 9) *
         (a[0] + a[1] + a[2] + b[0] + b[1] + b[2] + c[0] + c[1] + c[2]);
    for (int d = 0; d < 3; ++d) {
      a[d] = b[d];
      b[d] = c[d];
    }
    p += m;
  };
  column_of(points, point);
}

/// A tile of 16 x 32 points, which goes through some layers and keeps of a
/// thread's column what lies before and behind in registers.
constexpr int columns = 32, lines_of_tile = 16, deep = 16;

__global__ void expert_stencil7(double *__restrict__ y,
                                const double *__restrict__ x, int n, int m,
                                int l) {
  __shared__ double s[lines_of_tile + 2][columns + 2];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int j0 = blockIdx.y * lines_of_tile, k0 = blockIdx.x * columns;
  const int j = j0 + ty, k = k0 + tx, layer = m * l;
  const int first = 1 + blockIdx.z * deep, end = min(first + deep, n - 1);
  const bool there = j < m && k < l;
  const bool inside = j >= 1 && j < m - 1 && k >= 1 && k < l - 1;
  // The thread's part of the tile's edge, if it has one.
  const int line = ty ? j0 + lines_of_tile : j0 - 1;
  const bool has_line = ty < 2 && line >= 0 && line < m && k < l;
  const int column = tx ? k0 + columns : k0 - 1;
  const bool has_column = tx < 2 && column >= 0 && column < l && j < m;
  const double *p = x + first * layer + j * l + k;
  double *q = y + first * layer + j * l + k;
  double behind = there ? p[-layer] : 0, here = there ? p[0] : 0;
  for (int i = first; i < end; ++i, p += layer, q += layer) {
    const double ahead = there ? p[layer] : 0;
    if (there)
      s[ty + 1][tx + 1] = here;
    if (has_line)
      s[ty ? lines_of_tile + 1 : 0][tx + 1] = p[(line - j) * l];
    if (has_column)
      s[ty + 1][tx ? columns + 1 : 0] = p[column - k];
    __syncthreads();
    if (inside)
      *q = 0.125 * (2 * here + s[ty + 1][tx] + s[ty + 1][tx + 2] +
                    s[ty][tx + 1] + s[ty + 2][tx + 1] + behind + ahead);
    __syncthreads();
    behind = here;
    here = ahead;
  }
}

/// All 27 neighbours: three layers of the tile in shared memory and one that is
/// loaded, and a thread has four lines, which share what it reads.
constexpr int lines_each = 4, held = 4;

__global__ void expert_stencil27(double *__restrict__ y,
                                 const double *__restrict__ x, int n, int m,
                                 int l) {
  __shared__ double s[held][lines_of_tile + 2][columns + 2];
  constexpr int rows = lines_of_tile / lines_each, threads = columns * rows;
  const int tx = threadIdx.x, ty = threadIdx.y, t = ty * columns + tx;
  const int j0 = blockIdx.y * lines_of_tile, k0 = blockIdx.x * columns;
  const int first = 1 + blockIdx.z * deep, end = min(first + deep, n - 1);
  const int k = k0 + tx + 1, lines = min(lines_of_tile + 2, m - j0);
  const auto load = [&](int i) {
    double(*const layer)[columns + 2] = s[i % held];
    const double *const corner = x + (i * m + j0) * l + k0;
#pragma unroll
    for (int q = ty; q < lines_of_tile + 2; q += rows)
      layer[q][tx] = q < lines && k0 + tx < l ? corner[q * l + tx] : 0;
    static_assert(2 * (lines_of_tile + 2) <= threads, "one for each thread");
    const int q = t / 2, c = columns + t % 2;
    if (q < lines_of_tile + 2)
      layer[q][c] = q < lines && k0 + c < l ? corner[q * l + c] : 0;
  };
  load(first - 1);
  load(first);
  for (int i = first; i < end; ++i) {
    load(i + 1);
    __syncthreads();
    if (k >= l - 1)
      continue;
    double sums[lines_each] = {};
    for (int p = -1; p <= 1; ++p)
#pragma unroll
      for (int q = 0; q < lines_each + 2; ++q) {
        const double *const line = &s[(i + p) % held][ty * lines_each + q][tx];
        const double at[3] = {line[0], line[1], line[2]};
#pragma unroll
        for (int e = 0; e < lines_each; ++e)
          if (e <= q && q <= e + 2)
            for (int d = 0; d < 3; ++d)
              sums[e] += at[d];
      }
    double *const to = y + (i * m + j0 + ty * lines_each + 1) * l + k;
#pragma unroll
    for (int e = 0; e < lines_each; ++e)
      if (j0 + ty * lines_each + e + 1 < m - 1)
        to[e * l] = (1.0 / 27) * sums[e];
  }
}

//===- Transposes ---------------------------------------------------------===//

/// A tile of 32 x 32, whose columns lie in different banks. x is n x m and has
/// `pitch` elements a row, y `other`.
constexpr int tile = 32, strip = 8;

template <bool full>
__device__ void tile_of(float (*s)[tile + 1], float *__restrict__ y,
                        const float *__restrict__ x, int n, int m, int pitch,
                        int other) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i0 = blockIdx.y * tile, j0 = blockIdx.x * tile;
  x += (i0 + ty) * pitch + j0 + tx;
  y += (j0 + ty) * other + i0 + tx;
#pragma unroll
  for (int r = 0; r < tile; r += strip, x += strip * pitch)
    if (full || (i0 + ty + r < n && j0 + tx < m))
      s[ty + r][tx] = *x;
  __syncthreads();
#pragma unroll
  for (int r = 0; r < tile; r += strip, y += strip * other)
    if (full || (j0 + ty + r < m && i0 + tx < n))
      *y = s[tx][ty + r];
}

__device__ void through_tile(float *__restrict__ y, const float *__restrict__ x,
                             int n, int m, int pitch, int other) {
  __shared__ float s[tile][tile + 1];
  if (int(blockIdx.y + 1) * tile <= n && int(blockIdx.x + 1) * tile <= m)
    tile_of<true>(s, y, x, n, m, pitch, other);
  else
    tile_of<false>(s, y, x, n, m, pitch, other);
}

//===- Convolutions -------------------------------------------------------===//

/// A tile of 32 x 32 points; a thread has eight of a column. It reads each row
/// of its part of the tile once, for all points that need it.
constexpr int square = 32, column = 8;

template <int K>
__global__ void expert_convolution(float *__restrict__ y,
                                   const float *__restrict__ x,
                                   const float *__restrict__ w, int n, int m) {
  constexpr int side = square + K - 1, apart = square / column;
  __shared__ float s[side][side];
  const int tx = threadIdx.x, ty = threadIdx.y, pitch = m + K - 1;
  const int i0 = blockIdx.y * square, j0 = blockIdx.x * square;
  const int rows = min(side, n + K - 1 - i0), width = min(side, pitch - j0);
  const float *p = x + (i0 + ty) * pitch + j0 + tx;
#pragma unroll
  for (int q = 0; q < parts_of(side, apart); ++q, p += apart * pitch)
    if (const int r = ty + q * apart; r < rows) {
      if (tx < width)
        s[r][tx] = p[0];
      if (tx < K - 1 && tx + square < width)
        s[r][tx + square] = p[square];
    }
  float weight[K][K];
#pragma unroll
  for (int q = 0; q < K * K; ++q)
    weight[q / K][q % K] = w[q];
  __syncthreads();
  const int j = j0 + tx, first = ty * column;
  const int points = min(column, n - i0 - first);
  if (j >= m || points <= 0)
    return;
  float sum[column] = {};
#pragma unroll
  for (int r = 0; r < column + K - 1; ++r) {
    float row[K];
#pragma unroll
    for (int q = 0; q < K; ++q)
      row[q] = s[first + r][tx + q];
#pragma unroll
    for (int a = 0; a < K; ++a)
      if (r - a >= 0 && r - a < column)
#pragma unroll
        for (int q = 0; q < K; ++q)
          sum[r - a] += weight[a][q] * row[q];
  }
  float *to = y + (i0 + first) * m + j;
#pragma unroll
  for (int q = 0; q < column; ++q, to += m)
    if (q < points)
      *to = sum[q];
}

__global__ void expert_transpose(float *__restrict__ y,
                                 const float *__restrict__ x, int n, int m) {
  through_tile(y, x, n, m, m, n);
}

/// Each plane of constant j is a matrix.
__global__ void expert_transpose3(float *__restrict__ y,
                                  const float *__restrict__ x, int n, int m,
                                  int l) {
  const int j = blockIdx.z;
  through_tile(y + j * n, x + j * l, n, l, m * l, m * n);
}

} // namespace

void stencil5(double *y, const double *x, int n, int m) {
  const dim3 grid(parts_of(m, wide), parts_of(n - 2, high));
  expert_stencil5<<<grid, dim3(wide, apart)>>>(y, x, n, m);
}

void stencil9(double *y, const double *x, int n, int m) {
  const dim3 grid(parts_of(m, wide), parts_of(n - 2, high));
  expert_stencil9<<<grid, dim3(wide, apart)>>>(y, x, n, m);
}

void stencil27(double *y, const double *x, int n, int m, int l) {
  const dim3 grid(parts_of(l - 2, columns), parts_of(m - 2, lines_of_tile),
                  parts_of(n - 2, deep));
  expert_stencil27<<<grid, dim3(columns, lines_of_tile / lines_each)>>>(y, x, n,
                                                                        m, l);
}

void stencil7(double *y, const double *x, int n, int m, int l) {
  const dim3 grid(parts_of(l, columns), parts_of(m, lines_of_tile),
                  parts_of(n - 2, deep));
  expert_stencil7<<<grid, dim3(columns, lines_of_tile)>>>(y, x, n, m, l);
}

template <int K>
void convolution(float *y, const float *x, const float *w, int n, int m) {
  const dim3 grid(parts_of(m, square), parts_of(n, square));
  expert_convolution<K><<<grid, dim3(square, square / column)>>>(y, x, w, n, m);
}
template void convolution<3>(float *, const float *, const float *, int, int);
template void convolution<5>(float *, const float *, const float *, int, int);

void transpose(float *y, const float *x, int n, int m) {
  const dim3 grid(parts_of(m, tile), parts_of(n, tile));
  expert_transpose<<<grid, dim3(tile, strip)>>>(y, x, n, m);
}

void transpose3(float *y, const float *x, int n, int m, int l) {
  const dim3 grid(parts_of(l, tile), parts_of(n, tile), m);
  expert_transpose3<<<grid, dim3(tile, strip)>>>(y, x, n, m, l);
}

} // namespace expert
