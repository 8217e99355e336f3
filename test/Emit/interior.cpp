// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where conditions of edges have one outcome, threads run a body without them,
// and a block with a tile asks once. Nothing is left out where that spares
// little, or where data, a macro or a function decide.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// CHECK' %t.cu | FileCheck %s
// RUN: %heddle-rewrite --dump=kernel %s -- -std=c++17 -I %include | FileCheck --check-prefix=PLAN %s
// RUN: %heddle-rewrite --check --report=text %s -- -std=c++17 -I %include | FileCheck --check-prefix=REPORT %s
#include <algorithm>
#include <heddle/heddle.h>

// CHECK-LABEL: static HEDDLE_BODY void heddle_convolution_0_body(
// CHECK: // heddle: inside, where conditions have one outcome
// CHECK-NEXT: if (3 <= n - i && 2 <= i && 3 <= m - j && 2 <= j) {
// CHECK-NEXT: #line [[@LINE+40]]
// CHECK: if (true)
// CHECK-NEXT: sum += w[(p + 2) * 5 + q + 2] * in[(i + p) * m + j + q];
// CHECK: } else {
// CHECK-NEXT: #line [[@LINE+36]]
// CHECK: if (i + p >= 0 && i + p < n && j + q >= 0 && j + q < m)
// CHECK-LABEL: static HEDDLE_BODY void heddle_convolution_0_row(const float *w,
// CHECK: const long long j_end = static_cast<long long>(m);
// CHECK: if (3 <= n - i && 2 <= i && static_cast<long long>(m) - 2 < j_end)
// CHECK-NEXT: j_last = static_cast<long long>(m) - 2 < j_first ? j_first : static_cast<long long>(m) - 2;
// CHECK-NEXT: for (int j = static_cast<int>(j_begin); j < static_cast<int>(j_first); ++j)
// CHECK-NEXT: heddle_convolution_0_body(w, in, out, n, m, i, j);
// CHECK-NEXT: for (int j = static_cast<int>(j_first); j < static_cast<int>(j_last); ++j) {
// CHECK-NOT: i + p >= 0
// CHECK: for (int j = static_cast<int>(j_last); j < static_cast<int>(j_end); ++j)
// CHECK-NEXT: heddle_convolution_0_body(w, in, out, n, m, i, j);
// CHECK: void heddle_convolution_0_tiled(
// CHECK: const int is_inside = is_full && 3 <= n - tile_y * 32 - 31 && 2 <= tile_y * 32 &&
// CHECK: if (is_inside) {
// CHECK: if (true)
// CHECK: } else {
// CHECK: continue;
// CHECK: if (i + p >= 0
// The loops as they are written run where a check has failed.
// CHECK-LABEL: void convolution(
// CHECK: #pragma omp parallel for
// CHECK: heddle_convolution_0_row(w, in, out, n, m, i);
// CHECK: path::collapsed
// CHECK: heddle_convolution_0_body(w, in, out, n, m, i, j);
// CHECK: path::sequential
// CHECK: if (i + p >= 0
// REPORT: in 'convolution': mapped
// REPORT: inside 1 condition is left out where 3 <= n - i and 2 <= i and 3 <= m - j and 2 <= j
// PLAN: inside, without 1 conditions: 3 <= n - i and 2 <= i and 3 <= m - j and 2 <= j
// PLAN-NEXT: on the CPU inside from 2 to m - 2, half-open, where 3 <= n - i and 2 <= i
// PLAN-NEXT: the body is a function of kernels and parallel loops
void convolution(const float *in, const float *w, float *out, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -2; p <= 2; ++p)
        for (int q = -2; q <= 2; ++q)
          if (i + p >= 0 && i + p < n && j + q >= 0 && j + q < m)
            sum += w[(p + 2) * 5 + q + 2] * in[(i + p) * m + j + q];
      out[i * m + j] = sum;
    }
}

// Variables that conditions alone use are still used.
// REPORT: in 'clamped': mapped
// REPORT: inside 2 conditions are left out where 3 <= n - i and 2 <= i
// REPORT-NOT: inside
// CHECK-LABEL: void heddle_clamped_0_body(
// CHECK: if (3 <= n - i && 2 <= i) {
// CHECK: const int at = (true ? static_cast<int>(i + k) : (::heddle::rt::device::clamp(i + k, 0, last)));
// CHECK: sum += (true || (at != last || k < 3)) ? in[at] : 0;
// CHECK: } else {
void clamped(const float *in, float *out, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -2; k <= 2; ++k) {
      const int last = n - 1;
      const int at = std::clamp(i + k, 0, last);
      sum += at != last || k < 3 ? in[at] : 0;
    }
    out[i] = sum;
  }
}

#define IS_IN(i, n) ((i) >= 0 && (i) < (n))

// CHECK-NOT: one outcome
// CHECK-LABEL: void kept(
static bool is_in(int i, int n) { return i >= 0 && i < n; }

void kept(const float *in, const int *to, float *out, int n) {
  // Once in each iteration.
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    out[i] = i > 0 && i < n - 1 ? in[i - 1] + in[i + 1] : 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = -2; k <= 2; ++k) {
      if (IS_IN(i + k, n))
        sum += in[i + k];
      if (is_in(i - k, n))
        sum += in[i - k];
      if (to[i] + k >= 0 && to[i] + k < n)
        sum += in[to[i] + k];
    }
    out[i] = sum;
  }
}
