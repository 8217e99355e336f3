//===- matmul.cpp - a loop that stays inside the thread -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

// Tiles of 16 x 16: both dimensions are split, the two parts that count tiles
// go to the grid, the two inside a tile to the block, columns innermost. A
// mapping is a value; it can have a name and be used in many places.
constexpr auto Tiles16 = GridBlock(
    2, Permute({2, 0, 3, 1},
               SplitLast(16, Permute({1, 2, 0}, SplitLast(16, ShiftLB(Gen))))));
static_assert(Tiles16.valid());

// c (n x m) = a (n x l) * b (l x m), row by row. The space names two
// dimensions, so the two outer loops become threads and each thread runs the
// k loop itself, in the order in which it is written.
void matmul(double *c, const double *a, const double *b, long n, long m,
            long l) {
  [[heddle::bounds({n, m}), heddle::map(Tiles16)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      double sum = 0;
      for (long k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

void matmul_as_written(double *c, const double *a, const double *b, long n,
                       long m, long l) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      double sum = 0;
      for (long k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

int main() {
  const long n = 100, m = 90, l = 80;
  const std::vector<double> a = sample::numbers<double>(n * l, 51);
  const std::vector<double> b = sample::numbers<double>(l * m, 52);
  std::vector<double> c(n * m), d(n * m);
  sample::poison(c);
  sample::poison(d);

  matmul(c.data(), a.data(), b.data(), n, m, l);
  matmul_as_written(d.data(), a.data(), b.data(), n, m, l);

  for (long i = 0; i < n; i += 33)
    std::printf("c[%ld][0..2] = %g %g %g\n", i, c[i * m], c[i * m + 1],
                c[i * m + 2]);
  return sample::verdict(sample::same_bits(c, d));
}
