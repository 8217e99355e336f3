// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where an array is both read and written, only written ones are __restrict__, and none where
// there are conditions: nvcc keeps elements in registers, and reads none that a thread has
// written through the read-only cache or before that.
// REQUIRES: rewriter, nvcc
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v '^// [CR][HU]' %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: %nvcc -std=c++17 -O3 -gencode arch=compute_75,code=compute_75 -Werror all-warnings -I %include -ptx %t.cu -o %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --check-prefix=PTX

#include <heddle/heddle.h>
using namespace heddle;

// TEXT: __global__ void heddle_accumulate_0(const float *a, const float *b,
// TEXT-NEXT: float *__restrict__ c, int n) {
// PTX-LABEL: .entry {{.*}}heddle_accumulate_0P
// PTX: ld.global.f32
// PTX: bra
// PTX: ld.global.nc.f32
// PTX-NOT: st.global
// PTX: bra
// PTX: st.global.f32
// PTX-NOT: st.global
// PTX: ret
void accumulate(float *c, const float *a, const float *b, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// TEXT: __global__ void heddle_either_0(const int *c, float *w, const float *x,
// PTX-LABEL: .entry {{.*}}heddle_either_0P
// PTX: selp.b64 [[JOINED:%rd[0-9]+]]
// PTX-NOT: ld.global.nc.f32
// PTX: ret
void either(float *w, const float *x, const int *c, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      w[i] = (c[k] != 0 ? x[i] : w[i]) * 3 + 1;
}

// No array is both: all are.
// TEXT: __global__ void heddle_scale_0(const float *__restrict__ x, float *__restrict__ y,
void scale(float *y, const float *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// The same with branches, with a pointer, and with two arrays that are written.
// PTX-LABEL: .entry {{.*}}heddle_branches_0P
// PTX-NOT: ld.global.nc.f32
// PTX: ret
void branches(float *w, const float *x, const int *c, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      float e;
      if (c[k] != 0)
        e = w[i];
      else
        e = x[i];
      w[i] = e + 1;
    }
}

// PTX-LABEL: .entry {{.*}}heddle_both_0P
// PTX-NOT: ld.global.nc.f32
// PTX: ret
void both(float *w, float *v, const int *c, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      v[i] = v[i] + 2;
      w[i] = (c[k] != 0 ? v[i] : w[i]) * 3 + 1;
    }
}

// The rows of a table are written, and the table is read.
// TEXT: __global__ void heddle_rows_0(double *const *y,
void rows(double **y, int n, int m) {
  [[heddle::map, heddle::rows(y, n, m)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i][j] += 1;
}

// The kernel's own text chooses between the array and its copy, and reads again what it has
// written.
// TEXT: __global__ void heddle_again_0(double *x, double *y, const double *x_copy,
// PTX-LABEL: .entry {{.*}}heddle_again_0P
// PTX-COUNT-3: ld.global.f64
// PTX: st.global
// PTX: ld.global.f64
// PTX: ret
void again(double *x, double *y, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    (void)x[i];
    (void)x[i + 1];
    (void)y[i];
    double turns = 3;
    while (turns > 0) {
      y[i] += x[i < 5 ? i : i + 1];
      x[i] = turns;
      turns -= 1;
    }
  }
}
