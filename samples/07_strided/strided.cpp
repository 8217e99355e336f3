//===- strided.cpp - step and width, PruneGrid and CompressGrid -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

using namespace heddle;

// Of every four elements, counted from 3, the loop takes two. PruneGrid gives
// a thread to each of the four and switches two of them off.
void every_other_pair_pruned(float *y, const float *x, long n) {
  [[heddle::bounds(3, n), heddle::step(4), heddle::width(2),
    heddle::map(GridBlock(1, SplitLast(64, PruneGrid(ShiftLB(Gen)))))]]
  for (long i = 3; i < n; ++i)
    if ((i - 3) % 4 < 2)
      y[i] = x[i] * x[i] + 1.0f;
}

// CompressGrid gives threads to the two only: half as many, at the price of a
// division and a remainder by constants in each.
void every_other_pair_compressed(float *y, const float *x, long n) {
  [[heddle::bounds(3, n), heddle::step(4), heddle::width(2),
    heddle::map(GridBlock(1, SplitLast(64, CompressGrid({1}, ShiftLB(Gen)))))]]
  for (long i = 3; i < n; ++i)
    if ((i - 3) % 4 < 2)
      y[i] = x[i] * x[i] + 1.0f;
}

void every_other_pair_as_written(float *y, const float *x, long n) {
  for (long i = 3; i < n; ++i)
    if ((i - 3) % 4 < 2)
      y[i] = x[i] * x[i] + 1.0f;
}

int main() {
  const long n = 5000;
  const std::vector<float> x = sample::numbers<float>(n, 7);
  std::vector<float> y(n), z(n), w(n);
  sample::poison(y);
  sample::poison(z);
  sample::poison(w);

  every_other_pair_pruned(y.data(), x.data(), n);
  every_other_pair_compressed(z.data(), x.data(), n);
  every_other_pair_as_written(w.data(), x.data(), n);

  std::printf("y[3] = %g, y[4] = %g, y[7] = %g, y[8] = %g\n", double(y[3]),
              double(y[4]), double(y[7]), double(y[8]));
  return sample::verdict(sample::same_bits(y, w) && sample::same_bits(z, w));
}
