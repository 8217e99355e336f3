// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the loops are a product or a transpose, CPU threads may take blocks of
// them, and the launch chooses between two texts.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
#include <heddle/heddle.h>

// CHECK: // heddle: the same loops on the CPU, a block of 32 x 128 iterations and 32 of loop 'k' at a time
// CHECK-NEXT: static HEDDLE_OUTLINE void heddle_product_0_block(const float *__restrict__ a,
// CHECK: float s_kept[32][128];
// CHECK: s_kept[i - i_first][j - j_first] = s;
// CHECK: for (long long k_strip = k_first, k_stop; k_strip < k_end; k_strip = k_stop) {
// CHECK: for (int i = i_first; i < i_end; ++i) {
// CHECK-NEXT: for (int k = static_cast<int>(k_strip); k < static_cast<int>(k_stop); ++k) {
// CHECK: #pragma omp simd
// CHECK: for (int j = j_first; j < j_end; ++j) {
// CHECK-NEXT: float &s = s_kept[i - i_first][j - j_first];
// CHECK-LABEL: void product(float
// CHECK: .in_blocks(heddle_m, heddle_l)};
// CHECK: if (heddle_path == ::heddle::rt::path::blocked) {
// CHECK: #pragma omp parallel for collapse(2)
// CHECK: } else if (heddle_path == ::heddle::rt::path::parallel) {
void product(float *c, const float *a, const float *b, int n, int m, int l) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// Neighbours along j are far apart: blocks turn them.
// CHECK: static HEDDLE_OUTLINE void heddle_rows_0_block(
// CHECK: b_rows[k - k_strip][j - j_first] = b[j * l + k];
// CHECK: s += a[i * l + k] * b_rows[k - k_strip][j - j_first];
// CHECK-LABEL: void rows(float
void rows(float *c, const float *a, const float *b, int n, int m, int l) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
    }
}

// Compilers add integers in any order, so that these loops are as good as they
// are.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void integers(int
void integers(int *c, const int *a, const int *b, int n, int m, int l) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
    }
}

// The iterations of the loop in the thread depend on others, here and in what
// follows: an element that moves with i and j is used once.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void triangle(float
void triangle(float *c, const float *a, const float *b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < i; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void sums(float
void sums(float *c, const float *a, int n, int m, int l) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[(i * l + k) * m + j];
      c[i * m + j] = s;
    }
}

// The middle loop is around the blocks.
// CHECK: // heddle: the same loops on the CPU, a block of 64 x 8 iterations at a time
// CHECK-NEXT: static HEDDLE_OUTLINE void heddle_turn_0_block(const float *__restrict__ x,
// CHECK: {{[[][[]}}maybe_unused{{[]][]]}} int j,
// CHECK-NEXT: int i_first, int i_end,
// CHECK: for (int i = i_first; i < i_end; ++i) {
// CHECK-NEXT: for (int k = k_first; k < k_end; ++k) {
// CHECK-LABEL: void turn(float
// CHECK: .in_blocks(heddle_l, heddle_n)};
// CHECK: #pragma omp parallel for collapse(3)
void turn(float *y, const float *x, int n, int m, int l) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k) {
        if (j == 3)
          continue;
        y[(k * m + j) * n + i] = x[(i * m + j) * l + k];
      }
}

// Both follow the rows.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void copied(float
void copied(float *y, const float *x, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + x[i];
}
