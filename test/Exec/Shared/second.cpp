//===- second.cpp - the other file; see first.cpp -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %heddle-rewrite --check %s -- -std=c++17 -I %include -DSIDE=mapped

#include "loops.h"
#include <heddle/heddle.h>

using namespace heddle;

// In both files, and not the same.
static void fill(int *y, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    y[i] = 200 - i;
}

namespace {
struct filler {
  int value;
  void fill(int *y, int n) const {
    [[heddle::map(FoldAll)]]
    for (int i = n - 1; i >= 0; --i)
      y[i] -= value;
  }
};
} // namespace

namespace SIDE {

struct policy_of_second {
  static constexpr int by = 2, factor = 6;
};

void from_second(int *y, int n) {
  const int rows = n < 0 ? 0 : n;
  in_header(y, n);
  in_header_static(y + rows, n);
  in_header_template(y + 2 * rows, n);
  in_header_class{4}.fill(y + 3 * rows, n);
  fill(y + 4 * rows, n);
  filler{8}.fill(y + 4 * rows, n);
}

void policy_from_second(int *y, int n) {
  in_header_policy<policy_of_second>(y, n);
}

void sized_from_second(int *y, int n) {
  const int rows = n < 0 ? 0 : n;
  in_header_sized(reinterpret_cast<int(*)[6]>(y), n);
  in_header_sized(reinterpret_cast<int(*)[9]>(y + 6 * rows),
                  static_cast<long>(n));
}

} // namespace SIDE
