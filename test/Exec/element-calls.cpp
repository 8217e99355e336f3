//===- element-calls.cpp - copies and fills of rows in a nest -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <cstring>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::fast_if;
using harness::taken;

namespace SIDE {

void copy_rows(const double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    std::memcpy(&y[i * m], &x[i * m], m * sizeof(double));
}

// Where rows overlap, the loop as written runs.
void move_rows(const float *x, float *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    memmove(y + i * m, x + i * m, sizeof(*x) * m);
}

void turn_rows(const int *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    std::copy(x + i * m, x + i * m + m, y + (n - 1 - i) * m);
    y[(n - 1 - i) * m] += 1;
  }
}

void shift_down(double *a, int n, int m) {
  HEDDLE_ASSUME(n <= 40);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    std::copy_n(a + i * m, m, a + (i + 40) * m);
}

void clear(double *x, unsigned char *c, int by, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    memset(x + i * m, 0, m * sizeof *x);
    memset(c + i * m, by, m);
  }
}

void frame(std::vector<float> &x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i == 0 || i == n - 1)
      std::fill_n(x.data() + i * m, m, 1);
    else
      std::fill(&x[i * m], &x[i * m] + 1, 0.5f);
}

void blocks(double a[][6], const double b[][6], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double t[6], u[3];
    std::memcpy(t, b[i], sizeof t);
    std::memset(u, 0, sizeof(u));
    std::copy(t + 2, t + 4, u);
    for (int k = 0; k < 6; ++k)
      a[i][k] = t[5 - k] + u[k / 2];
    std::fill(&a[i][1], &a[i][3], t[0] + 1);
  }
}

void of_tables(double **a, double *const *b, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    std::copy(b[i], b[i] + m, a[i]);
}

// In functions that the loops call.
static void put(double *row, int m, double value) {
  std::fill(row, row + m, value);
}

static double middle(const double *x, int m) {
  double t[5] = {};
  std::copy_n(x, m, t);
  return t[m / 2] - t[0];
}

void called(const double *x, double *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    put(y + i * m, m, middle(x + i * m, m));
}

CASE(rows) {
  for (const int n : {-1, 0, 1, 33})
    for (const int m : {0, 1, 5}) {
      const harness::expectation path = fast_if(n > 0);
      r.call({n, m}, path, [&] {
        const double *x = r.in<double>(165);
        copy_rows(x, r.out<double>(165), n, m);
      });
      r.call({n, m}, path, [&] {
        const float *x = r.in<float>(165);
        move_rows(x, r.out<float>(165), n, m);
      });
      r.call({n, m}, path, [&] {
        const double *x = r.in<double>(165);
        called(x, r.out<double>(165), n, m);
      });
      r.call({n, m}, path, [&] { shift_down(r.out<double>(400), n, m); });
      r.call({n, m}, path, [&] {
        double *x = r.out<double>(165);
        clear(x, r.out<unsigned char>(165), 300, n, m);
      });
      if (m == 0) // the stores to columns leave such rows
        continue;
      r.call({n, m}, path, [&] {
        const int *x = r.in<int>(165);
        turn_rows(x, r.out<double>(166), n, m);
      });
      r.call({n, m}, path, [&] {
        std::vector<float> x(170, 2.0f);
        frame(x, n, m);
        for (const float each : x)
          r.keep(each);
      });
    }
}

CASE(overlapping_rows) {
  r.call({}, taken::sequential, [&] {
    float *x = r.out<float>(40);
    move_rows(x, x + 3, 2, 15);
  });
  r.call({}, taken::sequential, [&] {
    float *x = r.out<float>(40);
    move_rows(x + 3, x, 2, 15);
  });
}

CASE(parts_of_rows) {
  for (const int n : {0, 1, 20}) {
    r.call({n}, fast_if(n > 0), [&] {
      double a[20][6] = {}, b[20][6];
      for (int i = 0; i < 20; ++i)
        for (int k = 0; k < 6; ++k)
          b[i][k] = i * 7 + k;
      blocks(a, b, n);
      for (const auto &row : a)
        for (const double each : row)
          r.keep(each);
    });
    r.call({n}, fast_if(n > 0), [&] {
      double *x = r.out<double>(60), *y = r.out<double>(60);
      double *a[20], *b[20];
      for (int i = 0; i < 20; ++i)
        a[i] = x + 3 * i, b[i] = y + 3 * ((i * 7) % 20);
      of_tables(a, b, n, 3);
    });
  }
}

} // namespace SIDE
