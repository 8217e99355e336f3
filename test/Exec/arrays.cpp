//===- arrays.cpp - how arrays are named and subscripted ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <algorithm>
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// C arrays, references, pointers to arrays
//===----------------------------------------------------------------------===//

using grid = int[9][11];

void by_reference(int (&y)[9][11], const int (&x)[9][11]) {
  [[heddle::bounds({9, 11}), heddle::map]]
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 11; ++j)
      y[i][j] = x[i][j] + i - j;
}

void as_parameter(int y[9][11], const int x[][11], int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 11; ++j)
      y[i][j] = x[n - 1 - i][10 - j];
}

void pointer_to_array(int (*y)[11], const int (*x)[11], int n) {
  [[heddle::map(Jing)]]
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 10; ++j)
      y[i][j + 1] = x[i - 1][j];
}

void pointer_to_whole(int (*y)[9][11], const grid *x) {
  [[heddle::map]]
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 11; ++j)
      (*y)[i][j] = 2 * (*x)[i][j];
}

int global_in[9][11], global_out[9][11];
static int file_local[11];
void globals() {
  [[heddle::map]]
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 11; ++j)
      global_out[i][j] = global_in[i][j] + file_local[j];
}

void local_array(int *result, int n) {
  int here[64];
  for (int i = 0; i < 64; ++i)
    here[i] = -i;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    here[i] = i * i;
  for (int i = 0; i < 64; ++i)
    result[i] = here[i];
}

void static_local(int *result, int n) {
  static int kept[4][8];
  HEDDLE_ASSUME(n <= 8);
  [[heddle::map]]
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < n; ++j)
      kept[i][j] += i + j;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      result[i * 8 + j] = kept[i][j];
}

CASE(c_arrays) {
  for (int round = 0; round < 2; ++round) {
    auto y = reinterpret_cast<grid *>(r.out<int>(99));
    auto x = reinterpret_cast<grid *>(r.in<int>(99));
    r.call({1, round}, taken::fast, [&] { by_reference(*y, *x); });
    y = reinterpret_cast<grid *>(r.out<int>(99));
    x = reinterpret_cast<grid *>(r.in<int>(99));
    r.call({2, round}, taken::fast, [&] { pointer_to_whole(y, x); });
    auto kept = r.out<int>(99);
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 11; ++j)
        global_in[i][j] = 17 * i + j, global_out[i][j] = -1, file_local[j] = j;
    r.call({3, round}, taken::fast, [&] {
      globals();
      std::copy_n(&global_out[0][0], 99, kept);
    });
    kept = r.out<int>(32);
    r.call({4, round}, taken::fast, [&] { static_local(kept, 5); });
  }
  // The same memory on both sides of the assignment.
  auto both = reinterpret_cast<grid *>(r.in<int>(99));
  r.call({5}, taken::sequential, [&] { by_reference(*both, *both); });
  for (const int n : {-1, 0, 1, 2, 8, 9}) {
    auto y = reinterpret_cast<grid *>(r.out<int>(99));
    auto x = reinterpret_cast<grid *>(r.in<int>(99));
    r.call({6, n}, harness::fast_if(n > 0), [&] { as_parameter(*y, *x, n); });
    y = reinterpret_cast<grid *>(r.out<int>(99));
    x = reinterpret_cast<grid *>(r.in<int>(99));
    r.call({7, n}, harness::fast_if(n > 1),
           [&] { pointer_to_array(*y, *x, n); });
    auto kept = r.out<int>(64);
    r.call({8, n}, harness::fast_if(n > 0), [&] { local_array(kept, n); });
  }
}

//===----------------------------------------------------------------------===//
// Raw pointers: affine and linear subscripts, run-time strides
//===----------------------------------------------------------------------===//

void reversed(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[2 * (n - i) - 1] = *(x + i) + x[0];
}

void dereferenced(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    *(y + i) = *(x + n - 1 - i);
}

void row_major(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[j * n + i];
}

void column_major(double *y, const double *x, long n, long m) {
  [[heddle::map(FoldAll)]]
  for (long j = 0; j < m; ++j)
    for (long i = 0; i < n; ++i)
      y[j * n + i] = x[j * n + i] + 1;
}

void unsigned_row_major(int *y, const int *x, std::size_t n, std::size_t m) {
  [[heddle::map]]
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + 7;
}

// Rows of length m + 2: the width is a sum.
void with_border(double *y, const double *x, int n, int m) {
  [[heddle::map]]
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j)
      y[i * (m + 2) + j] =
          (x[(i - 1) * (m + 2) + j] + x[(i + 1) * (m + 2) + j] +
           x[i * (m + 2) + j - 1] + x[i * (m + 2) + j + 1]) /
          4;
}

void three_linear(float *y, const float *x, int n, int m, int k) {
  [[heddle::map(Jing)]]
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < m; ++b)
      for (int c = 0; c < k; ++c)
        y[(a * m + b) * k + c] = x[(a * m + b) * k + (k - 1 - c)];
}

void leading_dimension(float *y, const float *x, int n, int m, int ld) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * ld + j] = x[i * ld + j] * 2;
}

CASE(linear_subscripts) {
  for (const int n : harness::sizes()) {
    auto y = r.out<int>(2 * n);
    auto x = r.in<int>(n);
    r.call({1, n}, harness::fast_if(n > 0), [&] { reversed(y, x, n); });
    y = r.out<int>(n);
    x = r.in<int>(n);
    r.call({2, n}, harness::fast_if(n > 0), [&] { dereferenced(y, x, n); });
  }
  for (const int n : harness::few_sizes())
    for (const int m : harness::few_sizes()) {
      const auto path = harness::fast_if(n > 0 && m > 0);
      const int N = std::max(n, 0), M = std::max(m, 0);
      auto y = r.out<double>(N * M);
      auto x = r.in<double>(N * M);
      r.call({3, n, m}, path, [&] { row_major(y, x, n, m); });
      y = r.out<double>(N * M);
      x = r.in<double>(N * M);
      r.call({4, n, m}, path, [&] { column_major(y, x, n, m); });
      y = r.out<double>((N + 2) * (M + 2));
      x = r.in<double>((N + 2) * (M + 2));
      r.call({5, n, m}, path, [&] { with_border(y, x, n, m); });
      for (const int ld : {M, M + 1, M + 5}) {
        auto f = r.out<float>(N * ld);
        auto g = r.in<float>(N * ld);
        r.call({6, n, m, ld}, path, [&] { leading_dimension(f, g, n, m, ld); });
      }
      if (n < 0 || m < 0)
        continue;
      auto v = r.out<int>(N * M);
      auto w = r.in<int>(N * M);
      r.call({7, n, m}, path, [&] {
        unsigned_row_major(v, w, static_cast<std::size_t>(n),
                           static_cast<std::size_t>(m));
      });
    }
  for (const int n : harness::tiny_sizes())
    for (const int m : harness::tiny_sizes())
      for (const int k : harness::tiny_sizes()) {
        const int volume = std::max(n, 0) * std::max(m, 0) * std::max(k, 0);
        auto y = r.out<float>(volume);
        auto x = r.in<float>(volume);
        r.call({8, n, m, k}, harness::fast_if(volume > 0),
               [&] { three_linear(y, x, n, m, k); });
      }
}

//===----------------------------------------------------------------------===//
// Local pointers, members, elements of structures
//===----------------------------------------------------------------------===//

void local_pointer(int *y, const int *x, int n) {
  int *out = y + 3;
  const int *in = &x[n];
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    out[i] = in[-i - 1] + 1;
}

void row_pointer(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const float *row = x + i * m;
      float *to = &y[i * m];
      to[j] = row[m - 1 - j];
    }
}

void row_pointer_outside(float *y, const float *x, int n, int m) {
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; ++i) {
    const float *row = x + i * m;
    float sum = 0;
    for (int j = 0; j < m; ++j)
      sum += row[j];
    y[i] = sum;
  }
}

struct field {
  double values[6][7];
  double scale;
};

void members(field &f, const field &g) {
  [[heddle::map]]
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 7; ++j)
      f.values[i][j] = g.values[i][j] * 2;
}

struct both {
  float a[20], b[20];
};

void two_members(both &s, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    s.a[i] = s.b[i] + 1;
}

void through_pointer(field *f, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 7; ++j)
      f->values[i][j] = i + j;
}

CASE(local_pointers) {
  for (const int n : harness::sizes()) {
    auto y = r.out<int>(n + 3);
    auto x = r.in<int>(n);
    r.call({1, n}, harness::fast_if(n > 0), [&] { local_pointer(y, x, n); });
  }
  for (const int n : harness::few_sizes())
    for (const int m : harness::few_sizes()) {
      const int N = std::max(n, 0), M = std::max(m, 0);
      auto y = r.out<float>(N * M);
      auto x = r.in<float>(N * M);
      r.call({2, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { row_pointer(y, x, n, m); });
      y = r.out<float>(N);
      x = r.in<float>(N * M);
      r.call({3, n, m}, harness::fast_if(n > 0),
             [&] { row_pointer_outside(y, x, n, m); });
    }
}

CASE(members_of_objects) {
  for (const int n : {-1, 0, 1, 5, 6}) {
    auto f = r.out<field>(1);
    auto g = reinterpret_cast<const field *>(r.in<double>(43));
    r.call({1, n}, taken::fast, [&] { members(*f, *g); });
    f = r.out<field>(1);
    r.call({2, n}, harness::fast_if(n > 0), [&] { through_pointer(f, n); });
    auto s = reinterpret_cast<both *>(r.in<float>(40));
    r.call({3, n}, harness::fast_if(n > 0), [&] { two_members(*s, n); });
  }
}

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

void in_place(double *a, int n, int m) {
  [[heddle::inplace(a), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i * m + j] = 1 / (1 + a[i * m + j] * a[i * m + j]);
}

// Even elements are made from odd ones.
void even_from_odd(int *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    a[2 * i] = a[2 * i + 1] + 1;
}

// The upper half is made from the lower one.
void upper_from_lower(int *a, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    a[n + i] = a[i];
}

void jacobi(double *a, double *b, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    [[heddle::map(Jing)]]
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                        a[i * n + j - 1] + a[i * n + j + 1]) *
                       0.25;
    double *const swapped = a;
    a = b;
    b = swapped;
  }
}

CASE(in_place_updates) {
  for (const int n : harness::sizes()) {
    auto a = r.in<int>(2 * n);
    r.call({1, n}, harness::fast_if(n > 0), [&] { even_from_odd(a, n); });
    a = r.in<int>(2 * n);
    r.call({2, n}, harness::fast_if(n > 0), [&] { upper_from_lower(a, n); });
  }
  for (const int n : harness::few_sizes())
    for (const int m : harness::few_sizes()) {
      auto a = r.in<double>(std::max(n, 0) * std::max(m, 0));
      r.call({3, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { in_place(a, n, m); });
    }
  for (const int n : {2, 3, 4, 17, 35}) {
    auto a = r.in<double>(n * n);
    auto b = r.in<double>(n * n);
    r.call({4, n}, harness::expectation(n > 2 ? taken::fast : taken::nothing, 5),
           [&] { jacobi(a, b, n, 5); });
  }
}

//===----------------------------------------------------------------------===//
// What is only read, and what declared rows say
//===----------------------------------------------------------------------===//

// The strides of `a` have no order, and neither need be positive.
void strided_reads(int *y, const int *a, int n, int m, int p, int q) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = a[i * p + j * q];
}

void looked_up(int *y, const int (&table)[16], const int *at, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = table[at[i]] + table[std::min(i * i, 15)];
}

void within_rows(int (*y)[11], const int *mask, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      (void)y[i][j];
      if (mask[j] > 0)
        y[i][j] = std::max(i, j) + std::abs(i - j) + std::clamp(j, 2, 5);
    }
}

CASE(only_read) {
  for (const int n : harness::few_sizes())
    for (const int m : harness::few_sizes())
      for (const int p : {-2, 0, 1, 3}) {
        auto y = r.out<int>(std::max(n, 0) * std::max(m, 0));
        auto a = r.in<int>(2000);
        r.call({1, n, m, p}, harness::fast_if(n > 0 && m > 0),
               [&] { strided_reads(y, a + 1000, n, m, p, 5); });
      }
  for (const int n : {0, 1, 40}) {
    auto y = r.out<int>(n);
    auto at = r.in<int>(n);
    for (int i = 0; i < n; ++i)
      at[i] = i * 7 % 16;
    static int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    r.call({2, n}, harness::fast_if(n > 0),
           [&] { looked_up(y, table, at, n); });
  }
  for (const int m : {0, 3, 11}) {
    auto y = r.in<int>(9 * 11);
    auto mask = r.in<int>(11);
    r.call({3, m}, harness::fast_if(m > 0), [&] {
      within_rows(reinterpret_cast<int(*)[11]>(&y[0]), mask, 9, m);
    });
  }
}

} // namespace SIDE
