//===- flags.cpp - iterations that store one number, or none ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Whoever stores stores the same, so it does not matter who does.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::fast_if;
using harness::taken;

namespace SIDE {

template <class T> T found(T before, const float *x, int n, float below) {
  T flag = before;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] < below)
      flag = 1;
  return flag;
}

// Where nobody stores the old value stays, whatever it is.
CASE(variables) {
  for (int n : harness::sizes())
    for (float below : {-20.0f, -15.5f, 20.0f}) {
      const float *x = r.in<float>(n);
      int *i = r.out<int>(3);
      signed char *c = r.out<signed char>(3);
      unsigned long long *u = r.out<unsigned long long>(1);
      r.call({n, static_cast<long long>(below)}, fast_if(n > 0, 7), [&] {
        for (int k = 0; k < 3; ++k) {
          i[k] = found(k, x, n, below);
          c[k] = found(static_cast<signed char>(k - 1), x, n, below);
        }
        *u = found(~0ull, x, n, below);
      });
    }
}

struct state {
  int cleared = 7, negative = 3;
  bool any = false, all = true, rest[2] = {};
  // Several flags, beside stores and a sum.
  int look(double *y, const double *x, int n) {
    int sum = 0;
    [[heddle::map]]
    for (int i = 0; i < n; ++i) {
      const double v = x[i] * 2;
      if (v > 20)
        cleared = 0;
      if (v < -20)
        negative = -5;
      if (v > 30)
        any = true;
      if (v > 3)
        all = false;
      if (v != y[i]) {
        y[i] = v;
        ++sum;
      }
    }
    return sum;
  }
};

CASE(members) {
  for (int n : harness::sizes()) {
    const double *x = r.in<double>(n);
    double *y = r.in<double>(n, 5);
    auto *s = r.out<state>(1);
    *s = state();
    int *sum = r.out<int>(1);
    r.call({n}, fast_if(n > 0), [&] { *sum = s->look(y, x, n); });
  }
}

template <class T> void changed(T *flag, int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (y[i] != x[i]) {
      y[i] = x[i];
      *flag = 1;
    }
}

CASE(places) {
  for (int n : {0, 1, 300})
    for (unsigned seed : {1u, 2u}) {
      const int *x = r.in<int>(n);
      int *y = r.in<int>(n, seed), *flag = r.in<int>(1);
      r.call({n, seed, 1}, fast_if(n > 0), [&] { changed(flag, y, x, n); });
      x = r.in<int>(n);
      y = r.in<int>(n, seed);
      auto *bytes = r.in<unsigned char>(9);
      r.call({n, seed, 2}, fast_if(n > 0), [&] { changed(bytes + 5, y, x, n); });
      x = r.in<int>(n);
      y = r.in<int>(n, seed);
      auto *wide = r.in<long long>(2);
      r.call({n, seed, 3}, fast_if(n > 0), [&] { changed(wide, y, x, n); });
      x = r.in<int>(n);
      y = r.in<int>(n, seed);
      auto *truth = r.out<bool>(2);
      truth[0] = truth[1] = false;
      r.call({n, seed, 4}, fast_if(n > 0), [&] { changed(truth, y, x, n); });
    }
}

void marks(std::vector<char> &seen, std::vector<short> &gone, const std::vector<int> &p) {
  const int n = static_cast<int>(p.size());
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const std::size_t k = static_cast<std::size_t>(p[i]);
    seen[p[i]] = 1;
    if (i % 3 == 0)
      gone[k / 2] = 0;
  }
}

void mark_truths(bool *seen, const int *p, int n) {
  [[heddle::map, heddle::extent(seen, 90)]]
  for (int i = 0; i < n; ++i)
    if (p[i] > 3)
      seen[p[i]] = true;
}

CASE(marks) {
  for (int n : {0, 1, 40, 500}) {
    std::vector<int> p;
    for (int i = 0; i < n; ++i)
      p.push_back(i * 7919 % 90);
    std::vector<char> seen(90);
    std::vector<short> gone(90, 9);
    auto *all = r.out<char>(90);
    auto *rest = r.out<short>(90);
    r.call({n, 1}, fast_if(n > 0), [&] {
      marks(seen, gone, p);
      std::copy(seen.begin(), seen.end(), all);
      std::copy(gone.begin(), gone.end(), rest);
    });
    bool *truths = r.out<bool>(90);
    std::fill(truths, truths + 90, false);
    r.call({n, 2}, fast_if(n > 0), [&] { mark_truths(truths, p.data(), n); });
  }
}

struct particle {
  float x;
  int gone;
};
// Members of other iterations' structures, and of an iteration's own.
void leave(particle *p, const int *at, int n) {
  [[heddle::map, heddle::independent(p), heddle::extent(p, n)]]
  for (int i = 0; i < n; ++i)
    if (at[i] >= 0)
      p[at[i]].gone = 1;
}
void stay(particle *p, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    p[i].gone = 0;
}

CASE(members_of_elements) {
  for (int n : {0, 1, 70}) {
    auto *p = r.out<particle>(n);
    int *at = r.out<int>(n);
    for (int i = 0; i < n; ++i) {
      p[i] = {1.5f, i};
      at[i] = i % 2 ? n - 1 - i : -1;
    }
    r.call({n}, fast_if(n > 0, 2), [&] {
      stay(p, n);
      leave(p, at, n);
    });
  }
}

// The value is used: each iteration has that of those before.
int since(const float *x, int *y, int n) {
  int met = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (x[i] < -15)
      met = 4;
    y[i] = met;
  }
  return met;
}

CASE(scans) {
  for (int n : {1, 33, 700, 5000}) {
    const float *x = r.in<float>(n, 3);
    int *y = r.out<int>(n), *met = r.out<int>(1);
    r.call({n}, taken::any, [&] { *met = since(x, y, n); });
  }
}

} // namespace SIDE
