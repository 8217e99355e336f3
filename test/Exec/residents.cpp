//===- residents.cpp - heddle::resident objects ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
// RUN: %check-exec device %t.device %s

#include "harness.h"
#include <heddle/heddle.h>
#include <heddle/resident.h>
#include <numeric>
#include <utility>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

const harness::expectation many{taken::fast, -1}, any{taken::any, -1};

void relax(double *v, const double *u, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
}
double change_of(const double *v, const double *u, int n) {
  double change = 0;
  [[heddle::map, heddle::reduce(change)]]
  for (int i = 0; i < n; ++i)
    change = change > v[i] - u[i] ? change : v[i] - u[i];
  return change;
}
// Functions of which the caller does not see that they launch.
using step_function = void (*)(double *, const double *, int);
step_function volatile step = relax;

//===----------------------------------------------------------------------===//
// Across functions
//===----------------------------------------------------------------------===//

double steps(double *u, double *v, int n, int count) {
  resident a(u, n), b(v, n);
  double sum = 0;
  for (int t = 0; t < count; ++t) {
    step(v, u, n);
    sum += std::as_const(b).host(n / 2);
    std::swap(u, v);
    swap(a, b);
    if (t % 3 == 2)
      a.host(1) += 0.5;
  }
  return sum + change_of(u, v, n);
}

// An object with arrays that stay.
class field {
public:
  field(const double *u, int n)
      : now_(u, u + n), next_(n), here_(now_), there_(next_) {}
  void run(int steps) {
    for (int t = 0; t < steps; ++t) {
      relax(next_.data(), now_.data(), size());
      there_.host(0) = here_.host(0);
      there_.host(size() - 1) = std::as_const(here_).host()[size() - 1];
      now_.swap(next_);
      swap(here_, there_);
    }
  }
  const double *values() const { return here_.host(); }
  int size() const { return static_cast<int>(now_.size()); }

private:
  std::vector<double> now_, next_;
  resident<double> here_, there_;
};

double fields(const double *u, double *out, int n) {
  field f(u, n);
  f.run(3);
  field g = std::move(f);
  g.run(2);
  std::copy(g.values(), g.values() + n, out);
  return std::accumulate(out, out + n, 0.0);
}

//===----------------------------------------------------------------------===//
// Nests of every kind
//===----------------------------------------------------------------------===//

// May overlap: the loop runs on the CPU where it does.
void shift(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}
double overlapping(double *u, int n) {
  const resident a(u, n);
  shift(u, u + n / 2, n / 2);
  shift(u + 1, u, n - 1);
  shift(u, u, n);
  return a.host(n / 2);
}

// A copy of what the launch overwrites.
void backwards(double *u, int n) {
  const resident a(u, n);
  for (int t = 0; t < 3; ++t) {
    [[heddle::map]]
    for (int i = 0; i < n - 1; ++i)
      u[i] = 0.5 * u[i + 1] + u[i];
  }
}

double running(double *u, double *v, int n) {
  const resident a(u, n), b(v, n);
  double sum = 0;
  relax(v, u, n);
  [[heddle::map, heddle::reduce(sum)]]
  for (int i = 0; i < n; ++i) {
    sum += v[i];
    u[i] = sum;
  }
  relax(v, u, n);
  return sum + b.host(1);
}

void histogram(int *bins, const int *of, double *weight, int n) {
  const resident a(bins, 16);
  const resident b(of, n);
  const resident c(weight, 16);
  for (int t = 0; t < 2; ++t) {
    [[heddle::map, heddle::reduce(bins)]]
    for (int i = 0; i < n; ++i)
      bins[of[i] & 15] += 1;
    [[heddle::map]]
    for (int i = 0; i < 16; ++i)
      weight[i] += bins[i];
  }
}

// More than the object keeps, and less.
double parts(double *u, double *v, int n) {
  const resident middle(u + n / 4, n / 2);
  relax(v, u, n);
  relax(u + n / 4, v + n / 4, n / 2);
  relax(v, u + n / 4, n / 2);
  relax(u, v, n);
  return middle.host(1);
}

//===----------------------------------------------------------------------===//
// With programs
//===----------------------------------------------------------------------===//

void halve(double *u, int n) {
  for (int i = 0; i < n; ++i)
    u[i] *= 0.5;
}

double in_programs(double *u, double *v, double *w, int n, int count) {
  resident a(u, n);
  double seen = 0;
  [[heddle::program]]
  for (int t = 0; t < count; ++t) {
    relax(v, u, n);
    relax(w, v, n);
    step(u, w, n);
    halve(v, n);
    seen += a.host(n / 3);
    if (t == 1)
      halve(a.host(), n);
  }
  return seen;
}

double inside(double *u, double *v, int n) {
  double seen = 0;
  [[heddle::program]] {
    relax(v, u, n);
    {
      const resident b(v, n);
      for (int t = 0; t < 3; ++t) {
        relax(u, v, n);
        relax(v, u, n);
      }
      seen = b.host(n / 2);
    }
    relax(u, v, n);
    seen += u[1];
  }
  return seen;
}

int early(double *u, double *v, int n) {
  try {
    const resident a(u, n), b(v, n);
    relax(v, u, n);
    relax(u, v, n);
    if (u[0] < 1e300)
      throw 1;
    relax(v, u, n);
  } catch (int one) {
    return one;
  }
  return 0;
}

CASE(steps) {
  for (int n : {3, 12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *sum = r.out<double>(1);
    r.call({n}, many, [&] { *sum = steps(u, v, n, 7); });
  }
}

CASE(fields) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.out<double>(n), *sum = r.out<double>(1);
    r.call({n}, many, [&] { *sum = fields(u, v, n); });
  }
}

CASE(overlapping) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *seen = r.out<double>(1);
    r.call({n}, any, [&] { *seen = overlapping(u, n); });
  }
}

CASE(backwards) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n);
    r.call({n}, any, [&] { backwards(u, n); });
  }
}

CASE(running) {
  for (int n : {12, 3000}) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *sum = r.out<double>(1);
    std::fill(u, u + n, 0.5), std::fill(v, v + n, 0.25);
    r.call({n}, any, [&] { *sum = running(u, v, n); });
  }
}

CASE(histogram) {
  for (int n : {12, 3000}) {
    int *bins = r.in<int>(16);
    const int *of = r.in<int>(n);
    double *weight = r.in<double>(16);
    r.call({n}, any, [&] { histogram(bins, of, weight, n); });
  }
}

CASE(parts) {
  for (int n : {16, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *seen = r.out<double>(1);
    r.call({n}, any, [&] { *seen = parts(u, v, n); });
  }
}

CASE(in_programs) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *w = r.in<double>(n);
    double *seen = r.out<double>(1);
    r.call({n}, many, [&] { *seen = in_programs(u, v, w, n, 4); });
  }
}

CASE(inside) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n), *seen = r.out<double>(1);
    r.call({n}, many, [&] { *seen = inside(u, v, n); });
  }
}

CASE(early) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(n), *v = r.in<double>(n);
    int *seen = r.out<int>(1);
    r.call({n}, many, [&] { *seen = early(u, v, n); });
  }
}

} // namespace SIDE
