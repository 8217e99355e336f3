//===- held-elements.cpp - bounds of mapped loops in arrays ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

static int size[3];
static double u[8][9][10], v[8][9][10];

// As benchmarks in the style of Fortran have it.
void whole_grid() {
  [[heddle::map]]
  for (int k = 0; k <= size[2] - 1; k++)
    for (int j = 0; j <= size[1] - 1; j++)
      for (int i = 0; i <= size[0] - 1; i++)
        v[k][j][i] = 2 * u[k][j][i] + k - j;
}

struct range {
  int ends[2];
  long stride[1][2];
};

void members(const range &r, double *y) {
  [[heddle::map]]
  for (int i = r.ends[0]; i < r.ends[1]; ++i)
    y[i * 2] = i + static_cast<double>(r.stride[0][1]);
}

// Of a pointer in the outermost loop, which evaluates its bound in any case.
void up_to_last_row(const int *row, const double *x, double *y, int n) {
  [[heddle::map]]
  for (int k = row[0]; k < row[n]; ++k)
    y[k] = x[k] + 1;
}

// In the thread: bounds of inner loops, and a variable that subscripts name.
void edges() {
  int i, j;
  [[heddle::map]]
  for (int k = 1; k <= size[2] - 2; k++) {
    for (j = 0; j < size[1]; j++) {
      i = 1;
      v[k][j][i] = u[k][j][i - 1];
      i = size[0] - 2;
      v[k][j][i] = u[k][j][i + 1];
    }
    for (j = 1; j <= size[1] - 2; j++)
      for (i = 2; i <= size[0] - 3; i++)
        v[k][j][i] = u[k][j][i - 1] + u[k][j][i + 1];
  }
}

// What the nest stores may be its own bound.
void shorten(int *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < size[0]; ++i)
    p[i] = n;
}

CASE(held_elements) {
  for (const int n : {-1, 0, 1, 8}) {
    size[0] = n < 0 ? 10 : n, size[1] = 9, size[2] = n;
    const harness::expectation path = harness::fast_if(n > 0);
    r.call({n}, path, [&] {
      double t = 0;
      for (auto &plane : u)
        for (auto &line : plane)
          for (double &each : line)
            each = t += 0.5;
      whole_grid();
      for (const auto &plane : v)
        for (const auto &line : plane)
          for (const double each : line)
            r.keep(each);
    });
    r.call({n}, path, [&] { members({{2, 2 + n}, {{3, 4}}}, r.out<double>(40)); });
    const int rows[] = {0, 3, 2 * n};
    r.call({n}, path, [&] {
      const double *x = r.in<double>(16);
      up_to_last_row(rows, x, r.out<double>(16), 2);
    });
  }
}

CASE(elements_in_the_thread) {
  for (const int n : {2, 3, 8}) {
    size[0] = 10, size[1] = 9, size[2] = n;
    r.call({n}, harness::fast_if(n > 2), [&] {
      double t = 0;
      for (auto &plane : u)
        for (auto &line : plane)
          for (double &each : line)
            each = t += 0.5;
      edges();
      for (const auto &plane : v)
        for (const auto &line : plane)
          for (const double each : line)
            r.keep(each);
    });
  }
}

CASE(stored_bounds) {
  size[0] = 5, size[1] = size[2] = 9;
  r.call({}, taken::fast, [&] { shorten(r.out<int>(5), 2); });
  r.call({}, taken::sequential, [&] {
    size[0] = 3;
    shorten(size, 2);
    for (const int each : size)
      r.keep(each);
  });
}

} // namespace SIDE
