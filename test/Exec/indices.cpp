//===- indices.cpp - range-based loops over indices -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec --std c++20 cpu %t %s

#include "harness.h"
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <heddle/indices.h>
#include <ranges>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

void line(float *y, const float *x, int n) {
  [[heddle::map]]
  for (auto i : heddle::indices(n))
    y[i] = 2 * x[i] + i;
}

// From elsewhere than 0, in steps, and of every five the first two.
void parts(long *y, long from, int to) {
  [[heddle::map]]
  for (auto i : indices(from, to))
    y[i] = i;
  [[heddle::map]]
  for (const long i : indices(from, to, 3))
    y[i] -= 2 * i;
  [[heddle::map]]
  for (auto &&i : indices(from, to, 5, 2))
    y[i] *= 3;
}

// Unsigned, by the size of a container.
void sized(std::vector<int> &v) {
  const std::size_t count = v.size();
  [[heddle::map]]
  for (auto i : indices(count))
    v[i] += static_cast<int>(i);
  [[heddle::map]]
  for (auto i : indices(1u, count, 4u, 3u))
    v[i] ^= 5;
}

void plane(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (auto [i, j] : indices({n, m}))
    y[i * m + j] = x[i * m + j] + i - j;
  [[heddle::map(GridBlock(1, SplitLast(32, FoldLast2(ShiftLB(Gen)))))]]
  for (auto [i, j] : indices({1, 1}, {n - 1, m - 1})) {
    y[i * m + j] = 0.25 * (x[(i - 1) * m + j] + x[(i + 1) * m + j] +
                           x[i * m + j - 1] + x[i * m + j + 1]);
  }
  [[heddle::map(GridBlock(1, PruneGrid(ShiftLB(Gen))))]]
  for (auto [i, j] : indices({0, 1}, {n, m}, {2, 5}, {1, 3}))
    y[i * m + j] -= 7;
}

// A range in a loop, loops in a range, and a range in the thread.
void nested(int *c, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (auto [j, k] : heddle::indices({m, n}))
      c[(i * m + j) * n + k] = i + 10 * j + 100 * k;
  [[heddle::map]]
  for (auto [i, j] : heddle::indices({n, m})) {
    int sum = 0;
    for (auto k : heddle::indices(i, n, 4, 2)) {
      if (c[(i * m + j) * n + k] % 3 == 0)
        continue;
      sum += k;
    }
    for (auto k : indices(j))
      if (k * k > n)
        break;
      else
        sum -= k;
    for (int k = 0; k < n; ++k)
      c[(i * m + j) * n + k] = sum + k;
  }
}

// Bounds that are data, known before the range.
void sparse(long *y, const int *ends, int n) {
  [[heddle::map]]
  for (auto i : indices(n)) {
    (void)y[i];
    const int end = ends[i] % 7;
    for (auto k : indices(-2, end))
      y[i] += k * i;
  }
}

// Over several lines; copies of members.
struct grid {
  int rows, columns;
  std::vector<float> cells;
  void scale(float by) {
    const int rows = this->rows, columns = this->columns;
    [[heddle::map]]
    for (auto [i, j] : heddle::indices(
             {0, 0}, // both from the start
             {rows,
              columns}))
      cells[i * columns + j] *= by;
  }
  void sums(float *to) {
    const int n = rows, m = columns;
    [[heddle::map, heddle::bounds(n)]]
    for (auto [i, j] : heddle::indices({n, m}))
      to[i] += cells[i * m + j];
  }
};

template <class T> void power(T *y, int n, int by) {
  HEDDLE(map(FoldAll))
  for (auto [i, j, k] : indices({n, n, n})) {
    T p = 1;
    for ([[maybe_unused]] auto t : indices(by))
      p *= i + j + k;
    y[(i * n + j) * n + k] = p;
  }
}

template <int First> void shifted(int *y, int n) {
  [[heddle::map]]
  for (auto i : indices(First, n, 5, 2))
    y[i] = i - First;
}

double total(const double *x, int n) {
  double sum = 0;
  [[heddle::map, heddle::reduce(sum)]]
  for (auto i : indices(0, n, 3, 2))
    sum += x[i];
  return sum;
}

// In place: a copy of what later indices overwrite.
void drift(int *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (auto i : indices(n - 1))
    x[i] = x[i + 1] + 1;
}

void counted(int *y, int n, std::size_t m) {
  [[heddle::map]]
  for (auto i : std::views::iota(0, n))
    y[i] = 3 * i;
  [[heddle::map]]
  for (auto i : std::ranges::iota_view(std::size_t(1), m))
    for (int j : std::views::iota(2, n))
      y[i * n + j] = j;
}

// Expressions that bind less than what stands around them in a loop.
void loose(int *y, int n, int m) {
  constexpr int by = 3, wide = 1;
  [[heddle::map]]
  for (auto i : indices(n > 5 ? 1 : 2, n < m ? n : m, by + 1, wide + 1))
    y[i] = 1;
  [[heddle::map]]
  for (auto i : indices(0, n < 5 ? n : m))
    y[i] -= 2;
}

CASE(loose_bounds) {
  for (const int n : {0, 1, 2, 9, 40})
    for (const int m : {5, 30}) {
      auto *y = r.in<int>(64);
      r.call({n, m}, {taken::any, 2}, [&] { loose(y, n, m); });
    }
}

CASE(indices) {
  for (const int n : {-1, 0, 1, 2, 31, 33}) {
    const int m = n > 0 ? n + 2 : 4, cells = n > 0 ? n * m : 0;
    const taken path = n > 0 ? taken::fast : taken::nothing;
    auto *y = r.out<float>(n);
    auto *x = r.in<float>(n);
    r.call({1, n}, {path, 1}, [&] { line(y, x, n); });
    auto *l = r.in<long>(3 * m);
    r.call({2, n}, {taken::any, -1}, [&] { parts(l + m, -2, n); });
    std::vector<int> v(static_cast<std::size_t>(n > 0 ? n : 0), 3);
    r.call({3, n}, {taken::any, -1}, [&] {
      sized(v);
      for (int each : v)
        r.keep(each);
    });
    auto *p = r.out<double>(cells);
    auto *q = r.in<double>(cells);
    r.call({4, n}, {taken::any, -1}, [&] { plane(p, q, n, m); });
    auto *c = r.out<int>(cells * (n > 0 ? n : 0));
    r.call({5, n}, {path, 2}, [&] { nested(c, n, m); });
    grid g{n, m, std::vector<float>(static_cast<std::size_t>(cells), 1.5f)};
    auto *sums = r.in<float>(n);
    r.call({6, n}, {path, 2}, [&] {
      g.scale(3);
      g.sums(sums);
      for (float each : g.cells)
        r.keep(each);
    });
    const int cube = n > 0 ? n * n * n : 0;
    auto *i = r.out<int>(cube);
    auto *j = r.out<long>(cube);
    r.call({7, n}, {path, 2}, [&] {
      power(i, n, 3);
      power(j, n, 2);
    });
    auto *z = r.in<int>(n);
    r.call({12, n}, {taken::any, 2}, [&] { shifted<0>(z, n), shifted<3>(z, n); });
    auto *s = r.in<double>(n);
    r.call({8, n}, taken::any, [&] { r.keep(total(s, n)); });
    auto *d = r.in<int>(n);
    r.call({9, n}, taken::any, [&] { drift(d, n); });
    auto *w = r.in<long>(n);
    auto *ends = r.in<int>(n);
    r.call({11, n}, {path, 1}, [&] { sparse(w, ends, n); });
    auto *t = r.out<int>(n > 2 ? n * n : 0);
    if (n > 2)
      r.call({10, n}, {path, 2},
             [&] { counted(t, n, static_cast<std::size_t>(n)); });
  }
}

} // namespace SIDE
