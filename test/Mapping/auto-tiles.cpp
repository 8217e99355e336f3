// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Auto gives tiles to large launches of products, windows, transposes and rows,
// and to no other nests.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --validate=off --explain-mapping %s -o %t.cu -- -std=c++17 -I %include | FileCheck --implicit-check-not=tiled --implicit-check-not=staged %s
// RUN: %heddle-rewrite --validate=off --explain-mapping --report=json %s -o %t.cu -- -std=c++17 -I %include | FileCheck --check-prefix=JSON %s
// JSON: "tiled": [
// JSON-NEXT: "for 884736 iterations and more, where 256 <= n and 256 <= m and 32 <= l: GridBlock(
// JSON: "staged": [
// JSON-NEXT: "64 x 8 elements of 'a', 2176 bytes, for 8 iterations of loop 'k'",
// RUN: grep -c '^static __global__ void heddle_fixed_' %t.cu | grep -x 2
// RUN: grep -c '^static __global__ void heddle_product_0_tiled(' %t.cu | grep -x 1
// RUN: not grep '^static .*_tiled_wide' %t.cu
// RUN: %heddle-rewrite --validate=off --device=sm_75 %s -- -std=c++17 -I %include | FileCheck --check-prefix=SMALL %s
// SMALL: // heddle: the same loops, for 557056 iterations and more, where 256 <= n and 256 <= m and 32 <= l
#include <heddle/heddle.h>

// CHECK: in 'product': mapped
// CHECK: tiled     for 884736 iterations and more, where 256 <= n and 256 <= m and 32 <= l: GridBlock(2, Serial(2,
// CHECK: staged    64 x 8 elements of 'a', 2176 bytes
// CHECK: staged    8 x 64 elements of 'b', 2048 bytes
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

// The sizes say so.
// CHECK: in 'fixed': mapped
// CHECK: tiled     for 884736 iterations and more: GridBlock(2, Serial(2,
// CHECK: staged    64 x 8 elements of 'a'
// CHECK: staged    8 x 64 elements of 'b'
void fixed(float (*c)[1024], const float (*a)[512], const float (*b)[1024]) {
  [[heddle::map]]
  for (int i = 0; i < 1000; ++i)
    for (int j = 0; j < 1024; ++j) {
      float s = 0;
      for (int k = 0; k < 512; ++k)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// Too few iterations for the device.
// CHECK: in 'few': mapped
void few(float (*c)[512], const float (*a)[512], const float (*b)[512]) {
  [[heddle::map]]
  for (int i = 0; i < 512; ++i)
    for (int j = 0; j < 512; ++j) {
      float s = 0;
      for (int k = 0; k < 512; ++k)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// A strip or two are not worth it.
// CHECK: in 'shallow': mapped
void shallow(float *c, const float *a, const float *b, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < 16; ++k)
        s += a[i * 16 + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Each element of a is read once, in rows of a thread.
// CHECK: in 'once': mapped
// CHECK: tiled     for 6912 iterations and more, where 128 <= m and 128 <= l: GridBlock(2,
// CHECK: staged    1 x 32 x 32 elements of 'a', 4224 bytes, for 32 iterations of loop 'k'
void once(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[(i * m + j) * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// CHECK: in 'rows': mapped
// CHECK: tiled     for 884736 iterations and more, where 256 <= n and 256 <= m: GridBlock(2, Serial(2,
// CHECK: staged    64 x 8 elements of 'a', 2176 bytes
// CHECK: staged    8 x 64 elements of 'b', 2048 bytes
void rows(float *c, const float *a, const float *b, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < 128; ++k)
        s += a[i * 128 + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// A block would load much that it does not read.
// CHECK: in 'between': mapped
void between(float *c, const float *a, const float *b, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < 128; ++k)
        s += a[i * 100 + k * 7] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Data say what is read.
// CHECK: in 'maybe': mapped
void maybe(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        if (a[i * l + k] != 0)
          s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// The strip cannot be one: a pragma stands before it.
// CHECK: in 'pragma': mapped
void pragma(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
#pragma GCC unroll 4
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// The loop in the thread stands between mapped ones, in the second launch.
// CHECK: in 'changed_places': mapped, in 2 launches
// CHECK: tiled     for 884736 iterations and more, where 256 <= n and 256 <= m and 32 <= l: GridBlock(2, Serial(2,
// CHECK: staged    64 x 8 elements of 'a'
// CHECK: staged    8 x 64 elements of 'b'
void changed_places(float *c, const float *a, const float *b, int n, int m,
                    int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] *= 0.5f;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
  }
}

// Neighbours read elements around a point, nine each; five are not enough, and
// 81 too many to write out for all points of a thread.
// CHECK: in 'window': mapped
// CHECK: tiled     for 221184 iterations and more, where 128 <= n - 2 and 128 <= m - 2: GridBlock(2, Serial(1, Permute({2, 0, 3, 1, 4}, SplitLast(8, SplitLast(32,
// CHECK: staged    34 x 34 elements of 'x', 4624 bytes
void window(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j) {
      float s = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          s += x[(i + p) * m + j + q];
      y[i * m + j] = s;
    }
}
// CHECK: in 'planes': mapped
// CHECK: tiled     for 1769472 iterations and more, where 128 <= n - 2 and 128 <= m - 2 and 128 <= l - 2: GridBlock(2, Serial(2,
// CHECK: staged    4 x 18 x 34 elements of 'x', 9792 bytes, of which each turn of loop 'i' loads one of 4 planes
void planes(float *y, const float *x, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      for (int k = 1; k < l - 1; ++k) {
        float s = 0;
        for (int p = -1; p <= 1; ++p)
          for (int q = -1; q <= 1; ++q)
            for (int r = -1; r <= 1; ++r)
              s += x[((i + p) * m + j + q) * l + k + r];
        y[(i * m + j) * l + k] = s;
      }
}
// CHECK: in 'star': mapped
void star(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      y[i * m + j] = x[i * m + j] + x[(i - 1) * m + j] + x[(i + 1) * m + j] +
                     x[i * m + j - 1] + x[i * m + j + 1];
}
// CHECK: in 'wide': mapped
void wide(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 4; i < n - 4; ++i)
    for (int j = 4; j < m - 4; ++j) {
      float s = 0;
      for (int p = -4; p <= 4; ++p)
        for (int q = -4; q <= 4; ++q)
          s += x[(i + p) * m + j + q];
      y[i * m + j] = s;
    }
}

// Nine elements in three planes are too few, and a block of one plane would load
// three.
// CHECK: in 'few': mapped
void few(float *y, const float *x, int n, int m, int l) {
  [[heddle::map]]
  for (int h = 1; h < l - 1; ++h)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j) {
        float s = 0;
        for (int p = -1; p <= 1; ++p)
          for (int q = -1; q <= 1; ++q)
            s += x[((h + p) * n + i + q) * m + j];
        y[(h * n + i) * m + j] = s;
      }
}

// CHECK: in 'transpose': mapped
// CHECK: tiled     for 221184 iterations and more, where 128 <= m and 128 <= n: GridBlock(2, Serial(1,
// CHECK: staged    32 x 32 elements of 'x', 4224 bytes
void transpose(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

// A thread stores all neighbours in a sector.
// CHECK: in 'sectors': mapped
void sectors(float (*y)[1024], const float (*x)[2048]) {
  [[heddle::map]]
  for (int i = 0; i < 1024; ++i)
    for (int j = 0; j < 2048; ++j)
      y[j][i] = x[i][j];
}

// Rows are loaded and stored by all threads of a block, in three loops.
// CHECK: in 'softmax': mapped
// CHECK: tiled     for 6912 iterations and more, where 128 <= n and 128 <= m: GridBlock(1,
// CHECK: staged    32 x 32 elements of 'x', 4224 bytes, for 32 iterations of loop 'k'
// CHECK: staged    32 x 32 elements of 'y', 4224 bytes, for 32 iterations of loop 'k'
void softmax(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    float most = -1e30f;
    for (int k = 0; k < m; ++k)
      most = most < x[i * m + k] ? x[i * m + k] : most;
    float s = 0;
    for (int k = 0; k < m; ++k)
      s += y[i * m + k] = x[i * m + k] - most;
    for (int k = 0; k < m; ++k)
      y[i * m + k] /= s;
  }
}

// Nothing is stored by others than the thread: one access is outside of the
// loops.
// CHECK: in 'first': mapped
// CHECK: tiled     for 6912 iterations and more, where 128 <= n and 129 <= m: GridBlock(1,
// CHECK: staged    32 x 32 elements of 'x', 4224 bytes, for 32 iterations of loop 'k'
void first(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i * m] = 0;
    for (int k = 1; k < m; ++k)
      y[i * m + k] = x[i * m + k];
  }
}

// Subscripts stay in their rows: more would not be what the source says.
// CHECK: in 'late_columns': mapped
// CHECK: tiled     for 6912 iterations and more, where 128 <= n and 128 <= m: GridBlock(1,
// CHECK: staged    32 x 32 elements of 'x', 8448 bytes
void late_columns(double *y, const double (*x)[1024], int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < m; ++k)
      s += x[i][k + 600];
    y[i] = s;
  }
}
// RUN: grep -q 'const int x_first_1 = k_first + 600;' %t.cu
