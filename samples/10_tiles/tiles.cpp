//===- tiles.cpp - what the threads of a block share ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

// A block has 32 x 32 elements of c, a thread 4 x 4 of them, whose sums stand in
// registers. For 8 iterations of k the block loads 32 x 8 elements of a and
// 8 x 32 of b, and each of them serves 32 sums.
void matmul(double *c, const double *a, const double *b, long n, long m,
            long l) {
  [[heddle::map(Blocks({32, 32}, {4, 4})), heddle::stage(a, b),
    heddle::strip(k, 8)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      double sum = 0;
      for (long k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

// Threads along x load neighbours of x and store neighbours of y: the loop over
// i runs along x, and a tile in shared memory turns between the two.
void transpose(double *y, const double *x, long n, long m) {
  [[heddle::map(Blocks({32, 32}, {4, 1}, Permute({1, 0}, ShiftLB(Gen)))),
    heddle::stage(x)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j];
}

// A tile with a halo: of 8 x 32 points a block loads 10 x 34, each once.
void blur(double *y, const double *x, long n, long m) {
  [[heddle::map(Blocks({8, 32})), heddle::stage(x)]]
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < m - 1; ++j) {
      double sum = 0;
      for (long p = -1; p <= 1; ++p)
        for (long q = -1; q <= 1; ++q)
          sum += x[(i + p) * m + j + q];
      y[i * m + j] = sum / 9;
    }
}

void as_written(double *c, double *t, double *s, const double *a,
                const double *b, long n, long m, long l) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      double sum = 0;
      for (long k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      t[j * n + i] = c[i * m + j];
  for (long i = 1; i < m - 1; ++i)
    for (long j = 1; j < n - 1; ++j) {
      double sum = 0;
      for (long p = -1; p <= 1; ++p)
        for (long q = -1; q <= 1; ++q)
          sum += t[(i + p) * n + j + q];
      s[i * n + j] = sum / 9;
    }
}

int main() {
  const long n = 70, m = 61, l = 45;
  const std::vector<double> a = sample::numbers<double>(n * l, 101);
  const std::vector<double> b = sample::numbers<double>(l * m, 102);
  std::vector<double> c(n * m), t(n * m), s(n * m), c2(n * m), t2(n * m),
      s2(n * m);
  for (std::vector<double> *each : {&c, &t, &s, &c2, &t2, &s2})
    sample::poison(*each);

  matmul(c.data(), a.data(), b.data(), n, m, l);
  transpose(t.data(), c.data(), n, m);
  blur(s.data(), t.data(), m, n);
  as_written(c2.data(), t2.data(), s2.data(), a.data(), b.data(), n, m, l);

  for (long i = 1; i < m; i += 20)
    std::printf("s[%ld][1..3] = %g %g %g\n", i, s[i * n + 1], s[i * n + 2],
                s[i * n + 3]);
  const bool equal = sample::same_bits(c, c2) && sample::same_bits(t, t2) &&
                     sample::same_bits(s, s2);
  return sample::verdict(equal);
}
