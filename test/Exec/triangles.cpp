//===- triangles.cpp - loops whose bounds depend on counters --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

void lower(double *c, const double *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      c[i * n + j] += 2 * a[j * n + i];
}

void mirror(int *c, int n) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      c[i * n + j] = c[j * n + i];
}

void down(float *c, long n, long m) {
  [[heddle::map(JingExt)]]
  for (long i = n - 1; i >= 0; --i)
    for (long j = m - 1; j >= i; --j)
      c[i * m + j] = float(i - j);
}

void unsigned_counters(int *c, std::size_t n) {
  [[heddle::map(FoldAll)]]
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j)
      c[i * n + j] += static_cast<int>(i * 3 + j);
}

void simplex(int *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      for (int k = j; k < i; ++k)
        c[(i * n + j) * n + k] = i + 2 * j + 3 * k;
}

// The mapping says how many loops there are.
void turned(int *c, int n) {
  [[heddle::map(GridBlock(2, Permute({1, 0, 2}, SplitLast(8, ShiftLB(Gen)))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      c[i * n + j] = i - 2 * j;
}

// Both ends move.
void trapezium(int *c, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i / 2; j < m + i; ++j)
      c[i * (n + m) + j] = i * j;
}

// The last loop stays in the thread, and so does a narrow band.
void inner(int *c, const int *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      int sum = 0;
      for (int k = i; k <= j; ++k)
        sum += a[k];
      c[i * n + j] = sum;
    }
}
void band(int *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < i + 3; ++j)
      c[i * (n + 2) + j] = j - i;
}

// Of the element below the diagonal, which a later iteration writes.
void copied(int *c, int n) {
  [[heddle::map, heddle::copy(c)]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      c[i * n + j] = i + 1 < n && j > i ? c[(i + 1) * n + j] + 1 : 7;
}

double total(const double *c, int n) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      sum += c[i * n + j];
  return sum;
}
int most(const int *c, int n) {
  int most = -1000;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      if (c[i * n + j] > most)
        most = c[i * n + j];
  return most;
}

// Blocks of a run-time length: the loop over one of them runs in a thread.
void blocks(unsigned *result, unsigned n, unsigned size) {
  [[heddle::map]]
  for (unsigned t = 0; t < n; t++)
    for (unsigned i = t * size; i < (t + 1) * size; i++)
      result[t] += i % 3;
}
void block_sums(long *sum, const int *x, int n, int size) {
  [[heddle::map]]
  for (int t = 0; t < n; ++t) {
    long s = 0;
    for (int i = t * size; i < t * size + size; ++i)
      s += x[i];
    sum[t] = s;
  }
}

CASE(blocks_of_run_time_length) {
  for (const int n : harness::few_sizes())
    for (const int size : {0, 1, 7, 40}) {
      auto *result = r.out<unsigned>(n);
      if (n >= 0)
        r.call({1, n, size}, harness::fast_if(n > 0),
               [&] { blocks(result, unsigned(n), unsigned(size)); });
      auto *sum = r.out<long>(n);
      const auto *x = r.in<int>(n > 0 ? n * size : 0);
      r.call({2, n, size}, taken::any, [&] { block_sums(sum, x, n, size); });
    }
}

CASE(triangles) {
  for (const int n : {-1, 0, 1, 2, 3, 5, 31, 33, 64}) {
    const bool some = n > 0, two = n > 1;
    const int all = n > 0 ? n * n : 0;
    auto *c = r.out<double>(all);
    const auto *a = r.in<double>(all);
    r.call({1, n}, harness::fast_if(some), [&] { lower(c, a, n); });
    auto *d = r.in<int>(all, 3);
    r.call({2, n}, harness::fast_if(two), [&] { mirror(d, n); });
    for (const int m : {1, 7, 40}) {
      auto *e = r.out<float>(n > 0 ? n * m : 0);
      r.call({3, n, m}, harness::fast_if(some), [&] { down(e, n, m); });
    }
    auto *f = r.in<int>(all, 5);
    if (n >= 0)
      r.call({4, n}, harness::fast_if(some),
             [&] { unsigned_counters(f, static_cast<std::size_t>(n)); });
    if (n < 32) {
      auto *g = r.out<int>(all * n);
      r.call({5, n}, harness::fast_if(two), [&] { simplex(g, n); });
    }
    for (const int m : {1, 4, 30}) {
      auto *h = r.out<int>(n > 0 ? n * (n + m) : 0);
      r.call({6, n, m}, harness::fast_if(some), [&] { trapezium(h, n, m); });
    }
    auto *k = r.out<int>(all);
    r.call({7, n}, harness::fast_if(some),
           [&] { inner(k, r.in<int>(n, 7), n); });
    auto *l = r.out<int>(n > 0 ? n * (n + 2) : 0);
    r.call({8, n}, harness::fast_if(some), [&] { band(l, n); });
    auto *o = r.in<int>(all, 9);
    r.call({9, n}, taken::any, [&] { copied(o, n); });
    auto *p = r.out<int>(all);
    r.call({12, n}, harness::fast_if(some), [&] { turned(p, n); });
    // Of sums that are exact in any order.
    auto *s = r.out<double>(1);
    a = r.in<double>(all, 10);
    r.call({10, n}, harness::fast_if(two), [&] { *s = total(a, n); });
    auto *t = r.out<int>(1);
    r.call({11, n}, harness::fast_if(some),
           [&] { *t = most(r.in<int>(all, 11), n); });
  }
}

} // namespace SIDE
