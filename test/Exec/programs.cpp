//===- programs.cpp - arrays that stay on the device ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
// RUN: %check-exec device %t.device %s

#include "harness.h"
#include <heddle/heddle.h>
#include <iostream>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

const harness::expectation many{taken::fast, -1};

// Not known before the program runs.
using any_function = void (*)(double *, int);
void halve(double *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= 0.5;
}
any_function volatile unknown = halve;

double first_of(const double *x) { return x[0]; }
int next(int i) { return i + 1; }

//===----------------------------------------------------------------------===//
// Time loops
//===----------------------------------------------------------------------===//

void relax(double *v, const double *u, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
}

void ping_pong(double *u, double *v, int n, int steps) {
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    relax(v, u, n);
    std::swap(u, v);
  }
}

void in_place_of_others(std::vector<double> &u, std::vector<double> &v, int n,
                        int steps) {
  [[heddle::program]] {
    for (int t = 0; t < steps; ++t) {
      [[heddle::map]]
      for (int i = 1; i < n - 1; ++i)
        v[i] = u[i - 1] + u[i + 1];
      u.swap(v);
    }
  }
}

double until_small(double *u, double *v, int n, int *steps) {
  double change = 1;
  int t = 0;
  [[heddle::program]]
  while (change > 0.02 && t < 50) {
    relax(v, u, n);
    change = 0;
    [[heddle::map, heddle::reduce(change)]]
    for (int i = 1; i < n - 1; ++i)
      change += (u[i] - v[i]) * (u[i] - v[i]);
    std::swap(u, v);
    ++t;
    if (t == 40)
      break;
  }
  *steps = t;
  return change;
}

//===----------------------------------------------------------------------===//
// Code of the host in between
//===----------------------------------------------------------------------===//

void host_between(double *u, double *v, int n, int steps) {
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    relax(v, u, n);
    if (t % 3 == 0)
      v[n / 2] += 1; // the next launch has to know
    relax(u, v, n);
    if (t % 4 == 1)
      unknown(u, n);
    else if (u[n / 3] > 0.5)
      u[0] = first_of(v);
  }
}

void by_loops(double *u, double *v, int n) {
  [[heddle::program]] {
    relax(v, u, n);
    for (int i = 0; i < n; ++i)
      u[i] += v[i];
    relax(v, u, n);
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += v[i];
    u[0] = sum;
    relax(v, u, n);
  }
}

void conditions(double *u, double *v, int n) {
  [[heddle::program]] {
    int t = 0;
    do {
      relax(v, u, n);
      std::swap(u, v);
      t = next(t);
    } while (u[1] < 1 && t < 5);
    for (; first_of(u) >= 0 && t < 9; t += u[1] > 0 ? 1 : 2)
      relax(v, u, n);
    switch (t + (v[1] > 0)) {
    case 9:
      relax(u, v, n);
      break;
    default:
      relax(u, v, n);
      v[1] += u[1];
    }
  }
}

void elements_of_vectors(std::vector<double> &u, std::vector<double> &v, int n,
                         double *history) {
  [[heddle::program]]
  for (int t = 0; t < 4; ++t) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      v[i] = u[i] + 1;
    history[t] = v[n - 1];
    u[0] += 5;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] = 2 * v[i] - u[i];
  }
}

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

void own_arrays(double *u, int n, int steps) {
  [[heddle::program]]
  for (int t = 0; t < steps; ++t) {
    std::vector<double> w(n, 1.0);
    double a[16];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      w[i] += u[i];
    [[heddle::map]]
    for (int i = 0; i < 16; ++i)
      a[i] = i + t;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] = w[i] + a[i % 16];
  }
}

struct keeps_last {
  double *of, *to;
  keeps_last(double *f, double *t) : of(f), to(t) { *to += *of; }
  ~keeps_last() { *to += *of; }
};

void own_objects(double *u, double *v, double *last, int n) {
  [[heddle::program]] {
    relax(v, u, n);
    {
      keeps_last one(v + n / 2, last);
      relax(u, v, n);
      const double before = last[0], after = unknown ? *last + 1 : 0;
      relax(v, u, n);
      last[1] = before + after;
    }
    relax(u, v, n);
  }
}

double leaves_early(double *u, double *v, int n) {
  [[heddle::program]] {
    relax(v, u, n);
    if (n > 40)
      return v[n / 2];
    relax(u, v, n);
  }
  return u[n / 2];
}

void throws(double *u, double *v, int n) {
  try {
    [[heddle::program]]
    for (int t = 0; t < 5; ++t) {
      relax(v, u, n);
      std::swap(u, v);
      if (t == 2)
        throw std::runtime_error("enough");
    }
  } catch (const std::runtime_error &) {
    u[0] += v[1];
  }
}

//===----------------------------------------------------------------------===//
// Functions, members, programs in programs
//===----------------------------------------------------------------------===//

double step_and_look(double *v, const double *u, int n) {
  relax(v, u, n);
  const double middle = v[n / 2];
  relax(v, u, n);
  return middle;
}

void followed(double *u, double *v, int n, double *seen) {
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    seen[t] = step_and_look(v, u, n);
    step_and_look(u, v, n);
  }
}

class solver {
public:
  solver(double *u, double *v, int n) : u_(u), v_(v), n_(n) {}

  void run(int steps) {
    [[heddle::program]] {
      for (int t = 0; t < steps; ++t) {
        step();
        time_ += dt_;
        dt_ *= 0.5;
      }
      [[heddle::program]] {
        step();
        ++rounds;
      }
    }
  }
  double time() const { return time_ + rounds; }

private:
  void step() {
    [[heddle::map]]
    for (int i = 1; i < n_ - 1; ++i)
      v_[i] = u_[i] + dt_ * (u_[i - 1] - u_[i + 1]);
    std::swap(u_, v_);
  }

  double *u_, *v_;
  int n_;
  double time_ = 0, dt_ = 1;
  static int rounds;
};
int solver::rounds = 0;

// The launch reads its bounds, and numbers of the body, from arrays.
void bounds_in_arrays(int *ends, double *u, double *factor, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < 8; ++i)
      ends[i] = n - i;
    [[heddle::map]]
    for (int i = 0; i < 8; ++i)
      factor[i] = i + 0.5;
    for (int k = 0; k < 8; ++k) {
      const int end = ends[k];
      const double f = factor[k];
      [[heddle::map]]
      for (int i = 0; i < end; ++i)
        u[i] = u[i] * f + 1;
    }
    double &r = factor[3];
    r += 1;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] += r;
  }
}

struct cell {
  double value;
  int tag;
};

// A launch copies the whole of each cell.
void tags(cell *c, int n) {
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      c[i].value += c[i].tag;
    cell &first = c[0];
    first.tag += 1;
    cell *last = c + n - 1;
    last->tag = t;
  }
}

// Interior, border, and halves: footprints that overlap in many ways.
void parts(double *u, int n, int m) {
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    [[heddle::map]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j)
        u[i * m + j] += 1;
    [[heddle::map]]
    for (int j = 0; j < m; ++j)
      u[j] = u[m + j];
    [[heddle::map]]
    for (int j = 0; j < m; ++j)
      u[(n - 1) * m + j] = u[(n - 2) * m + j];
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i * m] = u[i * m + 1];
    u[m - 1] -= 1;
  }
}

// The loops run as written where arrays overlap.
void twice(double *v, const double *u, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    v[i] = 2 * u[i];
}

void overlapping(double *u, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] += 1;
    twice(u + 1, u, n - 1);
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] += 1;
  }
}

void prefix_sums(double *u, double *s, int n) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] = 1 + i % 3;
    double sum = 0;
    [[heddle::map, heddle::reduce(sum)]]
    for (int i = 0; i < n; ++i) {
      sum += u[i];
      s[i] = sum;
    }
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      s[i] += u[i];
  }
}

void rows(double **a, int n, int m) {
  [[heddle::program]] {
    for (int t = 0; t < 2; ++t) {
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
          a[i][j] += t + 1;
      double *first = a[0];
      [[heddle::map]]
      for (int j = 0; j < m; ++j)
        first[j] *= 2;
    }
  }
}

//===----------------------------------------------------------------------===//
// Launches inside of expressions, and memory that changes its owner
//===----------------------------------------------------------------------===//

bool grow(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] += 1;
  return true;
}
double grow_and_look(double *x, int n) {
  grow(x, n);
  return x[3];
}
double in_own_array(int n, double c) {
  std::vector<double> own(n, c);
  grow(own.data(), n);
  return own[2];
}
std::vector<double> made(int n, double c) {
  std::vector<double> result(n);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    result[i] = c + i;
  return result;
}
void take_by_value(std::vector<double> x, double *to, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    to[i] += x[i];
}
void sink(std::vector<double>) {}

void launches_in_expressions(double *p, int n, double *seen) {
  double s = 0;
  [[heddle::program]] {
    grow(p, n);
    for (int t = 0; t < 3; ++t) {
      grow(p, n);
      s += p[1];
    }
    s = s + (grow(p, n), p[1]);
    p[2] = (grow(p, n), p[1]);
    if (grow(p, n) && p[0] > 3)
      s += p[1];
    s += grow(p, n) ? p[2] : 0;
    int k = 0;
    do {
      s += p[k];
    } while (++k < 3 && grow(p, n) && p[1] < 1000);
    s += grow_and_look(p, n);
    s += in_own_array(n, 7);
    double both[2] = {double(grow(p, n)), p[1]};
    s += both[1];
  }
  seen[0] = s;
}

void owners(std::vector<double> &u, std::vector<double> &v, int n, double *seen) {
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] += v[i];
    std::vector<double> w = made(n, 5);
    seen[0] = w[1] + u[1];
    take_by_value(w, u.data(), n);
    take_by_value(u, v.data(), n);
    std::vector<double>().swap(w);
    std::vector<double> x(n, 5.0);
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      v[i] += x[i];
    sink(std::move(x));
    std::vector<double> y(n, 6.0);
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      v[i] += y[i];
    for (int t = 0; t < 3; ++t) {
      const std::vector<double> &r = made(n, t);
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        u[i] += r[i];
    }
    for (int t = 0; t < 3; ++t) {
      u.swap(v);
      u[0] += 1;
    }
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] += v[i];
  }
}

class flips {
public:
  flips(double *u, double *v, int n) : u_(u), v_(v), n_(n) {}
  void run() {
    [[heddle::program]] {
      grow(u_, n_);
      grow(v_, n_);
      flip(), u_[0] = 7;
      grow(u_, n_);
      std::swap(u_, v_), u_[2] = 5;
      next(), u_[k_] += 3;
      grow(u_, n_);
    }
  }

private:
  double flip() {
    std::swap(u_, v_);
    return 7;
  }
  int next() { return k_ += 1; }
  double *u_, *v_;
  int n_, k_ = 0;
};

struct wave {
  double amount;
  double get() const { return amount; }
};

// A launch reads an object that an earlier one has changed.
void through_pointers(wave *w, double *u, int n) {
  wave *first = w;
  [[heddle::program]] {
    [[heddle::map]]
    for (int i = 0; i < 8; ++i)
      w[i].amount += i + 1;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      u[i] += first->get();
  }
}

void lists(double *h, double *x, const int *b, int n) {
  [[heddle::program]] {
    grow(x, n);
    [[heddle::map, heddle::reduce(h)]]
    for (int i = 0; i < n; ++i)
      h[b[i] & 7] += x[i];
    grow(h, 8);
    std::vector<double> other(n, 1.0);
    grow(other.data(), n);
    h[0] += other[1];
  }
}

void jumps(double *u, double *v, int n) {
  [[heddle::program]] {
    for (int t = 0; t < 4; ++t) {
      switch (t) {
      case 1:
        double own[40];
        grow(u, n);
        own[3] = u[1];
        u[2] += own[3];
        break;
      case 2:u[1] += 1;
        break;
      default:grow(v, n);
      }
      auto step = [&](double c) {
        [[heddle::map]]
        for (int i = 0; i < n; ++i)
          u[i] += c * v[i];
      };
      step(0.5);
      u[0] += v[1];
    }
  }
}

// The range's elements change while the loop runs.
void ranges(double *u, double *v, std::vector<double> &w, int n) {
  double a[3] = {1, 2, 3};
  [[heddle::program]] {
    for (const double x : w) {
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        w[i] += 0.5 * x;
      if (x > 3)
        break;
    }
    for (double &x : a) {
      relax(v, u, n);
      x += v[0];
      [[heddle::map]]
      for (int i = 0; i < 3; ++i)
        a[i] += 1;
    }
    for (int k : {3, 1, 2}) {
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        u[i] += k;
    }
  }
  u[0] += a[0] + a[1] + a[2];
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

const int some[] = {3, 37, 300};

CASE(ping_pong) {
  for (int n : some)
    for (int steps : {0, 1, 7}) {
      double *u = r.in<double>(n), *v = r.in<double>(n);
      r.call({n, steps}, many, [&] { ping_pong(u, v, n, steps); });
    }
}

CASE(in_place_of_others) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    std::vector<double> a(u, u + n), b(v, v + n);
    r.call({n}, many, [&] { in_place_of_others(a, b, n, 5); std::copy(a.begin(), a.end(), u); std::copy(b.begin(), b.end(), v); });
  }
}

CASE(until_small) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *e = r.out<double>(1);
    int *steps = r.out<int>(1);
    r.call({n}, many, [&] { *e = until_small(u, v, n, steps) > 0.02; });
  }
}

CASE(host_between) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, many, [&] { host_between(u, v, n, 12); });
  }
}

CASE(by_loops) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, many, [&] { by_loops(u, v, n); });
  }
}

CASE(conditions) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, many, [&] { conditions(u, v, n); });
  }
}

CASE(elements_of_vectors) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *h = r.out<double>(4);
    std::vector<double> a(u, u + n), b(v, v + n);
    r.call({n}, many, [&] { elements_of_vectors(a, b, n, h); std::copy(a.begin(), a.end(), u); std::copy(b.begin(), b.end(), v); });
  }
}

CASE(own_arrays) {
  for (int n : some) {
    double *u = r.in<double>(n);
    r.call({n}, many, [&] { own_arrays(u, n, 4); });
  }
}

CASE(own_objects) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *last = r.in<double>(2);
    r.call({n}, many, [&] { own_objects(u, v, last, n); });
  }
}

CASE(leaves_early) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *e = r.out<double>(1);
    r.call({n}, many, [&] { *e = leaves_early(u, v, n); });
  }
}

CASE(throws) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, many, [&] { throws(u, v, n); });
  }
}

CASE(followed) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *s = r.out<double>(3);
    r.call({n}, many, [&] { followed(u, v, n, s); });
  }
}

CASE(members) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *e = r.out<double>(1);
    r.call({n}, many, [&] {
      solver s(u, v, n);
      s.run(4);
      *e = s.time();
    });
  }
}

CASE(bounds_in_arrays) {
  for (int n : {37, 300}) {
    double *u = r.in<double>(n), *f = r.in<double>(8);
    int *ends = r.in<int>(8);
    r.call({n}, many, [&] { bounds_in_arrays(ends, u, f, n); });
  }
}

CASE(tags) {
  for (int n : some) {
    double *v = r.in<double>(n);
    int *t = r.in<int>(n);
    r.call({n}, many, [&] {
      std::vector<cell> c(n);
      for (int i = 0; i < n; ++i)
        c[i] = {v[i], i};
      tags(c.data(), n);
      for (int i = 0; i < n; ++i)
        v[i] = c[i].value, t[i] = c[i].tag;
    });
  }
}

CASE(parts) {
  for (int n : {3, 20})
    for (int m : {4, 33}) {
      double *u = r.in<double>(n * m);
      r.call({n, m}, many, [&] { parts(u, n, m); });
    }
}

CASE(overlapping) {
  for (int n : some) {
    double *u = r.in<double>(n);
    r.call({n}, {taken::any, -1}, [&] { overlapping(u, n); });
  }
}

CASE(prefix_sums) {
  for (int n : some) {
    double *u = r.in<double>(n), *s = r.out<double>(n);
    r.call({n}, many, [&] { prefix_sums(u, s, n); });
  }
}

CASE(launches_in_expressions) {
  for (int n : {12, 300}) {
    double *p = r.in<double>(n), *seen = r.out<double>(1);
    r.call({n}, many, [&] { launches_in_expressions(p, n, seen); });
  }
}

CASE(owners) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *seen = r.out<double>(1);
    std::vector<double> a(u, u + n), b(v, v + n);
    r.call({n}, many, [&] { owners(a, b, n, seen); std::copy(a.begin(), a.end(), u); std::copy(b.begin(), b.end(), v); });
  }
}

CASE(flips) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, many, [&] { flips(u, v, n).run(); });
  }
}

CASE(through_pointers) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n);
    wave w[8] = {};
    r.call({n}, many, [&] { through_pointers(w, u, n); });
  }
}

CASE(lists) {
  for (int n : {12, 300}) {
    double *h = r.in<double>(8), *x = r.in<double>(n);
    const int *b = r.in<int>(n);
    r.call({n}, {taken::any, -1}, [&] { lists(h, x, b, n); });
  }
}

CASE(jumps) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    r.call({n}, many, [&] { jumps(u, v, n); });
  }
}

CASE(ranges) {
  for (int n : some) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *w = r.in<double>(n);
    std::vector<double> all(w, w + n);
    r.call({n}, many, [&] { ranges(u, v, all, n); std::copy(all.begin(), all.end(), w); });
  }
}

CASE(rows) {
  for (int n : {2, 20}) {
    const int m = 12;
    double *a = r.in<double>(n * m);
    r.call({n}, many, [&] {
      std::vector<double *> all;
      for (int i = 0; i < n; ++i)
        all.push_back(a + i * m);
      rows(all.data(), n, m);
    });
  }
}

} // namespace SIDE
