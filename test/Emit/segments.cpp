// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of segments gets where each begins, each counter of its iterations, and the misses.
// RUN: %heddle-rewrite %s -- -std=c++17 -I %include | grep -v '^//' | FileCheck %s
#include <heddle/heddle.h>
#include <vector>

// CHECK: static __global__ void heddle_sums_0(
// CHECK: const long long *first
// CHECK: const int *i_at
// CHECK: const long *j_at
// CHECK: unsigned char *missed
// CHECK: ::heddle::rt::segments<int, long> heddle_segments(heddle_site, heddle_elements);
// CHECK: ::heddle::rt::first_of(heddle_segments),
// CHECK-NEXT: ::heddle::rt::counters_of<0>(heddle_segments),
// CHECK-NEXT: ::heddle::rt::counters_of<1>(heddle_segments),
// CHECK-NEXT: ::heddle::rt::missed_by(heddle_segments),
void sums(std::vector<float> &h, const int *b, const float *w, int n, int m) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      h[b[i * m + j]] += w[i];
}
