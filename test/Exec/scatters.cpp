//===- scatters.cpp - extent and independent, believed and checked --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Loops that only the claims of their annotations let run in parallel. Where a
// claim is wrong, HEDDLE_CHECK=1 finds it before the element is touched; where
// it is right, the loops compute the same under HEDDLE_CHECK=1.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "checked.h"
#include <algorithm>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// A permutation of 0 to n - 1: n is no multiple of 7919.
static std::vector<int> places(int n) {
  std::vector<int> p(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    p[static_cast<std::size_t>(i)] = static_cast<int>((i * 7919LL + 5) % n);
  return p;
}

template <class F>
static void checked(harness::recorder &r, std::initializer_list<long long> label,
                    const char *wrong, const F &f) {
  harness::checked(r, label, {taken::checked, -1}, wrong, f);
}

//===----------------------------------------------------------------------===//
// Stores through an index
//===----------------------------------------------------------------------===//

void scatter(double *y, const double *x, const int *p, int n, int m) {
  [[heddle::map, heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = x[i];
}

void update(double *y, const double *x, const int *p, int n, int m) {
  HEDDLE(map, extent(y, m), independent(y))
  for (int i = 0; i < n; ++i) {
    y[p[i]] -= x[i];
    if (y[p[i]] < 0)
      y[p[i]] = x[i] * y[p[i]];
  }
}

// Only the outermost loop is mapped: of one t the elements may be the same.
void rows(float *cache, const float *x, const int *slot, int tokens, int width,
          int slots) {
  [[heddle::map, heddle::extent(cache, slots * width),
    heddle::independent(cache)]]
  for (int t = 0; t < tokens; ++t)
    for (int c = 0; c < width; ++c)
      cache[slot[t] * width + c] = x[t * width + c];
}

// Both loops are, since the annotation names two.
void table(float (*y)[8], const float *x, const int *p, const int *q, int n,
           int m) {
  [[heddle::map, heddle::bounds({n, m}), heddle::extent(y, n),
    heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[p[i]][q[j]] = x[i * m + j];
}

struct particle {
  float x, v;
  int cell;
};

void move(particle *p, const int *active, int n, int all) {
  [[heddle::map, heddle::extent(p, all), heddle::independent(p)]]
  for (int k = 0; k < n; ++k) {
    p[active[k]].x += p[active[k]].v;
    p[active[k]].cell = k;
  }
}

void into_vector(std::vector<long> &y, const std::vector<int> &p) {
  [[heddle::map, heddle::independent(y)]]
  for (std::size_t i = 0; i < p.size(); ++i)
    y[static_cast<std::size_t>(p[i])] = static_cast<long>(i);
}

CASE(right) {
  for (const int n : {0, 1, 31, 32, 33, 100}) {
    const auto p = places(n);
    const std::size_t size = static_cast<std::size_t>(n);
    for (const int m : {n, n + 3}) {
      const auto run = [&] {
        auto y = r.in<double>(size + 8), x = r.in<double>(size);
        scatter(y, x, p.data(), n, m);
        update(y, x, p.data(), n, m);
      };
      r.call({1, n, m}, {n ? taken::fast : taken::nothing, 2}, run);
      checked(r, {2, n, m}, nullptr, run);
    }
    const auto others = [&] {
      auto cache = r.in<float>(5 * size);
      auto x = r.in<float>(5 * size);
      rows(cache, x, p.data(), n, 5, n);
      auto q = places(6);
      auto y = r.in<float>(8 * size);
      table(reinterpret_cast<float(*)[8]>(y), x, p.data(), q.data(), n, 5);
      std::vector<particle> all(size);
      for (int i = 0; i < n; ++i)
        all[static_cast<std::size_t>(i)] = {float(i), float(i % 5), -1};
      move(all.data(), p.data(), n, n);
      for (const particle &each : all)
        r.keep(each.x + static_cast<float>(each.cell));
      std::vector<long> z(size);
      into_vector(z, p);
      for (long each : z)
        r.keep(each);
    };
    r.call({3, n}, {n ? taken::fast : taken::nothing, 4}, others);
    checked(r, {4, n}, nullptr, others);
  }
}

CASE(wrong) {
  const int n = 20;
  std::vector<double> y(64), x(64);
  auto p = places(n);
  checked(r, {1}, "extent(y, 19) is wrong: iteration i = ",
          [&] { scatter(y.data(), x.data(), p.data(), n, n - 1); });
  p[7] = -2;
  checked(r, {2},
          "extent(y, 20) is wrong: iteration i = 7 touches 'y[p[i]]', element "
          "-2",
          [&] { scatter(y.data() + 8, x.data(), p.data(), n, n); });
  p = places(n);
  p[11] = p[3];
  checked(r, {3}, "independent(y) is wrong: iteration i = 11 writes 'y[p[i]]'",
          [&] { scatter(y.data(), x.data(), p.data(), n, n); });
  checked(r, {4}, ", which iteration i = 3 has written",
          [&] { update(y.data(), x.data(), p.data(), n, n); });
  std::vector<float> cache(200), z(200);
  const int slot[] = {4, 2, 4};
  checked(r, {5}, "independent(cache) is wrong: iteration t = 2 writes",
          [&] { rows(cache.data(), z.data(), slot, 3, 5, 6); });
  const int twice[] = {1, 1}, once[] = {0};
  checked(r, {6}, "iteration i = 0, j = 1 writes 'y[p[i]][q[j]]'", [&] {
    table(reinterpret_cast<float(*)[8]>(cache.data()), z.data(), once, twice, 1,
          2);
  });
  std::vector<particle> all(6);
  checked(r, {7}, "independent(p) is wrong: iteration k = 2",
          [&] { move(all.data(), slot, 3, 6); });
  checked(r, {8}, "extent(p, 4) is wrong: iteration k = 0",
          [&] { move(all.data(), slot, 3, 4); });
  std::vector<long> v(9);
  checked(r, {9}, "independent(y) is wrong: iteration i = 2",
          [&] { into_vector(v, {4, 2, 4}); });
}

//===----------------------------------------------------------------------===//
// Reads through an index, and where data decide
//===----------------------------------------------------------------------===//

void multiply(const int *row, const int *col, const double *a, const double *x,
              double *y, int n) {
  [[heddle::map, heddle::extent(col, row[n]), heddle::extent(a, row[n]),
    heddle::extent(x, n)]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      sum += a[k] * x[col[k]];
    y[i] = sum;
  }
}

void masked(double *x, const double *dx, const int *mask, int first, int last,
            int n) {
  [[heddle::map, heddle::extent(x, n), heddle::extent(dx, n)]]
  for (int i = first; i < last; ++i)
    if (mask[i])
      x[i] += dx[i];
}

void count(const unsigned char *pixel, int *h, int n, int bins) {
  [[heddle::map, heddle::reduce(h), heddle::extent(h, bins)]]
  for (int i = 0; i < n; ++i)
    h[pixel[i]]++;
}

// By a macro's argument, a local pointer and a local reference.
#define SQUARE(e) ((e) * (e))
void others(const double *x, const int *p, double *y, int n, int m) {
  [[heddle::map, heddle::extent(x, m), heddle::extent(y, m),
    heddle::independent(y)]]
  for (int i = 0; i < n; ++i) {
    const double *from = x + p[i];
    double &to = y[p[i]];
    to = SQUARE(x[p[i]]);
    if (p[i] + 1 < m)
      to += from[1];
  }
}

// What the launch is to copy is what certainly exists, and what may be touched
// of the rest.
CASE(reads) {
  const int n = 60;
  std::vector<int> row(n + 1), col(4 * n), mask(n);
  for (int i = 0; i < n; ++i) {
    row[static_cast<std::size_t>(i) + 1] = row[static_cast<std::size_t>(i)] + i % 5;
    mask[static_cast<std::size_t>(i)] = i % 3 == 1;
  }
  for (std::size_t k = 0; k < col.size(); ++k)
    col[k] = static_cast<int>(k * 31 % n);
  std::vector<unsigned char> pixel(400);
  for (std::size_t k = 0; k < pixel.size(); ++k)
    pixel[k] = static_cast<unsigned char>(k * k % 16);
  const auto p = places(n);
  const auto run = [&] {
    auto a = r.in<double>(4 * n), x = r.in<double>(n), y = r.in<double>(n);
    multiply(row.data(), col.data(), a, x, y, n);
    masked(x, y, mask.data(), 2, n, n);
    std::vector<int> h(16, 1);
    count(pixel.data(), h.data(), 400, 16);
    for (int each : h)
      r.keep(each);
    others(x, p.data(), y, n, n);
  };
  r.call({1}, {taken::fast, 4}, run);
  checked(r, {2}, nullptr, run);
  std::vector<double> x(4 * n), y(n);
  std::vector<int> h(16);
  checked(r, {3}, "extent(x, 59) is wrong: iteration i = ", [&] {
    multiply(row.data(), col.data(), x.data(), x.data(), y.data(), n - 1);
    others(x.data(), p.data(), y.data(), n, n - 1);
  });
  checked(r, {4}, "extent(h, 9) is wrong: iteration i = ",
          [&] { count(pixel.data(), h.data(), 400, 9); });
  checked(r, {5}, "extent(h, -1) is wrong: iteration i = 0",
          [&] { count(pixel.data(), h.data(), 400, -1); });
  checked(r, {6}, "extent(dx, 10) is wrong: iteration i = 10 touches 'dx[i]'",
          [&] { masked(x.data(), y.data(), mask.data(), 2, n, 10); });
}

//===----------------------------------------------------------------------===//
// Several launches, other loops in the thread, constant evaluation
//===----------------------------------------------------------------------===//

// The second launch needs what the first has stored, which overwrites what says
// how many elements there are.
void in_parts(double *y, double *z, const double *x, const int *p, int *count,
              int n) {
  [[heddle::map, heddle::extent(y, count[0]), heddle::independent(y)]]
  for (int i = 1; i < n; ++i) {
    z[i] = x[i] * 2;
    count[i - 1] = 0;
    y[p[i]] = z[i - 1];
  }
}

// A thread owns c[i], and j runs in it.
void owners(double *c, const double *a, const int *p, const double *b, int n,
            int m) {
  [[heddle::map, heddle::reduce(c), heddle::extent(a, n)]]
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      c[i] += a[p[i]] * b[j];
}

void diagonals(double *c, const double *a, const int *p, int n, int m) {
  [[heddle::map, heddle::reduce(c), heddle::extent(a, n)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i + j] += a[p[i]];
}

constexpr void at_once(int *y, const int *p, int n, int m) {
  [[heddle::map, heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i)
    y[p[i]] = i + 1;
}
constexpr int constant() {
  int y[3] = {}, p[3] = {2, 0, 1};
  at_once(y, p, 3, 3);
  return y[0] * 100 + y[1] * 10 + y[2];
}
static_assert(constant() == 231, "");

CASE(forms) {
  for (const int n : {2, 33, 100}) {
    const auto p = places(n);
    const std::size_t size = static_cast<std::size_t>(n);
    const auto run = [&] {
      auto x = r.in<double>(size), y = r.in<double>(size), z = r.in<double>(size);
      std::vector<int> count(size, n);
      in_parts(y, z, x, p.data(), count.data(), n);
      r.keep(count[0]);
      auto c = r.in<double>(2 * size), b = r.in<double>(7);
      owners(c, x, p.data(), b, n, 7);
      diagonals(c, x, p.data(), n, n);
      std::vector<int> w(size);
      at_once(w.data(), p.data(), n, n);
      for (int each : w)
        r.keep(each);
    };
    r.call({1, n}, {taken::fast, 5}, run);
    checked(r, {2, n}, nullptr, run);
    std::vector<double> x(2 * size), y(2 * size), z(2 * size);
    std::vector<int> count(size, n - 1);
    checked(r, {3, n}, "is wrong: iteration i = ", [&] {
      in_parts(y.data(), z.data(), x.data(), p.data(), count.data(), n);
      diagonals(y.data(), x.data(), p.data(), n - 1, n);
    });
    checked(r, {4, n}, "extent(a, ",
            [&] { owners(y.data(), x.data(), p.data(), z.data(), n - 1, 3); });
  }
}

//===----------------------------------------------------------------------===//
// Pointers that move
//===----------------------------------------------------------------------===//

void copy_rows(const unsigned char *in, unsigned char *out, int w, int h) {
  [[heddle::map, heddle::extent(in, w * h), heddle::extent(out, w * h),
    heddle::independent(out)]]
  for (int y = 0; y < h; ++y) {
    const unsigned char *p = in + y * w;
    unsigned char *q = out + y * w;
    for (int x = 0; x < w; ++x)
      *q++ = static_cast<unsigned char>(255 - *p++);
  }
}

void column_sums(const double *a, double *sum, int n, int m) {
  [[heddle::map, heddle::extent(a, n * m)]]
  for (int j = 0; j < m; ++j) {
    const double *p = a + j;
    double s = 0;
    for (int i = 0; i < n; ++i, p += m)
      s += *p;
    sum[j] = s;
  }
}

void row_max(const float *a, float *out, int n, int m) {
  [[heddle::map, heddle::extent(a, n * m)]]
  for (int r = 0; r < n; ++r) {
    const float *p = a + r * m, *const end = p + m;
    float most = *p;
    for (++p; p != end; ++p)
      if (*p > most)
        most = *p;
    out[r] = most;
  }
}

// The array says how large it is.
void declared(const double (&a)[60], double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const double *p = a + i;
    p += 2;
    double s = 0;
    for (int k = 0; k < m; ++k)
      s += *p++;
    y[i] = s;
  }
}

// The array is the iteration's own.
void own(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double t[4], *p = t;
    for (int k = 0; k < 4; ++k)
      *p++ = k * i;
    y[i] = t[3] + *--p;
  }
}

CASE(moving) {
  for (const int n : {1, 7, 40}) {
    const int m = 9;
    const std::size_t size = static_cast<std::size_t>(n * m);
    const auto run = [&] {
      auto in = r.in<unsigned char>(size), out = r.in<unsigned char>(size);
      copy_rows(in, out, m, n);
      auto a = r.in<double>(size), sum = r.in<double>(m);
      column_sums(a, sum, n, m);
      auto b = r.in<float>(size), most = r.in<float>(static_cast<std::size_t>(n));
      row_max(b, most, n, m);
      own(sum, m);
      auto c = r.in<double>(60);
      declared(*reinterpret_cast<double(*)[60]>(c), sum, 7, 9);
    };
    r.call({n}, {taken::fast, 5}, run);
    checked(r, {n}, nullptr, [&] {
      auto in = r.in<unsigned char>(size), out = r.in<unsigned char>(size);
      copy_rows(in, out, m, n);
      auto a = r.in<double>(size), sum = r.in<double>(m);
      column_sums(a, sum, n, m);
    });
  }
}

//===----------------------------------------------------------------------===//
// Elements that functions are given by reference
//===----------------------------------------------------------------------===//

struct site {
  double x, y;
  double far(const site &o) const { return (x - o.x) * (x - o.x) + y * o.y; }
};
static double far_from(const site &a, const site &b, const double &by) {
  return by * a.far(b);
}

void nearest(const site *s, int m, const double *w, const int *at, double *y,
             int n) {
  [[heddle::map, heddle::extent(s, m), heddle::extent(w, m)]]
  for (int i = 0; i < n; ++i) {
    int best = 0;
    for (int k = 1; k < m; ++k)
      if (s[at[i]].far(s[k]) < s[best].far(s[at[i]]))
        best = k;
    y[i] = best + far_from(s[best], s[at[i]], w[best]);
  }
}

CASE(references) {
  const int n = 40, m = 8;
  for (const int bad : {-1, 0, 39}) {
    const auto s = r.in<double>(2 * (m + 2));
    const auto w = r.in<double>(m);
    const auto at = r.in<int>(n);
    for (int i = 0; i < n; ++i)
      at[i] = i == bad ? m + 1 : i * 5 % m;
    std::vector<double> lost(n);
    const auto y = bad < 0 ? r.out<double>(n) : lost.data();
    checked(r, {bad}, bad < 0 ? nullptr : ": extent(s, 8) is wrong", [&] {
      nearest(reinterpret_cast<const site *>(s), m, w, at, y, n);
    });
  }
}

} // namespace SIDE
