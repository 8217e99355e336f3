//===- bodies.cpp - what loop bodies may hold -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

void affine_if(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i % 3 == 1)
      y[i] = x[i];
    else if (i > 40 && i != 63)
      y[i] = -x[i];
}

void data_if(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0 || !(x[i] % 2 == 0))
      y[i] = x[i];
    else
      y[i] = 1000 + i;
  }
}

// Where only data decides what is written, the array's extents are declared, or
// it is read before.
void short_circuit(int *y, const int *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i) {
    const int before = y[i];
    if (before % 2 == 0)
      y[i] = before / 2;
    if (i > 0 && x[i - 1] < x[i]) // the first has no neighbour
      y[i] = 1;
    if (i == n - 1 || x[i + 1] <= 0)
      y[i] = 2;
  }
}

void declared_extent(int (&y)[300], const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    if (x[i] > 10 && x[i] < 90)
      y[i] = x[i];
}

void skipping(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 0)
      continue;
    y[i] = 5;
    if (x[i] < 0)
      continue;
    y[i] = 6 + x[i];
  }
}

void conditional(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i < n / 2 ? x[n - 1 - i] : x[i] > 3 ? x[i] - 3 : 0;
}

void nested_if(int *y, const int *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (i == j)
        continue;
      if (i < j) {
        if (x[i * m + j] != 0 && !(x[i * m + j] > 50))
          y[i * m + j] = 1;
        else
          y[i * m + j] = 3;
      } else {
        y[i * m + j] = 2;
      }
    }
}

CASE(conditions) {
  using function = void (*)(int *, const int *, int);
  const function all[] = {affine_if, data_if, short_circuit, skipping,
                          conditional};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int n : harness::sizes()) {
      auto y = r.in<int>(n, 2);
      auto x = r.in<int>(n);
      r.call({number, n}, harness::fast_if(n > 0), [&] { f(y, x, n); });
    }
  }
  for (const int n : harness::sizes()) {
    auto y = reinterpret_cast<int(*)[300]>(r.out<int>(300));
    auto x = r.in<int>(n);
    r.call({number + 2, n}, harness::fast_if(n > 0),
           [&] { declared_extent(*y, x, n); });
  }
  for (const int n : harness::few_sizes())
    for (const int m : harness::few_sizes()) {
      const int area = std::max(n, 0) * std::max(m, 0);
      auto y = r.out<int>(area);
      auto x = r.in<int>(area);
      r.call({number + 1, n, m}, harness::fast_if(area > 0),
             [&] { nested_if(y, x, n, m); });
    }
}

//===----------------------------------------------------------------------===//
// Division of subscripts and of values, both signs
//===----------------------------------------------------------------------===//

void halves(int *y, const int *x, int from, int to) {
  [[heddle::map]]
  for (int i = from; i < to; ++i)
    y[i] = x[i / 2] + x[i % 4] + i / -3 + i % -5;
}

void spread(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[(i / 8) * 16 + i % 8] = x[n - 1 - i];
}

void quotient_two_deep(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 6; ++j)
      y[(i * 6 + j) / 3 * 4 + j % 3] = i * 10 + j;
}

void by_run_time(int *y, const int *x, int n, int d) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = x[i] / d + x[i] % d;
}

CASE(divisions) {
  for (const int from : {-9, -4, -1, 0, 3})
    for (const int to : {-5, 0, 1, 8, 40}) {
      auto y = r.out<int>(64) + 12;
      auto x = r.in<int>(64) + 12;
      r.call({1, from, to}, harness::fast_if(from < to),
             [&] { halves(y, x, from, to); });
    }
  for (const int n : harness::sizes()) {
    auto y = r.out<int>(n > 0 ? 2 * n + 16 : 0);
    auto x = r.in<int>(n);
    r.call({2, n}, harness::fast_if(n > 0), [&] { spread(y, x, n); });
    y = r.out<int>(n > 0 ? 8 * n + 8 : 0);
    r.call({3, n}, harness::fast_if(n > 0), [&] { quotient_two_deep(y, n); });
    for (const int d : {-7, -1, 1, 3}) {
      y = r.out<int>(n);
      x = r.in<int>(n);
      r.call({4, n, d}, harness::fast_if(n > 0),
             [&] { by_run_time(y, x, n, d); });
    }
  }
}

//===----------------------------------------------------------------------===//
// Locals, compound assignments, value types
//===----------------------------------------------------------------------===//

void locals(double *y, const double *x, int n, double a) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    const double v = x[i] * a;
    double w = v + 1, u;
    u = w * w;
    w -= v / 2;
    const int next = n - 1 - i;
    y[next] = u + w;
  }
}

void compound(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] += x[i];
    y[i] *= 3;
    y[i] -= i;
    y[i] /= 2;
    y[i] %= 1000;
    y[i] &= 0xFFF7;
    y[i] <<= 2;
    y[i] >>= 1;
    y[i] |= 5;
    y[i] ^= x[i];
  }
}

void increments(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    ++y[i];
    y[i]++;
    int k = y[i];
    --k;
    k--;
    y[i]--;
    y[i] += k;
  }
}

void value_types(std::int8_t *a, std::uint16_t *b, long long *c, bool *d,
                 char *e, float *f, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<std::int8_t>(x[i]);
    b[i] = static_cast<std::uint16_t>(x[i] * 300);
    c[i] = 1000000007LL * x[i] * i;
    d[i] = x[i] > 4;
    e[i] = static_cast<char>('a' + i % 26);
    f[i] = static_cast<float>(x[i]) / 3.0f;
  }
}

void wrapping(unsigned *y, const unsigned *x, unsigned n) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    y[i] = x[i] * 2654435761u - i * 40503u + (x[i] << 7);
}

CASE(statements) {
  for (const int n : harness::sizes()) {
    const auto path = harness::fast_if(n > 0);
    {
      auto y = r.out<double>(n);
      auto x = r.in<double>(n);
      r.call({1, n}, path, [&] { locals(y, x, n, 1.5); });
    }
    auto y = r.in<int>(n, 3);
    auto x = r.in<int>(n);
    r.call({2, n}, path, [&] { compound(y, x, n); });
    y = r.in<int>(n, 3);
    r.call({3, n}, path, [&] { increments(y, n); });
    {
      auto a = r.out<std::int8_t>(n);
      auto b = r.out<std::uint16_t>(n);
      auto c = r.out<long long>(n);
      auto d = r.out<bool>(n);
      auto e = r.out<char>(n);
      auto f = r.out<float>(n);
      auto g = r.in<int>(n);
      r.call({4, n}, path, [&] { value_types(a, b, c, d, e, f, g, n); });
    }
    if (n >= 0) {
      auto u = r.out<unsigned>(n);
      auto v = r.in<unsigned>(n);
      r.call({5, n}, path, [&] { wrapping(u, v, static_cast<unsigned>(n)); });
    }
  }
}

//===----------------------------------------------------------------------===//
// Loops inside the thread
//===----------------------------------------------------------------------===//

void product(double *c, const double *a, const double *b, int n, int m, int l) {
  [[heddle::bounds({n, m}), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] = 0;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    }
}

void product_local_sum(float *c, const float *a, const float *b, int n, int m,
                       int l) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int k = l - 1; k >= 0; --k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

void running_sums(int *y, const int *x, int n, int m) {
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int j = 0; j < m; ++j) {
      sum += x[i * m + j];
      y[i * m + j] = sum;
    }
  }
}

// A scan along each row: the inner loop carries it.
void scans(int *y, int n, int m) {
  [[heddle::bounds(n), heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      y[i * m + j] += y[i * m + j - 1];
}

void triangle(int *y, const int *x, int n) {
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j <= i; j += 2)
      for (int k = j; k < i; ++k)
        y[i] += x[j] * x[k];
  }
}

// The rank is left to the tool: the outer loop carries nothing, the inner does.
void inferred_rank(int *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      y[i * m + j] = y[i * m + j - 1] + j;
}

void data_dependent_break(int *y, const int (&x)[33][5], int n) {
  [[heddle::bounds(n), heddle::map]]
  for (int i = 0; i < n; ++i) {
    int steps = 0;
    for (int j = 0; j < 5; ++j) {
      if (x[i][j] > 20)
        break;
      ++steps;
    }
    y[i] = steps;
  }
}

CASE(inner_loops) {
  for (const int n : harness::few_sizes())
    for (const int m : {-1, 0, 1, 5, 33})
      for (const int l : {-1, 0, 1, 6}) {
        const int N = std::max(n, 0), M = std::max(m, 0), L = std::max(l, 0);
        const auto path = harness::fast_if(N * M > 0);
        {
          auto c = r.out<double>(N * M);
          auto a = r.in<double>(N * L, 4);
          auto b = r.in<double>(L * M, 5);
          r.call({1, n, m, l}, path, [&] { product(c, a, b, n, m, l); });
        }
        auto c = r.out<float>(N * M);
        auto a = r.in<float>(N * L, 4);
        auto b = r.in<float>(L * M, 5);
        r.call({2, n, m, l}, path,
               [&] { product_local_sum(c, a, b, n, m, l); });
      }
  for (const int n : harness::few_sizes())
    for (const int m : {0, 1, 5, 33}) {
      const int N = std::max(n, 0);
      const auto path = harness::fast_if(n > 0);
      // Rows of no length write nothing: both readings are fine.
      const harness::expectation some = m > 1 ? path : taken::any;
      auto y = r.out<int>(N * m);
      auto x = r.in<int>(N * m);
      r.call({3, n, m}, m > 0 ? path : taken::any,
             [&] { running_sums(y, x, n, m); });
      y = r.in<int>(N * m);
      r.call({4, n, m}, some, [&] { scans(y, n, m); });
      y = r.in<int>(N * m);
      r.call({5, n, m}, some, [&] { inferred_rank(y, n, m); });
    }
  for (const int n : harness::few_sizes()) {
    auto y = r.out<int>(n);
    auto x = r.in<int>(n);
    r.call({7, n}, harness::fast_if(n > 0), [&] { triangle(y, x, n); });
    y = r.out<int>(n);
    auto rows = reinterpret_cast<const int(*)[33][5]>(r.in<int>(165));
    r.call({6, n}, harness::fast_if(n > 0),
           [&] { data_dependent_break(y, *rows, n); });
  }
}

//===----------------------------------------------------------------------===//
// Conditions that a declared space absorbs
//===----------------------------------------------------------------------===//

void from_two(int *y, int n) {
  [[heddle::bounds(2, n), heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i >= 2)
      y[i] = 3 * i;
}

void inner_part(int *y, int n, int m) {
  [[heddle::bounds({0, 3}, {n, m - 1}), heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (j >= 3 && j < m - 1)
        y[i * m + j] = i - j;
}

void every_third_from_one(int *y, int n) {
  [[heddle::bounds(1, n), heddle::step(3), heddle::width(2), heddle::map]]
  for (int i = 0; i < n; ++i)
    if (i >= 1 && (i - 1) % 3 < 2)
      y[i] = i;
}

// The loop inside has no iterations for some m; then nothing is stored.
void rows_from_three(int *y, int n, int m) {
  [[heddle::bounds(3, n), heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (i >= 3)
        y[i * m + j] = i + j;
}
void rows_by_one(int *y, int n, int m, int from) {
  HEDDLE_ASSUME(from >= 0);
  [[heddle::bounds(from, n), heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    if (i >= from) {
      int sum = i;
      for (int j = 0; j < m; ++j)
        y[i * m + j] = sum += j;
    }
}

CASE(declared_conditions) {
  for (const int n : harness::few_sizes()) {
    auto y = r.out<int>(n);
    r.call({1, n}, harness::fast_if(n > 2), [&] { from_two(y, n); });
    y = r.out<int>(n);
    r.call({2, n}, harness::fast_if(n > 1),
           [&] { every_third_from_one(y, n); });
    for (const int m : {0, 1, 3, 4, 5, 40}) {
      y = r.out<int>(std::max(n, 0) * m);
      r.call({3, n, m}, harness::fast_if(n > 0 && m > 4),
             [&] { inner_part(y, n, m); });
      y = r.out<int>(std::max(n, 0) * m);
      r.call({4, n, m}, m > 0 ? harness::fast_if(n > 3) : taken::any,
             [&] { rows_from_three(y, n, m); });
      y = r.out<int>(std::max(n, 0) * m);
      r.call({5, n, m}, m > 0 ? harness::fast_if(n > 5) : taken::any,
             [&] { rows_by_one(y, n, m, 5); });
    }
  }
}

//===----------------------------------------------------------------------===//
// <cmath>
//===----------------------------------------------------------------------===//

void exact(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = std::sqrt(std::fabs(x[i])) + std::floor(x[i]) * 2 +
           std::ceil(x[i]) + std::fmin(x[i], 0.5) - std::fmax(x[i], -0.5) +
           std::trunc(x[i]) + std::round(x[i]) + std::copysign(1.0, x[i]) +
           std::fmod(x[i], 3.0);
}

void exact_float(float *y, const float *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = std::sqrt(std::abs(x[i])) + sqrtf(fabsf(x[i])) + std::floor(x[i]);
}

void rounded(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = std::exp(x[i] / 8) + std::sin(x[i]) * std::cos(x[i]) +
           std::tanh(x[i]) + std::log(2 + x[i] * x[i]) +
           std::pow(1.5, x[i] / 4) + std::atan2(x[i], 2.0) +
           std::hypot(x[i], 1.0) + std::cbrt(x[i]);
}

void rounded_float(float *y, const float *x, int n) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < n; ++i)
    y[i] = std::exp(x[i] / 8) + std::sin(x[i]) + expf(0.5f) +
           std::pow(2.0f, x[i]);
}

void integer_functions(int *y, const int *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = std::abs(x[i]) + std::min(x[i], n) * 2 + std::max(x[i], 3);
}

CASE(functions) {
  for (const int n : harness::sizes()) {
    const auto path = harness::fast_if(n > 0);
    auto y = r.out<double>(n);
    auto x = r.in<double>(n);
    r.call({1, n}, path, [&] { exact(y, x, n); });
    auto z = r.out<int>(n);
    auto v = r.in<int>(n);
    r.call({2, n}, path, [&] { integer_functions(z, v, n); });
    auto f = r.out<float>(n);
    auto g = r.in<float>(n);
    r.call({3, n}, path, [&] { exact_float(f, g, n); });
    y = r.out<double>(n);
    x = r.in<double>(n);
    r.approximate(4);
    r.call({4, n}, path, [&] { rounded(y, x, n); });
    f = r.out<float>(n);
    g = r.in<float>(n);
    r.approximate(4);
    r.call({5, n}, path, [&] { rounded_float(f, g, n); });
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

#define PI 3.14
#define TWICE(v) (2 * (v))
#define INDEX i
#define AT(a, k) a[k]
#define ASSIGN(to, from) to = from
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define WHOLE(...) __VA_ARGS__
#define CHECKED(c) static_cast<void>(0)
#define STOP continue
#define SCALED y[i] = factor * x[i]

void ends_in_macro(double *y, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) y[INDEX] = PI;
}

void ends_in_call(double *y, const double *x, int n) {
  if (n != 3)
    HEDDLE(map)
    for (int i = 0; i < n; ++i)
      AT(y, i) = i + LARGER(x[i], x[n - 1 - i]);
  else
    HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = TWICE(x[i]);
}

void body_in_argument(double *y, const double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) WHOLE(if (i % 2) y[i] = x[i]; else y[i] = PI);
}

void inner_ends_in_macro(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      ASSIGN(y[3 * i + j], x[i] + PI);
}

void macros_between(double *y, const double *x, int n) {
  [[heddle::map]] // of the loop
  for (int i = 0;
       i < /* all */ n; \
       ++i) <%
    CHECKED(i < n);
    if (i % 3 == 0) STOP;
    y<:i:> = x[i] + PI;
  %>
}

// Neither the counter, which no guard needs, nor the factor shows in the text.
void names_in_macro(double *y, const double *x, double factor, int n) {
  [[heddle::map]]
  for (int i = 1; i < n; ++i) {
    SCALED;
  }
}

CASE(texts) {
  for (const int n : harness::sizes()) {
    const auto path = harness::fast_if(n > 0);
    auto y = r.out<double>(n);
    r.call({1, n}, path, [&] { ends_in_macro(y, n); });
    y = r.out<double>(n);
    auto x = r.in<double>(n);
    r.call({2, n}, path, [&] { ends_in_call(y, x, n); });
    y = r.out<double>(n);
    x = r.in<double>(n);
    r.call({3, n}, path, [&] { body_in_argument(y, x, n); });
    y = r.out<double>(3 * n);
    x = r.in<double>(n);
    r.approximate(4);
    r.call({4, n}, path, [&] { inner_ends_in_macro(y, x, n); });
    y = r.in<double>(n);
    x = r.in<double>(n);
    r.approximate(4);
    r.call({5, n}, path, [&] { macros_between(y, x, n); });
    y = r.out<double>(n);
    x = r.in<double>(n);
    r.call({6, n}, harness::fast_if(n > 1),
           [&] { names_in_macro(y, x, 0.75, n); });
  }
}

} // namespace SIDE
