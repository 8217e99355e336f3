//===- limits.cpp - counters and products at the ends of their types ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Counters that start or end at the last value of their type, and starts and
// bounds that wrap. All loops end after a few iterations as written;
// test/Runtime/limits.cpp has those that would not.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "harness.h"
#include <cstddef>
#include <cstdint>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

namespace SIDE {

//===----------------------------------------------------------------------===//
// The last values of a type
//===----------------------------------------------------------------------===//

template <class T> void up_to(int *y, T from, T to) {
  [[heddle::map]]
  for (T i = from; i < to; ++i)
    y[i - from] = static_cast<int>(i % 100);
}

template <class T> void up_to_and_with(int *y, T from, T to) {
  [[heddle::map]]
  for (T i = from; i <= to; ++i)
    y[i - from] = static_cast<int>(i % 100);
}

template <class T> void until(int *y, T from, T to) {
  [[heddle::map]]
  for (T i = from; i != to; ++i)
    y[i - from] = static_cast<int>(i % 100);
}

template <class T> void down_to(int *y, T from, T to) {
  [[heddle::map]]
  for (T i = from; i > to; --i)
    y[from - i] = static_cast<int>(i % 100);
}

template <class T> void by_threes(int *y, T from, T to) {
  [[heddle::map]]
  for (T i = from; i < to; i += 3)
    y[(i - from) / 3] = static_cast<int>(i % 100);
}

/// The last counter that is compared, `last` or below it by up to 4.
template <class T> void call_ends(harness::recorder &r, T lowest, T highest) {
  const int size = static_cast<int>(sizeof(T));
  for (int below = 0; below < 5; ++below) {
    const T to = static_cast<T>(highest - below);
    const T from = static_cast<T>(highest - 9);
    int *y = r.out<int>(16);
    r.call({size, 1, below}, taken::any, [&] { up_to(y, from, to); });
    y = r.out<int>(16);
    r.call({size, 2, below}, taken::any, [&] { until(y, from, to); });
    if (below > 0) { // else it has no end
      y = r.out<int>(16);
      r.call({size, 3, below}, taken::any, [&] { up_to_and_with(y, from, to); });
    }
    if (below > 2) { // else the counter passes the end of its type
      y = r.out<int>(16);
      r.call({size, 4, below}, taken::any, [&] { by_threes(y, from, to); });
    }
    const T bottom = static_cast<T>(lowest + below);
    const T top = static_cast<T>(lowest + 9);
    y = r.out<int>(16);
    r.call({size, 5, below}, taken::any, [&] { down_to(y, top, bottom); });
  }
}

CASE(ends_of_types) {
  call_ends<int>(r, INT32_MIN, INT32_MAX);
  call_ends<unsigned>(r, 0, UINT32_MAX);
  call_ends<long>(r, INT64_MIN, INT64_MAX);
  call_ends<std::size_t>(r, 0, SIZE_MAX);
}

//===----------------------------------------------------------------------===//
// Starts and bounds that wrap
//===----------------------------------------------------------------------===//

template <class T> void from_minus_three(int *y, T n, T m) {
  [[heddle::map]]
  for (T i = n - 3; i != m; ++i)
    y[static_cast<T>(i + 3)] = 1;
}

template <class T> void to_minus_one(int *y, T n, T from) {
  [[heddle::map]]
  for (T i = from; i < n - 1; ++i)
    y[i - from] = 2;
}

void fixed_start(int *y, unsigned m) {
  [[heddle::map]]
  for (unsigned i = 0xFFFFFFF0u; i != m; ++i)
    y[i - 0xFFFFFFF0u] = 3;
}

/// Bounds that are narrower than the counter, at the ends of their types.
void narrow_bounds(int *y, signed char from, unsigned short to) {
  [[heddle::map]]
  for (int i = from; i < to; ++i)
    y[i + 128] = i;
}

template <class T> void call_wraps(harness::recorder &r) {
  const int size = static_cast<int>(sizeof(T));
  const T high = static_cast<T>(-6);
  for (const int n : {0, 1, 2, 3, 4, 9})
    for (const int m : {0, 1, 6}) {
      if (n - 3 > m)
        continue; // once around
      int *y = r.out<int>(16);
      r.call({size, 1, n, m}, n < 3 ? taken::sequential : taken::any, [&] {
        from_minus_three(y, static_cast<T>(n), static_cast<T>(m));
      });
    }
  for (const int n : {0, 1, 2, -1, -4, -5, -6}) {
    int *y = r.out<int>(16);
    r.call({size, 2, n}, n == 0 ? taken::sequential : taken::any,
           [&] { to_minus_one(y, static_cast<T>(n), high); });
  }
}

CASE(unsigned_wrap) {
  call_wraps<unsigned>(r);
  call_wraps<std::size_t>(r);
  for (const unsigned m : {0xFFFFFFF0u, 0xFFFFFFF1u, 0xFFFFFFFFu, 0u, 3u}) {
    int *y = r.out<int>(32);
    r.call({1, m},
           m < 9            ? taken::sequential
           : m == 0xFFFFFFF0u ? taken::nothing
                              : taken::fast,
           [&] { fixed_start(y, m); });
  }
  for (const int from : {-128, 0, 127})
    for (const int to : {0, 127, 128, 65535}) {
      int *y = r.out<int>(65536 + 128);
      r.call({2, from, to}, harness::fast_if(from < to), [&] {
        narrow_bounds(y, static_cast<signed char>(from),
                      static_cast<unsigned short>(to));
      });
    }
}

} // namespace SIDE
