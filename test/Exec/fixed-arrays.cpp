//===- fixed-arrays.cpp - std::array as an iteration's own ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

using triple = std::array<double, 3>;
using std::array;

static triple cross(const triple &a, const triple &b) {
  triple c;
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
  return c;
}
static double first_two(const double *v) { return v[0] + v[1]; }
static double norm2(const std::array<double, 3> &v) {
  double s = 0;
  for (std::size_t k = 0; k < v.size(); ++k)
    s += v[k] * v[k];
  return s;
}
// What it is given, it passes on, and stores into.
static void doubled(triple &v) {
  for (std::size_t k = 0; k < v.size(); ++k)
    v[k] += first_two(v.data()) - v[0] - v[1] + v[k];
}

// Initialisers with all braces, without, and with fewer values than elements.
void products(const double *x, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    triple a = {x[i], 1, 2}, b{{3, x[i], 5}};
    const triple c = cross(a, b);
    array<double, 3> none{}, one = {x[i] * 2};
    const auto two = array<double, 3>{2, 3};
    doubled(b);
    y[i] = norm2(c) + none[2] * two[1] + one[0] + one[1] + norm2(b);
  }
}

// Copies are copies; `auto` and references have no type to write.
void copies(const int *x, int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::array<int, 4> s, t;
    s.fill(x[i]);
    t = s;
    auto u = t;
    auto &v = u;
    v[1] += 7;
    const std::array<int, 4> &w = u;
    int sum = 0;
    for (int each : t)
      sum += each;
    for (auto &each : u)
      each -= sum;
    y[i] = s[1] + 3 * t[2] + 5 * u[1] + 7 * w[3] + static_cast<int>(w.size());
  }
}

// Arrays of arrays, and small elements, which wrap around.
void nested(const int *x, int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::array<std::array<int, 2>, 3> m = {{{1, 2}, {3, 4}, {5, 6}}};
    std::array<unsigned char, 2> c = {250, 3};
    std::array<int, 2> rows[2] = {{1, 2}, {3, 4}};
    for (auto &row : m)
      for (std::size_t k = 0; k < row.size(); ++k)
        row[k] *= x[i];
    c[0] += 20;
    rows[1] = m[2];
    y[i] = m[1][0] + m[2][1] + c[0] + rows[1][1] * rows[0][1];
  }
}

template <class T, std::size_t N> void sums(const T *x, T *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::array<T, N> s;
    for (std::size_t k = 0; k < N; ++k)
      s[k] = x[N * static_cast<std::size_t>(i) + k];
    T sum = 0;
    for (const T &each : s)
      sum += each;
    y[i] = sum;
  }
}

// A reference to a row of an array has the row's type, as it is written.
void rows(const std::vector<triple> &x, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const triple &row = x[static_cast<std::size_t>(i)];
    y[i] = row[0] - row[2];
  }
}

CASE(fixed_arrays) {
  for (const int n : {0, 1, 33, 300}) {
    const std::size_t size = static_cast<std::size_t>(n);
    r.call({n}, {n ? taken::fast : taken::nothing, 6}, [&] {
      const auto x = r.in<double>(3 * n);
      const auto k = r.in<int>(n);
      const auto y = r.out<double>(n);
      const auto l = r.out<int>(n);
      std::vector<triple> v(size);
      for (std::size_t i = 0; i < size; ++i)
        v[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
      const auto keep = [&] {
        for (int i = 0; i < n; ++i)
          r.keep(y[i]), r.keep(l[i]);
      };
      products(x, y, n);
      copies(k, l, n);
      keep();
      rows(v, y, n);
      nested(k, l, n);
      keep();
      sums<double, 3>(x, y, n);
      sums<int, 1>(k, l, n);
    });
  }
}

} // namespace SIDE
