//===- scans.cpp - iterations use what those before them have made --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-and-serial %t %s
//
// Values are such that floating-point sums are exact in any order. Which order
// is taken is the matter of scan-order.cpp.

#include "harness.h"
#include <algorithm>
#include <cstdint>
#include <heddle/heddle.h>
#include <heddle/indices.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

// Both sides of the blocks of 256 iterations.
static const int lengths[] = {0, 1, 2, 255, 256, 257, 511, 512, 700};

//===----------------------------------------------------------------------===//
// Running values
//===----------------------------------------------------------------------===//

template <class T> T inclusive(T *y, const T *x, int n, T s) {
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
  return s;
}

int exclusive(int *y, const int *x, int n) {
  int s = 3;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = s;
    s -= x[i];
  }
  return s;
}

template <class T>
T extremes(T *low, T *high, const T *x, int n) {
  T least = T(100), most = T(-100);
  [[heddle::map, heddle::reduce(least, most)]]
  for (int i = 0; i < n; ++i) {
    least = std::min(least, x[i]);
    if (most < x[i])
      most = x[i];
    low[i] = least;
    high[i] = most - least;
  }
  return least + most;
}

unsigned bits(unsigned *y, const unsigned *x, int n) {
  unsigned all = ~0u, some = 0, parity = 1, product = 3;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    all &= x[i] | 0xf0u;
    y[i] = all + some;
    some |= x[i] & 0xffu;
    parity ^= x[i];
    product *= 2 * x[i] + 1;
    y[i] += parity + product;
  }
  return all + some + parity + product;
}

CASE(running_values) {
  for (int n : lengths) {
    int *y = r.out<int>(n), *s = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n, 0}, harness::fast_if(n > 0),
           [&] { *s = inclusive(y, x, n, 7); });
    float *yf = r.out<float>(n), *sf = r.out<float>(1);
    const float *xf = r.in<float>(n);
    r.call({n, 1}, harness::fast_if(n > 0),
           [&] { *sf = inclusive(yf, xf, n, 0.5f); });
    double *yd = r.out<double>(n), *sd = r.out<double>(1);
    const double *xd = r.in<double>(n);
    r.call({n, 2}, harness::fast_if(n > 0),
           [&] { *sd = inclusive(yd, xd, n, -0.5); });
    std::int64_t *yl = r.out<std::int64_t>(n), *sl = r.out<std::int64_t>(1);
    const std::int64_t *xl = r.in<std::int64_t>(n);
    r.call({n, 3}, harness::fast_if(n > 0),
           [&] { *sl = inclusive<std::int64_t>(yl, xl, n, 1ll << 40); });
    int *ye = r.out<int>(n), *se = r.out<int>(1);
    const int *xe = r.in<int>(n);
    r.call({n, 4}, harness::fast_if(n > 0),
           [&] { *se = exclusive(ye, xe, n); });
  }
}
CASE(minima_maxima_and_bits) {
  for (int n : lengths) {
    int *low = r.out<int>(n), *high = r.out<int>(n), *s = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n, 0}, harness::fast_if(n > 0),
           [&] { *s = extremes(low, high, x, n); });
    double *lowd = r.out<double>(n), *highd = r.out<double>(n),
           *sd = r.out<double>(1);
    const double *xd = r.in<double>(n);
    r.call({n, 1}, harness::fast_if(n > 0),
           [&] { *sd = extremes(lowd, highd, xd, n); });
    unsigned *y = r.out<unsigned>(n), *u = r.out<unsigned>(1);
    const unsigned *xu = r.in<unsigned>(n);
    r.call({n, 2}, harness::fast_if(n > 0), [&] { *u = bits(y, xu, n); });
  }
}

// Sums of the whole type's range, and of a small type.
CASE(sums_that_wrap_around) {
  for (int n : lengths) {
    unsigned *y = r.out<unsigned>(n), *s = r.out<unsigned>(1);
    unsigned *x = r.in<unsigned>(n);
    for (int i = 0; i < n; ++i)
      x[i] *= 16777619u;
    r.call({n, 0}, harness::fast_if(n > 0),
           [&] { *s = inclusive(y, x, n, 4000000000u); });
    short *ys = r.out<short>(n), *ss = r.out<short>(1);
    const short *xs = r.in<short>(n);
    r.call({n, 1}, harness::fast_if(n > 0),
           [&] { *ss = inclusive<short>(ys, xs, n, 100); });
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

long backwards(long *y, const int *x, int n) {
  long s = 1;
  [[heddle::map]]
  for (int i = n - 1; i >= 0; i -= 3) {
    s += x[i];
    y[i] = 2 * s;
  }
  return s;
}

int table(int *y, const int *x, int n, int m) {
  int s = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      y[i * m + j] = s;
      s += x[i * m + j];
    }
  return s;
}

int pairs(int *y, const int *x, int n, int m) {
  int s = 0;
  [[heddle::map]]
  for (auto [i, j] : indices({0, 1}, {n, m})) {
    y[i * m + j] = s;
    s += x[i * m + j];
  }
  return s;
}

// The inner loop runs in the thread, and what it sums up is used behind it.
int rows(int *y, const int *x, int n, int m) {
  int s = 5;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int row = 0;
    for (int j = 0; j < m; ++j)
      row += x[i * m + j];
    s += row;
    y[i] = s - row / 2;
  }
  return s;
}

CASE(strides_and_nests) {
  for (int n : lengths) {
    long *y = r.out<long>(n), *s = r.out<long>(1);
    std::fill(y, y + n, -1);
    const int *x = r.in<int>(n);
    r.call({n, 0}, harness::fast_if(n > 0), [&] { *s = backwards(y, x, n); });
  }
  for (int n : {1, 3, 100})
    for (int m : {1, 5, 17}) {
      int *y = r.out<int>(n * m), *s = r.out<int>(1);
      const int *x = r.in<int>(n * m);
      r.call({n, m, 0}, taken::fast, [&] { *s = table(y, x, n, m); });
      int *z = r.out<int>(n), *sz = r.out<int>(1);
      const int *xz = r.in<int>(n * m);
      r.call({n, m, 1}, taken::fast, [&] { *sz = rows(z, xz, n, m); });
      int *yp = r.out<int>(n * m), *sp = r.out<int>(1);
      const int *xp = r.in<int>(n * m);
      std::fill(yp, yp + n * m, -1);
      r.call({n, m, 2}, harness::fast_if(m > 1),
             [&] { *sp = pairs(yp, xp, n, m); });
    }
}

//===----------------------------------------------------------------------===//
// Conditions, locals and several variables
//===----------------------------------------------------------------------===//

int conditions(int *y, int *z, const int *x, int n) {
  int up = 0, down = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const int v = x[i] / 2;
    const int twice = 2 * up;
    z[i] = twice - down;
    y[i] = 0;
    if (v == 7)
      continue;
    if (v > 0) {
      up += v;
      y[i] = up * v;
    } else {
      y[i] = down;
      --down;
    }
  }
  return up * 1000 + down;
}
CASE(conditions_and_two_variables) {
  for (int n : lengths) {
    int *y = r.out<int>(n), *z = r.out<int>(n), *s = r.out<int>(1);
    std::fill(y, y + n, -9);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { *s = conditions(y, z, x, n); });
  }
}

// Locals that the sum needs, by other names too, and locals that need the sum.
int locals(int *y, const int *x, int n) {
  int s = 1, private_one;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    int t = 0;
    int &r = t;
    r = x[i];
    int u = t * 2;
    t = u + 1;
    private_one = t / 3;
    s += t - private_one;
    int v = s;
    v *= 2;
    y[i] = v + u;
  }
  return s;
}
CASE(locals_in_front_and_behind) {
  for (int n : lengths) {
    int *y = r.out<int>(n), *s = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { *s = locals(y, x, n); });
  }
}

struct ledger {
  double balance = 2;
  std::vector<double> after;

  void book(const std::vector<double> &amounts) {
    const int n = static_cast<int>(amounts.size());
    HEDDLE(map, reduce(balance))
    for (int i = 0; i < n; ++i) {
      balance += amounts[i];
      after[i] = balance;
    }
  }
};
CASE(members_and_containers) {
  for (int n : lengths) {
    double *y = r.out<double>(n), *s = r.out<double>(1);
    const double *x = r.in<double>(n);
    ledger l;
    const std::vector<double> amounts(x, x + n);
    l.after.resize(amounts.size());
    r.call({n}, harness::fast_if(n > 0), [&] {
      l.balance = 2;
      l.book(amounts);
      *s = l.balance;
      std::copy(l.after.begin(), l.after.end(), y);
    });
  }
}

// The variable may be one of the elements.
void onto(int &s, int *y, const int *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
}
CASE(variables_that_overlap) {
  for (int n : {1, 2, 300}) {
    int *y = r.in<int>(n + 1);
    const int *x = r.in<int>(n);
    r.call({n, 0}, {taken::sequential, 1, "overlap"},
           [&] { onto(y[n / 2], y, x, n); });
    int *z = r.in<int>(n + 1);
    const int *xz = r.in<int>(n);
    r.call({n, 1}, taken::fast, [&] { onto(z[n], z, xz, n); });
  }
}

//===----------------------------------------------------------------------===//
// Compactions
//===----------------------------------------------------------------------===//

template <class T>
int positive(T *kept, const T *x, int n, int k) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > T(0))
      kept[k++] = x[i];
  return k;
}

// A store and a step of their own, and an else part.
int split(int *even, long *odd, const int *x, int n) {
  int e = 0;
  unsigned o = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (x[i] % 2 == 0) {
      even[e] = i;
      e++;
    } else {
      o += 1;
      odd[o] = x[i];
    }
  }
  return e * 1000 + static_cast<int>(o);
}

struct particle {
  float at, speed;
  int number;
};
int moving(particle *kept, float *energy, const particle *all, int n) {
  int k = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (all[i].speed == 0.0f)
      continue;
    energy[k] = all[i].speed * all[i].speed;
    kept[k++] = all[i];
  }
  return k;
}

/// Values of which some, none or all are positive.
template <class T> T *mixed(harness::recorder &r, int n, int which) {
  T *x = r.in<T>(n);
  if (which)
    std::fill(x, x + n, which == 1 ? T(-1) : T(1));
  return x;
}
template <class T> int count_positive(const T *x, int n) {
  return static_cast<int>(
      std::count_if(x, x + n, [](T v) { return v > T(0); }));
}
CASE(compactions) {
  for (int n : lengths)
    for (int which : {0, 1, 2}) {
      // There is room for no more than is kept.
      const int *x = mixed<int>(r, n, which);
      int *kept = r.out<int>(count_positive(x, n) + 2), *k = r.out<int>(1);
      r.call({n, which, 0}, harness::fast_if(n > 0),
             [&] { *k = positive(kept, x, n, 2); });
      const double *xd = mixed<double>(r, n, which);
      double *keptd = r.out<double>(count_positive(xd, n));
      int *kd = r.out<int>(1);
      r.call({n, which, 1}, harness::fast_if(n > 0),
             [&] { *kd = positive(keptd, xd, n, 0); });
      const int *xs = mixed<int>(r, n, which);
      int *even = r.out<int>(n), *ks = r.out<int>(1);
      long *odd = r.out<long>(n + 1);
      r.call({n, which, 2}, harness::fast_if(n > 0),
             [&] { *ks = split(even, odd, xs, n); });
    }
}
CASE(compactions_of_structures) {
  for (int n : lengths) {
    const float *at = r.in<float>(n, 3), *speed = r.in<float>(n);
    std::vector<particle> all;
    for (int i = 0; i < n; ++i)
      all.push_back({at[i], speed[i] < 2 ? 0 : speed[i], i});
    particle *kept = r.out<particle>(n);
    float *energy = r.out<float>(n);
    int *k = r.out<int>(1);
    r.call({n}, harness::fast_if(n > 0),
           [&] { *k = moving(kept, energy, all.data(), n); });
  }
}

// A list of neighbours as a row pointer and columns: both forms at once.
int rows_of(int *row, int *column, const int *x, int n, int m) {
  int k = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    row[i] = k;
    if (x[i] > 0)
      column[k++] = i % m;
  }
  return k;
}
CASE(compactions_with_running_values) {
  for (int n : lengths) {
    int *row = r.out<int>(n), *column = r.out<int>(n), *k = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0),
           [&] { *k = rows_of(row, column, x, n, 7); });
  }
}

// What is kept may be written over what is read.
CASE(compactions_that_overlap) {
  for (int n : {1, 2, 300}) {
    int *x = r.in<int>(n), *k = r.out<int>(1);
    r.call({n}, {taken::sequential, 1, "overlap"},
           [&] { *k = positive(x, static_cast<const int *>(x), n, 0); });
  }
}

constexpr int in_constants(const int *x, int *y, int n) {
  int s = 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    s += x[i];
    y[i] = s;
  }
  return s;
}
CASE(constexpr_function) {
  for (int n : {0, 5, 257}) {
    int *s = r.out<int>(1), *y = r.out<int>(n);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0),
           [&] { *s = in_constants(x, y, n); });
  }
}

} // namespace SIDE
