//===- elements.cpp - range-based for over elements -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

void limit(std::vector<double> &v, double most) {
  [[heddle::map]]
  for (double &x : v)
    if (x > most) x = most;
}

struct agent {
  float x, v;
  int state;
};

void move(std::vector<agent> &agents, float dt) {
  [[heddle::map]]
  for (auto &a : agents) {
    a.x += dt * a.v;
    if (a.x > 4.0f) {
      a.x -= 4.0f;
      a.state++;
    }
  }
}

// The variable is a copy, which the body changes.
double sum(const std::vector<double> &v) {
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (double x : v) {
    x = x * x + 1;
    s += x;
  }
  return s;
}

int count(const std::vector<int> &v, int low) {
  int n = 0;
  [[heddle::map]]
  for (const auto &each : v)
    if (each >= low)
      ++n;
  return n;
}

void rows(double (&m)[16][20], double shift) {
  [[heddle::map]]
  for (auto &row : m)
    for (auto &e : row)
      e -= shift;
}

// Of the inner loop each element is read in all iterations of the outer one.
void weighted(const std::array<double, 8> &gain, const double *x, double *y,
              int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double s = 0;
    int k = 0;
    for (const double g : gain)
      s += g * x[i] + k++;
    y[i] = s;
  }
}

template <class T> struct field {
  std::vector<T> values;
  T scale;
  void rescale() {
    [[heddle::map]]
    for (T &value : values)
      value *= scale;
  }
  T norm() const {
    T most = 0;
    [[heddle::map, heddle::reduce(most)]]
    for (const T &value : this->values)
      most = std::max(most, value < 0 ? -value : value);
    return most;
  }
};

// A name of the nest's own for the counter would meet others.
void named(std::vector<int> &x, int x_index) {
  [[heddle::map]]
  for (int &x_index_0 : x)
    x_index_0 += x_index;
}

// Braces are put around a body that has none, and `continue` stays in it.
void odd(std::vector<int> &v, const std::vector<int> &w) {
  [[heddle::map]]
  for (auto &x : v) {
    if (x % 2 == 0)
      continue;
    for (int y : w) {
      if (y > 40)
        break;
      x += y;
    }
  }
}

void in_lambda(std::vector<float> &v, float by) {
  const auto run = [&v, by] {
    [[heddle::map]]
    for (auto &x : v)
      x = x / 2 + by;
  };
  run();
}

// Without a block the body begins with an update of shared elements; a variable
// that nobody reads has no declaration.
int histogram(const std::vector<int> &v, int (&h)[8]) {
  [[heddle::map]]
  for (int k : v) h[k % 8]++;
  int n = 0;
  [[heddle::map]]
  for (const auto &k : v) ++n;
  return n;
}

CASE(elements) {
  for (const int n : {0, 1, 31, 33, 300}) {
    const std::size_t size = static_cast<std::size_t>(n);
    r.call({n}, {n ? taken::fast : taken::nothing, 13}, [&] {
      std::vector<double> v(size);
      std::vector<agent> agents(size);
      std::vector<int> k(size), l(size);
      std::vector<float> f(size);
      for (std::size_t i = 0; i < size; ++i) {
        v[i] = static_cast<double>(i * 37 % 101) - 40;
        agents[i] = {static_cast<float>(i % 9) / 2, 0.25f, 0};
        k[i] = l[i] = static_cast<int>(i * 31 % 53);
        f[i] = static_cast<float>(i % 17);
      }
      limit(v, 30);
      move(agents, 1.5f);
      r.keep(sum(v));
      r.keep(count(k, 25));
      field<double> d{v, 1.5};
      d.rescale();
      r.keep(d.norm());
      field<int> e{k, 3};
      e.rescale();
      r.keep(e.norm());
      named(k, 5);
      odd(k, l);
      in_lambda(f, 0.5f);
      auto h = r.in<int>(8);
      r.keep(histogram(l, *reinterpret_cast<int(*)[8]>(h)));
      if (n == 0)
        v = {1}, d.values = {1}; // there is something to keep
      for (double each : v) r.keep(each);
      for (double each : d.values) r.keep(each);
      for (const agent &a : agents) r.keep(a.x + static_cast<float>(a.state));
      for (int each : k) r.keep(each);
      for (int each : e.values) r.keep(each);
      for (float each : f) r.keep(each);
    });
  }
  r.call({}, {taken::fast, 2}, [&] {
    auto m = r.in<double>(320), x = r.in<double>(50), y = r.in<double>(50);
    rows(*reinterpret_cast<double(*)[16][20]>(m), 0.5);
    weighted({1, 2, 3, 4, 4, 3, 2, 1}, x, y, 50);
  });
}

} // namespace SIDE
