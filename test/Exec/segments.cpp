//===- segments.cpp - updates in floating point of elements that data name ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The numbers are such that another order of the updates gives other bits.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "checked.h"
#include <algorithm>
#include <cstddef>
#include <heddle/heddle.h>
#include <heddle/indices.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// So many numbers between 0 and below - 1, the last one among the first.
static std::vector<int> places(int n, int below) {
  std::vector<int> p(static_cast<std::size_t>(std::max(n, 0)));
  for (int i = 0; i < n; ++i)
    p[static_cast<std::size_t>(i)] =
        i == 0 ? below - 1 : static_cast<int>(i * 7919LL % below);
  return p;
}

/// Numbers whose sums are rounded: large ones that cancel, and small ones.
template <class T> static T *weights(harness::recorder &r, int n) {
  T *w = r.out<T>(n);
  for (int i = 0; i < n; ++i)
    w[i] = i % 5 == 1   ? T(1e7)
           : i % 5 == 3 ? T(-1e7)
                        : T(1) / T(3 + i);
  return w;
}

template <class T> void sums(T *h, const int *b, const T *w, int n, int bins) {
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    h[b[i]] += w[i];
}

// A local says which element, and a condition whether there is one.
void clamped(const double *x, const double *w, double *h, int n, int bins) {
  HEDDLE(map, extent(h, bins), reduce(h))
  for (int i = n - 1; i >= 0; --i) {
    int b = static_cast<int>(x[i] * 3);
    const double own = w[i];
    if (b < 0)
      continue;
    if (b >= bins)
      b = bins - 1;
    if (own != 0.25)
      h[b] -= own;
  }
}

// Two updates an iteration, which may be of one element.
void deposit(const float *x, const int *shift, float *h, int n, int cells) {
  [[heddle::map, heddle::extent(h, cells + 1), heddle::reduce(h)]]
  for (int p = 0; p < n; p++) {
    const int c = static_cast<int>(x[p]);
    const float w = x[p] - static_cast<float>(c);
    h[c] += 1.0f - w;
    h[c + shift[p]] += w;
  }
}

// The inner loop is mapped, too, or runs as long as data say.
void assemble(const int *conn, const double *fe, double *fn, int n, int m) {
  [[heddle::map, heddle::extent(fn, m), heddle::reduce(fn)]]
  for (int e = 0; e < n; e++)
    for (int a = 0; a < 4; a++)
      fn[conn[4 * e + a]] += fe[4 * e + a] * (1 + a);
}

void transposed(const int *row, const int *col, const double *a,
                const double *x, double *y, int n, int m) {
  [[heddle::map, heddle::extent(y, m), heddle::extent(col, 3 * n),
    heddle::extent(a, 3 * n), heddle::reduce(y)]]
  for (int i = 0; i < n; ++i) {
    double own = x[i] / 3;
    for (int k = row[i]; k < row[i + 1]; ++k) {
      y[col[k]] += a[k] * own;
      own += 1;
    }
  }
}

// Several arrays, of several types and lengths, and other operators.
void several(const std::vector<int> &b, const double *w,
             std::vector<double> &sum, double (&product)[8],
             std::vector<float> &most, double (&least)[8], int *count,
             int bins) {
  [[heddle::map, heddle::reduce(sum, product, most, least),
    heddle::extent(count, bins)]]
  for (std::size_t i = 0; i < b.size(); ++i) {
    const std::size_t k = static_cast<std::size_t>(b[i]);
    sum[k] = sum[k] + w[i];
    product[k % 8] *= 1 + w[i] / 1e8;
    most[k] = std::max(most[k], static_cast<float>(w[i]));
    if (w[i] < least[(k + 1) % 8])
      least[(k + 1) % 8] = w[i];
    count[b[i]]++;
  }
}

struct grid {
  std::vector<double> rho;
  double (*field)[3];
  int cells;

  void scatter(const int *cell, const double *w, int n) {
    HEDDLE(map, reduce(rho))
    for (int i = 0; i < n; ++i)
      rho[static_cast<std::size_t>(cell[i])] += w[i];
  }
  void spread(const int *cell, const double *w, int n) {
    HEDDLE(map, extent(field, cells), reduce(field))
    for (int i = 0; i < n; ++i)
      for (int d = 0; d < 3; ++d)
        this->field[cell[i]][d] += w[i] * (d + 1);
  }
};

// Beside other statements they are a launch of their own.
void beside(double *y, double *h, const int *b, const double *w, int n,
            int bins) {
  [[heddle::map, heddle::extent(h, bins), heddle::reduce(h)]]
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * w[i];
    h[b[i]] += w[i];
  }
}

// The loops need not be written with counters.
void ranges(std::vector<double> &h, const int *b, const double *w, int n,
            int m) {
  [[heddle::map, heddle::reduce(h)]]
  for (auto [i, j] : heddle::indices({n, m}))
    h[static_cast<std::size_t>(b[i * m + j])] += w[i * m + j];
  [[heddle::map, heddle::reduce(h)]]
  for (const double *p = w; p != w + n; ++p)
    h[static_cast<std::size_t>(b[p - w])] *= 1 + *p / 1e9;
}

void algorithm(std::vector<float> &h, const std::vector<int> &b) {
  [[heddle::map, heddle::reduce(h)]]
  std::for_each(b.begin(), b.end(),
                [&](int k) { h[static_cast<std::size_t>(k)] += 0.1f; });
  [[heddle::map, heddle::reduce(h)]]
  for (int k : b)
    h[static_cast<std::size_t>(k / 2)] *= 1.1f;
}

// Nor need the subscript, nor the element be spelled as one.
void triangle(double *h, const int *b, const double *w, std::size_t n, int m) {
  std::size_t i, j;
  int k;
  HEDDLE(map, extent(h, m), reduce(h))
  for (i = n; i-- > 0;)
    for (j = 0; j <= i; ++j) {
      k = b[j];
      double &own = *(h + k);
      own += w[i];
      h[k++ / 2] -= w[j];
      --h[k % m];
    }
}

void remainders(std::vector<double> &h, const double *w, int n, int m) {
  const auto run = [&h, w, n, m] {
    [[heddle::map, heddle::reduce(h)]]
    for (int i = 0; i < n; ++i)
      h[static_cast<std::size_t>(i % m)] += w[i];
  };
  run();
}

template <class T> void check_sums(harness::recorder &r) {
  for (int n : harness::sizes())
    for (int bins : {1, 2, 40, 300}) {
      const auto b = places(n, bins);
      T *h = r.in<T>(bins);
      const T *w = weights<T>(r, n);
      r.call({n, bins}, harness::fast_if(n > 0),
             [&] { sums(h, b.data(), w, n, bins); });
    }
}
CASE(doubles) { check_sums<double>(r); }
CASE(floats) { check_sums<float>(r); }

CASE(locals_say_which_element) {
  for (int n : harness::sizes()) {
    double *h = r.in<double>(9), *x = r.in<double>(n), *w = weights<double>(r, n);
    float *cells = r.in<float>(18, 2), *at = r.out<float>(n);
    int *shift = r.out<int>(n);
    for (int i = 0; i < n; ++i) {
      at[i] = static_cast<float>(i * 37 % 165) / 10;
      shift[i] = i % 2;
    }
    r.call({n}, {n > 0 ? taken::fast : taken::nothing, 2}, [&] {
      clamped(x, w, h, n, 9);
      deposit(at, shift, cells, n, 17);
    });
  }
}

// The text has what is left of the macro.
#define ADD_TO(a, k, v) a[k] += v
void by_macro(std::vector<double> &h, const int *b, const double *w, int n) {
  [[heddle::map, heddle::reduce(h)]]
  for (int i = 0; i < n; ++i)
    ADD_TO(h, b[i], w[i]);
}

CASE(updates_in_macros) {
  for (int n : {1, 40, 300}) {
    const auto b = places(n, 20);
    const double *w = weights<double>(r, n);
    double *all = r.out<double>(20);
    std::vector<double> h(20, 0.5);
    r.call({n}, {taken::fast, 1}, [&] {
      by_macro(h, b.data(), w, n);
      std::copy(h.begin(), h.end(), all);
    });
  }
}

CASE(inner_loops) {
  for (int n : harness::few_sizes()) {
    const auto conn = places(4 * n, 11);
    const double *fe = weights<double>(r, 4 * n), *a = weights<double>(r, 3 * n),
                 *x = weights<double>(r, n);
    double *fn = r.in<double>(11), *y = r.in<double>(30, 4);
    std::vector<int> row(1, 0), col = places(3 * n, 30);
    for (int i = 0; i < n; ++i)
      row.push_back(std::min(row.back() + i % 4, 3 * n));
    r.call({n}, {n > 0 ? taken::fast : taken::nothing, 2}, [&] {
      assemble(conn.data(), fe, fn, n, 11);
      transposed(row.data(), col.data(), a, x, y, n, 30);
    });
  }
}

CASE(several_arrays) {
  for (int n : {0, 1, 33, 200}) {
    const auto b = places(n, 20);
    const double *w = weights<double>(r, n);
    std::vector<double> sum(20, 0.1);
    std::vector<float> most(25, -1);
    auto &product = *reinterpret_cast<double(*)[8]>(r.in<double>(8));
    auto &least = *reinterpret_cast<double(*)[8]>(r.in<double>(8, 3));
    int *count = r.in<int>(20);
    r.call({n}, harness::fast_if(n > 0), [&] {
      several(b, w, sum, product, most, least, count, 20);
      for (double each : sum)
        r.keep(each);
      for (float each : most)
        r.keep(each);
    });
  }
}

CASE(members) {
  for (int n : {0, 1, 33, 200}) {
    const auto b = places(n, 20);
    const double *w = weights<double>(r, n);
    grid g{std::vector<double>(20, 0.1),
           reinterpret_cast<double(*)[3]>(r.in<double>(60)), 20};
    r.call({n}, {n > 0 ? taken::fast : taken::nothing, -1}, [&] {
      g.scatter(b.data(), w, n);
      g.spread(b.data(), w, n);
      for (double each : g.rho)
        r.keep(each);
    });
  }
}

CASE(other_loops) {
  for (int n : {0, 1, 2, 12, 33}) {
    const auto b = places(5 * n, 20);
    const double *w = weights<double>(r, 5 * n);
    double *t = r.in<double>(20);
    std::vector<double> h(20, 0.1);
    std::vector<float> f(20, 0.1f);
    r.call({n}, {n > 0 ? taken::fast : taken::any, 6}, [&] {
      ranges(h, b.data(), w, n, 5);
      algorithm(f, b);
      triangle(t, b.data(), w, static_cast<std::size_t>(n), 20);
      remainders(h, w, n, 7);
      for (double each : h)
        r.keep(each);
      for (float each : f)
        r.keep(each);
    });
  }
}

CASE(launches_of_their_own) {
  for (int n : {0, 1, 33, 200}) {
    const auto b = places(n, 20);
    const double *w = weights<double>(r, n);
    double *y = r.out<double>(n), *h = r.in<double>(20);
    r.call({n}, {n > 0 ? taken::fast : taken::nothing, n > 0 ? 2 : 1},
           [&] { beside(y, h, b.data(), w, n, 20); });
  }
}

// What is read may not be what is updated, and an array has elements.
CASE(as_written) {
  const auto b = places(40, 20);
  double *h = r.in<double>(60);
  r.call({1}, taken::sequential, [&] { sums(h, b.data(), h + 10, 40, 20); });
  double *none = r.in<double>(8);
  const double *w = weights<double>(r, 4);
  const double low[] = {-1, -2, -3, -4};
  r.call({2}, taken::sequential, [&] { clamped(low, w, none, 4, 0); });
}

CASE(checks) {
  const auto b = places(40, 20);
  double *h = r.in<double>(20);
  const double *w = weights<double>(r, 40);
  harness::checked(r, {1}, {taken::checked, 1}, nullptr,
                   [&] { sums(h, b.data(), w, 40, 20); });
  std::vector<double> less(20), v(40, 0.5);
  harness::checked(r, {2}, {taken::checked, -1},
                   "extent(h, 19) is wrong: iteration i = 0 touches 'h[b[i]]'",
                   [&] { sums(less.data(), b.data(), v.data(), 40, 19); });
}

} // namespace SIDE
