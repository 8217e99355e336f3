//===- algorithms.cpp - calls of the library's algorithms -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#define _GLIBCXX_USE_TBB_PAR_BACKEND 0 // where TBB is, it would have to be linked
#include "harness.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <execution>
#include <heddle/heddle.h>
#include <iterator>
#include <numeric>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

// Returns from the lambda continue the loop.
void limit(std::vector<double> &v, double most) {
  [[heddle::map]]
  std::for_each(v.begin(), v.end(), [&](double &x) {
    if (x <= most)
      return;
    x = most;
  });
}

struct agent {
  float x, v;
  int state;
};

void move(std::vector<agent> &agents, float dt) {
  [[heddle::map]]
  std::for_each(std::execution::par_unseq, agents.begin(), agents.end(),
                [dt](agent &a) {
                  a.x += dt * a.v;
                  if (a.x > 4.0f) {
                    a.x -= 4.0f;
                    a.state++;
                  }
                });
}

// The parameter is a copy, of another type than the elements, and there are
// several ways through the lambda.
void smooth(const std::vector<float> &v, double *y, double a) {
  if (v.empty())
    return;
  [[heddle::map]]
  std::transform(std::execution::par, v.begin() + 1, v.end(), y + 2,
                 [a](double x) {
                   x *= a;
                   if (x > 3)
                     return 3.0;
                   else if (x < -3)
                     return -3.0;
                   const double t = x + 1;
                   return t;
                 });
}

// The value is a float before it is stored, and nobody asks for that of the
// other lambda.
void two(const double *x, const int *k, double *y, int n) {
  [[heddle::map]] std::transform(x, x + n, k, y,
    [](const double &v, int j) -> float { return v / 3 + j; });
  [[heddle::map]]
  (void)std::for_each(y, y + n, [=](double &v) {
    if (n > 40)
      return v += 1;
    return v -= 0.5;
  });
}

void filled(double *x, int *k, long n, int from) {
  const double third = 1.0 / 3;
  [[heddle::map]] std::fill(x, x + n / 2, third);
  [[heddle::map]] std::fill_n(x + n / 2, n - n / 2, -1);
  [[heddle::map]] std::iota(k, k + n, from * 2);
  [[heddle::map]] std::generate(std::execution::unseq, x + n, x + 2 * n, [&] { return from / 4.0; });
  [[heddle::map]] std::generate_n(k + n, n, [] { return 3; });
}

// Elements that equal a value get another one; both may be sums of what is fixed.
void replaced(double *x, std::vector<int> &v, long n, int from) {
  [[heddle::map]] std::replace(x + n, x + 2 * n, from - 0.5, n ? -1.0 : 1.0);
  [[heddle::map]]
  std::replace(std::execution::par, v.begin(), v.end(), from % 4, 2 * from);
}

// Elements of other types, between an object, an array and the end of a vector.
void copied(const std::array<int, 40> &a, std::vector<long> &v, short (&c)[40]) {
  [[heddle::map]] std::copy(a.begin(), a.end(), std::begin(c));
  if (v.size() < 40)
    return;
  [[heddle::map]] std::copy_n(std::begin(c), 30, v.end() - 35);
}

void counted(std::vector<int> &v, const int (&add)[4]) {
  [[heddle::map]]
  std::for_each_n(v.begin(), v.size() / 2, [&add](int &x) {
    for (int i = 0; i < 4; ++i)
      x += add[i];
    switch (x % 3) {
    case 0:
      return;
    default:
      x *= 2;
    }
  });
}

double sum(const std::vector<double> &v) {
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  std::for_each(v.begin(), v.end(), [&s](double x) {
    x = x * x + 1;
    s += x;
  });
  return s;
}

template <class T> struct field {
  std::vector<T> values;
  T scale;
  void rescale() {
    [[heddle::map]]
    std::transform(values.begin(), values.end(), values.begin(),
                   [this](const T &value) { return value * scale; });
  }
  // A member of the elements' type stays what it is, even if it is one of them.
  void reset(std::size_t from) {
    if (from >= values.size())
      return;
    [[heddle::map]]
    std::fill(values.begin() + from, values.end(), scale);
  }
};

// Elements say where others are, which only the annotation knows to be apart.
void scattered(const std::vector<int> &k, double *y, int n) {
  [[heddle::map, heddle::extent(y, n), heddle::independent(y)]]
  std::for_each(k.begin(), k.end(), [=](int i) { y[i] = i / 2.0; });
}

// Names in the lambda hide those of the arrays.
void hidden(std::vector<double> &a, const double *x, double *y) {
  [[heddle::map]]
  std::for_each(a.begin(), a.end(), [](double &a) { a *= 2; });
  [[heddle::map]]
  std::transform(x, x + a.size(), a.data(), y, [](double y, double x) {
    double a = x - y;
    return a;
  });
}

// Elements that later iterations overwrite are copied before.
void shifted(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  std::copy(x + 1, x + n, x);
  [[heddle::map, heddle::copy(x)]]
  std::transform(x, x + n - 1, x + 1, x,
                 [](double v, double next) { return v / 2 + next; });
}

// A directive chooses among the arguments, and parts have odd places.
template <class T> void odd(std::vector<T> &v, T by) {
  using namespace std;
  [[heddle::map]] for_each
    ( begin(v) // first
    , end(v),
#ifdef NO_SUCH_MACRO
    [] ( auto & each ) { each = 1 ; }
#else
    [ & ] ( auto & each ) noexcept -> void
    {
      if (each > 3) return ;
      each += by; }
#endif
    /* behind */ )
    ;
}

CASE(algorithms) {
  for (const int n : {0, 1, 31, 40, 300}) {
    const std::size_t size = static_cast<std::size_t>(n);
    r.call({n}, {n >= 40 ? taken::fast : taken::any, n >= 40 ? 25 : -1}, [&] {
      std::vector<double> v(size);
      std::vector<agent> agents(size);
      std::vector<int> k(size);
      std::vector<float> f(size);
      std::vector<long> l(size);
      for (std::size_t i = 0; i < size; ++i) {
        v[i] = static_cast<double>(i * 37 % 101) - 40;
        agents[i] = {static_cast<float>(i % 9) / 2, 0.25f, 0};
        k[i] = static_cast<int>(i * 31 % 53);
        f[i] = static_cast<float>(i % 17) - 8;
      }
      auto y = r.in<double>(n + 2), x = r.in<double>(2 * n + 1);
      auto ints = r.in<int>(2 * n + 1);
      limit(v, 30);
      move(agents, 1.5f);
      smooth(f, y, 0.75);
      filled(x, ints, n, 3);
      two(x, ints, y, n);
      std::array<int, 40> a;
      a.fill(n);
      short c[40];
      copied(a, l, c);
      counted(k, {1, 2, 3, 5});
      r.keep(sum(v));
      hidden(v, x, y);
      std::iota(k.begin(), k.end(), 0);
      std::reverse(k.begin(), k.end());
      scattered(k, y, n);
      odd(f, 2.0f);
      odd(k, -3);
      replaced(x, k, n, 3);
      field<double> d{v, 1.5};
      d.rescale();
      field<int> e{k, 3};
      e.rescale();
      d.reset(20);
      e.reset(30);
      if (n == 0)
        v = {1}, d.values = {1}; // there is something to keep
      for (double each : v) r.keep(each);
      for (double each : d.values) r.keep(each);
      for (const agent &each : agents) r.keep(each.x + static_cast<float>(each.state));
      for (int each : e.values) r.keep(each);
      for (float each : f) r.keep(each);
      for (int each : k) r.keep(each);
      for (long each : l) r.keep(each);
      for (short each : c) r.keep(each);
    });
  }
  // Only a GPU takes copies.
  r.call({}, {taken::any, 2}, [&] {
    auto x = r.in<double>(100);
    shifted(x, 100);
  });
}

} // namespace SIDE
