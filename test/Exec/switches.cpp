//===- switches.cpp - switch, and std::swap -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>
#include <utility>

using namespace heddle;
using harness::taken;

namespace SIDE {

enum class kind { wall, slip, inflow, fluid };

// Each case stores, so that all elements certainly are there.
void boundary(const int *k, const double *u, double *ub, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const double was = u[i];
    switch (static_cast<kind>(k[i])) {
    case kind::wall:
      ub[i] = 0;
      break;
    case kind::slip: {
      ub[i] = was;
      break;
    }
    default:
      ub[i] = was / 2;
      break;
    case kind::inflow:
      ub[i] = 1;
    }
  }
}

// Cases of counters are conditions like others; some go on with the next.
void residues(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    switch (i % 4) {
    case 0:
      y[i] = x[i];
      [[fallthrough]];
    case 1:
      y[i + n] = 2 * x[i];
      break;
    case 2:
    case 7:
      y[i] = -x[i];
      break;
    }
}

// All elements of y are copied in and out, whichever cases store.
void skips(int *y, const int (&x)[64], int (&z)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    switch (x[i] & 3) {
    case 0:
      continue;
    case 1:
      if (x[i] > 40)
        continue;
      z[i] = 7;
      break;
    default:
      z[i] += 2;
    }
    y[i] = x[i];
  }
}

// What an iteration leaves out of a case, it leaves out of those behind it.
void leaves(int (&y)[64], const int (&x)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    switch (i % 2) {
    case 0:
      if (x[i] == 37)
        continue;
      [[fallthrough]];
    case 1:
      y[i] = 3;
    }
}

// In the thread: a `break` of the switch, and one of the loop behind it.
void inside(const int (&x)[64], int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int steps = 0, state = i;
    for (int k = 0; k < 8; ++k) {
      switch (state % 3) {
      case 0:
        state += x[i];
        break;
      case 1:
        state = state / 3 + k;
        break;
      default:
        ++steps;
        state += 1;
        break;
      }
      if (state > 500)
        break;
    }
    y[i] = steps * 1000 + state % 1000;
  }
}

int digits(const char *text, char *type, int n) {
  int count = 0;
  [[heddle::map, heddle::reduce(count)]]
  for (int i = 0; i < n; ++i)
    switch (text[i]) {
    case '0': case '1': case '2': case '3':
      count++;
      type[i] = 'd';
      break;
    case ' ': type[i] = 's'; break;
    default: type[i] = 'a';
    }
  return count;
}

int name(int k) {
  switch (const int q = k; q) {
  case 0:
    return 10;
  case 1:
  case 2:
    return 20;
  default:
    break;
  }
  return k;
}
void called(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = name(x[i] & 3) + name(i);
}

void reverse(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n / 2; ++i)
    std::swap(x[i], x[n - 1 - i]);
}

void sort_pairs(int *a, int n, int phase) {
  [[heddle::map]]
  for (int i = phase; i < n - 1; i += 2)
    if (a[i] > a[i + 1])
      std::swap(a[i], a[i + 1]);
}

void medians(const float *x, float *y, int n) {
  [[heddle::map]]
  for (int i = 1; i < n - 1; ++i) {
    float a = x[i - 1], b = x[i], c = x[i + 1];
    using std::swap;
    if (a > b) swap(a, b);
    if (b > c) swap(b, c);
    if (a > b) swap(a, b);
    y[i] = b;
  }
}

CASE(cases) {
  for (const int n : {1, 5, 33, 64}) {
    r.call({n}, {taken::fast, 7}, [&] {
      auto k = r.in<int>(64), x = r.in<int>(64), y = r.in<int>(128);
      auto u = r.in<double>(64), ub = r.in<double>(64);
      for (int i = 0; i < 64; ++i)
        k[i] = (i * 7 + i / 5) % 6, x[i] = (i * 37) % 61;
      boundary(k, u, ub, n);
      residues(y, x, n);
      auto z = r.in<int>(64);
      leaves(*reinterpret_cast<int(*)[64]>(y), *reinterpret_cast<int(*)[64]>(x), n);
      skips(y, *reinterpret_cast<int(*)[64]>(x), *reinterpret_cast<int(*)[64]>(z), n);
      inside(*reinterpret_cast<int(*)[64]>(x), y + 64, n);
      char text[64], type[64] = {};
      for (int i = 0; i < 64; ++i)
        text[i] = "7 a2b\n039xyz."[(i * 7) % 13];
      r.keep(digits(text, type, n));
      for (char c : type)
        r.keep(c);
      called(y, x, n);
    });
  }
}

CASE(swaps) {
  for (const int n : {2, 5, 33, 64})
    r.call({n}, {taken::any, -1}, [&] {
      auto x = r.in<double>(64);
      reverse(x, n);
      auto a = r.in<int>(64);
      for (int phase : {0, 1, 0})
        sort_pairs(a, n, phase);
      auto y = r.in<float>(64), z = r.in<float>(64);
      medians(z, y, n);
    });
}

} // namespace SIDE
