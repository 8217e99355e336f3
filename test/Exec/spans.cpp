//===- spans.cpp - std::span, and what C++20 adds to containers -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec --std c++20 cpu-by-both %t %s

#include "harness.h"
#include <algorithm>
#include <cstddef>
#include <heddle/heddle.h>
#include <span>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

template <class T> std::vector<T> filled(int n, int seed) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k)
    v[k] = static_cast<T>((k * 37 + seed * 11) % 101 - 50);
  return v;
}

void through_span(std::span<int> y, std::span<const int> x) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[i] + 1;
}

void fixed(std::span<float, 12> y, std::span<const float, 3> x) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += x[i % x.size()];
}

void signed_size(std::vector<long> &x) {
  [[heddle::map]]
  for (long i = 0; i < std::ssize(x); ++i)
    x[i] = std::ssize(x) - i;
}

// Functions of spans, which containers become at the call.
static long around(std::span<const long> s, std::size_t i) {
  long sum = 0;
  for (std::size_t k = i - 1; k <= i + 1; ++k)
    sum += s[k];
  return sum * static_cast<long>(s.size());
}
void in_functions(std::vector<long> &y, const std::vector<long> &x,
                  std::span<long> z) {
  [[heddle::map]]
  for (std::size_t i = 1; i < x.size() - 1; ++i)
    y[i] = around(x, i) - around(z, i);
}

CASE(views) {
  for (const int n : {0, 1, 33, 200}) {
    auto y = filled<int>(n, 1), x = filled<int>(n, 2);
    r.call({1, n}, harness::fast_if(n > 0), [&] {
      through_span(y, x), std::copy(y.begin(), y.end(), r.out<int>(y.size()));
    });
    auto both = filled<int>(n + 1, 3);
    const std::size_t count = static_cast<std::size_t>(n);
    r.call({2, n},
           harness::expectation(n > 1 ? taken::sequential
                                : n   ? taken::fast
                                      : taken::nothing),
           [&] {
             through_span(std::span(both).subspan(1, count),
                          std::span(both).first(count));
             std::copy(both.begin(), both.end(), r.out<int>(both.size()));
           });
  }
  auto z = filled<long>(77, 1);
  r.call({3}, taken::fast, [&] {
    signed_size(z);
    std::copy(z.begin(), z.end(), r.out<long>(77));
  });
  auto a = filled<long>(77, 2), b = filled<long>(80, 3);
  r.call({5}, taken::fast, [&] {
    in_functions(z, a, b);
    std::copy(z.begin(), z.end(), r.out<long>(77));
  });
  auto y = filled<float>(12, 1), x = filled<float>(3, 2);
  r.call({4}, taken::fast, [&] {
    fixed(std::span<float, 12>(y), std::span<const float, 3>(x));
    std::copy(y.begin(), y.end(), r.out<float>(y.size()));
  });
}

} // namespace SIDE
