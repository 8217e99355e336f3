// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of algorithms from which no loop can be read.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++20 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <algorithm>
#include <deque>
#include <functional>
#include <heddle/heddle.h>
#include <memory>
#include <numeric>
#include <vector>

double half(double v);
void touch(double &v);
extern double level;

void functions(double *x, double *y, int n) {
  // CHECK: :[[@LINE+1]]:43: error: this algorithm cannot be mapped: it is given something else than a lambda; write the call in one, where it stands [heddle-HD243]
  [[heddle::map]] std::for_each(x, x + n, touch);
  // CHECK: :[[@LINE+1]]:47: error: {{.*}}something else than a lambda
  [[heddle::map]] std::transform(x, x + n, y, std::negate<>());
  const auto twice = [](double &v) { v *= 2; };
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}something else than a lambda
  [[heddle::map]] std::for_each(x, x + n, twice);
}

void lambdas(double *x, double *y, int n, std::vector<double> w, double &r) {
  double s = 0;
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: its lambda is mutable, and may change what it has captured
  [[heddle::map]] std::for_each(x, x + n, [s](double &v) mutable { v = s++; });
  // CHECK: :[[@LINE+1]]:44: error: {{.*}}: the lambda has a copy of 'w'; capture it by reference
  [[heddle::map]] std::for_each(x, x + n, [w](double &v) { v = w[0]; });
  // CHECK: :[[@LINE+1]]:44: error: {{.*}}: the lambda has a copy of 'r', which others may change meanwhile; keep it in a constant before
  [[heddle::map]] std::for_each(x, x + n, [r](double &v) { v -= r; });
  // CHECK: :[[@LINE+1]]:48: error: {{.*}}: the lambda declares a variable among its captures; declare it before
  [[heddle::map]] std::for_each(x, x + n, [k = n + 1](double &v) { v -= k; });
  // CHECK: :[[@LINE+1]]:47: error: {{.*}}: its lambda has other parameters than the elements
  [[heddle::map]] std::transform(x, x + n, y, [](double v, double by = 2) { return v * by; });
  // CHECK: :[[@LINE+1]]:43: error: {{.*}}: its lambda has other parameters than the elements
  [[heddle::map]] std::for_each(x, x + n, [](auto &...v) { ((v = 1), ...); });
  // CHECK: :[[@LINE+1]]:74: error: 's' is written in the nest but lives longer than an iteration{{.*}}[heddle-HD408]
  [[heddle::map]] std::for_each(x, x + n, [&s](double &v) { v = s + 1.0; s = v; });
  // CHECK: :[[@LINE+1]]:47: error: {{.*}}: its lambda returns no number
  [[heddle::map]] std::transform(x, x + n, y, [](double &v) -> double & { return v; });
}

void bound(double *x, const int n) {
  // CHECK: :[[@LINE+1]]:44: error: {{.*}}: the lambda does more with its copy of 'n' than to read it; capture it by reference
  [[heddle::map]] std::for_each(x, x + n, [n](double &v) { const int &m = n; v -= m; });
  // CHECK: :[[@LINE+1]]:85: error: a 'return' out of a loop cannot stand in a mapped nest [heddle-HD211]
  [[heddle::map]] std::for_each(x, x + n, [](double &v) { do { if (v > 1) { v = 0;  return; } } while (0); v = 2; });
}

struct outer {
  double by;
  void starred(double *x, int n) {
    // CHECK: :[[@LINE+1]]:45: error: {{.*}}: the lambda has a copy of '*this'; capture 'this'
    [[heddle::map]] std::for_each(x, x + n, [*this](double &v) { v = by; });
  }
};

void escaped(double *x, int n) {
  double a = 2;
  double *p = &a;
  // CHECK: :[[@LINE+1]]:44: error: {{.*}}: the lambda has a copy of 'a', which others may change meanwhile
  [[heddle::map]] std::for_each(x, x + n, [a](double &v) { v = a; });
  *p = 3;
}

double *next();
int counted();

void ranges(double *x, double *y, std::deque<double> &d, std::vector<double> &v, std::vector<bool> &b, int n) {
  // CHECK: :[[@LINE+1]]:29: error: {{.*}}: 'd.begin()' is no pointer or iterator into an array that stays where it is
  [[heddle::map]] std::fill(d.begin(), d.end(), 1.0);
  // CHECK: :[[@LINE+1]]:29: error: {{.*}}: 'b.begin()' is no pointer
  [[heddle::map]] std::fill(b.begin(), b.end(), true);
  // CHECK: :[[@LINE+1]]:29: error: {{.*}}: 'v.rbegin()' is no pointer
  [[heddle::map]] std::fill(v.rbegin(), v.rend(), 1.0);
  // CHECK: :[[@LINE+1]]:32: error: {{.*}}: that 'y' is in the array of 'x' is not known
  [[heddle::map]] std::fill(x, y, 1.0);
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: 'std::back_inserter(v)' is no pointer
  [[heddle::map]] std::copy(x, x + n, std::back_inserter(v));
  // CHECK: :[[@LINE+1]]:31: error: {{.*}}: 'next()' is no pointer
  [[heddle::map]] std::fill_n(next(), n, 1.0);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[heddle-HD208]
  [[heddle::map]] std::fill_n(x, counted(), 1.0);
}

void values(double *x, int *k, double &r, int n, int &m) {
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: 'x[0] + 1' may be something else in each iteration; keep it in a constant before
  [[heddle::map]] std::fill(x, x + n, x[0] + 1);
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: 'r * 2' may be something else
  [[heddle::map]] std::fill(x, x + n, r * 2);
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: 'half(3)' may be something else
  [[heddle::map]] std::fill(x, x + n, half(3));
  // CHECK: :[[@LINE+1]]:42: error: {{.*}}: 'r' may be something else in each iteration; keep it in a constant before [heddle-HD243]
  [[heddle::map]] std::replace(x, x + n, r, 0.0);
  // CHECK: :[[@LINE+1]]:47: error: {{.*}}: 'x[3]' may be something else in each iteration
  [[heddle::map]] std::replace(x, x + n, 0.0, x[3]);
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: 'n++' may be something else
  [[heddle::map]] std::fill(k, k + n, n++);
  // CHECK: :[[@LINE+1]]:39: error: {{.*}}: it counts in a type that is no integer
  [[heddle::map]] std::iota(x, x + n, 0.5);
  // CHECK: :[[@LINE+1]]:34: error: {{.*}}: 'm' is no integer that stays what it is; keep it in a constant before
  [[heddle::map]] std::fill_n(k, m, 1);
  // CHECK: :[[@LINE+1]]:34: error: {{.*}}: 'r' is no integer that stays what it is
  [[heddle::map]] std::fill_n(k, r, 1);
}

#define END x + n
void texts(double *x, int n) {
  // CHECK: :[[@LINE+1]]:32: error: {{.*}}: 'END' comes out of a macro, or has comments
  [[heddle::map]] std::fill(x, END, 1.0);
}
