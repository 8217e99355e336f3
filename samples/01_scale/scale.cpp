//===- scale.cpp - one loop, one mapping ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

void scale(double *y, const double *x, double a, long n) {
  [[heddle::map(GridBlock(1, SplitLast(256, ShiftLB(Gen))))]]
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i];
}

void scale_as_written(double *y, const double *x, double a, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i];
}

int main() {
  // Not a multiple of 256: some threads of the last block have nothing to do.
  const long n = 10000;
  const std::vector<double> x = sample::numbers<double>(n, 1);
  std::vector<double> y(n), z(n);
  sample::poison(y);
  sample::poison(z);

  scale(y.data(), x.data(), 2.5, n);
  scale_as_written(z.data(), x.data(), 2.5, n);

  for (long i = 0; i < n; i += 2500)
    std::printf("2.5 * %g = %g\n", x[i], y[i]);
  return sample::verdict(sample::same_bits(y, z));
}
