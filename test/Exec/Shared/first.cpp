//===- first.cpp - two files with a header and names in common ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s %S/second.cpp

#include "harness.h"
#include "loops.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

// In both files, and not the same.
static void fill(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 100 + i;
}

namespace {
struct filler {
  int value;
  void fill(int *y, int n) const {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] += value;
  }
};
} // namespace

namespace SIDE {

struct policy_of_first {
  static constexpr int by = 1, factor = 5;
};

CASE(two_files) {
  for (const int n : {-1, 0, 1, 32, 70}) {
    const taken path = n > 0 ? taken::fast : taken::nothing;
    auto y = r.out<int>(n);
    r.call({1, n}, path, [&] { in_header(y, n); });
    y = r.out<int>(n);
    r.call({2, n}, path, [&] { in_header_static(y, n); });
    y = r.out<int>(n);
    auto z = r.out<short>(n);
    r.call({3, n}, harness::expectation(path, 2), [&] {
      in_header_template(y, n);
      in_header_template(z, n);
    });
    y = r.out<int>(n);
    r.call({4, n}, path, [&] { in_header_class{9}.fill(y, n); });
    y = r.out<int>(n);
    r.call({5, n}, harness::expectation(path, 2), [&] {
      fill(y, n);
      filler{8}.fill(y, n);
    });
    y = r.out<int>(6 * (n < 0 ? 0 : n));
    r.call({6, n}, harness::expectation(path, 6), [&] { from_second(y, n); });
    y = r.out<int>(n);
    r.call({10, n}, path, [&] { in_header_policy<policy_of_first>(y, n); });
    y = r.out<int>(n);
    r.call({11, n}, path, [&] { policy_from_second(y, n); });
    auto four = reinterpret_cast<int(*)[4]>(r.out<int>(n < 0 ? 0 : 4 * n));
    r.call({7, n}, path, [&] { in_header_sized(four, n); });
    auto six = reinterpret_cast<int(*)[6]>(r.out<int>(n < 0 ? 0 : 6 * n));
    r.call({8, n}, path, [&] { in_header_sized(six, n); });
    y = r.out<int>(n < 0 ? 0 : 15 * n);
    r.call({9, n}, harness::expectation(path, 2),
           [&] { sized_from_second(y, n); });
  }
}

} // namespace SIDE
