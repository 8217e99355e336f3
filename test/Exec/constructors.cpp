//===- constructors.cpp - objects that constructors of the program make ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstdint>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// A generator of random numbers, which its member changes
//===----------------------------------------------------------------------===//

struct generator {
  std::uint64_t state;
  explicit generator(std::uint64_t seed) : state(seed * 6364136223846793005ull + 1) {}
  double next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(state >> 11) * (1.0 / 9007199254740992.0);
  }
};
static double two_of(generator &g) {
  const double first = g.next();
  return first - g.next();
}

long in_circle(long n, int each) {
  long hits = 0;
  [[heddle::map, heddle::reduce(hits)]]
  for (long c = 0; c < n; ++c) {
    generator g(static_cast<std::uint64_t>(c));
    for (int k = 0; k < each; ++k) {
      double x = g.next(), y = g.next();
      if (x * x + y * y <= 1.0 && g.next() < 0.75)
        hits++;
    }
  }
  return hits;
}

void differences(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    generator g(static_cast<std::uint64_t>(i)), other = g;
    y[i] = two_of(g);
    y[i] += two_of(other) / 2;
  }
}

//===----------------------------------------------------------------------===//
// Initialisers of all kinds
//===----------------------------------------------------------------------===//

struct pair {
  double x, y;
  pair() : x(0), y{} {}
  // A parameter has a member's name; one initialiser is commented; one argument
  // has a default.
  pair(double x, double b = 2) : x(x) /* , y(3) */, y{b} {
    if (this->x > 40) {
      this->x = 40;
    }
  }
  double norm() const { return x * x + y * y; }
  pair operator+(const pair &o) const { return pair(x + o.x, y + o.y); }
};
struct ray {
  pair from, to;
  int steps = 7;
  unsigned char kind = 250;
  ray(const pair &o, pair dir) : from(o), to(dir.x, -dir.y), steps(2) {
    to = to + o;
    kind += 20; // wraps around
  }
  ray(const pair &o) : from{o}, to{1, 2} {}
};
// The compiler writes its constructor, with constants.
struct photon {
  double weight = 1;
  int alive = -1;
  float z;
};
template <class T, int D> struct point {
  T c[D];
  T r;
  point(T v) : r(v) {
    for (int d = 0; d < D; ++d)
      c[d] = v + d;
  }
};
static pair twice(double a) { return {a, a}; }
static double norm_of(const pair &v) { return v.norm(); }

void pairs(const double *x, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    pair a, b(x[i]), c{x[i], 4}, d = pair(1, x[i]), e = {x[i], x[i]}, f = 3.0 * x[i];
    const pair g = a + b + pair{2, 3} + twice(x[i]);
    pair h[2] = {pair(1), {2, 3}};
    y[i] = norm_of(g) + f.x + norm_of(x[i]) + h[1].y + norm_of({1, x[i]}) +
           pair(x[i], 1).norm() + c.y + d.y + e.x;
  }
}

void rays(const double *x, double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const pair a(x[i]);
    ray r(a, pair(1, 2)), s{a, r.to};
    auto t = ray(s.to);
    photon p, q{};
    p.z = 3;
    y[i] = r.to.x + s.from.y + t.to.norm() + r.steps + s.kind + t.kind + t.steps +
           p.weight + q.alive + static_cast<double>(p.z) + x[i];
  }
}

// Structures are made where elements are written, too.
void stored(pair *p, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    p[i] = pair(x[i]) + p[i];
}

template <class T> void points(const T *x, T *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    point<T, 3> p(x[i]);
    point<T, 2> q = x[i];
    y[i] = p.c[2] + p.r + q.c[1];
  }
}

//===----------------------------------------------------------------------===//
// Members that constructors read back
//===----------------------------------------------------------------------===//

struct seed {
  unsigned state;
  explicit seed(unsigned s) : state(s) {
    if (state == 0)
      state = 7;
  }
};
struct window {
  std::size_t first;
  double sum;
  window(const std::vector<double> &x, std::size_t f) : first(f), sum(0) {
    for (std::size_t k = first; k < first + 3; ++k)
      sum += x[k];
  }
};
// Its members have the names of those that are made.
struct series {
  std::size_t first;
  unsigned state;
  std::vector<double> data;

  void sums(double *y, int n) const {
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      const seed s(static_cast<unsigned>(i % 4));
      const window w(data, static_cast<std::size_t>(i));
      y[i] = w.sum + s.state;
    }
  }
};

CASE(constructors) {
  for (const int n : {0, 1, 33, 300}) {
    r.call({n}, {n ? taken::fast : taken::nothing, 7}, [&] {
      const auto x = r.in<double>(n);
      const auto y = r.out<double>(n);
      const auto p = r.out<double>(2 * n);
      const auto keep = [&] {
        for (int i = 0; i < n; ++i)
          r.keep(y[i]);
      };
      r.keep(in_circle(n, 20));
      differences(y, n);
      keep();
      pairs(x, y, n);
      keep();
      rays(x, y, n);
      keep();
      for (int i = 0; i < 2 * n; ++i)
        p[i] = i % 7;
      stored(reinterpret_cast<pair *>(p), x, n);
      points(x, y, n);
      keep();
      series all{40, 1, std::vector<double>(x, x + n)};
      all.data.resize(static_cast<std::size_t>(n) + 2, 0.5);
      all.sums(y, n);
      keep();
    });
  }
}

} // namespace SIDE
