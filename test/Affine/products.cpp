// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launch compares what unsigned subscripts come to with the ends of their
// type: each largest value once, and none that lies below another one.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --dump=affine %s -- -std=c++17 -I %include | grep -E '^(affine|check)' | FileCheck %s

#include <heddle/heddle.h>

// CHECK: affine nest
// CHECK-NEXT: check {{[a-z]*}}: 1 <= height
// CHECK-NEXT: check {{[a-z]*}}: 1 <= width or height <= 2
// CHECK-NEXT: check {{[a-z]*}}: height_x_width <= width * 2 + 4294967295 ('y * width'
// CHECK-NEXT: check {{[a-z]*}}: height_x_width <= width + 4294967297 ('x + y * width'
// CHECK-NEXT: check {{[a-z]*}}: height_x_width <= width + 4294967296 ('c + 1'
// CHECK-NEXT: check {{[a-z]*}}: height_x_width <= 4294967296 ('c + 1 + width'
// CHECK-NOT: check
void sobel(float *out, const float *in, unsigned width, unsigned height) {
  [[heddle::map]]
  for (unsigned y = 1; y < height - 1; y++)
    for (unsigned x = 1; x < width - 1; x++) {
      const unsigned c = x + y * width;
      out[c] = in[c - 1 - width] + in[c - width] + in[c + 1 - width] + in[c - 1] +
               in[c + 1] + in[c + 1 + width] + in[c + width] + in[c - 1 + width];
    }
}
