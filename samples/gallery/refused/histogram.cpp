//===- histogram.cpp - refused: data say which element is updated ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pixels of one value update one bin. Integers may be added in any order,
// and ++bins[pixel[i]] is taken. In floating point the order shows, and here
// only the data know which iterations meet: HD217. Where a subscript tells, as in
// bins[i / 32] += ..., it is taken (../reductions.cpp, count_bins).
//
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

void histogram(float (&bins)[256], const unsigned char *pixel,
               const float *weight, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    bins[pixel[i]] += weight[i];
}
