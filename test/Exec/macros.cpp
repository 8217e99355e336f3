//===- macros.cpp - nests out of macros, directives and included files ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

#ifdef ONE_THREAD
#define PARALLEL
#else
#define PARALLEL [[heddle::map]]
#endif
#define PARALLEL_FOR(i, lo, hi) PARALLEL for (int i = (lo); i < (hi); ++i)
#define FOR(i, n) for (int i = 0; i < (n); ++i)
#define ROOT(x) sqrt(x)
#define MOST(a, b) ((a) > (b) ? (a) : (b))
#define NEGATED(x) -x
#define SUM(...) (__VA_ARGS__)
#define RATE 0.25
#ifndef TAPS
#define TAPS 3
#endif
#define BRACES { y[i] += 2; }
#define ENDED y[i] += 1;
#define NEXT(a, b) a[i] += b
#define POLE (sqrt(3.0) - 2.0)
#define LARGER(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

namespace SIDE {

void headers(double *y, int n) {
  [[heddle::map]]
  FOR(i, n) y[i] = 3 * i;
  PARALLEL for (int i = 0; i < n; ++i) BRACES
  PARALLEL_FOR(i, 0, n)
    ENDED
  PARALLEL
  FOR(i, n) {
    FOR(k, 2)
      y[i] = MOST(y[i], k); // two loops
  }
}

// Signs that meet stay two.
void library(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = ROOT(MOST(x[i], 1.0)) - NEGATED(x[i]) - NEGATED(-x[i]) +
           NEGATED(NEGATED(x[i]));
}

// The local pointer, the member and the hidden name have other texts in kernels.
struct grid {
  double *values;
  int width;
  void scale(double by, int n) {
    double *const row = values + width;
#define CELL row[i]
#define FACTOR (by * width)
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      CELL = SUM(CELL + CELL) * FACTOR;
#undef CELL
#undef FACTOR
  }
};

void within(float *y, const float *x, const float (&h)[4], int n) {
  [[heddle::map]]
  for (int i = 3; i < n; i++) {
    float sum = 0;
#define TAP(k) (h[k] * x[i - (k)])
#pragma GCC unroll 2
    for (int k = 0; k < TAPS; k++)
      sum += TAP(k);
#undef TAP
#define TAP(k) (x[i] + (k))
    y[i] = sum + TAP(1);
#undef TAP
  }
}

void included(double *flux, const double *u, int n, int m) {
  [[heddle::map]]
  for (int at = m; at < n - m; at++) {
    {
#define STRIDE 1
#include "Inputs/flux.inc"
#undef STRIDE
    }
    {
#define STRIDE m
#include "Inputs/flux.inc"
#undef STRIDE
    }
  }
}

void header_by_condition(double *y, int n) {
  PARALLEL
#if TAPS == 2
  for (int i = 0; i < n; i++) {
    y[i] = 2;
#else
  for (int i = 1; i < n; i++) {
    y[i] = TAPS;
#endif
  }
}

template <class T> void generic(T *y, int n, T by) {
  PARALLEL_FOR(i, 0, n) {
    _Pragma("GCC unroll 2")
    for (int k = 0; k < 2; ++k)
      NEXT(y, by);
  }
}

// The whole function, with what stands before and behind it.
#define VECTOR(name, calls, op)                                                \
  static int calls = 0;                                                        \
  void name(double *y, const double *x, int n) {                               \
    ++calls;                                                                   \
    [[heddle::map]]                                                            \
    for (int i = 0; i < n; ++i) {                                              \
      double t = x[i];                                                         \
      y[i] op t;                                                               \
    }                                                                          \
    y[0] += calls;                                                             \
  }                                                                            \
  static_assert(true, #op)
VECTOR(add, add_calls, +=); VECTOR(assign, assign_calls, =);

int count(const double *x, int n) {
#define CHECK(e) if (!(e)) bad++
  int bad = 0;
  [[heddle::map, heddle::reduce(bad)]]
  for (int i = 0; i < n; ++i) {
    CHECK(std::fabs(x[i]) < RATE);
  }
  return bad;
}

// As macros write blocks.
#define SWAP(T, a, b) do { T t_ = (a); (a) = (b); (b) = t_; } while (0)
#define ROTATE(a, b, c) do { SWAP(double, a, b); SWAP(double, b, c); } while (false)
void rotate(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i++)
    ROTATE(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
}

// In functions, too.
static double pole(double x) { return ROOT(x * x) * POLE; }
template <class T> static T larger(T a, T b) { return LARGER(a, b); }
static void bump(double *y, int i) {
  NEXT(y, POLE);
#ifdef ONE_THREAD
  y[i] = 0;
#endif
}
template <class T> T behind(T a, int steps);
void calls(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    y[i] = pole(x[i]) + larger(x[i], y[i]) + behind(x[i], i % 4);
    bump(y, i);
  }
}
// The definition of a template may stand behind the loop.
template <class T> T behind(T a, int steps) {
  T sum = 0;
  for (int k = 0; k < steps; ++k)
    sum += larger(a, T(k));
  return sum;
}

// These end what they stand in.
void leaves_blocks(int *y, const int (&x)[64], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i++) {
    int last = 0;
    do {
      if (x[i] > 2) break;
      if (x[i] < 1) continue;
      last = x[i];
    } while (0);
    y[i] = last;
  }
}

CASE(expanded) {
  for (const int n : {1, 4, 33, 64})
    r.call({n}, {taken::any, -1}, [&] {
      auto y = r.in<double>(200), x = r.in<double>(200), z = r.in<double>(200);
      headers(y, n);
      library(y, x, n);
      grid{z, 20}.scale(0.5, n);
      auto f = r.in<float>(64), g = r.in<float>(64), h = r.in<float>(4);
      within(f, g, *reinterpret_cast<float(*)[4]>(h), n);
      included(z, x, n, 4);
      header_by_condition(z + 100, n);
      generic(y, n, 0.5);
      generic(f, n, 0.25f);
      add(y, x, n);
      assign(z, x, n);
      r.keep(count(x, n));
      rotate(x, n);
      calls(y, x, n);
      auto k = r.in<int>(64), l = r.in<int>(64);
      for (int i = 0; i < 64; ++i)
        l[i] = i % 5;
      leaves_blocks(k, *reinterpret_cast<int(*)[64]>(l), n);
    });
}

CASE(mapped) {
  r.call({64}, {taken::fast, 12}, [&] {
    auto y = r.in<double>(200), x = r.in<double>(200), z = r.in<double>(200);
    headers(y, 64);
    library(y, x, 64);
    grid{z, 20}.scale(0.5, 64);
    generic(y, 64, 0.5);
    add(y, x, 64);
    assign(z, x, 64);
    header_by_condition(z + 100, 64);
    rotate(x, 64);
    calls(y, x, 64);
  });
}

} // namespace SIDE
