//===- quotients.cpp - flat loops taken apart by run-time divisors --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One loop runs over all elements, and divides its counter by the lengths of
// rows and planes. Stores go where the parts put the counter together again.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-and-serial %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

/// Without threads of any kind nobody asks which elements are read.
static harness::expectation found_if(bool nonempty) {
#if defined(_OPENMP) || defined(__CUDACC__)
  return nonempty ? taken::fast : taken::nothing;
#else
  return nonempty ? taken::sequential : taken::nothing;
#endif
}

void masked(float *out, const float *in, const int *length, int b, int n,
            int m) {
  [[heddle::map]]
  for (int index = 0; index < b * n * m; index++) {
    int k = index % m;
    int j = (index - k) / m % n;
    int i = (index - m * j - k) / (n * m);
    int ind = n * m * i + m * j + k;
    out[ind] = k >= length[j] ? -1.0f : in[ind];
  }
}

CASE(differences_are_divided) {
  for (const int b : {0, 1, 3})
    for (const int n : {1, 2, 5})
      for (const int m : {1, 7, 300}) {
        auto out = r.out<float>(b * n * m);
        auto in = r.in<float>(b * n * m);
        auto length = r.in<int>(n);
        r.call({b, n, m}, found_if(b > 0),
               [&] { masked(out, in, length, b, n, m); });
      }
}

// A quotient is divided again, and the product of both divisors divides, too.
void shifted(int *y, const int *x, const int *plane, std::size_t b,
             std::size_t n, std::size_t m) {
  [[heddle::map]]
  for (std::size_t i = 0; i < b * n * m; ++i) {
    const std::size_t l = i / (n * m), j = i / m % n, k = i % m;
    y[(l * n + j) * m + k] = x[i] + plane[l];
  }
}

CASE(divisors_are_multiplied) {
  for (const std::size_t b : {0, 1, 4})
    for (const std::size_t n : {1, 3})
      for (const std::size_t m : {1, 90}) {
        auto y = r.out<int>(b * n * m);
        auto x = r.in<int>(b * n * m);
        auto plane = r.in<int>(b);
        r.call({int(b), int(n), int(m)}, found_if(b > 0),
               [&] { shifted(y, x, plane, b, n, m); });
      }
}

// Divisors below zero take the counter apart just as well.
void scaled(double *y, const double *x, int n, int d) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i / d * d + i % d] = x[i] * 2;
}

CASE(divisors_of_both_signs) {
  for (const int n : harness::sizes())
    for (const int d : {-300, -4, -1, 1, 7, 300}) {
      auto y = r.out<double>(n);
      auto x = r.in<double>(n);
      r.call({n, d}, harness::fast_if(n > 0), [&] { scaled(y, x, n, d); });
    }
}

// The row is what the division of the sum gives back.
void by_row(float *y, const float *x, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[(i * m + j) / m * m + (i * m + j) % m] = x[(i * m + j) / m];
}

CASE(rows_of_sums) {
  for (const int n : harness::few_sizes())
    for (const int m : {1, 5, 70}) {
      auto y = r.out<float>(n > 0 ? n * m : 0);
      auto x = r.in<float>(n);
      r.call({n, m}, harness::fast_if(n > 0), [&] { by_row(y, x, n, m); });
    }
}

// The bound is a product of sizes without sign.
void all_elements(int *y, std::size_t n, std::size_t m) {
  [[heddle::map]]
  for (std::size_t i = 0; i < n * m; ++i)
    y[i] += 1;
}

CASE(unsigned_products) {
  for (const std::size_t n : {0, 1, 5})
    for (const std::size_t m : {0, 3, 400}) {
      auto y = r.out<int>(n * m);
      r.call({int(n), int(m)}, harness::fast_if(n * m > 0),
             [&] { all_elements(y, n, m); });
    }
  // The product wraps around to nothing.
  auto y = r.out<int>(1);
  r.call({-1}, taken::sequential,
         [&] { all_elements(y, std::size_t(1) << 63, 2); });
}

} // namespace SIDE
