// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the loops are a product or a transpose, CPU threads may take blocks of
// them, and the launch chooses between two texts.
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
#include <heddle/heddle.h>

// CHECK: // heddle: the same loops on the CPU, a block of 32 x 64 iterations and 32 of loop 'k' at a time
// CHECK-NEXT: static HEDDLE_OUTLINE void heddle_product_0_block(const float *__restrict__ a,
// CHECK: float s_kept[32][64];
// CHECK: s_kept[i - i_first][j - j_first] = s;
// CHECK: for (long long k_strip = k_first, k_stop; k_strip < k_end; k_strip = k_stop) {
// CHECK: for (int i = i_first; i < i_end; ++i) {
// CHECK-NEXT: for (int k = static_cast<int>(k_strip); k < static_cast<int>(k_stop); ++k) {
// CHECK: #pragma omp simd
// CHECK: for (int j = j_first; j < j_end; ++j) {
// CHECK-NEXT: float &s = s_kept[i - i_first][j - j_first];
// CHECK-LABEL: void product(float
// CHECK: .in_blocks(32, 64, heddle_m, heddle_l)};
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

// Rows of a triangle have columns of their own, and so has the loop in the
// thread; blocks are not alike.
// CHECK: static HEDDLE_OUTLINE void heddle_triangle_0_block(
// CHECK: const long long j_from = j_first;
// CHECK-NEXT: long long j_to = static_cast<long long>(i) + 1;
// CHECK-NEXT: j_to = j_to < j_first ? j_first : j_to < j_end ? j_to : j_end;
// CHECK-NEXT: for (int j = static_cast<int>(j_from); j < static_cast<int>(j_to); ++j) {
// CHECK: for (long long k_strip = k_first, k_stop;
// CHECK: if (j_to <= j_from)
// CHECK-NEXT: continue;
// CHECK-NEXT: const long long k_from = k_strip;
// CHECK-NEXT: long long k_to = static_cast<long long>(i);
// CHECK: for (int k = static_cast<int>(k_from); k < static_cast<int>(k_to); ++k) {
// CHECK-LABEL: void triangle(float
// CHECK: #pragma omp parallel for collapse(2) schedule(dynamic)
void triangle(float *c, const float *a, const float *b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      float s = 0;
      for (int k = 0; k < i; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// Elements that columns of one row have, turned: those of the rows together.
// CHECK: static HEDDLE_OUTLINE void heddle_square_0_block(
// CHECK: long long j_least = j_end, j_last = j_first;
// CHECK: j_last = j_to > j_last ? j_to : j_last;
// CHECK: for (int j = static_cast<int>(j_least); j < static_cast<int>(j_last); ++j) {
// CHECK: a_rows[k - k_strip][j - j_first] = a[j * m + k];
// CHECK-LABEL: void square(float
void square(float *c, const float *a, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      float s = 0;
      for (int k = 0; k < m; ++k)
        s += a[i * m + k] * a[j * m + k];
      c[i * n + j] = s;
    }
}

// The columns of rows may have a gap between them: nothing says which ones are
// read.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void band(float
void band(float *c, const float *a, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 2 * i; j < 2 * i + 70; ++j) {
      float s = 0;
      for (int k = 0; k < m; ++k)
        s += a[i * m + k] * a[j * m + k];
      c[i * 1000 + j] = s;
    }
}

// The ends depend on the column.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void after(float
void after(float *c, const float *a, const float *b, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = j; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// A counter inside has the name of one outside.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void hidden(float
void hidden(float *c, const float *a, int n, int m) {
  HEDDLE(map)
  for (int j = 0; j < m; ++j) {
    float s = 0;
    for (int k = 0; k < n; ++k)
      s += a[k * m + j];
    c[j] = s;
    for (int j = 0; j < n; ++j)
      s += a[j * m];
    c[j] += s;
  }
}

// One mapped loop: columns, and no strips.
// CHECK: // heddle: the same loops on the CPU, a block of 256 iterations at a time
// CHECK-NEXT: static HEDDLE_OUTLINE void heddle_sums_0_block(
// CHECK: float s_kept[256];
// CHECK: for (int i = static_cast<int>(i_first); i < static_cast<int>(i_end); ++i) {
// CHECK: for (int j = j_first; j < j_end; ++j) {
// CHECK-NEXT: float &s = s_kept[j - j_first];
// CHECK-LABEL: void sums(float
// CHECK: .in_blocks(1, 256, heddle_m, heddle_n)};
// CHECK: #pragma omp parallel for{{$}}
void sums(float *c, const float *a, int n, int m) {
  HEDDLE(map)
  for (int j = 0; j < m; ++j) {
    float s = 0;
    for (int i = 0; i < n; ++i)
      s += a[i * m + j];
    c[j] = s;
  }
}

// Each iteration goes along a row, as it is written.
// CHECK-NOT: static HEDDLE_OUTLINE void
// CHECK-LABEL: void row_sums(float
void row_sums(float *c, const float *a, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += a[i * m + j];
    c[i] = s;
  }
}

// Sums in several matrices.
// CHECK: static HEDDLE_OUTLINE void heddle_batch_0_block(
// CHECK-LABEL: void batch(float
void batch(float *c, const float *a, int n, int m, int l) {
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
// CHECK: .in_blocks(64, 8, heddle_l, heddle_n)};
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
