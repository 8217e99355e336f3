//===- choices.cpp - the best value, and what belongs to it ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <climits>
#include <cmath>
#include <cstdint>
#include <heddle/heddle.h>
#include <limits>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

template <class T> struct found {
  T best;
  long at;
};

template <class T> found<T> first_least(const T *x, int n, T old) {
  T best = old;
  long at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  return {best, at};
}

template <class T> found<T> last_least(const T *x, int n, T old) {
  T best = old;
  long at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (best >= x[i]) {
      at = i;
      best = x[i];
    }
  return {best, at};
}

template <class T> found<T> first_largest(const T *x, int n, T old) {
  T best = old;
  long at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (best < x[i])
      best = x[i], at = i;
  return {best, at};
}

template <class T> found<T> last_largest(const T *x, int n, T old) {
  T best = old;
  long at = -1;
  HEDDLE(map, reduce(best, at))
  for (int i = 0; i < n; ++i) {
    const T e = x[i];
    if (e >= best) {
      best = e;
      at = i;
    }
  }
  return {best, at};
}

template <class T> void all_four(found<T> *out, const T *x, int n, T old) {
  out[0] = first_least(x, n, old);
  out[1] = last_least(x, n, old);
  out[2] = first_largest(x, n, old);
  out[3] = last_largest(x, n, old);
}

template <class T> void check(harness::recorder &r) {
  using limits = std::numeric_limits<T>;
  for (int n : harness::sizes())
    for (T old : {T(0), T(3), limits::max(), limits::lowest()}) {
      T *best = r.out<T>(4);
      long *at = r.out<long>(4);
      T *x = r.out<T>(n);
      for (int i = 0; i < n; ++i) // many are equal, and some are at the ends
        x[i] = i % 7 == 3   ? T(i % 5)
               : i % 11 == 5 ? limits::max()
               : i % 13 == 7 ? limits::lowest()
                             : T(i % 3);
      r.call({n, int(old > 0)}, {n > 0 ? taken::fast : taken::nothing, 4}, [&] {
        found<T> out[4];
        all_four(out, x, n, old);
        for (int k = 0; k < 4; ++k) {
          best[k] = out[k].best;
          at[k] = out[k].at;
        }
      });
    }
}
CASE(signed_char_keys) { check<signed char>(r); }
CASE(unsigned_short_keys) { check<unsigned short>(r); }
CASE(int_keys) { check<int>(r); }
CASE(unsigned_keys) { check<unsigned>(r); }
CASE(int64_keys) { check<std::int64_t>(r); }
CASE(uint64_keys) { check<std::uint64_t>(r); }
CASE(float_keys) { check<float>(r); }
CASE(double_keys) { check<double>(r); }

template <class T> void check_odd_values(harness::recorder &r) {
  const T inf = std::numeric_limits<T>::infinity(),
          nan = std::numeric_limits<T>::quiet_NaN();
  const T values[] = {-inf, inf, nan, T(0), -T(0)};
  for (int n : {1, 2, 256, 300})
    for (int o = 0; o < 5; ++o)
      for (int k = 0; k < 5; ++k)
        for (T rest : {nan, T(0)}) {
          const T old = values[o], one = values[k];
          T *best = r.out<T>(4);
          long *at = r.out<long>(4);
          T *x = r.out<T>(n);
          for (int i = 0; i < n; ++i)
            x[i] = i % 5 == 3 || i == n - 1 ? one : i % 3 ? rest : -rest;
          r.call({n, o, k}, {taken::fast, 4}, [&] {
            found<T> out[4];
            all_four(out, x, n, old);
            for (int f = 0; f < 4; ++f) {
              best[f] = out[f].best;
              at[f] = out[f].at;
            }
          });
        }
}
CASE(infinities_nans_and_zeros_in_float) { check_odd_values<float>(r); }
CASE(infinities_nans_and_zeros_in_double) { check_odd_values<double>(r); }

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

void pivot(double &big, int &row, const double *a, int n, int k) {
  [[heddle::map, heddle::reduce(big, row)]]
  for (int i = k; i < n; i++)
    if (fabs(a[i * n + k]) > big) {
      big = fabs(a[i * n + k]);
      row = i;
    }
}
CASE(absolute_values_that_are_written_twice) {
  for (int n : {1, 2, 33, 70})
    for (int k : {0, n - 1, n}) {
      double *big = r.out<double>(1);
      int *row = r.out<int>(1);
      *row = k;
      const double *a = r.in<double>(n * n + 1, 2);
      r.call({n, k}, harness::fast_if(n > k),
             [&] { pivot(*big, *row, a, n, k); });
    }
}

struct place {
  float least;
  short i, j;
  bool known;
};
// Companions of several types, some of them from elsewhere.
void nearest(place &p, float &level, const float (*x)[5], const int *ok,
             const float *height, int n) {
  p = {1e9f, -1, -1, false};
  [[heddle::map, heddle::extent(height, n),
    heddle::reduce(p.least, p.i, p.j, p.known, level)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 5; ++j) {
      const float d = x[i][j] * x[i][j];
      if (ok[i] % 2 != 0)
        if (j != 2 && d < p.least && ok[i] % 3 != 0) {
          p.least = d;
          p.i = i;
          p.j = j;
          p.known = true;
          level = height[i] + j;
        }
    }
}
CASE(two_dimensions_and_other_conditions) {
  for (int n : harness::sizes()) {
    float *out = r.out<float>(2);
    int *at = r.out<int>(3);
    const auto *x = reinterpret_cast<const float(*)[5]>(r.in<float>(5 * n));
    const int *ok = r.in<int>(n);
    const float *height = r.in<float>(n);
    r.call({n}, harness::fast_if(n > 0), [&] {
      place p;
      nearest(p, out[1], x, ok, height, n);
      out[0] = p.least;
      at[0] = p.i;
      at[1] = p.j;
      at[2] = p.known;
    });
  }
}

// Equal values are those of the iteration that the loop runs first, or last.
void downwards(int &at, int &last, int &i2, const int *x, int n, int m) {
  int best = 100, worst = -100;
  [[heddle::map, heddle::reduce(best, at, worst, last, i2)]]
  for (int i = n - 1; i >= 0; --i)
    for (int j = m - 1; j >= 0; j -= 2) {
      if (x[i] % 3 + j % 2 < best) {
        best = x[i] % 3 + j % 2;
        at = i * m + j;
      }
      if (x[i] % 3 >= worst) {
        worst = x[i] % 3;
        last = i * m + j;
        i2 = i;
      }
    }
}
CASE(loops_that_count_down) {
  for (int n : harness::few_sizes())
    for (int m : {1, 2, 9}) {
      int *out = r.out<int>(3);
      const int *x = r.in<int>(n);
      r.call({n, m}, harness::fast_if(n > 0),
             [&] { downwards(out[0], out[1], out[2], x, n, m); });
    }
}

// One iteration has several offers; another reduction runs beside.
double inner(int &at, const double *x, int n, int m) {
  double best = 1e300, sum = 0;
  [[heddle::bounds(n), heddle::map, heddle::reduce(best, at, sum)]]
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      if (x[j] * (i % 4) < best) {
        best = x[j] * (i % 4);
        at = i * m + j;
      }
    sum += x[i % 3];
    if (x[0] - i % 9 < best) {
      best = x[0] - i % 9;
      at = -i;
    }
  }
  return best + sum;
}
CASE(several_offers_of_one_iteration) {
  for (int n : harness::sizes()) {
    double *best = r.out<double>(1);
    int *at = r.out<int>(1);
    const double *x = r.in<double>(10);
    r.call({n}, harness::fast_if(n > 0), [&] { *best = inner(*at, x, n, 10); });
  }
}

int strided(const int *x, int n) {
  int best = 1000, at = -1;
  [[heddle::bounds(2, n), heddle::step(5), heddle::width(2), heddle::map,
    heddle::reduce(best, at)]]
  for (int i = 2; i < n; ++i)
    if ((i - 2) % 5 < 2)
      if (x[i] % 4 <= best) {
        best = x[i] % 4;
        at = i;
      }
  return at;
}
CASE(steps_and_widths) {
  for (int n : harness::sizes()) {
    int *at = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 2), [&] { *at = strided(x, n); });
  }
}

// Only some iterations look at the key, and fewer may store.
int guarded(const int *x, int n, int from) {
  int best = INT_MAX, at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (i >= from)
      if (x[i] <= best && i % 3 == 1) {
        best = x[i];
        at = i;
      }
  return at;
}
CASE(few_iterations_that_store) {
  for (int n : harness::sizes())
    for (int from : {0, 1, 40}) {
      int *at = r.out<int>(1);
      const int *x = r.in<int>(n);
      r.call({n, from}, {n > 0 ? taken::any : taken::nothing},
             [&] { *at = guarded(x, n, from); });
    }
}

// Without anything beside the key it is a maximum.
float guarded_maximum(const float *x, const int *ok, int n) {
  float most = -1;
  [[heddle::map, heddle::extent(x, n), heddle::reduce(most)]]
  for (int i = 0; i < n; ++i)
    if (ok[i] > 0 && most < x[i] && ok[i] < 100) {
      most = x[i];
    }
  return most;
}
CASE(conditions_beside_a_maximum) {
  for (int n : harness::sizes()) {
    float *most = r.out<float>(1);
    const float *x = r.in<float>(n);
    const int *ok = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0),
           [&] { *most = guarded_maximum(x, ok, n); });
  }
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

long many(int n, int from) {
  int best = 0;
  long at = -1;
  HEDDLE(map, reduce(best, at))
  for (int i = 0; i < n; ++i)
    if ((i < from ? 1 : i % 1000) > best) {
      best = i < from ? 1 : i % 1000;
      at = i;
    }
  return at;
}
CASE(sizes_around_the_rounds) {
  for (int n : {65535, 65536, 65537, 2097152, 2097153}) {
    long *at = r.out<long>(2);
    r.call({n}, {taken::fast, 2}, [&] {
      at[0] = many(n, n / 2);
      at[1] = many(n, n - 1);
    });
  }
}

} // namespace SIDE
