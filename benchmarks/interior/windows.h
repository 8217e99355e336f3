// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows around each element, three times: `bare` reads an input with a margin
// and has no conditions, `inside` has those of the edges, and `guarded` the same
// by a macro, of which Heddle leaves none out.
#ifndef HEDDLE_BENCHMARKS_INTERIOR_WINDOWS_H
#define HEDDLE_BENCHMARKS_INTERIOR_WINDOWS_H

constexpr int margin = 2;

#define HEDDLE_WINDOWS(SIDE)                                                   \
  namespace SIDE {                                                             \
  void convolution(float *out, const float *in, const float *w, int n, int m); \
  void blur(float *out, const float *in, const float *w, int n, int m);        \
  void count(float *out, const float *in, const float *w, int n, int m);       \
  }

HEDDLE_WINDOWS(bare)
HEDDLE_WINDOWS(inside)
HEDDLE_WINDOWS(guarded)

#endif
