//===- indirect.cpp - containers read where data says ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class C> void keep(harness::recorder &r, const C &c) {
  using element = std::remove_cv_t<std::remove_reference_t<decltype(c[0])>>;
  std::copy(c.begin(), c.end(), r.out<element>(c.size()));
}
/// Subscripts below `most`, all over.
std::vector<int> subscripts(std::size_t count, int most) {
  std::vector<int> p(count);
  for (std::size_t k = 0; k < count; ++k)
    p[k] = static_cast<int>((k * 7919 + 13) % static_cast<std::size_t>(most));
  return p;
}
template <class T> std::vector<T> numbers(std::size_t count) {
  std::vector<T> x(count);
  for (std::size_t k = 0; k < count; ++k)
    x[k] = static_cast<T>(static_cast<int>(k * 37 % 101) - 50);
  return x;
}

void gather(std::vector<double> &y, const std::vector<double> &x,
            const std::vector<int> &p) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[p[i]];
}

CASE(gather) {
  for (const int n : {0, 1, 31, 33, 257})
    for (const int m : {1, 2, 300}) {
      std::vector<double> y(static_cast<std::size_t>(n));
      r.call({n, m}, harness::fast_if(n > 0), [&] {
        gather(y, numbers<double>(static_cast<std::size_t>(m)),
               subscripts(y.size(), m));
        keep(r, y);
      });
    }
}

// Nothing is read of an empty container.
void chosen(std::vector<int> &y, const std::vector<int> &x, const int *p,
            int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = p[i] >= 0 ? x[p[i]] : -1;
}

CASE(empty) {
  for (const int n : {1, 40}) {
    std::vector<int> y(static_cast<std::size_t>(n));
    const std::vector<int> none, p(y.size(), -1);
    r.call({n}, taken::fast, [&] { chosen(y, none, p.data(), n), keep(r, y); });
  }
}

/// Rows of compressed storage.
struct sparse {
  std::vector<int> row, column;
  std::vector<double> values;
};

void multiply(std::vector<double> &y, const sparse &a,
              const std::vector<double> &x) {
  const int rows = static_cast<int>(a.row.size()) - 1;
  [[heddle::map]]
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int k = a.row[i]; k < a.row[i + 1]; ++k)
      sum += a.values[k] * x[a.column[k]];
    y[i] = sum;
  }
}

CASE(sparse_rows) {
  for (const int n : {0, 1, 5, 32, 100}) {
    sparse a;
    a.row.push_back(0);
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < i % 4; ++k) {
        a.column.push_back((i * 5 + k * 3) % n);
        a.values.push_back(i - k);
      }
      a.row.push_back(static_cast<int>(a.column.size()));
    }
    std::vector<double> y(static_cast<std::size_t>(n));
    r.call({n}, harness::fast_if(n > 0), [&] {
      multiply(y, a, numbers<double>(y.size()));
      keep(r, y);
    });
  }
}

void embed(std::vector<float> &out, const std::vector<float> &table,
           const std::vector<int> &token, int width) {
  const int count = static_cast<int>(token.size());
  [[heddle::map]]
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < width; ++j)
      out[i * width + j] = table[token[i] * width + j];
}

CASE(rows_of_a_table) {
  for (const int n : {0, 1, 9, 70})
    for (const int w : {1, 4, 33}) {
      std::vector<float> out(static_cast<std::size_t>(n * w));
      const auto token = subscripts(static_cast<std::size_t>(n), 12);
      r.call({n, w}, harness::fast_if(n > 0), [&] {
        embed(out, numbers<float>(static_cast<std::size_t>(12 * w)), token, w);
        keep(r, out);
      });
    }
}

struct body {
  double x, mass;
  int kind;
};

void kinds(std::vector<body> &b, const std::vector<body> &prototype) {
  [[heddle::map]]
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i].mass = prototype[b[i].kind].mass + b[i].x;
}

void triples(std::vector<std::array<double, 3>> &force,
             const std::vector<std::array<double, 3>> &at,
             const std::vector<int> &next) {
  [[heddle::map]]
  for (std::size_t i = 0; i < force.size(); ++i)
    for (int d = 0; d < 3; ++d)
      force[i][d] = at[next[i]][d] - at[i][d];
}

CASE(structures) {
  for (const int n : {0, 1, 33, 100}) {
    std::vector<body> b(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < b.size(); ++i)
      b[i] = {double(i), -1, static_cast<int>(i * 5 % 3)};
    const std::vector<body> prototype = {{0, 1.5, 0}, {0, 2.5, 1}, {0, 4, 2}};
    r.call({1, n}, harness::fast_if(n > 0), [&] {
      auto mine = b;
      kinds(mine, prototype);
      double *masses = r.out<double>(n);
      for (std::size_t i = 0; i < mine.size(); ++i)
        masses[i] = mine[i].mass;
    });
    std::vector<std::array<double, 3>> f(b.size()), at(b.size());
    for (std::size_t i = 0; i < at.size(); ++i)
      at[i] = {double(i), double(2 * i), -double(i)};
    r.call({2, n}, harness::fast_if(n > 0), [&] {
      triples(f, at, subscripts(f.size(), n));
      keep(r, f);
    });
  }
}

// Remainders of run-time numbers.
void ring(std::vector<int> &y, const std::vector<int> &x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[(i + n - 1) % n] - x[(i + 1) % n];
}

// Elements of y exist as a whole, although data says which are written.
void some(std::vector<int> &y, const std::vector<int> &x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[2 * i] = x[i];
}

CASE(whole) {
  for (const int n : {0, 1, 2, 33, 100}) {
    const auto x = numbers<int>(static_cast<std::size_t>(n));
    std::vector<int> y(x.size()), z(2 * x.size(), 7);
    r.call({1, n}, harness::fast_if(n > 0), [&] { ring(y, x, n), keep(r, y); });
    r.call({2, n}, harness::fast_if(n > 0), [&] { some(z, x, n), keep(r, z); });
  }
}

} // namespace SIDE
