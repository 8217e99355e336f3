//===- contexts.cpp - branches and loops around a nest --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

// k is 5 at least: what is read lies behind all that is written.
void pull_back(double *x, int n) {
  for (int k = 5; k + 5 <= n; k += 5) {
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      x[j] = x[j] / 2 + x[j + k];
  }
}

void push(double *x, int n, int k) {
  if (k >= n && n > 0) {
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      x[j + k] = x[j] + 1;
  }
}

void otherwise(double *x, int n, int k) {
  if (k < n || x[0] > 1e9)
    x[0] = 1;
  else
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      x[j + k] = x[j] + 2;
}

void down(double *x, int n) {
  for (int k = n; k > 3; --k)
    [[heddle::map]]
    for (int j = 0; j < 3; ++j)
      x[j] = x[j + k] + x[j];
}

CASE(contexts) {
  for (const int n : {0, 4, 10, 33, 60}) {
    r.call({1, n}, {taken::fast, n < 10 ? 0 : n / 5 - 1}, [&] {
      auto x = r.in<double>(70);
      pull_back(x, n);
    });
    r.call({2, n}, {taken::fast, n > 3 ? n - 3 : 0}, [&] {
      auto x = r.in<double>(70);
      down(x, n);
    });
    for (const int k : {n - 1, n, n + 7}) {
      r.call({3, n, k}, {taken::fast, k >= n && n > 0}, [&] {
        auto x = r.in<double>(140);
        push(x, n, k);
      });
      r.call({4, n, k}, {n ? taken::fast : taken::nothing, k >= n}, [&] {
        auto x = r.in<double>(140);
        otherwise(x, n, k);
      });
    }
  }
}

} // namespace SIDE
