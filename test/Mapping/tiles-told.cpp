// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dumps and the report tell what blocks load, and give no advice on reads of it.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --dump=mapping %s -- -std=c++17 -I %include | FileCheck --check-prefix=MAPPING %s
// RUN: %heddle-rewrite --dump=kernel %s -- -std=c++17 -I %include | FileCheck --check-prefix=KERNEL %s
// RUN: %heddle-rewrite --explain-mapping --report=text %s -o %t.cu -- -std=c++17 -I %include 2>&1 | FileCheck --implicit-check-not="'a[i * l + k]' uses" --check-prefix=REPORT %s
#include <heddle/heddle.h>
using namespace heddle;

// MAPPING: variant ''
// MAPPING: staged 16 x 16 elements of 'a', 1088 bytes, for 16 iterations of loop 'k'
// MAPPING-NEXT: proved for all parameters
// KERNEL: shared float a_tile[16][16], rows 17 apart
// KERNEL: if 0 < l
// KERNEL-NEXT: each
// KERNEL: loop k_first in [0, l) by 16
// KERNEL-NEXT: phase
// KERNEL: loads
// KERNEL: phase
// KERNEL: part 0 of the body, touches a_tile, keeps c_own_kept
// KERNEL: each
// REPORT: read a[i * l + k]
// REPORT: staged 16 x 16 elements of 'a', 1088 bytes, for 16 iterations of loop 'k'; the figures above are without that
void product(float *c, const float *a, const float *b, int n, int m, int l) {
  [[heddle::map(Blocks({16, 16}, Permute({1, 0}, ShiftLB(Gen)))), heddle::stage(a), heddle::strip(k, 16)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
}
