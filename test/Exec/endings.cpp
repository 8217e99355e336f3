//===- endings.cpp - loops that may end the program -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// None of these iterations does; test/Runtime/ends.cpp has one that does.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-and-serial %t %s

#include "harness.h"
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <heddle/heddle.h>

using namespace heddle;

using harness::taken;

namespace SIDE {

/// Threads of the CPU do not end the program for others, in whatever order.
static harness::expectation threads_if(bool nonempty) {
#if defined(__CUDACC__)
  return nonempty ? taken::fast : taken::nothing;
#else
  return nonempty ? taken::sequential : taken::nothing;
#endif
}

void stopped(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] / 2;
    if (y[i] == 2000000000)
      std::exit(EXIT_FAILURE);
  }
}

void said(int *y, const int *x, int n, int limit) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (x[i] / 2 == limit) {
      std::fprintf(stderr, "%d: %d is %s", i, x[i], "too much\n");
      puts("so it ends");
      abort();
    }
    y[i] = x[i] ^ limit;
  }
}

// Nothing is stored at all.
void looked_at(const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] / 2 == 2000000000)
      exit(1);
}

static int halved(int v) {
  if (v / 2 == 2000000000) {
    printf("%d is too much\n", v);
    std::terminate();
  }
  return v / 2;
}

void in_function(int *y, const int *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = halved(x[j * n + i]);
}

CASE(programs_that_go_on) {
  for (const int n : harness::sizes()) {
    auto y = r.out<int>(n);
    auto x = r.in<int>(n);
    r.call({1, n}, threads_if(n > 0), [&] { stopped(y, x, n); });
    y = r.out<int>(n);
    x = r.in<int>(n);
    r.call({2, n}, threads_if(n > 0), [&] { said(y, x, n, 1900000000); });
    x = r.in<int>(n);
    r.call({3, n}, threads_if(n > 0), [&] { looked_at(x, n); });
  }
  for (const int n : harness::few_sizes()) {
    auto y = r.out<int>(n > 0 ? n * 3 : 0);
    auto x = r.in<int>(n > 0 ? n * 3 : 0);
    r.call({4, n}, threads_if(n > 0), [&] { in_function(y, x, n, 3); });
  }
}

} // namespace SIDE
