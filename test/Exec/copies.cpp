//===- copies.cpp - reads of what other iterations overwrite --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::copied_if;
using harness::taken;

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define AT(i) x[(i)]
#define ROW_AT(i, j) (a[i][j])

namespace SIDE {

//===----------------------------------------------------------------------===//
// One dimension
//===----------------------------------------------------------------------===//

void ahead(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1];
}

void stencil(float *x, int n) {
  [[heddle::map(FoldAll), heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = 0.5f * x[i] + x[i + 1] - 0.25f * x[i + 3];
}

void descending(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = n - 1; i > 0; --i)
    x[i] = x[i - 1] + 2 * x[i];
}

void strided(int *x, int n) {
  [[heddle::map(Jing), heddle::copy(x)]]
  for (int i = 0; i < n; i += 2)
    x[i] = x[i + 2] - x[i + 1];
}

void any_distance(long long *x, int k, int n) {
  HEDDLE_ASSUME(k > 0);
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + k] + 1;
}

void wide(short *x, long n) {
  [[heddle::map, heddle::copy(x)]]
  for (long i = 0; i < n; ++i)
    x[i] = static_cast<short>(x[i + 1] - 3);
}

void bytes(signed char *x, unsigned n) {
  HEDDLE_ASSUME(n < 100000);
  [[heddle::map, heddle::copy(x)]]
  for (unsigned i = 0; i < n; ++i)
    x[i] = static_cast<signed char>(x[i + 1] ^ 5);
}

// The text has what is left of the macro.
#define NEXT_OF(a, k) (a[k] + a[(k) + 1])
void in_macros(double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    x[i] = NEXT_OF(x, i);
}

CASE(reads_in_macros) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n + 1);
    r.call({n}, copied_if(n > 0), [&] { in_macros(x, n); });
  }
}

CASE(one_dimension) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n + 1);
    r.call({1, n}, copied_if(n > 0, 8L * n), [&] { ahead(x, n); });
    float *f = r.in<float>(n + 3);
    r.call({2, n}, copied_if(n > 0, 4L * n + 8), [&] { stencil(f, n); });
    x = r.in<double>(n);
    r.call({3, n}, copied_if(n > 1, 8L * n - 8), [&] { descending(x, n); });
    int *y = r.in<int>(n + 3);
    r.call({4, n}, copied_if(n > 0), [&] { strided(y, n); });
    for (int k : {1, 2, 7, 40}) {
      long long *z = r.in<long long>(n < 0 ? k : n + k);
      r.call({5, n, k}, copied_if(n > 0, 8L * n), [&] { any_distance(z, k, n); });
    }
    short *s = r.in<short>(n + 1);
    r.call({6, n}, copied_if(n > 0, 2L * n), [&] { wide(s, n); });
    signed char *c = r.in<signed char>(n + 1);
    if (n >= 0)
      r.call({7, n}, copied_if(n > 0, n),
             [&] { bytes(c, static_cast<unsigned>(n)); });
  }
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void below(double (*a)[33], int n) {
  [[heddle::map(Jing), heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 32; ++j)
      a[i][j] = a[i + 1][j] + a[i][j + 1] + 2 * a[i + 1][j + 1] - a[i][j];
}

void linear(float *a, int n, int m) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = a[(i + 1) * m + j] - a[i * m + j];
}

void upwards(int (*a)[20], int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = n - 1; i >= 1; --i)
    for (int j = 0; j < 19; ++j)
      a[i][j] = a[i - 1][j] + a[i][j + 1];
}

// What a thread reads ahead in its own row is not overwritten before.
void rows_in_threads(double (*a)[40], int n) {
  [[heddle::bounds(n), heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 39; ++j)
      a[i][j] = a[i][j + 1] + a[i + 1][j];
}

void triangle(double *a, int n) {
  [[heddle::bounds(n), heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k)
      a[i] += a[i + k + 1];
}

// The stencil of Aaron Kipper's thesis, in place: each channel by itself.
void channels(float (*a)[18][18], const float *w, int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int p = 0; p < 3; ++p)
          for (int q = 0; q < 3; ++q)
            sum += w[3 * p + q] * a[k][i + p][j + q];
        a[k][i][j] = sum;
      }
}

CASE(rows) {
  for (int n : harness::few_sizes()) {
    auto *a = reinterpret_cast<double (*)[33]>(r.in<double>(33 * (n + 1)));
    r.call({1, n}, copied_if(n > 0), [&] { below(a, n); });
    for (int m : harness::few_sizes()) {
      float *f = r.in<float>(n > 0 && m > 0 ? (n + 1) * m : 0);
      r.call({2, n, m}, copied_if(n > 0 && m > 0, 4L * n * m),
             [&] { linear(f, n, m); });
    }
    auto *b = reinterpret_cast<int(*)[20]>(r.in<int>(20 * n));
    r.call({3, n}, copied_if(n > 1), [&] { upwards(b, n); });
    auto *d = reinterpret_cast<double (*)[40]>(r.in<double>(40 * (n + 1)));
    r.call({4, n}, copied_if(n > 0), [&] { rows_in_threads(d, n); });
    double *t = r.in<double>(2 * n);
    r.call({5, n}, copied_if(n > 1),
           [&] { triangle(t, n); });
  }
  for (int n : {-1, 0, 1, 7, 16}) {
    auto *c = reinterpret_cast<float(*)[18][18]>(r.in<float>(3 * 18 * 18));
    const float *w = r.in<float>(9, 2);
    r.call({6, n}, copied_if(n > 0), [&] { channels(c, w, n); });
  }
}

//===----------------------------------------------------------------------===//
// Several statements and arrays, conditions
//===----------------------------------------------------------------------===//

void crossed(double *x, double *y, int n) {
  [[heddle::map, heddle::copy(x, y)]]
  for (int i = 0; i < n; ++i) {
    x[i] = y[i + 1] + x[i];
    y[i] = x[i + 1] - x[i];
  }
}

void own_write(double *x, const double *y, double *z, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    x[i] = y[i] + 1;
    z[i] = x[i] + x[i + 1];
  }
}

void some(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    if (i % 3 == 0)
      x[i] = x[i + 3] + x[i + 1];
}

void where_data_say(double (&x)[300], const double *m, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    if (m[i] > 0 && x[i + 2] != 0)
      x[i] = x[i + 1];
    else
      x[i] -= x[i + 3] > 1 ? x[i + 4] : m[i];
}

void until(double *x, double *y, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    (void)x[i];
    (void)x[i + 1];
    (void)y[i];
    double turns = 3;
    while (turns > 0) {
      y[i] += x[i < 5 ? i : i + 1];
      x[i] = turns;
      turns -= 1;
    }
  }
}

CASE(statements) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n + 1), *y = r.in<double>(n + 1, 2);
    r.call({1, n}, copied_if(n > 0, 16L * n), [&] { crossed(x, y, n); });
    x = r.in<double>(n + 1), y = r.in<double>(n, 2);
    double *z = r.out<double>(n);
    r.call({2, n}, copied_if(n > 0, 8L * n), [&] { own_write(x, y, z, n); });
    x = r.in<double>(n + 4);
    r.call({3, n}, copied_if(n > 0), [&] { some(x, n); });
    auto &fixed = *reinterpret_cast<double (*)[300]>(r.in<double>(300));
    y = r.in<double>(n, 3);
    r.call({4, n}, copied_if(n > 0), [&] { where_data_say(fixed, y, n); });
    x = r.in<double>(n + 1), y = r.in<double>(n, 2);
    r.call({5, n}, copied_if(n > 0), [&] { until(x, y, n); });
  }
}

//===----------------------------------------------------------------------===//
// Accesses that read the array in some iterations and the copy in others
//===----------------------------------------------------------------------===//

void thirds(double *x, double *z, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    x[i] = z[i] + 1;
    z[i] = x[i % 3 == 0 ? i : i + 1];
  }
}

void from_there_on(double *x, double *z, long k, long n) {
  HEDDLE_ASSUME(k >= 0);
  [[heddle::map, heddle::copy(x)]]
  for (long i = 0; i < n; ++i) {
    x[i] = z[i] + 1;
    z[i] = x[i < k ? i : i + 2];
  }
}

void corners(int (*a)[16], int (*z)[16], int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 15; ++j) {
      a[i][j] = i - j;
      z[i][j] = a[i][(i + j) % 2 == 0 ? j : j + 1];
    }
}

// The inner loop meets what the thread has written, then what others will.
void walking(double *x, double *z, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    x[i] = z[i];
    for (int k = 0; k < 4; ++k)
      z[i] += x[i + k];
  }
}

CASE(choosing) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n + 1), *z = r.in<double>(n, 2);
    r.call({1, n}, copied_if(n > 0),
           [&] { thirds(x, z, n); });
    for (long k : {0L, 1L, 5L, 300L}) {
      x = r.in<double>(n + 2), z = r.in<double>(n, 2);
      r.call({2, n, k}, copied_if(n > 0), [&] { from_there_on(x, z, k, n); });
    }
    auto *a = reinterpret_cast<int(*)[16]>(r.in<int>(16 * n));
    auto *b = reinterpret_cast<int(*)[16]>(r.in<int>(16 * n, 2));
    r.call({3, n}, copied_if(n > 0), [&] { corners(a, b, n); });
    x = r.in<double>(n + 3), z = r.in<double>(n, 2);
    r.call({4, n}, copied_if(n > 0),
           [&] { walking(x, z, n); });
  }
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

void macros(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = LARGER(x[i], x[i + 1]) + AT(i + 2) * LARGER(AT(i + 1), 0);
}

void macro_rows(double (*a)[12], int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 12; ++j)
      a[i][j] = ROW_AT(i, j) - ROW_AT(i + 1, j);
}

void local_names(double *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    const double *p = x + i, *q = &x[i + 1];
    const double &r = x[i + 2];
    double &own = x[i];
    own = p[1] + *p + *(q + 2) + r + std::sqrt(std::fabs(*q));
  }
}

void local_rows(double (*a)[12], int n) {
  [[heddle::map, heddle::copy(a)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 12; ++j) {
      const double(&row)[12] = a[i + 1];
      a[i][j] += row[j];
    }
}

void before_the_nest(double *x, int n) {
  double *p = x + 2 * n;
  [[heddle::map, heddle::copy(p)]]
  for (int i = 0; i < n; ++i)
    *(p + i) = *(i + p + 1) + (i + 1)[p];
}

void calls(float *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = std::max(x[i], x[i + 1]) +
           static_cast<float>(std::fabs(static_cast<double>(x[i + 2])) > 3);
}

struct holder {
  double values[300];
  double *there;
  void members(int n);
};

void holder::members(int n) {
  [[heddle::map, heddle::copy(values, there)]]
  for (int i = 0; i < n; ++i) {
    values[i] = this->values[i + 1] + there[i + 1];
    there[i] = values[i];
  }
}

template <class T, int K> void ahead_by(T *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + K] + T(K);
}

int global[300];
void globals(int n) {
  [[heddle::map, heddle::copy(global)]]
  for (int i = 0; i < n; ++i)
    global[i] = ::SIDE::global[i + 1] + 1;
}

CASE(texts) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n + 2);
    r.call({1, n}, copied_if(n > 0), [&] { macros(x, n); });
    auto *a = reinterpret_cast<double (*)[12]>(r.in<double>(12 * (n + 1)));
    r.call({2, n}, copied_if(n > 0, 96L * n), [&] { macro_rows(a, n); });
    x = r.in<double>(n + 4);
    r.call({3, n}, copied_if(n > 0), [&] { local_names(x, n); });
    a = reinterpret_cast<double (*)[12]>(r.in<double>(12 * (n + 1)));
    r.call({4, n}, copied_if(n > 0, 96L * n), [&] { local_rows(a, n); });
    x = r.in<double>(3 * n + 1);
    r.call({5, n}, copied_if(n > 0, 8L * n), [&] { before_the_nest(x, n); });
    float *f = r.in<float>(n + 2);
    r.call({6, n}, copied_if(n > 0), [&] { calls(f, n); });
    auto *h = reinterpret_cast<holder *>(r.in<double>(301));
    h->there = r.in<double>(n + 1, 2);
    r.call({7, n}, copied_if(n > 0, 16L * n), [&] {
      h->members(n);
      h->there = nullptr;
    });
    int *y = r.in<int>(n + 2);
    r.call({8, n}, copied_if(n > 0, 4L * n), [&] { ahead_by<int, 2>(y, n); });
    x = r.in<double>(n + 5);
    r.call({9, n}, copied_if(n > 0, 8L * n), [&] { ahead_by<double, 5>(x, n); });
    r.call({10, n}, copied_if(n > 0, 4L * n), [&] {
      for (int i = 0; i < 300; ++i)
        global[i] = i * i % 37;
      globals(n);
    });
    std::copy(global, global + 300, r.out<int>(300));
    r.call({11, n}, taken::nothing, [&] { globals(0); });
  }
}

//===----------------------------------------------------------------------===//
// With claims, whose own loops stand in front of the others
//===----------------------------------------------------------------------===//

void looked_up(double *x, const double *w, const int *p, int n, int m) {
  [[heddle::map, heddle::copy(x), heddle::extent(w, m)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1] + w[p[i]];
}

void stored_apart(double *x, int *y, const int *p, int n, int m) {
  [[heddle::map, heddle::copy(x), heddle::extent(y, m), heddle::independent(y)]]
  for (int i = 0; i < n; ++i) {
    x[i] = 2 * x[i + 1];
    y[p[i]] = i;
  }
}

CASE(claims_with_copies) {
  for (int n : harness::sizes()) {
    int *p = r.in<int>(n);
    for (int i = 0; i < n; ++i)
      p[i] = i * 7 % 31;
    double *x = r.in<double>(n + 1), *w = r.in<double>(31, 2);
    r.call({1, n}, copied_if(n > 0), [&] { looked_up(x, w, p, n, 31); });
    p = r.in<int>(n);
    for (int i = 0; i < n; ++i)
      p[i] = n - 1 - i;
    x = r.in<double>(n + 1);
    int *y = r.in<int>(n);
    r.call({2, n}, copied_if(n > 0), [&] { stored_apart(x, y, p, n, n); });
  }
}

//===----------------------------------------------------------------------===//
// With reductions
//===----------------------------------------------------------------------===//

// The tree is the same on the CPU, so its threads have the copy there, too.
double shifted_sum(double *x, int n) {
  double s = 0, most = -1000;
  [[heddle::map, heddle::copy(x), heddle::reduce(s, most)]]
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i + 1];
    most = std::max(most, x[i + 2]);
    x[i] = x[i + 1] - x[i];
  }
  return s + most;
}

double rows_and_sum(float *a, int n, int m) {
  double s = 0;
  [[heddle::map, heddle::copy(a), heddle::reduce(s)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i * (m + 1) + j] = a[i * (m + 1) + j + 1] + 1;
      s -= a[i * (m + 1) + j];
    }
  return s;
}

// Threads that update elements by single steps: on CPU threads as written.
void shifted_bins(int *h, int *x, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i) {
    h[i / 4] += x[i + 1];
    h[i / 4] = x[i + 2] + h[i / 4];
    x[i] = x[i + 1] + i;
  }
}

CASE(trees_with_copies) {
  for (int n : harness::sizes()) {
    double *x = r.in<double>(n > 0 ? n + 2 : 0), *s = r.out<double>(1);
    r.call({n}, {n > 0 ? taken::fast : taken::nothing},
           [&] { *s = shifted_sum(x, n); });
  }
}
CASE(trees_with_copies_of_rows) {
  for (int n : harness::few_sizes())
    for (int m : harness::few_sizes()) {
      const bool some = n > 0 && m > 0;
      float *a = r.in<float>(some ? n * (m + 1) : 0);
      double *s = r.out<double>(1);
      r.call({n, m}, {some ? taken::fast : taken::nothing},
             [&] { *s = rows_and_sum(a, n, m); });
    }
}
CASE(updates_with_copies) {
  for (int n : harness::sizes()) {
    int *x = r.in<int>(n > 0 ? n + 2 : 0), *h = r.in<int>(n > 0 ? n : 0, 2);
    r.call({n}, copied_if(n > 0, 4L * n + 4),
           [&] { shifted_bins(h, x, n); });
  }
}

//===----------------------------------------------------------------------===//
// What is known at run time only
//===----------------------------------------------------------------------===//

void apart(double *x, const double *y, int n) {
  [[heddle::map, heddle::copy(x)]]
  for (int i = 0; i < n; ++i)
    x[i] = x[i + 1] + y[i];
}

CASE(overlap) {
  for (int shift : {-100, -40, -39, -1, 0, 1, 40, 41, 100}) {
    double *x = r.in<double>(300) + 100;
    bool meets = shift > -40 && shift < 41;
    r.call({shift},
           meets ? harness::expectation(taken::sequential, 1, "may overlap")
                 : copied_if(true, 320),
           [&] { apart(x, x + shift, 40); });
  }
}

} // namespace SIDE
