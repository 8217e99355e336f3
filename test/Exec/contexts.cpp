//===- contexts.cpp - branches and loops around a nest --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

// k is 5 at least: what is read lies behind all that is written.
void pull_back(double *x, int n) {
  for (int k = 5; k + 5 <= n; k += 5) {
    [[heddle::map]]
    for (int j = 0; j < 5; ++j)
      x[j] = x[j] / 2 + x[j + k];
  }
}

void push(double *x, int n, int k) {
  if (k >= n && n > 0) {
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      x[j + k] = x[j] + 1;
  }
}

void otherwise(double *x, int n, int k) {
  if (k < n || x[0] > 1e9)
    x[0] = 1;
  else
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      x[j + k] = x[j] + 2;
}

void down(double *x, int n) {
  for (int k = n; k > 3; --k)
    [[heddle::map]]
    for (int j = 0; j < 3; ++j)
      x[j] = x[j + k] + x[j];
}

// What takes turns, by remainders, low bits and sums in front of the nest.
void levels(double *u, int n, int steps) {
  for (int t = 1; t < steps; ++t) {
    const int now = t % 3, next = (t + 1) % 3, last = (t + 2) % 3;
    double (*x)[40] = (double (*)[40])u;
    [[heddle::map]]
    for (int i = 1; i < n; ++i)
      x[next][i] = 2 * x[now][i] - x[last][i] + x[now][i - 1];
  }
}

void ping_pong(int (*x)[64], int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    int from = t & 1;
    int to = 1 - (t & 1);
    [[heddle::map]]
    for (int i = 1; i < n; ++i)
      x[to][i] = x[from][i - 1] + x[from][i];
  }
}

void rows(double (*x)[16], int n) {
  for (int r = 0; r + 1 < n; ++r) {
    const int below = r + 1;
    [[heddle::map]]
    for (int j = 0; j < 15; ++j)
      x[below][j] -= x[r][j + 1];
  }
}

// Widths that are products of parameters.
void volume(const float *u, float *v, int n, int m, int k) {
  const int plane = n * m;
  const long all = long(plane) * k;
  [[heddle::map]]
  for (int z = 1; z < k - 1; ++z)
    for (int y = 1; y < m - 1; ++y)
      for (int x = 1; x < n - 1; ++x) {
        const int c = z * plane + y * n + x;
        v[c] = u[c - plane] + u[c + plane] + u[c - n] - u[c + 1] + float(all);
      }
}

// A width below zero: the layers stand in memory from the last to the first.
void upside_down(int *v, int first, int n, int m) {
  const int up = n * -m;
  [[heddle::map]]
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < m; ++x)
        v[first + z * up + y * m + x] = z + 3 * y - x;
}

CASE(volume) {
  for (const int n : {1, 3, 5, 33}) {
    const int m = 4, k = 5;
    r.call({n, m, k}, harness::fast_if(n > 2), [&] {
      const float *u = r.in<float>(n * m * k);
      volume(u, r.out<float>(n * m * k), n, m, k);
    });
  }
}
CASE(upside_down) {
  for (const int n : {1, 3, 33})
    r.call({n}, taken::fast, [&] { upside_down(r.out<int>(3 * n * 7), 2 * n * 7, n, 7); });
}

// The nest is behind the ways out.
int shifted(double *x, int n, int k) {
  if (n <= 0 || k < n)
    return 0;
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    x[j + k] = x[j] + 1;
  return 1;
}

void rounds(double *x, int n) {
  for (int k = -2; k < 40; ++k) {
    if (k < n) {
      x[0] += 1;
      continue;
    }
    [[heddle::map]]
    for (int j = 0; j < n; ++j)
      x[j + k] = x[j] + 1;
  }
}

CASE(ways_out) {
  for (const int n : {0, 4, 33})
    for (const int k : {n - 1, n, n + 7})
      r.call({n, k}, {taken::fast, k >= n && n > 0}, [&] { r.keep(shifted(r.in<double>(140), n, k)); });
  r.call({7}, {taken::fast, 33}, [&] { rounds(r.in<double>(140), 7); });
}

CASE(turns) {
  for (const int n : {1, 2, 40}) {
    const int all = n > 1 ? 4 : 0;
    r.call({n}, {n > 1 ? taken::fast : taken::nothing, all ? all : 4}, [&] {
      auto u = r.in<double>(120);
      levels(u, n, 5);
    });
    r.call({n}, {n > 1 ? taken::fast : taken::nothing, 5}, [&] {
      auto x = r.in<int>(128);
      ping_pong((int(*)[64])x, n, 5);
    });
  }
  r.call({9}, {taken::fast, 5}, [&] {
    auto x = r.in<double>(6 * 16);
    rows((double(*)[16])x, 6);
  });
}

CASE(contexts) {
  for (const int n : {0, 4, 10, 33, 60}) {
    r.call({1, n}, {taken::fast, n < 10 ? 0 : n / 5 - 1}, [&] {
      auto x = r.in<double>(70);
      pull_back(x, n);
    });
    r.call({2, n}, {taken::fast, n > 3 ? n - 3 : 0}, [&] {
      auto x = r.in<double>(70);
      down(x, n);
    });
    for (const int k : {n - 1, n, n + 7}) {
      r.call({3, n, k}, {taken::fast, k >= n && n > 0}, [&] {
        auto x = r.in<double>(140);
        push(x, n, k);
      });
      r.call({4, n, k}, {n ? taken::fast : taken::nothing, k >= n}, [&] {
        auto x = r.in<double>(140);
        otherwise(x, n, k);
      });
    }
  }
}

} // namespace SIDE
