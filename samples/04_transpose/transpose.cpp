//===- transpose.cpp - Permute and coalescing -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

// The last dimension becomes threadIdx.x: neighbouring threads differ in it.
// Here it runs along j, so neighbours read neighbouring elements of a and
// write elements of b that lie n apart.
void transpose_along_j(double *b, const double *a, long n, long m) {
  [[heddle::map(GridBlock(1, SplitLast(128, ShiftLB(Gen))))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      b[j * n + i] = a[i * m + j];
}

// Permuted, it runs along i: neighbours write neighbouring elements of b and
// read elements of a that lie m apart.
void transpose_along_i(double *b, const double *a, long n, long m) {
  [[heddle::map(GridBlock(1, SplitLast(128, Permute({1, 0}, ShiftLB(Gen)))))]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      b[j * n + i] = a[i * m + j];
}

void transpose_as_written(double *b, const double *a, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      b[j * n + i] = a[i * m + j];
}

int main() {
  const long n = 150, m = 200;
  const std::vector<double> a = sample::numbers<double>(n * m, 4);
  std::vector<double> b(n * m), c(n * m), d(n * m);
  sample::poison(b);
  sample::poison(c);
  sample::poison(d);

  transpose_along_j(b.data(), a.data(), n, m);
  transpose_along_i(c.data(), a.data(), n, m);
  transpose_as_written(d.data(), a.data(), n, m);

  std::printf("a[3][70] = %g, b[70][3] = %g, c[70][3] = %g\n", a[3 * m + 70],
              b[70 * n + 3], c[70 * n + 3]);
  return sample::verdict(sample::same_bits(b, d) && sample::same_bits(c, d));
}
