//===- ranges.cpp - loop headers that integers do not describe ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Unsigned arithmetic that wraps, sign conversions, `!=` that is missed: the
// mapped threads may run only where they do what the loop as written does. All
// loops here end after a few iterations as written.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <algorithm>
#include <cstddef>
#include <heddle/heddle.h>

// Comparing signed and unsigned is what some of these loops are about.
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif

using namespace heddle;
using harness::taken;

namespace SIDE {

// Close to 2^32, so that wrapping bounds are near.
constexpr unsigned high = 0xFFFFFFF0u;

//===----------------------------------------------------------------------===//
// Bounds that wrap
//===----------------------------------------------------------------------===//

void minus_one(int *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = high; i < n - 1u; ++i)
    y[i - high] = 1;
}

void difference(int *y, unsigned n, unsigned m) {
  [[heddle::map]]
  for (unsigned i = high; i < n - m; ++i)
    y[i - high] = 2;
}

void doubled(int *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = 0; i < n * 2u; ++i)
    y[i] = 3;
}

void plus_three(int *y, unsigned n) {
  [[heddle::map(FoldAll)]]
  for (unsigned i = 0; i < n + 3u; ++i)
    y[i] = 4;
}

void start_wraps(int *y, unsigned n) {
  [[heddle::map]]
  for (unsigned i = n - 5u; i < 9u; ++i)
    y[i] = 5;
}

void minus_one_inside(int *y, int m, unsigned n) {
  [[heddle::map]]
  for (int j = 0; j < m; ++j)
    for (unsigned i = high; i < n - 1u; ++i)
      y[16 * j + static_cast<int>(i - high)] = 6;
}

CASE(bounds_that_wrap) {
  for (const unsigned n : {0u, 1u, 2u, 9u, high, high + 1, high + 2, high + 7,
                           0xFFFFFFFFu}) {
    auto y = r.out<int>(16);
    r.call({1, n}, n == 0 ? taken::sequential : harness::fast_if(n > high + 1),
           [&] { minus_one(y, n); });
    for (const int m : {-1, 0, 1, 3}) {
      y = r.out<int>(48);
      r.call({2, n, m}, taken::any, [&] { minus_one_inside(y, m, n); });
    }
    for (const unsigned m : {0u, 1u, 3u, 10u}) {
      y = r.out<int>(16);
      r.call({3, n, m},
             n < m ? taken::sequential : harness::fast_if(n - m > high),
             [&] { difference(y, n, m); });
    }
  }
  for (const unsigned n : {0u, 1u, 5u, 0x80000000u, 0x80000003u}) {
    auto y = r.out<int>(16);
    r.call({4, n}, n > 9 ? taken::sequential : harness::fast_if(n > 0),
           [&] { doubled(y, n); });
  }
  for (const unsigned n : {0u, 1u, 5u, 0xFFFFFFFDu, 0xFFFFFFFFu}) {
    auto y = r.out<int>(16);
    r.call({5, n}, n > 9 ? taken::sequential : taken::fast,
           [&] { plus_three(y, n); });
  }
  for (const unsigned n : {0u, 1u, 4u, 5u, 6u, 13u, 14u, 15u}) {
    auto y = r.out<int>(16);
    r.call({6, n}, n < 5 ? taken::sequential : harness::fast_if(n < 14),
           [&] { start_wraps(y, n); });
  }
}

//===----------------------------------------------------------------------===//
// Counters that wrap
//===----------------------------------------------------------------------===//

// The subscript brings the counter back; it wraps where the counter does.
void across_zero(int *y, unsigned from, unsigned to) {
  [[heddle::map]]
  for (unsigned i = from; i != to; ++i)
    y[i + 6u] = 1;
}

CASE(not_equal_across_zero) {
  struct {
    unsigned from, to;
    taken path;
  } const all[] = {{0, 0, taken::nothing},
                   {0, 9, taken::fast},
                   {3, 4, taken::fast},
                   {0xFFFFFFFAu, 4, taken::sequential},
                   {0xFFFFFFFFu, 0, taken::sequential},
                   // The counter does not wrap here, the subscript does.
                   {0xFFFFFFFAu, 0xFFFFFFFCu, taken::sequential}};
  for (const auto &each : all) {
    auto y = r.out<int>(16);
    r.call({each.from, each.to}, each.path,
           [&] { across_zero(y, each.from, each.to); });
  }
}

//===----------------------------------------------------------------------===//
// Conversions in the header
//===----------------------------------------------------------------------===//

void signed_below_unsigned(int *y, int from, unsigned n) {
  [[heddle::map]]
  for (int i = from; i < n; ++i)
    y[i] = 1;
}

void unsigned_below_signed(int *y, int n) {
  [[heddle::map]]
  for (unsigned i = high; i < n; ++i)
    y[i - high] = 2;
}

void long_below_size_t(int *y, long from, std::size_t n) {
  [[heddle::map]]
  for (long i = from; i < n; ++i)
    y[i] = 3;
}

void narrowed_bound(int *y, long n) {
  [[heddle::map]]
  for (int i = 0; i < static_cast<int>(n); ++i)
    y[i] = 4;
}

void narrowed_start(int *y, long from) {
  [[heddle::map]]
  for (int i = static_cast<int>(from); i < 9; ++i)
    y[i] = 5;
}

void unsigned_start(int *y, int from) {
  [[heddle::map]]
  for (unsigned i = static_cast<unsigned>(from); i < 9u; ++i)
    y[i] = 6;
}

CASE(conversions) {
  for (const int from : {-4, -1, 0, 1, 3, 8, 9, 12})
    for (const unsigned n : {0u, 1u, 3u, 9u}) {
      const auto path = from < 0 ? taken::sequential
                                 : harness::fast_if(from < static_cast<int>(n));
      auto y = r.out<int>(16);
      r.call({1, from, n}, path, [&] { signed_below_unsigned(y, from, n); });
      y = r.out<int>(16);
      r.call({2, from, n}, path, [&] { long_below_size_t(y, from, n); });
    }
  for (const int n : {-16, -15, -10, -1, 0, 1, 9}) {
    auto y = r.out<int>(16);
    r.call({3, n}, n < 0 ? taken::sequential : taken::nothing,
           [&] { unsigned_below_signed(y, n); });
  }
  for (const long n : {-1l, 0l, 1l, 9l, 0x100000000l, 0x100000005l,
                       -0x100000000l, -0xFFFFFFFBl}) {
    const bool fits = n == static_cast<int>(n);
    auto y = r.out<int>(16);
    r.call({4, n}, fits ? harness::fast_if(n > 0) : taken::sequential,
           [&] { narrowed_bound(y, n); });
    y = r.out<int>(16) + 4;
    r.call({5, n}, fits ? harness::fast_if(n < 9) : taken::sequential,
           [&] { narrowed_start(y, n); });
  }
  for (const int from : {-1, 0, 3, 9, 20}) {
    auto y = r.out<int>(16);
    r.call({6, from}, from < 0 ? taken::sequential : harness::fast_if(from < 9),
           [&] { unsigned_start(y, from); });
  }
}

//===----------------------------------------------------------------------===//
// Bounds that are expressions
//===----------------------------------------------------------------------===//

void quotients(int *y, int n) {
  [[heddle::map]]
  for (int i = n / 3; i < n / 2; ++i)
    y[i] = 1;
}

void rounded_up(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < (n + 3) / 4; ++i)
    y[i] = 2;
}

void remainders(int *y, int n) {
  [[heddle::map]]
  for (int i = -(n % 5); i <= n % 7; ++i)
    y[i] = 3;
}

void smaller_of(int *y, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < std::min(n, m); ++i)
    y[i] = 4;
}

void between(int *y, int from, int n, int m) {
  [[heddle::map]]
  for (int i = std::max(from, 0); i < (n < m ? n : m); ++i)
    y[i] = 5;
}

void clamped_down(int *y, int from, int to) {
  [[heddle::map]]
  for (int i = to < 12 ? to : 12; i >= std::max(0, from); i -= 2)
    y[i] = 6;
}

void three_way(int *y, long n, long m, long k) {
  [[heddle::map]]
  for (long i = std::max(0l, std::max(n, m)); i < std::min(20l, k); ++i)
    y[i] = 7;
}

// Truth values count as 0 and 1.
void one_more(int *y, int n) {
  [[heddle::map]]
  for (int i = n < 0; i < n + (n > 3); ++i)
    y[i] = 8;
}

void truths(int *y, int n, bool more) {
  [[heddle::map]]
  for (int i = 0; i < (n % 2 == 0 && more ? 9 - !n : more + 2 * (n != 5 || !more)); ++i)
    y[i] = 9;
}

void only_truth(int *y, int n) {
  [[heddle::map(FoldAll)]]
  for (int j = 0; j < (n > 2); ++j)
    for (int i = (n == 7) == (n > 0); i < 4; ++i)
      y[4 * j + i] = 10;
}

CASE(expressions) {
  for (int n = -14; n <= 14; ++n) {
    auto z = r.out<int>(16);
    r.call({8, n}, harness::fast_if(n > 0), [&] { one_more(z, n); });
    for (const bool more : {false, true}) {
      z = r.out<int>(16);
      r.call({9, n, more}, taken::fast, [&] { truths(z, n, more); });
    }
    z = r.out<int>(16);
    r.call({10, n}, harness::fast_if(n > 2), [&] { only_truth(z, n); });
    auto y = r.out<int>(32) + 16;
    r.call({1, n}, harness::fast_if(n / 3 < n / 2), [&] { quotients(y, n); });
    y = r.out<int>(16);
    r.call({2, n}, harness::fast_if((n + 3) / 4 > 0), [&] { rounded_up(y, n); });
    y = r.out<int>(32) + 16;
    r.call({3, n}, harness::fast_if(-(n % 5) <= n % 7), [&] { remainders(y, n); });
  }
  for (const int n : {-2, 0, 1, 7, 12, 15})
    for (const int m : {-1, 0, 1, 7, 9, 14}) {
      auto y = r.out<int>(16);
      r.call({4, n, m}, harness::fast_if(std::min(n, m) > 0),
             [&] { smaller_of(y, n, m); });
      for (const int from : {-3, 0, 2, 8}) {
        y = r.out<int>(16);
        r.call({5, from, n, m},
               harness::fast_if(std::max(from, 0) < std::min(n, m)),
               [&] { between(y, from, n, m); });
      }
      y = r.out<int>(16);
      r.call({6, n, m}, harness::fast_if(std::min(12, m) >= std::max(0, n)),
             [&] { clamped_down(y, n, m); });
      for (const long k : {-1l, 3l, 13l, 40l}) {
        y = r.out<int>(32);
        r.call({7, n, m, k},
               harness::fast_if(std::max({0l, long(n), long(m)}) <
                                std::min(20l, k)),
               [&] { three_way(y, n, m, k); });
      }
    }
}

// Empty in more than one dimension, of which the product of the extents would
// be positive, and empty beside an extent of 2^40.
void box(int *y, long n, long m, long k) {
  [[heddle::map(FoldAll)]]
  for (long a = 0; a < n; ++a)
    for (long b = 0; b < m; ++b)
      for (long c = 0; c < k; ++c)
        y[(a * m + b) * k + c] = 1;
}

CASE(empty_dimensions) {
  for (const long n : {-5l, -2l, 0l, 1l, 4l})
    for (const long m : {-4l, 0l, 3l})
      for (const long k : {-3l, 0l, 2l}) {
        auto y = r.out<int>(64);
        r.call({n, m, k}, harness::fast_if(n > 0 && m > 0 && k > 0),
               [&] { box(y, n, m, k); });
      }
  for (const long n : {0l, -1l, -(1l << 40), -(1l << 62)}) {
    auto y = r.out<int>(64);
    r.call({n}, taken::nothing, [&] { box(y, n, 1l << 40, 1l << 40); });
  }
}

// Steps near the range of the counter: masked threads would be billions.
void quarter_steps(int *y, int from, int n) {
  [[heddle::map]]
  for (int i = from; i < n; i += 1 << 30)
    y[(static_cast<long>(i) - from) / (1 << 30)] = 1;
}

void unsigned_steps(int *y, unsigned n) {
  [[heddle::map(Auto)]]
  for (unsigned i = 7; i < n; i += 1u << 30)
    y[i / (1u << 30)] = 2;
}

void long_steps(int *y, long n, int m) {
  [[heddle::map]]
  for (long i = 0; i < n; i += 1l << 39)
    for (int j = m; j > 0; j -= 1 << 29)
      y[4 * (i / (1l << 39)) + j / (1 << 29)] = 3;
}

CASE(huge_steps) {
  constexpr int quarter = 1 << 30;
  constexpr int least = -quarter - quarter;
  for (const int from : {least, least + 1, -quarter, 0, 5})
    for (const int n : {least, -quarter, 0, 1, 5, 6, quarter}) {
      auto y = r.out<int>(4);
      r.call({1, from, n}, harness::fast_if(from < n),
             [&] { quarter_steps(y, from, n); });
    }
  for (const unsigned n : {0u, 7u, 8u, 1u << 30, (1u << 30) + 8, 3u << 30}) {
    auto y = r.out<int>(4);
    r.call({2, n}, harness::fast_if(n > 7), [&] { unsigned_steps(y, n); });
  }
  for (const long n : {0l, 1l, 1l << 39, (1l << 39) + 1, 6l << 39})
    for (const int m : {least, -1, 0, 1, 1 << 29, 3 << 29}) {
      auto y = r.out<int>(32);
      r.call({3, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { long_steps(y, n, m); });
    }
}

} // namespace SIDE
