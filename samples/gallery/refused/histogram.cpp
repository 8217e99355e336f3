//===- histogram.cpp - refused: data say which element is updated ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pixels of one value update one bin. Heddle tells iterations that meet
// from others by their subscripts, and here only the data know: HD217.
// Where a subscript tells, as in bins[i / 32] += ..., it is taken
// (../reductions.cpp, count_bins).
//
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

void histogram(int (&bins)[256], const unsigned char *pixel, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    ++bins[pixel[i]];
}
