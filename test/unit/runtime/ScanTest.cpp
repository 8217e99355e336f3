//===- ScanTest.cpp - values that iterations pass on, on the host ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include "gmock/gmock.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace {

namespace by = heddle::rt::by;
using heddle::rt::checked;
using heddle::rt::from;
using heddle::rt::grown;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::into;
using heddle::rt::order;
using heddle::rt::out;
using heddle::rt::partials;
using heddle::rt::path;
using heddle::rt::reduced;
using heddle::rt::results;
using heddle::rt::running;

constexpr heddle::rt::site here{"scan", "scans.cpp", 12};
constexpr int sizes[] = {1, 2, 255, 256, 257, 511, 512, 513, 1000};

heddle::rt::shape blocks_for(int n) {
  return {{heddle::rt::ceil_div(checked(n), 256), 1, 1}, {256, 1, 1}};
}

class Scan : public EnvironmentTest {};

//===----------------------------------------------------------------------===//
// for (i) { s += x[i]; y[i] = s; }
//===----------------------------------------------------------------------===//

template <class T, class A>
void sum_updates(unsigned block, unsigned place, const T *x, T *, int n, A &s) {
  const int i = static_cast<int>(block * 256 + place);
  if (i >= n)
    return;
  s += static_cast<A>(x[i]);
}
template <class T>
void sum(unsigned block, unsigned place, const T *x, T *y, int n, T &s) {
  const int i = static_cast<int>(block * 256 + place);
  if (i >= n)
    return;
  s = static_cast<T>(s + x[i]);
  y[i] = s;
}
template <class T, class A, order O>
void sum_updates_kernel(const T *x, T *y, int n, partials<by::sum, A> s,
                        unsigned blocks) {
  heddle::rt::scan_updates<sum_updates<T, A>, O>(blocks, into(s), x, y, n);
}
template <class T, order O>
void sum_kernel(const T *x, T *y, int n, running<T> s, unsigned blocks) {
  heddle::rt::scan_from<sum<T>, O>(blocks, from(s), x, y, n);
}

template <class T, class A, order O = order::up>
std::vector<T> sums(const std::vector<T> &x, T &s) {
  const int n = static_cast<int>(x.size());
  std::vector<T> y(x.size());
  EXPECT_EQ((heddle::rt::scan<sum_updates<T, A>, sum<T>, O>(
                here, blocks_for(n), sum_updates_kernel<T, A, O>,
                sum_kernel<T, O>, results(reduced<by::sum, A>(inout(&s, 0, 0))),
                in(x.data(), 0, n - 1), out(y.data(), 0, n - 1), n)),
            path::done);
  return y;
}

std::vector<int> integers(int n) {
  std::vector<int> x;
  unsigned state = 3;
  for (int i = 0; i < n; ++i)
    x.push_back(
        static_cast<int>((state = state * 1664525u + 1013904223u) >> 9) -
        (1 << 22));
  return x;
}

TEST_F(Scan, IntegersAreThoseOfTheLoop) {
  for (const int n : sizes) {
    const std::vector<int> x = integers(n);
    int s = 5, expected = 5;
    const std::vector<int> y = sums<int, unsigned>(x, s);
    for (int i = 0; i < n; ++i) {
      expected += x[static_cast<std::size_t>(i)];
      ASSERT_EQ(y[static_cast<std::size_t>(i)], expected) << n << " " << i;
    }
    EXPECT_EQ(s, expected);
  }
}

TEST_F(Scan, LoopsThatCountDownBeginAtTheLastNumber) {
  const std::vector<int> x = integers(600);
  int s = -1, expected = -1;
  const std::vector<int> y = sums<int, unsigned, order::down>(x, s);
  for (std::size_t i = x.size(); i-- > 0;) {
    expected += x[i];
    ASSERT_EQ(y[i], expected) << i;
  }
  EXPECT_EQ(s, expected);
}

/// Partial sums of a block leave the range of the type, no sum of the loop
/// does.
TEST_F(Scan, PartialSumsMayWrapAround) {
  std::vector<int> x(512, 0);
  x[0] = std::numeric_limits<int>::min();
  x[300] = x[301] = std::numeric_limits<int>::max();
  int s = 0;
  const std::vector<int> y = sums<int, unsigned>(x, s);
  EXPECT_EQ(y[299], std::numeric_limits<int>::min());
  EXPECT_EQ(y[300], -1);
  EXPECT_EQ(s, std::numeric_limits<int>::max() - 1);
}

/// As scan.h describes it.
TEST_F(Scan, FloatingPointGoesByBlocks) {
  std::vector<double> x;
  for (const int i : integers(1000))
    x.push_back(i / 7.0);
  double s = 0.1;
  const std::vector<double> y = sums<double, double>(x, s);
  double front = 0.1, now = 0;
  for (std::size_t b = 0; b < x.size(); b += 256) {
    double partial = -0.0;
    now = front;
    for (std::size_t i = b; i < std::min(b + 256, x.size()); ++i) {
      partial += x[i];
      now += x[i];
      ASSERT_EQ(y[i], now) << i;
    }
    front += partial;
  }
  EXPECT_EQ(s, now);
}

TEST_F(Scan, AllHostOrdersGiveTheSameBits) {
  std::vector<double> x;
  for (const int i : integers(1000))
    x.push_back(i / 7.0);
  double s = 0.1;
  const std::vector<double> y = sums<double, double>(x, s);
  for (const char *const how : {"forward", "reverse", "shuffle:3"}) {
    set("HEDDLE_HOST_ORDER", how);
    double again = 0.1;
    EXPECT_EQ((sums<double, double>(x, again)), y) << how;
    EXPECT_EQ(again, s) << how;
  }
}

//===----------------------------------------------------------------------===//
// for (i) if (x[i] > 0) out[k++] = x[i];
//===----------------------------------------------------------------------===//

void count(unsigned block, unsigned place, const int *x, int *, int n,
           unsigned &k) {
  const int i = static_cast<int>(block * 256 + place);
  if (i >= n)
    return;
  if (x[i] > 0)
    ++k;
}
template <class K>
void keep(unsigned block, unsigned place, const int *x, int *kept, int n,
          K &k) {
  const int i = static_cast<int>(block * 256 + place);
  if (i >= n)
    return;
  if (x[i] > 0)
    kept[k++] = x[i];
}
void count_kernel(const int *x, int *kept, int n, partials<by::sum, unsigned> k,
                  unsigned blocks) {
  heddle::rt::scan_updates<count, order::up>(blocks, into(k), x, kept, n);
}
template <class K>
void keep_kernel(const int *x, int *kept, int n, running<K> k,
                 unsigned blocks) {
  heddle::rt::scan_from<keep<K>, order::up>(blocks, from(k), x, kept, n);
}

template <class K>
path compact(const std::vector<int> &x, int *kept, K &k, long long last) {
  const int n = static_cast<int>(x.size());
  return heddle::rt::scan<count, keep<K>, order::up>(
      here, blocks_for(n), count_kernel, keep_kernel<K>,
      results(reduced<by::sum, unsigned>(inout(&k, 0, 0))),
      in(x.data(), 0, n - 1), grown<0>(inout(kept, checked(k), last)), n);
}

TEST_F(Scan, WhatIsKeptFollowsWhatIsThere) {
  for (const int n : sizes)
    for (const int positive : {0, 1, 2}) {
      std::vector<int> x = integers(n), kept(x.size() + 9, -3), expected = kept;
      for (int &one : x)
        one = positive == 0 ? -1 : positive == 1 ? one : 7;
      int k = 4, end = 4;
      for (const int one : x)
        if (one > 0)
          expected[static_cast<std::size_t>(end++)] = one;
      EXPECT_EQ(compact(x, kept.data(), k, n + 3), path::done);
      EXPECT_EQ(k, end);
      EXPECT_EQ(kept, expected);
    }
}

TEST_F(Scan, AVariableThatWrapsAroundIsLeftToTheLoop) {
  const std::vector<int> x(300, 1);
  std::vector<int> kept(1);
  unsigned k = std::numeric_limits<unsigned>::max() - 10;
  EXPECT_EQ(compact(x, kept.data(), k, (1LL << 32) + 400), path::sequential);
  EXPECT_EQ(k, std::numeric_limits<unsigned>::max() - 10);
}

TEST_F(Scan, OtherThreadSpacesAreErrors) {
  const std::vector<int> x(4, 1);
  std::vector<int> y(4);
  int s = 0;
  EXPECT_THROW(
      (heddle::rt::scan<sum_updates<int, unsigned>, sum<int>, order::up>(
          here, {{1, 1, 1}, {128, 1, 1}},
          sum_updates_kernel<int, unsigned, order::up>,
          sum_kernel<int, order::up>,
          results(reduced<by::sum, unsigned>(inout(&s, 0, 0))),
          in(x.data(), 0, 3), out(y.data(), 0, 3), 4)),
      heddle::error);
}

} // namespace
