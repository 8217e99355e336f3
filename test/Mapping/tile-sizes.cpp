// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mapping is compiled for each size of tiles(...), and the launch takes the
// largest one that fills the device.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --validate=off %s -o %t.cu -- -std=c++17 -I %include
// RUN: FileCheck %s < %t.cu
// RUN: not %heddle-rewrite --validate=off %s -- -std=c++17 -I %include -DWRONG 2>&1 | FileCheck --check-prefix=WRONG %s
#include <heddle/heddle.h>
using namespace heddle;

#ifndef WRONG
// CHECK: heddle: the loops of tile-sizes.cpp
// CHECK: staged        32 x 8 elements of 'a'
// CHECK: static __global__ void heddle_sized_0(
// CHECK: heddle: the same loops, for 884736 iterations and more
// CHECK: staged        64 x 16 elements of 'a'
// CHECK: static __global__ void heddle_sized_0_size16(
// CHECK-NOT: {{^}}static __global__ void heddle_sized_0_size8
void sized(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map(Blocks({4 * tile_size, 4 * tile_size}, {4, 4})),
    heddle::stage(a, b), heddle::strip(k, tile_size), heddle::tiles(16, 8)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}

// The number of iterations says which: 216 blocks of 18, but none of 34.
// CHECK: heddle: the loops of tile-sizes.cpp
// CHECK: thread space  grid (278, 1, 1), block (18, 1, 1)
// CHECK: static __global__ void heddle_known_0(
// CHECK-NOT: {{^}}static __global__ void heddle_known_0_
void known(float *y, const float *x) {
  constexpr int small = 8;
  [[heddle::map(GridBlock(1, SplitLast(tile_size + 2, ShiftLB(Gen)))),
    heddle::tiles(small, 2 * small, 4 * small)]]
  for (int i = 0; i < 5000; ++i)
    y[i] = x[i];
}
#else
// WRONG: [[@LINE+2]]:17: error: the mapping has 'tile_size', and no 'tiles' says which sizes [heddle-HD526]
void no_sizes(float *y, const float *x, int n) {
  [[heddle::map(Blocks({tile_size}))]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// WRONG: [[@LINE+3]]:21: error: 'strip' has 'tile_size', and no 'tiles' says which sizes [heddle-HD526]
void no_sizes_of_strip(float *y, const float *x, int n) {
  [[heddle::map(Blocks({8})), heddle::stage(x),
                    heddle::strip(j, tile_size)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i] += x[i + j];
}

// WRONG: [[@LINE+2]]:18: error: 'tiles' has no use: neither the mapping nor 'strip' has 'tile_size' [heddle-HD527]
void no_size(float *y, const float *x, int n) {
  [[heddle::map, heddle::tiles(8)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// WRONG: [[@LINE+2]]:43: error: for tile_size = 2, a length of the mapping is no whole number [heddle-HD528]
void fraction(float *y, const float *x, int n) {
  [[heddle::map(Blocks({tile_size / 4})), heddle::tiles(8, 2)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// WRONG: [[@LINE+2]]:39: error: wrong arguments of 'tiles', which takes one to four sizes, all constants [heddle-HD106]
void at_run_time(float *y, const float *x, int n) {
  [[heddle::map(Blocks({tile_size})), heddle::tiles(any)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// WRONG: [[@LINE+2]]:17: error: the block of 4096 exceeds CUDA's limits
void too_large(float *y, const float *x, int n) {
  [[heddle::map(Blocks({tile_size})), heddle::tiles(16, 4096)]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}
#endif
