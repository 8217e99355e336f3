//===- reducers.cpp - algorithms that combine their elements --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s
//
// Values are such that floating-point sums are exact in any order.

#define _GLIBCXX_USE_TBB_PAR_BACKEND 0 // where TBB is, it would have to be linked
#include "harness.h"
#include <algorithm>
#include <cstddef>
#include <execution>
#include <functional>
#include <heddle/heddle.h>
#include <limits>
#include <numeric>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class T> T total(const T *x, int n, T first) {
  T s = 0;
  if (n >= 0)
    [[heddle::map, heddle::reduce(s)]]
    s = std::accumulate(x, x + n, first + 3);
  [[heddle::map, heddle::reduce(s)]]
  s = std::accumulate(x, x + n / 2, s, [](T a, const T &b) { return b + a; });
  return s;
}

// The library leaves the order open: nobody has to permit another one.
double weighted(const std::vector<float> &v, const int *k) {
  float f;
  [[heddle::map]] f = std::reduce(v.begin(), v.end());
  double d = f;
  [[heddle::map]]
  d = std::transform_reduce(std::execution::par, v.begin(), v.end(), k, d);
  [[heddle::map]]
  f = std::transform_reduce(std::execution::unseq, v.begin(), v.end(), 0.5f, std::plus<>(),
                            [](double x) -> float {
                              if (x < 0)
                                return 0;
                              return x += 1, static_cast<float>(x * 2);
                            });
  return d + f;
}

int products(const int *x, const short *y, int n) {
  int s, t = 0;
  [[heddle::map]] s = std::inner_product(x, x + n, y, 7);
  [[heddle::map]]
  t = std::inner_product(x, x + n, y, t, std::bit_xor<int>{}, [](int a, int b) { return a * b; });
  [[heddle::map]]
  t = std::transform_reduce(x, x + n, y, t, std::plus<int>(), [](auto a, auto b) -> int { return a - b; });
  return s ^ t;
}

// The larger one of two that are equal is the first, whatever stands first.
double ends(const double *x, long n) {
  double least, most;
  [[heddle::map, heddle::reduce(least)]]
  least = std::accumulate(x, x + n, std::numeric_limits<double>::max(),
                          [](double a, double b) { return std::min(a, b); });
  [[heddle::map]]
  most = std::reduce(std::execution::par_unseq, x, x + n, -1e30,
                     [](double a, double b) { return std::max(b, a); });
  return most - least;
}

unsigned long counted(const std::vector<int> &v, const double *x, int n) {
  int same;
  unsigned char large;
  unsigned long odd;
  [[heddle::map]] same = std::count(v.begin(), v.end(), n % 7);
  [[heddle::map]] large = std::count(x, x + n, 2.0);
  // Whatever is not 0 counts as one.
  [[heddle::map]] odd = std::count_if(v.begin(), v.end(), [](int k) { return k & 6; });
  return static_cast<unsigned long>(same) * 1000 + large + odd * 100000;
}

CASE(reducers) {
  for (const int n : {0, 1, 255, 256, 257, 700}) {
    const std::size_t size = static_cast<std::size_t>(n);
    r.call({n}, {n > 1 ? taken::fast : taken::any, n > 1 ? 17 : -1}, [&] {
      std::vector<float> f(size);
      std::vector<int> v(size);
      for (std::size_t i = 0; i < size; ++i) {
        f[i] = static_cast<float>(i * 37 % 101) - 40;
        v[i] = static_cast<int>(i * 31 % 53);
      }
      auto x = r.in<double>(n + 1);
      auto k = r.in<int>(n + 1);
      auto h = r.in<short>(n + 1);
      auto l = r.in<unsigned long>(n + 1);
      r.keep(total<double>(x, n, 0.5));
      r.keep(total<int>(k, n, -4));
      r.keep(total<unsigned long>(l, n, 60000));
      r.keep(weighted(f, k));
      r.keep(products(k, h, n));
      r.keep(n ? ends(x, n) : 0);
      r.keep(counted(v, x, n));
    });
  }
}

} // namespace SIDE
