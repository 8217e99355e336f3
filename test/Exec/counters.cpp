//===- counters.cpp - types, comparisons and steps of loop headers --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Each counter type, counting up by one
//===----------------------------------------------------------------------===//

void count_int(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + i;
}

void count_unsigned(unsigned *y, const unsigned *x, unsigned n) {
  [[heddle::bounds(n), heddle::map(Jing)]]
  for (unsigned i = 0; i < n; ++i)
    y[i] = x[i] + i;
}

void count_long(long *y, const long *x, long n) {
  [[heddle::bounds(0, n), heddle::map(FoldAll)]]
  for (long i = 0; i < n; i++)
    y[i] = x[i] - i;
}

void count_size_t(double *y, const double *x, std::size_t n) {
  [[heddle::map(Auto)]]
  for (std::size_t i = 0; i < n; i += 1)
    y[i] = x[i] * 0.5;
}

void count_ptrdiff_t(float *y, const float *x, std::ptrdiff_t n) {
  [[heddle::map(JingExt)]]
  for (std::ptrdiff_t i = 0; i < n; ++i)
    y[i] = x[i] + 0.25f;
}

void count_auto(int *y, const int *x, int n) {
  [[heddle::map]]
  for (auto i = 0; i < n; ++i)
    y[i] = x[i] * 3;
}

void count_auto_unsigned_long(int *y, const int *x, unsigned long n) {
  [[heddle::map]]
  for (auto i = 0ul; i < n; ++i)
    y[i] = x[i] * 5;
}

// The bound has another type than the counter.
void count_int_to_long(int *y, const int *x, long n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + 1;
}

void count_long_to_int(int *y, const int *x, int n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] = x[i] + 2;
}

void count_unsigned_to_size_t(int *y, const int *x, std::size_t n) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    y[i] = x[i] + 3;
}

CASE(counter_types) {
  for (const int n : harness::sizes()) {
    const auto path = harness::fast_if(n > 0);
    {
      auto y = r.out<int>(n);
      auto x = r.in<int>(n);
      r.call({1, n}, path, [&] { count_int(y, x, n); });
    }
    {
      auto y = r.out<long>(n);
      auto x = r.in<long>(n);
      r.call({2, n}, path, [&] { count_long(y, x, n); });
    }
    {
      auto y = r.out<float>(n);
      auto x = r.in<float>(n);
      r.call({3, n}, path, [&] { count_ptrdiff_t(y, x, n); });
    }
    {
      auto y = r.out<int>(n);
      auto x = r.in<int>(n);
      r.call({4, n}, path, [&] { count_auto(y, x, n); });
    }
    {
      auto y = r.out<int>(n);
      auto x = r.in<int>(n);
      r.call({5, n}, path, [&] { count_int_to_long(y, x, n); });
    }
    {
      auto y = r.out<int>(n);
      auto x = r.in<int>(n);
      r.call({6, n}, path, [&] { count_long_to_int(y, x, n); });
    }
    if (n < 0)
      continue;
    {
      const unsigned m = static_cast<unsigned>(n);
      auto y = r.out<unsigned>(n);
      auto x = r.in<unsigned>(n);
      r.call({7, n}, path, [&] { count_unsigned(y, x, m); });
    }
    const std::size_t m = static_cast<std::size_t>(n);
    {
      auto y = r.out<double>(n);
      auto x = r.in<double>(n);
      r.call({8, n}, path, [&] { count_size_t(y, x, m); });
    }
    {
      auto y = r.out<int>(n);
      auto x = r.in<int>(n);
      r.call({9, n}, path, [&] { count_auto_unsigned_long(y, x, m); });
    }
    {
      auto y = r.out<int>(n);
      auto x = r.in<int>(n);
      r.call({10, n}, path, [&] { count_unsigned_to_size_t(y, x, m); });
    }
  }
}

//===----------------------------------------------------------------------===//
// Each comparison and each step, from and to run-time values
//===----------------------------------------------------------------------===//

void up_less_equal(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = from; i <= to; ++i)
    y[i] = x[i] + 1;
}

void up_not_equal(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = from; i != to; ++i)
    y[i] = x[i] + 2;
}

void up_by_three(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = from; i < to; i += 3)
    y[i] = x[i] + 3;
}

void up_by_seven_to(int *y, const int *x, int from, int to) {
  [[heddle::map(Jing)]]
  for (int i = from; i <= to; i += 7)
    y[i] = x[i] + 4;
}

// The bound on the left of the comparison.
void up_bound_first(int *y, const int *x, int from, int to) {
  [[heddle::map(FoldAll)]]
  for (int i = from; to > i; i += 2)
    y[i] = x[i] + 5;
}

void down_greater(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = to; i > from; --i)
    y[i] = x[i] + 6;
}

void down_greater_equal(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = to - 1; i >= from; i--)
    y[i] = x[i] + 7;
}

void down_not_equal(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = to; i != from; --i)
    y[i] = x[i] + 8;
}

void down_by_four(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = to; i >= from; i -= 4)
    y[i] = x[i] + 9;
}

void down_by_five_above(long *y, const long *x, long from, long to) {
  [[heddle::map(FoldAll)]]
  for (long i = to; i > from; i -= 5)
    y[i] = x[i] + 10;
}

CASE(headers) {
  using function = void (*)(int *, const int *, int, int);
  struct {
    function f;
    int first, last; // of a loop from `from` to `to`: added to these
    bool needs_order;
  } const all[] = {
      {up_less_equal, 0, 0, false},      {up_not_equal, 0, -1, true},
      {up_by_three, 0, -1, false},       {up_by_seven_to, 0, 0, false},
      {up_bound_first, 0, -1, false},    {down_greater, 1, 0, false},
      {down_greater_equal, 0, -1, false}, {down_not_equal, 1, 0, true},
      {down_by_four, 0, 0, false}};
  int number = 0;
  for (const auto &each : all) {
    ++number;
    for (const int from : {-3, 0, 4})
      for (const int n : {-2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 64, 257}) {
        if (each.needs_order && n < 0)
          continue; // would run until it overflows
        const bool some = from + n + each.last >= from + each.first;
        auto y = r.out<int>(280) + 8;
        auto x = r.in<int>(280) + 8;
        r.call({number, from, n}, harness::fast_if(some),
               [&] { each.f(y, x, from, from + n); });
      }
  }
  for (const int n : {-9, 0, 1, 4, 5, 6, 10, 99}) {
    auto y = r.out<long>(200) + 8;
    auto x = r.in<long>(200) + 8;
    r.call({number + 1, n}, harness::fast_if(n > 3),
           [&] { down_by_five_above(y, x, 3, n); });
  }
}

// Steps that are constants of other kinds.
constexpr int stride = 6;
template <int Step> void up_by(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 1; i < n; i += Step)
    y[i] = x[i] + Step;
}
void up_by_named(int *y, const int *x, int n) {
  const int by = stride / 2;
  [[heddle::map]]
  for (int i = 2; i < n; i += by)
    y[i] = x[i] + by;
}
void down_by_sum(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; i -= stride + 1)
    y[i] = x[i] + 4;
}
// clang's OpenMP runs such a loop too often.
void unsigned_by_four(int *y, const int *x, long n) {
  [[heddle::map]]
  for (unsigned i = 1; i < n; i += 4)
    y[i] = x[i] + 6;
}

// Of a loop in the thread, whose header the kernel has.
void rows_by_named(int (*y)[9], const int *x, int n) {
  constexpr int by = 2;
  const int back = 3;
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; ++i) {
    for (int j = 1; j < 9; j = j + by)
      y[i][j] = x[i] + j;
    for (int j = 8; j >= 0; j -= back + stride / 6)
      y[i][j] = x[i] - j;
  }
}

CASE(constant_steps) {
  for (const int n : {0, 1, 2, 3, 5, 8, 33, 100}) {
    auto y = r.out<int>(n);
    auto x = r.in<int>(n);
    r.call({1, n}, harness::fast_if(n > 1), [&] { up_by<stride>(y, x, n); });
    y = r.out<int>(n);
    x = r.in<int>(n);
    r.call({2, n}, harness::fast_if(n > 2), [&] { up_by_named(y, x, n); });
    y = r.out<int>(n);
    x = r.in<int>(n);
    r.call({3, n}, harness::fast_if(n > 0), [&] { down_by_sum(y, x, n); });
    y = r.out<int>(n);
    x = r.in<int>(n);
    r.call({5, n}, harness::fast_if(n > 1), [&] { unsigned_by_four(y, x, n); });
    y = r.out<int>(9 * n);
    x = r.in<int>(n);
    r.call({4, n}, harness::fast_if(n > 0),
           [&] { rows_by_named(reinterpret_cast<int(*)[9]>(y), x, n); });
  }
}

//===----------------------------------------------------------------------===//
// Several counters: different types, directions, steps
//===----------------------------------------------------------------------===//

void mixed_nest(int *y, int n, long m) {
  [[heddle::map]]
  for (int i = n - 1; i >= 0; --i)
    for (long j = 0; j < m; j += 2)
      y[i * m + j] = static_cast<int>(100 * i + j);
}

void three_deep(int (*y)[6][7], int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i += 2)
    for (unsigned j = 0; j <= 5; ++j)
      for (long k = 6; k > 0; k -= 3)
        y[i][j][k] = i + static_cast<int>(j) * 10 + static_cast<int>(k) * 100;
}

// Triangles: the outer loop is mapped, or the square with a condition.
void lower_triangle(float *y, const float *x, int n) {
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      y[i * n + j] = x[i * n + j] + 1;
}

void upper_triangle(float *y, const float *x, int n) {
  [[heddle::bounds({n, n}), heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (j > i)
        y[i * n + j] = x[i * n + j] + 2;
}

CASE(nests) {
  for (const int n : harness::few_sizes())
    for (const int m : harness::few_sizes()) {
      auto y = r.out<int>(n > 0 && m > 0 ? n * m : 0);
      r.call({1, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { mixed_nest(y, n, m); });
    }
  for (const int n : harness::few_sizes()) {
    auto y = reinterpret_cast<int(*)[6][7]>(r.out<int>(n * 42));
    r.call({2, n}, harness::fast_if(n > 0), [&] { three_deep(y, n); });
    const int area = n > 0 ? n * n : 0;
    auto a = r.out<float>(area);
    auto b = r.in<float>(area);
    r.call({3, n}, harness::fast_if(n > 0), [&] { lower_triangle(a, b, n); });
    a = r.out<float>(area);
    b = r.in<float>(area);
    r.call({4, n}, harness::fast_if(n > 0), [&] { upper_triangle(a, b, n); });
  }
}

} // namespace SIDE
