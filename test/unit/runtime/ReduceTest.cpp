//===- ReduceTest.cpp - reductions on the host ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include "gmock/gmock.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

namespace by = heddle::rt::by;
using heddle::rt::checked;
using heddle::rt::in;
using heddle::rt::inout;
using heddle::rt::path;
using heddle::rt::reduced;
using heddle::rt::results;

constexpr heddle::rt::site here{"reduce", "sums.cpp", 12};

heddle::rt::shape blocks_for(int n) {
  return {{heddle::rt::ceil_div(checked(n), 256), 1, 1}, {256, 1, 1}};
}

//===----------------------------------------------------------------------===//
// The tree, as reduce.h describes it, over a list of values
//===----------------------------------------------------------------------===//

template <class Op, class T> T reference_round(std::vector<T> places) {
  for (std::size_t d = 128; d != 0; d /= 2)
    for (std::size_t p = 0; p != d; ++p)
      places[p] = Op::combine(places[p], places[p + d]);
  return places[0];
}

template <class Op, class T> T reference(std::vector<T> values, T old) {
  do {
    std::vector<T> next;
    for (std::size_t b = 0; b < values.size(); b += 256) {
      std::vector<T> places(256, Op::template identity<T>());
      for (std::size_t p = 0; p != 256 && b + p < values.size(); ++p)
        places[p] = values[b + p];
      next.push_back(reference_round<Op>(places));
    }
    values = next;
  } while (values.size() != 1);
  return Op::onto(old, values[0]);
}

/// Neither associative nor commutative: any other tree gives another number.
struct mix : by::combining<mix> {
  template <class T> static constexpr T identity() { return T(0); }
  template <class T> static constexpr T combine(T a, T b) {
    return b == 0 ? a : a == 0 ? b : a * 6364136223846793005u + (b ^ (a >> 7));
  }
};

template <class T>
void take(unsigned block, unsigned place, const T *x, int n, T &s) {
  const int i = static_cast<int>(block * 256 + place);
  if (i >= n)
    return;
  s = x[i];
}
template <class Op, class T>
__global__ void take_kernel(const T *x, int n, heddle::rt::partials<Op, T> s,
                            unsigned blocks) {
  heddle::rt::reduce_blocks<take<T>>(blocks, heddle::rt::into(s), x, n);
}

template <class Op, class T> T heddles(const std::vector<T> &x, T old) {
  const int n = static_cast<int>(x.size());
  EXPECT_EQ(heddle::rt::reduce<take<T>>(
                here, blocks_for(n), take_kernel<Op, T>,
                results(reduced<Op, T>(inout(&old, 0, 0))),
                in(x.data(), 0, n - 1), n),
            path::done);
  return old;
}

template <class T> std::vector<T> numbers(int n) {
  std::vector<T> x;
  std::uint64_t state = 7;
  for (int i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    if constexpr (std::is_floating_point<T>::value)
      x.push_back(static_cast<T>(static_cast<double>(state >> 20) * 1e-6 *
                                 (i % 3 ? 1 : -1e5)));
    else
      x.push_back(static_cast<T>(state >> 24));
  }
  return x;
}

template <class T> std::uint64_t bits(T value) {
  std::uint64_t raw = 0;
  std::memcpy(&raw, &value, sizeof value);
  return raw;
}

class Reduce : public EnvironmentTest {};

const int sizes[] = {1,   2,   127,  128,   129,   255,   256,
                     257, 511, 1000, 65535, 65536, 65537, 70000};

template <class Op, class T> void expect_tree() {
  for (const int n : sizes) {
    const std::vector<T> x = numbers<T>(n);
    EXPECT_EQ(bits((heddles<Op, T>(x, x[0]))),
              bits((reference<Op, T>(x, x[0]))))
        << n;
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
TEST_F(Reduce, WithoutMemoryForPartialResultsIsAnError) {
  GTEST_SKIP() << "the sanitizer needs the address space";
}
#else
/// As many blocks as a grid takes: 16 GiB of partial results.
void reduce_in_one_gibibyte() {
  const rlimit most = {1u << 30, 1u << 30};
  double s = 0, x = 0;
  if (setrlimit(RLIMIT_AS, &most) != 0)
    std::exit(1);
  try {
    heddle::rt::reduce<take<double>>(
        here, {{2147483647, 1, 1}, {256, 1, 1}}, take_kernel<by::sum, double>,
        results(reduced<by::sum, double>(inout(&s, 0, 0))), in(&x, 0, 0), 1);
  } catch (const heddle::error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::exit(s == 0 ? 0 : 2);
  }
}

TEST_F(Reduce, WithoutMemoryForPartialResultsIsAnError) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(reduce_in_one_gibibyte(), testing::ExitedWithCode(0),
              "heddle: sums.cpp:12: reduce: no memory for 17179869176 bytes of "
              "partial results");
}
#endif

TEST_F(Reduce, IsTheTreeThatIsDescribed) {
  expect_tree<mix, std::uint64_t>();
  expect_tree<by::sum, double>();
  expect_tree<by::sum, float>();
  expect_tree<by::product, float>();
  expect_tree<by::max, double>();
  expect_tree<by::min, float>();
}

TEST_F(Reduce, IsTheSameTreeInEveryOrder) {
  for (const char *order : {"forward", "reverse", "shuffle:1", "shuffle:99"}) {
    set("HEDDLE_HOST_ORDER", order);
    for (const int n : {1, 255, 257, 5000}) {
      const std::vector<std::uint64_t> x = numbers<std::uint64_t>(n);
      EXPECT_EQ((heddles<mix, std::uint64_t>(x, 3)),
                (reference<mix, std::uint64_t>(x, 3)))
          << order << " " << n;
    }
  }
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

template <class Op, class T> void expect_neutral(std::vector<T> values) {
  const T e = Op::template identity<T>();
  for (const T v : values) {
    EXPECT_EQ(bits(Op::combine(v, e)), bits(v));
    EXPECT_EQ(bits(Op::combine(e, v)), bits(v));
  }
}

TEST_F(Reduce, IdentitiesChangeNoBit) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> doubles = {
      0.0, -0.0, 1.5,  -2.25, std::numeric_limits<double>::denorm_min(),
      inf, -inf, 1e308, -1e308};
  expect_neutral<by::sum>(doubles);
  expect_neutral<by::product>(doubles);
  expect_neutral<by::max>(doubles);
  expect_neutral<by::min>(doubles);
  expect_neutral<by::fmax>(doubles);
  expect_neutral<by::fmin>(doubles);
  const std::vector<signed char> small = {-128, -1, 0, 1, 127};
  expect_neutral<by::max>(small);
  expect_neutral<by::min>(small);
  expect_neutral<by::bit_and>(small);
  expect_neutral<by::bit_or>(small);
  expect_neutral<by::bit_xor>(small);
  const std::vector<bool> both = {false, true};
  for (const bool b : both) {
    EXPECT_EQ(by::bit_and::combine(b, by::bit_and::identity<bool>()), b);
    EXPECT_EQ(by::bit_or::combine(b, by::bit_or::identity<bool>()), b);
    EXPECT_EQ(by::bit_xor::combine(b, by::bit_xor::identity<bool>()), b);
  }
}

TEST_F(Reduce, ANumberIsSetWhereAnIterationStoresIt) {
  using one = by::set<1>;
  using none = by::set<0>;
  EXPECT_EQ(one::onto(7, one::identity<int>()), 7);
  EXPECT_EQ(one::onto(7, 1), 1);
  EXPECT_EQ(none::onto(1, none::identity<int>()), 1);
  EXPECT_EQ(none::onto(1, 0), 0);
  EXPECT_EQ(one::onto<signed char>(5, one::identity<signed char>()), 5);
  EXPECT_EQ(heddles<one>(std::vector<int>{0, 1, 0}, 9), 1);
  EXPECT_EQ(heddles<one>(std::vector<int>(300, 0), 9), 9);
}

TEST_F(Reduce, ASumOfMinusZerosIsMinusZero) {
  EXPECT_TRUE(std::signbit(
      heddles<by::sum>(std::vector<double>(300, -0.0), -0.0)));
  EXPECT_FALSE(std::signbit(
      heddles<by::sum>(std::vector<double>(300, -0.0), 0.0)));
}

TEST_F(Reduce, MaximumKeepsTheEarlierOfEquals) {
  EXPECT_TRUE(std::signbit(heddles<by::max>(std::vector<float>{0.0f}, -0.0f)));
  EXPECT_FALSE(std::signbit(heddles<by::max>(std::vector<float>{-0.0f}, 0.0f)));
}

TEST_F(Reduce, NaNs) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> only(5, nan), some = {nan, 3, nan, 2};
  // Passed over, unless it was there before, as by `if (s < e) s = e;`.
  EXPECT_EQ(heddles<by::max>(some, 1.0), 3);
  EXPECT_TRUE(std::isnan(heddles<by::max>(some, nan)));
  EXPECT_EQ(heddles<by::fmax>(some, nan), 3);
  EXPECT_EQ(heddles<by::fmin>(some, nan), 2);
  EXPECT_EQ(heddles<by::fmax>(only, 1.0), 1);
  EXPECT_TRUE(std::isnan(heddles<by::fmax>(only, nan)));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void statistics(unsigned block, unsigned place, int *y, const int *x, int n,
                unsigned &total, int &most, bool &all) {
  const int i = static_cast<int>(block * 256 + place);
  if (i >= n)
    return;
  y[i] = 2 * x[i];
  if (x[i] % 2 == 0)
    return;
  total += static_cast<unsigned>(x[i]);
  most = x[i] > most ? x[i] : most;
  all &= x[i] > 0;
}
__global__ void statistics_kernel(int *y, const int *x, int n,
                                  heddle::rt::partials<by::sum, unsigned> total,
                                  heddle::rt::partials<by::max, int> most,
                                  heddle::rt::partials<by::bit_and, bool> all,
                                  unsigned blocks) {
  heddle::rt::reduce_blocks<statistics>(
      blocks, heddle::rt::into(total, most, all), y, x, n);
}

TEST_F(Reduce, SeveralResultsBesideOtherStores) {
  const int n = 1000;
  std::vector<int> x(n), y(n);
  int total = -1000, most = -5;
  bool all = true;
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = (i * 7919) % 1201 - 3;
  int expected = total, highest = most;
  for (const int v : x)
    if (v % 2 != 0) {
      expected += v;
      highest = std::max(highest, v);
    }
  EXPECT_EQ(heddle::rt::reduce<statistics>(
                here, blocks_for(n), statistics_kernel,
                results(reduced<by::sum, unsigned>(inout(&total, 0, 0)),
                        reduced<by::max, int>(inout(&most, 0, 0)),
                        reduced<by::bit_and, bool>(inout(&all, 0, 0))),
                inout(y.data(), 0, n - 1), in(x.data(), 0, n - 1), n),
            path::done);
  EXPECT_EQ(total, expected);
  EXPECT_EQ(most, highest);
  EXPECT_FALSE(all);
  for (std::size_t i = 0; i != x.size(); ++i)
    EXPECT_EQ(y[i], 2 * x[i]);
}

TEST_F(Reduce, UnknownRangesRunSequentiallyAndChangeNothing) {
  const double x[1] = {5};
  double s = 2;
  EXPECT_EQ(heddle::rt::reduce<take<double>>(
                here, blocks_for(1), take_kernel<by::sum, double>,
                results(reduced<by::sum, double>(inout(&s, 0, 0))),
                in(x, 0, checked::unknown()), 1),
            path::sequential);
  EXPECT_EQ(s, 2);
}

TEST_F(Reduce, OtherThreadSpacesAreErrors) {
  const double x[1] = {5};
  double s = 2;
  const auto launch = [&](const heddle::rt::shape &space) {
    return thrown<heddle::error>([&] {
      heddle::rt::reduce<take<double>>(
          here, space, take_kernel<by::sum, double>,
          results(reduced<by::sum, double>(inout(&s, 0, 0))), in(x, 0, 0), 1);
    });
  };
  for (const heddle::rt::shape &space :
       {heddle::rt::shape{{1, 1, 1}, {128, 1, 1}},
        heddle::rt::shape{{1, 2, 1}, {256, 1, 1}},
        heddle::rt::shape{{checked::unknown(), 1, 1}, {256, 1, 1}}})
    EXPECT_THAT(launch(space),
                testing::HasSubstr("the thread space is not that of a "
                                   "reduction"));
}

TEST_F(Reduce, TracesThePathThatItTook) {
  set("HEDDLE_TRACE", "1");
  const std::vector<double> x(300, 1);
  const std::string parallel =
      printed([&] { heddles<by::sum>(x, 0.0); });
  EXPECT_THAT(parallel, testing::HasSubstr(
                            "sums.cpp:12: reduce: parallel (built without "
                            "CUDA), grid (2, 1, 1), block (256, 1, 1)"));
  set("HEDDLE_HOST_ORDER", "reverse");
  EXPECT_THAT(printed([&] { heddles<by::sum>(x, 0.0); }),
              testing::HasSubstr("host threads (HEDDLE_HOST_ORDER=reverse)"));
}

} // namespace
