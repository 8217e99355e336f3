// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that an annotation may not stand on: other algorithms, their results,
// and functions of the user's with such a name.
// RUN: not %heddle-rewrite --check %s -- -std=c++20 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <algorithm>
#include <heddle/heddle.h>
#include <vector>

void others(std::vector<double> &v, double *x, int n) {
  // CHECK: :[[@LINE+1]]:5: error: 'map' annotates a 'for' loop, but stands on an expression that neither assigns a tensor nor calls std::for_each, std::transform or the like [heddle-HD101]
  [[heddle::map]] std::sort(x, x + n);
  // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD101]
  [[heddle::map]] std::ranges::fill(v, 1.0);
  // CHECK: :[[@LINE+1]]:5: error: {{.*}}a declaration [heddle-HD101]
  [[heddle::map]] auto end = std::copy(x, x + n, v.begin());
  // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD101]
  [[heddle::map]] end = std::copy(x, x + n, v.begin());
}

namespace own {
template <class I, class F> void for_each(I first, I last, F f) {
  for (; last != first; ++first) f(*first);
}
} // namespace own

void ownOne(double *x, int n) {
  // CHECK: :[[@LINE+1]]:5: error: {{.*}}[heddle-HD101]
  [[heddle::map]] own::for_each(x, x + n, [](double &v) { v = 1; });
}
