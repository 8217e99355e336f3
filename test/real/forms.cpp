//===- forms.cpp - headers of loops, ranges, iterators and algorithms -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %run-real %s %t

#include "real.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <heddle/heddle.h>
#include <numeric>
#include <string>

void end_in_header(double *x, int n, double s)
{
  [[heddle::map]]
  for (int i = 0, e = n; i < e; ++i)
    x[i] *= s;
}

void size_in_header(std::vector<float> &v)
{
  [[heddle::map]]
  for (std::size_t i = 0, n = v.size(); i != n; ++i)
    v[i] = std::sqrt(v[i]);
}

/* one index up, one down */
void mirror(const double *x, double *y, int n)
{
  [[heddle::map]]
  for (int i = 0, j = n - 1; i < n; i++, j--)
    y[j] = x[i];
}

void each_element(std::vector<double> &v, double limit)
{
  [[heddle::map]]
  for (double &x : v)
    if (x > limit) x = limit;
}

struct Agent { float x, v; int state; };
void each_agent(std::vector<Agent> &agents, float dt)
{
  [[heddle::map]]
  for (auto &a : agents) {
    a.x += dt * a.v;
    if (a.x > 4.0f) { a.x -= 4.0f; a.state++; }
  }
}

double sum_of_range(const std::vector<double> &v)
{
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (const double x : v) s += x * x;
  return s;
}

int count_vowels(const std::string &text)
{
  int vowels = 0;
  [[heddle::map, heddle::reduce(vowels)]]
  for (char c : text)
    if (c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u') ++vowels;
  return vowels;
}

/* rows as a range, elements as a range */
void nested_ranges(double (&m)[16][20], double shift)
{
  [[heddle::map]]
  for (auto &row : m)
    for (auto &e : row)
      e -= shift;
}

void by_iterator(std::vector<int> &v)
{
  [[heddle::map]]
  for (auto it = v.begin(); it != v.end(); ++it)
    *it = *it * *it;
}

void two_iterators(const std::vector<double> &a, std::vector<double> &b)
{
  std::vector<double>::const_iterator src = a.begin();
  [[heddle::map]]
  for (std::vector<double>::iterator dst = b.begin(); dst < b.end(); ++dst)
    *dst = 2.0 * src[dst - b.begin()];
}

void by_pointer(double *x, int n)
{
  [[heddle::map]]
  for (double *p = x; p < x + n; ++p)
    *p = 1.0 / *p;
}

void count_down(const double *x, double *y, long n)
{
  [[heddle::map]]
  for (long i = n; i-- > 0;)
    y[i] = x[i] + 1;
}

void odd_header(const int *a, int *b, int n)
{
  [[heddle::map]]
  for (int i{0}; n > i; i = i + 1)
    b[i] = a[i] ^ 0x55;
}

void unsigned_auto(const float *a, float *b, unsigned n)
{
  [[heddle::map]]
  for (auto i = 0u; i < n; i += 1u) b[i] = 0.5f * a[i];
}

/* algorithms of the library, as std::execution::par would run them */
void algorithm_for_each(std::vector<double> &v)
{
  [[heddle::map]]
  std::for_each(v.begin(), v.end(), [](double &x) { x = x * (1.0 - x); });
}

void algorithm_transform(const std::vector<double> &a, const std::vector<double> &b, std::vector<double> &c)
{
  [[heddle::map]]
  std::transform(a.begin(), a.end(), b.begin(), c.begin(), [](double x, double y) { return x * y + 1.0; });
}

void algorithm_fill(double *x, long n)
{
  [[heddle::map]]
  std::fill(x, x + n, 0.25);
}

/* arrays of the library as a range, with an index beside it */
void range_with_index(const std::array<double, 8> &gain, const double *x, double *y, int n)
{
  // claims: [[heddle::extent(x, 8 * n)]]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int ch = 0;
    y[i] = 0;
    for (double g : gain)
      y[i] += g * x[8 * i + ch++];
  }
}

int main()
{
  using real::values; using real::show;
  const int n = 320;
  auto a = values<double>(n, 1), b = values<double>(n, 2), c = values<double>(n, 3);
  end_in_header(a.data(), n, 0.5); show("end_in_header", a);
  auto f = values<float>(n, 4); auto g = f;
  size_in_header(f); show("size_in_header", f);
  mirror(a.data(), c.data(), n); show("mirror", c);
  each_element(a, 1.5); show("each_element", a);
  std::vector<Agent> agents(n); std::vector<float> where;
  for (int i = 0; i < n; ++i) agents[i] = {g[i], f[i], 0};
  each_agent(agents, 0.5f);
  for (auto &each : agents) where.push_back(each.x + each.state);
  show("each_agent", where);
  show("sum_of_range", sum_of_range(b));
  show("count_vowels", count_vowels("the quick brown fox jumps over the lazy dog"));
  static double m[16][20];
  for (int i = 0; i < n; ++i) (&m[0][0])[i] = b[i];
  nested_ranges(m, 0.5); show("nested_ranges", &m[0][0], n);
  auto k = values<int>(n, 5), l = k;
  by_iterator(k); show("by_iterator", k);
  two_iterators(b, c); show("two_iterators", c);
  by_pointer(c.data(), n); show("by_pointer", c);
  count_down(b.data(), c.data(), n); show("count_down", c);
  odd_header(k.data(), l.data(), n); show("odd_header", l);
  unsigned_auto(f.data(), g.data(), n); show("unsigned_auto", g);
  algorithm_for_each(a); show("algorithm_for_each", a);
  algorithm_transform(a, b, c); show("algorithm_transform", c);
  algorithm_fill(c.data(), n / 2); show("algorithm_fill", c);
  const std::array<double, 8> gain = {1, 2, 3, 4, 4, 3, 2, 1};
  range_with_index(gain, b.data(), c.data(), n / 8); show("range_with_index", c);
}
