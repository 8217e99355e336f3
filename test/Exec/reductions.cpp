//===- reductions.cpp - one value out of all iterations -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-and-serial %t %s
//
// Values are such that floating-point sums are exact in any order. Which order
// is taken is the matter of reduction-order.cpp.

#include "harness.h"
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <heddle/heddle.h>
#include <limits>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Operators and forms
//===----------------------------------------------------------------------===//

template <class T> T all_forms(const T *x, int n, T old) {
  T s = old;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i) {
    s += x[i];
    s -= T(1);
    s = s + x[i];
    s = x[i] + s;
    s = s - x[i] + T(2);
    ++s;
    s--;
  }
  return s;
}

template <class T> T product(const T *x, int n, T old) {
  T p = old;
  [[heddle::map, heddle::reduce(p)]]
  for (int i = 0; i < n; ++i) {
    p *= x[i] == T(3) ? T(2) : T(1);
    p = p * T(1);
  }
  return p;
}

template <class T> T largest(const T *x, int n, T old) {
  T s = old;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s = std::max(s, x[i]);
  return s;
}

template <class T> T smallest(const T *x, int n, T old) {
  T s = old;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    if (x[i] < s)
      s = x[i];
  return s;
}

template <class T> T selected(const T *x, int n, T old) {
  T s = old;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s = x[i] >= s ? x[i] : s;
  return s;
}

template <class T> void bits(T *out, const T *x, int n) {
  T all = T(~T(0)), some = 1, odd = 5;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    all &= T(x[i] | T(64));
    some = some | x[i];
    odd ^= x[i];
  }
  out[0] = all;
  out[1] = some;
  out[2] = odd;
}

template <class T> void check_integers(harness::recorder &r) {
  for (int n : harness::sizes())
    for (int old : {0, 1, 100}) {
      T *out = r.out<T>(9);
      const T *x = r.in<T>(n);
      for (int k = 0; k < 9; ++k)
        out[k] = T(old);
      r.call({n, old}, {n > 0 ? taken::fast : taken::nothing, 6}, [&] {
        out[0] = all_forms(x, n, T(old));
        out[1] = product(x, n, T(old));
        out[2] = largest(x, n, T(old));
        out[3] = smallest(x, n, T(old));
        out[4] = selected(x, n, T(old));
        bits(out + 5, x, n);
      });
    }
}
CASE(char_values) { check_integers<signed char>(r); }
CASE(unsigned_short_values) { check_integers<unsigned short>(r); }
CASE(int_values) { check_integers<int>(r); }
CASE(unsigned_values) { check_integers<unsigned>(r); }
CASE(long_values) { check_integers<long>(r); }
CASE(unsigned_long_long_values) { check_integers<unsigned long long>(r); }

template <class T> void check_floating(harness::recorder &r) {
  for (int n : harness::sizes())
    for (int old : {0, 1, -100}) {
      T *out = r.out<T>(5);
      const T *x = r.in<T>(n);
      r.call({n, old}, {n > 0 ? taken::fast : taken::nothing, 5}, [&] {
        out[0] = all_forms(x, n, T(old));
        out[1] = product(x, n, T(old));
        out[2] = largest(x, n, T(old));
        out[3] = smallest(x, n, T(old));
        out[4] = selected(x, n, T(old));
      });
    }
}
CASE(float_values) { check_floating<float>(r); }
CASE(double_values) { check_floating<double>(r); }

int count_positive(const float *x, int n) {
  int count = 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      ++count;
  return count;
}

void truths(bool *out, const int *x, int n) {
  bool every = true, some = false, parity = false, found = false, none = true;
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    every = x[i] < 120 && every;
    some |= x[i];
    parity ^= x[i] % 2 != 0;
    if (x[i] == 17)
      found = true;
    none &= !(x[i] > 125);
  }
  out[0] = every;
  out[1] = some;
  out[2] = parity;
  out[3] = found;
  out[4] = none;
}

// Where it is permitted, the other operand is evaluated in every iteration.
void permitted(bool *out, const int *x, const int *y, int n) {
  bool every = true, some = false;
  HEDDLE(map, reduce(every, some))
  for (int i = 0; i < n; ++i) {
    every = every && x[i] + y[i] < 200;
    some = (some || x[i] == 17);
  }
  out[0] = every;
  out[1] = some;
}

CASE(permitted_truths) {
  for (int n : harness::sizes()) {
    bool *out = r.out<bool>(2);
    const int *x = r.in<int>(n);
    const int *y = r.in<int>(n);
    r.call({n}, {n > 0 ? taken::fast : taken::nothing},
           [&] { permitted(out, x, y, n); });
  }
}

CASE(conditions_and_truths) {
  for (int n : harness::sizes()) {
    bool *out = r.out<bool>(5);
    int *count = r.out<int>(1);
    const int *x = r.in<int>(n);
    const float *y = r.in<float>(n, 2);
    r.call({n}, {n > 0 ? taken::fast : taken::nothing, 2}, [&] {
      truths(out, x, n);
      *count = count_positive(y, n);
    });
  }
}

//===----------------------------------------------------------------------===//
// Ranges of types
//===----------------------------------------------------------------------===//

// The sum and each value on the way fit, partial sums of other orders do not.
int swinging(const int *x, int n) {
  int s = 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      s += k == 1 ? -x[i] : x[i] / 2 + (k == 2 ? x[i] % 2 : 0);
  return s;
}
short narrow(const short *x, int n) {
  short s = 7;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    s += x[i] * 1001L;
  return s;
}
CASE(partial_sums_beyond_the_type) {
  for (int n : {1, 2, 300, 1000}) {
    int *s = r.out<int>(1);
    short *t = r.out<short>(1);
    int *x = r.out<int>(n);
    const short *y = r.in<short>(n);
    for (int i = 0; i < n; ++i)
      x[i] = i % 2 ? INT_MAX : INT_MIN + 1;
    r.call({n}, {taken::fast, 2}, [&] {
      *s = swinging(x, n);
      *t = narrow(y, n);
    });
  }
}

float fold_max(const float *x, int n, float old) {
  float s = old;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s = std::fmax(s, x[i]);
  return s;
}
double minus_zeros(int n, double old) {
  double s = old;
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    s += -0.0;
  return s;
}
CASE(infinities_nans_and_zeros) {
  const float inf = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  for (int n : {1, 2, 256, 300})
    for (float old : {-inf, inf, nan, 0.0f})
      for (float one : {-inf, nan, 3.0f}) {
        float *out = r.out<float>(4);
        double *zeros = r.out<double>(2);
        float *x = r.out<float>(n);
        for (int i = 0; i < n; ++i)
          x[i] = i == n / 2 ? one : i % 3 ? nan : -inf;
        r.call({n, n / 2}, {taken::fast, 6}, [&] {
          out[0] = largest(x, n, old);
          out[1] = smallest(x, n, old);
          out[2] = selected(x, n, old);
          out[3] = fold_max(x, n, old);
          zeros[0] = minus_zeros(n, -0.0);
          zeros[1] = minus_zeros(n, 0.0);
        });
      }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

long many(int n) {
  long s = 1;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    s += i % 1000;
  return s;
}
CASE(sizes_around_the_rounds) {
  for (int n : {65535, 65536, 65537, 16777215, 16777217}) {
    long *s = r.out<long>(1);
    r.call({n}, taken::fast, [&] { *s = many(n); });
  }
}

void grid(double &s, int &rows, const float (*x)[5], int n, int first) {
  [[heddle::map, heddle::reduce(s)]]
  for (int i = n - 1; i >= first; i -= 3)
    for (int j = 0; j < 5; ++j) {
      s += x[i][j];
      if (j == 2)
        ++rows;
    }
}
CASE(two_dimensions_descending) {
  for (int n : {0, 1, 3, 40, 700})
    for (int first : {0, 2}) {
      double *s = r.out<double>(1);
      int *rows = r.out<int>(1);
      *s = 0.5;
      *rows = -3;
      const auto *x = reinterpret_cast<const float(*)[5]>(r.in<float>(5 * n));
      r.call({n, first}, harness::fast_if(n > first),
             [&] { grid(*s, *rows, x, n, first); });
    }
}

int cube(const int *x, int n, int m, int l) {
  int s = 0;
  [[heddle::bounds({n, m, l}), heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        s ^= x[(i * m + j) * l + k] + k;
  return s;
}
CASE(three_dimensions) {
  for (int n : harness::tiny_sizes())
    for (int m : harness::tiny_sizes())
      for (int l : {1, 4, 77}) {
        int *s = r.out<int>(1);
        const int *x = r.in<int>(n > 0 && m > 0 ? n * m * l : 0);
        r.call({n, m, l}, harness::fast_if(n > 0 && m > 0),
               [&] { *s = cube(x, n, m, l); });
      }
}

int strided(const int *x, int n) {
  int s = 0;
  [[heddle::bounds(2, n), heddle::step(5), heddle::width(2), heddle::map]]
  for (int i = 2; i < n; ++i)
    if ((i - 2) % 5 < 2)
      s += x[i];
  return s;
}
CASE(steps_and_widths) {
  for (int n : harness::sizes()) {
    int *s = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 2), [&] { *s = strided(x, n); });
  }
}

// The inner loop runs in the thread: its bound is no number of the launch.
float triangle(float *y, const float *x, int n) {
  float s = 0, most = -1000;
  [[heddle::bounds(n), heddle::map, heddle::reduce(s, most)]]
  for (int i = 0; i < n; ++i) {
    float row = 0;
    for (int j = 0; j <= i; ++j) {
      row += x[j];
      s += x[j] / 4;
    }
    y[i] = row;
    if (most < row)
      most = row;
    if (row > 2)
      continue;
    s += 1;
  }
  return s + most;
}
CASE(inner_loops_and_other_stores) {
  for (int n : harness::sizes()) {
    float *s = r.out<float>(1);
    float *y = r.out<float>(n);
    const float *x = r.in<float>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { *s = triangle(y, x, n); });
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

struct tally {
  double sum = 1;
  long steps = 2;
  int *of_nothing = nullptr;

  void add(const double *x, int n) {
    HEDDLE(map, reduce(sum))
    for (int i = 0; i < n; ++i) {
      sum += x[i];
      ++this->steps;
    }
  }
};
static int global_count;
void members_and_globals(tally *t, const double *x, int n) {
  [[heddle::map, heddle::reduce(t->sum)]]
  for (int i = 0; i < n; ++i) {
    t->sum -= x[i];
    global_count += 2;
  }
}
CASE(members_and_globals) {
  for (int n : harness::sizes()) {
    double *sum = r.out<double>(2);
    long *steps = r.out<long>(2);
    const double *x = r.in<double>(n);
    r.call({n}, {n > 0 ? taken::fast : taken::nothing, 2}, [&] {
      tally t;
      global_count = 4;
      t.add(x, n);
      sum[0] = t.sum;
      steps[0] = t.steps;
      members_and_globals(&t, x, n);
      sum[1] = t.sum;
      steps[1] = global_count;
    });
  }
}

// What it is added to may be one of the elements.
void into(int &s, const int *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    s += x[i];
}
CASE(variables_that_overlap) {
  for (int n : {1, 2, 50, 300}) {
    int *x = r.in<int>(n + 1);
    r.call({n, 0}, {taken::sequential, 1, "overlap"},
           [&] { into(x[n / 2], x, n); });
    int *y = r.in<int>(n + 1);
    r.call({n, 1}, taken::fast, [&] { into(y[n], y, n); });
  }
}

// One iteration alone touches it, so that it is no reduction.
int picked(const int *x, int n, int k) {
  int last = 5;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    if (i == k)
      last += x[i];
  return last;
}
CASE(a_variable_of_one_iteration) {
  for (int n : {1, 50, 300}) {
    int *s = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n}, taken::fast, [&] { *s = picked(x, n, n / 2); });
  }
}

// With few iterations none meets the condition: nothing is reduced.
void seldom(int *y, const int *x, int &product, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    y[i] += x[i];
    if (i % 3 == 1)
      product *= x[i];
  }
}
CASE(a_variable_that_no_iteration_reaches) {
  for (int n : {1, 2, 5, 300}) {
    int *y = r.in<int>(n, 2);
    const int *x = r.in<int>(n);
    int *product = r.out<int>(1);
    *product = 7;
    r.call({n}, taken::fast, [&] { seldom(y, x, *product, n); });
  }
}

constexpr int in_constants(const int *x, int n) {
  int s = 0;
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
CASE(constexpr_function) {
  static constexpr int values[] = {1, 2, 3};
  static_assert(in_constants(values, 3) == 6, "");
  for (int n : {0, 5, 257}) {
    int *s = r.out<int>(1);
    const int *x = r.in<int>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { *s = in_constants(x, n); });
  }
}

//===----------------------------------------------------------------------===//
// Elements in the place of variables
//===----------------------------------------------------------------------===//

void by_pointer(float *s, const float *x, int n) {
  [[heddle::map, heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    *s += x[i];
}

struct sums {
  double *of = nullptr;
  int most[2] = {-4, 3};
  void add(const double *x, const int *w, int n, int at) {
    [[heddle::map, heddle::reduce(of, most)]]
    for (int i = 0; i < n; ++i) {
      of[at] -= x[i];
      if (w[i] > most[1])
        most[1] = w[i];
    }
  }
};

void moments(double *m, const double *x, int n) {
  constexpr int second = 2;
  HEDDLE(map, reduce(m))
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) {
      m[0] += 1;
      m[1] += x[i];
      m[second] = m[second] + x[i] * x[i];
    }
}

void sums_of_rows(double *s, const double *a, int n, int m) {
  for (int k = 0; k < n; ++k) {
    HEDDLE(map, reduce(s))
    for (int i = 0; i < m; ++i)
      s[k] += a[k * m + i];
  }
}

CASE(elements_as_variables) {
  for (int n : harness::sizes()) {
    float *s = r.in<float>(1);
    const float *y = r.in<float>(n);
    r.call({1, n}, harness::fast_if(n > 0), [&] { by_pointer(s, y, n); });
    const double *x = r.in<double>(n);
    const int *w = r.in<int>(n);
    double *of = r.in<double>(3);
    int *most = r.out<int>(2);
    r.call({2, n}, harness::fast_if(n > 0), [&] {
      sums t;
      t.of = of;
      t.add(x, w, n, 2);
      most[0] = t.most[0], most[1] = t.most[1];
    });
    double *m = r.in<double>(3);
    x = r.in<double>(n);
    r.call({3, n}, harness::fast_if(n > 0), [&] { moments(m, x, n); });
    double *rows = r.in<double>(2);
    x = r.in<double>(n);
    r.call({4, n}, {n > 1 ? taken::fast : taken::nothing, 2},
           [&] { sums_of_rows(rows, x, 2, n / 2); });
    // One of what is added.
    double *among = r.in<double>(n + 1);
    r.call({5, n}, n > 0 ? taken::sequential : taken::nothing,
           [&] { moments(among, among, n); });
  }
}

} // namespace SIDE
