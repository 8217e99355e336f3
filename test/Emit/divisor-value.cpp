// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter below zero that is computed with a divisor's value: not unsigned,
// or it wraps. Compared with the loop by --validate, too.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: grep -v CHECK %t.cu | FileCheck %s

#include <cstddef>
#include <heddle/heddle.h>

// CHECK: const long i = long(i_0 + int(by_n.value()) - 3);
void sum(short &s, const short (&a)[99], short n) {
  [[heddle::map]]
  for (std::ptrdiff_t i = n - 3; i < n + 1; i += 1)
    for (int j = n; 0 < j; j -= 1)
      s += a[i + j + 1];
}
