// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests of mapped.cpp under the mappings of an expert, with threads that share
// what they load.

#include "kernels.h"
#include <heddle/heddle.h>

using namespace heddle;

namespace mapped {

void transpose(float *y, const float *x, long n, long m) {
  [[heddle::map(Blocks({32, 32}, {4, 1}, Permute({1, 0}, ShiftLB(Gen)))),
    heddle::stage(x)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

void transpose_constant(float (*y)[matrix_rows],
                        const float (*x)[matrix_columns]) {
  [[heddle::map(Blocks({32, 32}, {4, 1}, Permute({1, 0}, ShiftLB(Gen)))),
    heddle::stage(x)]]
  for (long i = 0; i < matrix_rows; ++i)
    for (long j = 0; j < matrix_columns; ++j)
      y[j][i] = x[i][j];
}

void transpose3(float *y, const float *x, long n, long m, long l) {
  [[heddle::map(
        Blocks({32, 1, 32}, {4, 1, 1}, Permute({2, 1, 0}, ShiftLB(Gen)))),
    heddle::stage(x)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k)
        y[(k * m + j) * n + i] = x[(i * m + j) * l + k];
}

void product(float *c, const float *a, const float *b, long n) {
  [[heddle::map(Blocks({64, 64}, {8, 8})), heddle::stage(a, b),
    heddle::strip(k, 16)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      float s = 0;
      for (long k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void accumulate(float *c, const float *a, const float *b, long n) {
  [[heddle::map(Blocks({64, 64}, {8, 8})), heddle::stage(a, b),
    heddle::strip(k, 16)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

} // namespace mapped
