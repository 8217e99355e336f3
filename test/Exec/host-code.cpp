//===- host-code.cpp - code of the host that touches few arrays -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Forms of code between launches of which Heddle knows which memory they touch:
// each has to find, and to leave, what it has in the program as written.
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s
// RUN: %check-exec device %t.device %s

#include "harness.h"
#include <algorithm>
#include <heddle/heddle.h>
#include <utility>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

const harness::expectation many{taken::fast, -1}, any{taken::any, -1};

struct cell {
  double h, u, v;
};
struct totals {
  double sum, most, least;
};
struct box {
  int count;
  double values[12];
  double rest;
};

void twice(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = 0.5 * x[i] + 1;
}
void flow(cell *c, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    c[i].h += 0.25 * c[i].u;
    c[i].v = c[i].h;
  }
}
double sum_of(const double *x, int n) {
  double s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
totals all_of(const double *x, int n) {
  double s = 0, most = x[0], least = x[0];
  [[heddle::map, heddle::reduce(s, most, least)]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    most = std::max(most, x[i]);
    least = std::min(least, x[i]);
  }
  return {s, most, least};
}

//===----------------------------------------------------------------------===//
// Members and elements
//===----------------------------------------------------------------------===//

double members(cell *c, std::vector<cell> &d, int n) {
  double seen = 0;
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    flow(c, n);
    flow(d.data(), n);
    seen += c[n / 2].v;
    d[t].u = seen;
    c[1].h = 3;
    d[2] = {1, seen, 2};
    (c + 2)->v = d[0].v;
    seen += d[t].u + c[2].v;
  }
  return seen;
}

double assigned(double *x, int n) {
  totals now = {0, 0, 0};
  double seen = 0;
  [[heddle::program]]
  for (int t = 0; t < 4; ++t) {
    twice(x, n);
    now = all_of(x, n);
    const totals last = all_of(x, n);
    seen += now.sum + last.most - now.least;
    if (t == 2)
      x[0] = now.most;
  }
  return seen;
}

/// A structure with an array in it is one: `b.values` is on the device.
double boxes(int n) {
  box b = {3, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 1};
  double seen = 0;
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    twice(b.values, n);
    seen += b.rest + b.count;
    box other = b;
    b.rest = other.values[2];
    twice(other.values, n);
    b = other;
    b.count += static_cast<int>(sum_of(b.values, b.count));
    b.count = b.count % 12;
  }
  return seen + b.values[0] + b.count;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

double numbers(double *x, int n) {
  double s = 0, most = 0, least = 100;
  int turns = 0, k = 0;
  std::vector<double> history;
  std::pair<double, int> p(0, 0);
  [[heddle::program]]
  while (++turns < 6) {
    twice(x, n);
    if ((s = sum_of(x, n)) < 0 || (k += 2) > 100)
      break;
    most = std::max({most, s, 1.0});
    least = std::min(least, s);
    history.push_back(s);
    p = {s, turns};
    auto [value, turn] = p;
    k += turn + (value > 3 ? 1 : 2);
    if (turns % 2 == 0)
      history.resize(1);
  }
  for (double h : history)
    s += h;
  return s + most + least + k;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

double first_of(const std::vector<double> &v) { return v[0] + v.back(); }
void set_last(std::vector<double> &v, double to) { v[v.size() - 1] = to; }
double product(const totals &t) { return t.sum * t.most; }
void lower(double &x, int by) { x -= by; }
double exchanged(std::vector<double> &a, std::vector<double> &b) {
  a.swap(b);
  return a[0];
}

double arguments(std::vector<double> &a, std::vector<double> &b) {
  const int n = static_cast<int>(a.size());
  box s = {n, {}, 0};
  double seen = 0;
  [[heddle::program]]
  for (int t = 0; t < 4; ++t) {
    twice(a.data(), s.count);
    twice(b.data(), n);
    seen += first_of(a);
    set_last(b, seen);
    const totals both = all_of(b.data(), s.count);
    seen += product(both) + product(all_of(a.data(), n));
    lower(a[t], s.count);
    lower(s.rest, 1);
    seen += exchanged(a, b);
    seen += first_of(b);
    // The launch and the element have no order.
    seen += a[1] + sum_of(b.data(), n);
  }
  return seen + s.rest;
}

//===----------------------------------------------------------------------===//
// Objects with containers in them
//===----------------------------------------------------------------------===//

struct image {
  int width, height;
  std::vector<double> pixels;
  image(int w, int h) : width(w), height(h), pixels(w * h, 1.0) {}
  explicit image(const std::vector<double> &row)
      : width(static_cast<int>(row.size())), height(1), pixels(row) {
    pixels[0] += row[1];
  }
  int size() const { return width * height; }
};
struct pair_of_images {
  image first;
  std::vector<double> rest = std::vector<double>(4, 0.5);
};

void twice(image &a) { twice(a.pixels.data(), a.size()); }
image made(int n) {
  image fresh(n, 2);
  twice(fresh);
  twice(fresh);
  return fresh;
}

double images(std::vector<double> &row, int n) {
  double seen = 0;
  [[heddle::program]]
  for (int t = 0; t < 4; ++t) {
    image a(n, 2), b(row);
    twice(a);
    twice(b);
    twice(row.data(), n);
    pair_of_images both{image(row)};
    twice(both.first);
    twice(both.rest.data(), 4);
    seen += a.pixels[t] + b.pixels[0] + both.rest[1];
    image c = made(n), d = b;
    twice(c);
    twice(d);
    if (t == 2)
      std::swap(b.pixels, row);
    image e = std::move(d);
    twice(e);
    seen += c.pixels[1] + e.pixels[2] + row[0];
    for (int k = 0; k < 2; ++k) {
      image f(b.pixels);
      row[k] += f.pixels[k];
    }
    if (t == 3)
      break;
    both.first = std::move(a);
    seen += both.first.pixels[3];
  }
  return seen;
}

//===----------------------------------------------------------------------===//
// Elements that launches read on the host
//===----------------------------------------------------------------------===//

int table[40];
struct lists {
  int first, count;
};

void by_elements(double *y, const double *x, int n) {
  for (int i = 0; i < 40; ++i)
    table[i] = 1;
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    [[heddle::map]]
    for (int i = 0; i < 40; ++i)
      table[i] += 1;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < table[3]; ++j)
        y[i * 8 + table[2] + j] = x[i] + table[1];
  }
}

void by_lists(double *y, std::vector<lists> &of, int n) {
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      of[i].count = (of[i].count + 1) % 4;
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < std::min(of[i].count, 3); ++j)
        y[i] += j + 1;
  }
}

//===----------------------------------------------------------------------===//
// Programs in functions of programs
//===----------------------------------------------------------------------===//

double solve(double *x, int n) {
  std::vector<double> y(n, 1.0);
  double s = 0;
  int turns = 0;
  [[heddle::program]]
  while (turns < 3) {
    twice(x, n);
    twice(y.data(), n);
    ++turns;
    s += y[1];
  }
  y[0] += s;
  twice(y.data(), n);
  return y[0] + x[0];
}

double nested(double *x, int n) {
  double seen = solve(x, n);
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    twice(x, n);
    seen += solve(x, n);
    x[1] = seen;
  }
  return seen + solve(x, n);
}

//===----------------------------------------------------------------------===//

// Functions that are not followed, or call themselves, keep what they do.
double not_followed(double *x, int n) {
  double s = 0;
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    twice(x, n);
    s += x[2];
    x[1] = s;
  }
  _Pragma("GCC diagnostic push")
  for (int k = 0; k < 2; ++k) {
    twice(x, n);
    s += x[1];
  }
  _Pragma("GCC diagnostic pop")
  return s;
}
double itself(double *x, int n, int k) {
  double s = 0;
  [[heddle::program]]
  for (int t = 0; t < 3; ++t) {
    twice(x, n);
    s += x[2];
    x[1] = s;
    if (k > 0)
      s += itself(x, n, k - 1);
  }
  return s;
}
double alone(double *x, int n) {
  double seen = itself(x, n, 2) + not_followed(x, n);
  [[heddle::program]]
  for (int t = 0; t < 2; ++t) {
    twice(x, n);
    seen += not_followed(x, n);
    seen += itself(x, n, 1);
  }
  return seen;
}

//===----------------------------------------------------------------------===//
// Places that others lead to
//===----------------------------------------------------------------------===//

struct counted {
  int k, a, b, c, d;
};
struct at_element {
  double &x;
  void up() { x += 1; }
};
struct pointers {
  double *p;
  int k;
};
void write(at_element &h) { h.x += 1; }
double at(const double *x, int k) { return x[k]; }
std::pair<double, double> both(const double *x, int n) {
  return {x[0], x[n - 1]};
}

double places(double *x, double *y, std::vector<counted> &c, int n) {
  at_element r{x[3]}, q{y[5]};
  pointers s{x, 1}, t{y, 5};
  double seen = 0, few[3] = {1, 2, 3};
  [[heddle::program]]
  for (int k = 0; k < 3; ++k) {
    twice(x, n);
    twice(y, n);
    [[heddle::map]]
    for (int i = 0; i < 8; ++i)
      c[i].k = (c[i].k + i) % 8;
    counted *const p = &c[2];
    seen += x[p->k];
    y[c[3].k] += 0.5;
    seen += at(y, p->k);
    write(r);
    q.up();
    s = {x, 1};
    seen += (s = t, s.p[2]);
    (s = t).p[4] += 0.25;
    auto &[one, two, three] = few;
    one += two;
    const auto [first, last] = both(x, n);
    seen += first + last + three;
    auto &[number, a, b, d, e] = c[4];
    a += number;
  }
  return seen + few[0] + c[4].a;
}

CASE(alone) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *seen = r.out<double>(1);
    r.call({n}, many, [&] { *seen = alone(x, n); });
  }
}

CASE(places) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *y = r.in<double>(n), *seen = r.out<double>(1);
    std::vector<counted> c(8, counted{1, 0, 0, 0, 0});
    r.call({n}, many, [&] { *seen = places(x, y, c, n); });
  }
}

CASE(members) {
  for (int n : {12, 300}) {
    double *u = r.in<double>(3 * n), *v = r.in<double>(3 * n);
    double *seen = r.out<double>(1);
    std::vector<cell> d(n);
    for (int i = 0; i < n; ++i)
      d[i] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
    r.call({n}, many, [&] {
      *seen = members(reinterpret_cast<cell *>(u), d, n);
      for (int i = 0; i < n; ++i)
        v[i] = d[i].h + d[i].u + d[i].v;
    });
  }
}

CASE(assigned) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *seen = r.out<double>(1);
    for (int i = 0; i < n; ++i)
      x[i] = i % 7;
    r.call({n}, many, [&] { *seen = assigned(x, n); });
  }
}

CASE(boxes) {
  double *seen = r.out<double>(1);
  r.call({12}, many, [&] { *seen = boxes(12); });
}

CASE(numbers) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *seen = r.out<double>(1);
    for (int i = 0; i < n; ++i)
      x[i] = i % 7;
    r.call({n}, many, [&] { *seen = numbers(x, n); });
  }
}

CASE(arguments) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *y = r.in<double>(n), *seen = r.out<double>(1);
    for (int i = 0; i < n; ++i)
      x[i] = i % 7, y[i] = i % 5;
    std::vector<double> a(x, x + n), b(y, y + n);
    r.call({n}, many, [&] {
      *seen = arguments(a, b);
      std::copy(a.begin(), a.end(), x);
      std::copy(b.begin(), b.end(), y);
    });
  }
}

CASE(images) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *seen = r.out<double>(1);
    for (int i = 0; i < n; ++i)
      x[i] = i % 7;
    std::vector<double> row(x, x + n);
    r.call({n}, many, [&] {
      *seen = images(row, n);
      std::copy(row.begin(), row.begin() + n, x);
    });
  }
}

CASE(by_elements) {
  for (int n : {12, 100}) {
    double *y = r.in<double>(8 * n + 16), *x = r.in<double>(n);
    r.call({n}, any, [&] { by_elements(y, x, n); });
  }
}

CASE(by_lists) {
  for (int n : {12, 100}) {
    double *y = r.in<double>(n);
    std::vector<lists> of(n, lists{0, 1});
    r.call({n}, many, [&] { by_lists(y, of, n); });
  }
}

CASE(nested) {
  for (int n : {12, 300}) {
    double *x = r.in<double>(n), *seen = r.out<double>(1);
    r.call({n}, many, [&] { *seen = nested(x, n); });
  }
}

} // namespace SIDE
