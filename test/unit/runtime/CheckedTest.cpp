//===- CheckedTest.cpp - checked integers against 128-bit arithmetic ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"
#include "gtest/gtest.h"

#include <climits>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace {

using heddle::rt::checked;
using heddle::rt::tri;

__extension__ typedef __int128 wide;
using exact = std::optional<wide>;

constexpr wide lowest = LLONG_MIN, highest = LLONG_MAX;

std::vector<long long> interesting() {
  std::vector<long long> values;
  for (const long long center :
       {0LL, 1LL << 31, -(1LL << 31), 1LL << 32, 1LL << 62, -(1LL << 62),
        3037000499LL, -3037000499LL})
    for (long long d = -3; d <= 3; ++d)
      values.push_back(center + d);
  for (long long d = 0; d <= 3; ++d) {
    values.push_back(LLONG_MAX - d);
    values.push_back(LLONG_MIN + d);
    values.push_back(LLONG_MAX / 2 + d);
    values.push_back(LLONG_MIN / 2 - d);
  }
  std::mt19937_64 random(1);
  for (int bits = 2; bits <= 63; bits += 6)
    values.push_back(static_cast<long long>(random()) >> (64 - bits));
  return values;
}

exact quotient(wide a, wide b, int rounding) {
  if (b == 0)
    return std::nullopt;
  wide q = a / b;
  const wide r = a % b;
  const bool negative = (a < 0) != (b < 0);
  if (rounding < 0 && r != 0 && negative)
    --q;
  if (rounding > 0 && r != 0 && !negative)
    ++q;
  return q;
}

void expect_same(checked got, exact want, long long a, long long b,
                 const char *what) {
  const bool fits = want && *want >= lowest && *want <= highest;
  ASSERT_EQ(got.ok(), fits) << what << " of " << a << " and " << b;
  ASSERT_EQ(got.value(), fits ? static_cast<long long>(*want) : 0)
      << what << " of " << a << " and " << b;
}

TEST(Checked, ArithmeticIsExactOrUnknownAtEveryBoundary) {
  for (const long long a : interesting())
    for (const long long b : interesting()) {
      const wide x = a, y = b;
      expect_same(checked(a) + b, x + y, a, b, "sum");
      expect_same(a - checked(b), x - y, a, b, "difference");
      expect_same(checked(a) * checked(b), x * y, a, b, "product");
      expect_same(-checked(a), -x, a, b, "negation");
      expect_same(heddle::rt::min_of(a, b), x < y ? x : y, a, b, "minimum");
      expect_same(heddle::rt::max_of(a, b), x < y ? y : x, a, b, "maximum");
    }
}

TEST(Checked, DivisionsAreExactOrUnknownAtEveryBoundary) {
  for (const long long a : interesting())
    for (const long long b : interesting()) {
      const wide x = a, y = b;
      const exact trunc = quotient(x, y, 0), floor = quotient(x, y, -1),
                  ceil = quotient(x, y, 1);
      expect_same(heddle::rt::trunc_div(a, b), trunc, a, b, "trunc_div");
      expect_same(heddle::rt::floor_div(a, b), floor, a, b, "floor_div");
      expect_same(heddle::rt::ceil_div(a, b), ceil, a, b, "ceil_div");
      const auto rest = [&](exact q) {
        return q ? exact(x - y * *q) : exact();
      };
      expect_same(heddle::rt::trunc_mod(a, b), rest(trunc), a, b, "trunc_mod");
      expect_same(heddle::rt::floor_mod(a, b), rest(floor), a, b, "floor_mod");
    }
}

TEST(Checked, ComparisonsAreThoseOfTheIntegers) {
  for (const long long a : interesting())
    for (const long long b : interesting()) {
      const checked x(a), y(b);
      ASSERT_EQ((x < y).certain(), a < b);
      ASSERT_EQ((x < y).impossible(), !(a < b));
      ASSERT_EQ((x <= y).certain(), a <= b);
      ASSERT_EQ((x > y).certain(), a > b);
      ASSERT_EQ((x >= y).certain(), a >= b);
      ASSERT_EQ((x == y).certain(), a == b);
      ASSERT_EQ((x != y).certain(), a != b);
    }
}

TEST(Checked, UnknownSpreadsThroughEveryOperation) {
  const checked u = checked::unknown(), five = 5;
  const std::vector<checked> results = {
      u + 5,
      5 + u,
      u - 5,
      5 - u,
      u * 0,
      0 * u,
      -u,
      heddle::rt::floor_div(u, five),
      heddle::rt::floor_div(five, u),
      heddle::rt::floor_mod(u, five),
      heddle::rt::ceil_div(five, u),
      heddle::rt::trunc_div(u, five),
      heddle::rt::trunc_mod(five, u),
      heddle::rt::trunc_mod(u, -1),
      heddle::rt::min_of(u, five),
      heddle::rt::max_of(five, u),
      heddle::rt::min_of(1, 2, u),
      heddle::rt::max_of(u, 1, 2, 3),
      checked(LLONG_MAX) + 1 - 1,
  };
  for (std::size_t i = 0; i != results.size(); ++i)
    EXPECT_FALSE(results[i].ok()) << "result " << i;
  for (const tri t : {u<five, u <= five, five> u, five >= u, u == u, u != five})
    EXPECT_TRUE(t.is_unknown());
}

TEST(Checked, TakesEveryIntegerType) {
  enum small : unsigned char { seven = 7 };
  EXPECT_EQ(checked(seven).value(), 7);
  EXPECT_EQ(checked(true).value(), 1);
  EXPECT_EQ(checked('a').value(), 'a');
  EXPECT_EQ(checked(static_cast<signed char>(-1)).value(), -1);
  EXPECT_EQ(checked(-1).value(), -1);
  EXPECT_EQ(checked(UINT32_MAX).value(), 4294967295LL);
  EXPECT_EQ(checked(static_cast<std::uint64_t>(LLONG_MAX)).value(), LLONG_MAX);
  EXPECT_FALSE(checked(static_cast<std::uint64_t>(LLONG_MAX) + 1).ok());
  EXPECT_FALSE(checked(ULONG_MAX).ok());
  EXPECT_FALSE(checked(ULLONG_MAX).ok());
  EXPECT_EQ((checked(3) + 4u + 5ul + 6ull).value(), 18);
  EXPECT_TRUE((checked(-1) < 0u).certain()) << "no conversion to unsigned";
  EXPECT_FALSE((std::is_convertible<double, checked>::value));
  EXPECT_FALSE((std::is_convertible<int *, checked>::value));
}

TEST(Checked, TakesIntegersOf128Bits) {
  EXPECT_EQ(checked(highest).value(), LLONG_MAX);
  EXPECT_EQ(checked(lowest).value(), LLONG_MIN);
  EXPECT_FALSE(checked(highest + 1).ok());
  EXPECT_FALSE(checked(lowest - 1).ok());
  EXPECT_EQ(checked(static_cast<heddle::rt::rt_detail::u128>(7)).value(), 7);
  EXPECT_FALSE(checked(static_cast<heddle::rt::rt_detail::u128>(-1)).ok());
}

TEST(Checked, SelectIgnoresTheOperandNotChosen) {
  const checked u = checked::unknown();
  EXPECT_EQ(heddle::rt::select(true, 1, u).value(), 1);
  EXPECT_EQ(heddle::rt::select(false, u, 2).value(), 2);
  EXPECT_FALSE(heddle::rt::select(true, u, 2).ok());
  EXPECT_FALSE(heddle::rt::select(tri::unknown(), 1, 2).ok());
  EXPECT_EQ(heddle::rt::select(tri::unknown(), 3, 3).value(), 3);
  EXPECT_FALSE(heddle::rt::select(tri::unknown(), u, u).ok());
}

TEST(Checked, ExtremaOfManyOperands) {
  EXPECT_EQ(heddle::rt::min_of(4, 2, 3).value(), 2);
  EXPECT_EQ(heddle::rt::max_of(4, 2, 7, checked(5)).value(), 7);
}

TEST(Checked, IsUsableInConstantExpressions) {
  constexpr checked n = 100;
  static_assert(heddle::rt::ceil_div(n, 32).value() == 4);
  static_assert((n * n <= 10000 && !(n < 0)).certain());
  static_assert(!(checked(LLONG_MAX) + 1).ok());
  static_assert(!heddle::rt::trunc_div(LLONG_MIN, -1).ok());
  static_assert(heddle::rt::floor_mod(-7, 3).value() == 2);
}

//===----------------------------------------------------------------------===//
// tri: a formula is certain iff it is true whatever the unknowns are, for
// formulas that use each unknown once.
//===----------------------------------------------------------------------===//

const std::vector<tri> all_truths = {false, true, tri::unknown()};

std::vector<bool> meanings(tri t) {
  if (t.is_unknown())
    return {false, true};
  return {t.certain()};
}

void expect_kleene(tri got, tri a, tri b,
                   const std::function<bool(bool, bool)> &meaning) {
  bool some_true = false, some_false = false;
  for (const bool x : meanings(a))
    for (const bool y : meanings(b))
      (meaning(x, y) ? some_true : some_false) = true;
  EXPECT_EQ(got.certain(), some_true && !some_false);
  EXPECT_EQ(got.impossible(), some_false && !some_true);
  EXPECT_EQ(got.is_unknown(), some_true && some_false);
}

TEST(Tri, ConnectivesAreKleenes) {
  for (const tri a : all_truths)
    for (const tri b : all_truths) {
      expect_kleene(a && b, a, b, [](bool x, bool y) { return x && y; });
      expect_kleene(a || b, a, b, [](bool x, bool y) { return x || y; });
      expect_kleene(!a, a, b, [](bool x, bool) { return !x; });
      expect_kleene(a == b, a, b, [](bool x, bool y) { return x == y; });
      expect_kleene(a != b, a, b, [](bool x, bool y) { return x != y; });
    }
}

TEST(Tri, MixesWithBoolAndNothingElse) {
  EXPECT_TRUE((true && tri(true)).certain());
  EXPECT_TRUE((tri::unknown() && false).impossible());
  EXPECT_FALSE((std::is_convertible<int, tri>::value));
  EXPECT_FALSE((std::is_convertible<int *, tri>::value));
  EXPECT_FALSE((std::is_convertible<tri, bool>::value));
}

} // namespace
