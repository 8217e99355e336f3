//===- updates.cpp - many iterations reduce to each element ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class T> void diagonals(T *sums, const T *x, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      sums[i + j] += x[i * m + j];
}

template <class T>
void columns(T *sum, T *most, T *least, T *bits, const T *x, int n, int m) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      sum[j] -= x[i * m + j];
      most[j] = std::max(most[j], x[i * m + j]);
      if (x[i * m + j] < least[j])
        least[j] = x[i * m + j];
      bits[2 * j] ^= x[i * m + j];
      bits[2 * j + 1] = bits[2 * j + 1] | x[i * m + j];
    }
}

template <class T> void check(harness::recorder &r) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      const bool some = n > 0 && m > 0;
      const int size = some ? n * m : 0, edge = some ? n + m - 1 : 0;
      const T *x = r.in<T>(size);
      T *sums = r.in<T>(edge, 2);
      T *a = r.in<T>(m, 3), *b = r.in<T>(m, 4), *c = r.in<T>(m, 5),
        *d = r.in<T>(2 * m, 6);
      r.call({n, m}, {some ? taken::fast : taken::nothing, 2}, [&] {
        diagonals(sums, x, n, m);
        columns(a, b, c, d, x, n, m);
      });
    }
}
CASE(chars) { check<signed char>(r); }
CASE(shorts) { check<unsigned short>(r); }
CASE(ints) { check<int>(r); }
CASE(unsigneds) { check<unsigned>(r); }
CASE(longs) { check<long>(r); }
CASE(unsigned_longs) { check<unsigned long long>(r); }

// In blocks of four, by other forms of a step.
void forms(int (*counts)[3], int *p, const int *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    int &own = counts[i / 4][0];
    ++own;
    counts[i / 4][1] = counts[i / 4][1] - x[i];
    (counts[i / 4][2]) = (x[i] + counts[i / 4][2]);
    p[i / 8] *= x[i] % 3 == 0 ? 3 : 1;
  }
}
CASE(bins_of_four) {
  for (int n : harness::sizes()) {
    auto *counts =
        reinterpret_cast<int(*)[3]>(r.in<int>(n > 0 ? 3 * ((n + 3) / 4) : 0));
    int *p = r.out<int>(n > 0 ? (n + 7) / 8 : 0);
    for (int k = 0; k < (n > 0 ? (n + 7) / 8 : 0); ++k)
      p[k] = k - 3;
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { forms(counts, p, x, n); });
  }
}

struct table {
  unsigned char seen[16] = {};
  bool any[16] = {};
  int total = 0;

  void mark(const int *x, int n) {
    HEDDLE(map(FoldAll))
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 16; ++k) {
        this->seen[k] |= x[i] >> k;
        any[k] |= x[i] > 8 * k;
        total += k;
      }
  }
};
CASE(members_beside_a_variable) {
  for (int n : harness::sizes()) {
    table *t = r.out<table>(1);
    *t = table();
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { t->mark(x, n); });
  }
}

} // namespace SIDE
