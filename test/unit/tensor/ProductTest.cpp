//===- ProductTest.cpp - the order in which products are contracted -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heddle/tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace heddle;

namespace {

/// A number that counts the multiplications of all of its kind.
struct Counted {
  double value = 0;
  static long multiplications;
  Counted() = default;
  Counted(double v) : value(v) {}
  Counted &operator+=(const Counted &other) {
    value += other.value;
    return *this;
  }
};
long Counted::multiplications = 0;
Counted operator*(const Counted &a, const Counted &b) {
  ++Counted::multiplications;
  return a.value * b.value;
}
Counted operator+(const Counted &a, const Counted &b) {
  return a.value + b.value;
}

template <class F> long multiplications(F &&f) {
  Counted::multiplications = 0;
  f();
  return Counted::multiplications;
}

TEST(Product, ChainsGoInTheCheapestOrder) {
  tensor<Counted, 2, 50> a;
  tensor<Counted, 50, 50> b, c;
  tensor<Counted, 50> x;
  tensor<Counted, 2> y;
  // c * x, b * that, a * that: 2500 + 2500 + 100, whatever is written; products
  // from the left would take 5000 for a * b alone.
  EXPECT_EQ(multiplications([&] {
              y = contract<1, 2>(outer(
                  contract<1, 2>(outer(contract<1, 2>(outer(a, b)), c)), x));
            }),
            5100);
  idx i, j, k, l;
  EXPECT_EQ(multiplications([&] { y(i) = x(l) * b(j, k) * a(i, j) * c(k, l); }),
            5100);
}

TEST(Product, InterpolationTakesThreeTimesNToTheFourth) {
  constexpr long n = 6;
  tensor<Counted, n, n> a, b, c;
  tensor<Counted, n, n, n> u, v;
  // The copy of an operand for the sake of its layout counts as one more.
  const long count = multiplications([&] {
    v = contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
        outer(a, outer(b, outer(c, u))));
  });
  EXPECT_GE(count, 3 * n * n * n * n);
  EXPECT_LE(count, 3 * n * n * n * n + 3 * n * n);
}

TEST(Product, SumsOverWhatOneFactorHasFirst) {
  tensor<Counted, 30> x, y;
  tensor<Counted> s;
  EXPECT_LE(multiplications([&] {
              idx i, j;
              s = x(i) * y(j);
            }),
            61);
}

TEST(Product, OfManyFactorsIsComputedInParts) {
  tensor<unsigned, 2, 2> m{1, 1, 1, 0}, power;
  const auto square = [](const auto &e) { return contract<1, 2>(outer(e, e)); };
  power = square(square(square(square(m)))); // 16 factors: Fibonacci numbers
  EXPECT_EQ(power(0, 0), 1597u);
  EXPECT_EQ(power(0, 1), 987u);
  idx i, j, k, l, n, o, p, q, r, s, t, u, v;
  power(i, v) = m(i, j) * m(j, k) * m(k, l) * m(l, n) * m(n, o) * m(o, p) *
                m(p, q) * m(q, r) * m(r, s) * m(s, t) * m(t, u) * m(u, v);
  EXPECT_EQ(power(0, 0), 233u);
}

TEST(Product, OfManyFactorsOfKnownExtentsIsPlannedWithinTheCompilersLimits) {
  tensor<unsigned, 2, 2> m{1, 1, 1, 0}, power;
  const auto times_m = [&](const auto &e) {
    return contract<1, 2>(outer(m, e));
  };
  const auto times_m_thrice = [&](const auto &e) {
    return times_m(times_m(times_m(e)));
  };
  power = times_m(times_m_thrice(times_m_thrice(m))); // 8 factors
  EXPECT_EQ(power(0, 1), 21u);
  power = times_m_thrice(times_m_thrice(times_m_thrice(m))); // 10
  EXPECT_EQ(power(0, 1), 55u);
}

TEST(Product, OfNothingIsEmptyOrZero) {
  tensor<double, 0, 3> a;
  tensor<double, 3, 0> b;
  tensor<double, 3> x{1, 2, 3}, z{4, 5, 6};
  tensor<double, 0> none;
  none = contract<1, 2>(outer(a, x));
  z = contract<1, 2>(outer(b, none));
  EXPECT_EQ(z(0) + z(1) + z(2), 0);
  none = none + contract<0, 1>(outer(x, x)) * none;
  EXPECT_EQ(none.size(), 0);
}

class Rounding : public testing::Test {
protected:
  std::mt19937 numbers{7};
  template <class Tensor> void fill(Tensor &tensor) {
    std::uniform_real_distribution<double> some(-1, 1);
    for (auto &value : tensor)
      value = static_cast<typename Tensor::value_type>(some(numbers));
  }
  template <class A, class B> static bool same(const A &a, const B &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  template <int... N> void each_length(std::integer_sequence<int, N...>) {
    (one_length<double, N>(), ...);
    (one_length<float, N>(), ...);
  }
  /// Rows of all lengths, so of all remainders of vectors, and sums.
  template <class T, int N> void one_length() {
    tensor<T, 5, N> a;
    tensor<T, N, N> b;
    tensor<T, 5, N> c, expected;
    fill(a);
    fill(b);
    c = contract<1, 2>(outer(a, b));
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < N; ++j)
        for (int k = 0; k < N; ++k)
          expected(i, j) += a(i, k) * b(k, j);
    EXPECT_TRUE(same(c, expected)) << N;
  }
};

TEST_F(Rounding, IsThatOfOneLoopInOrder) {
  tensor<double, 7, 33> a;
  tensor<double, 33, 13> b;
  tensor<double, 7, 13> c;
  fill(a);
  fill(b);
  c = contract<1, 2>(outer(a, b));
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 13; ++j) {
      double sum = 0;
      for (int k = 0; k < 33; ++k)
        sum += a(i, k) * b(k, j);
      EXPECT_EQ(c(i, j), sum);
    }
}

TEST_F(Rounding, IsTheSameForKnownAndUnknownExtents) {
  tensor<float, 5, 9> a;
  tensor<float, 9, 6> b;
  tensor<float, 6, 5> c, x;
  fill(a);
  fill(b);
  fill(c);
  tensor<float, dyn, dyn> da = a, db = b, dc = c, y;
  const auto e = [](const auto &p, const auto &q, const auto &r) {
    return transpose<0, 1>(contract<1, 2>(outer(p, q))) -
           r * contract<pair<0, 3>, pair<1, 2>>(
                   outer(p, contract<1, 2>(outer(q, r))));
  };
  x = e(a, b, c);
  y = e(da, db, dc);
  EXPECT_TRUE(same(x, y));
}

TEST_F(Rounding, IsTheSameForKnownAndUnknownExtentsOfManyFactors) {
  tensor<double, 5, 3> a;
  tensor<double, 7, 4> b;
  tensor<double, 11, 6> c;
  tensor<double, 3, 4, 6> u, back;
  tensor<double, 5, 7, 11> d, v;
  fill(a);
  fill(b);
  fill(c);
  fill(u);
  fill(d);
  const auto forth = [](const auto &p, const auto &q, const auto &r,
                        const auto &f) {
    return contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
        outer(p, outer(q, outer(r, f))));
  };
  const auto forth_and_back = [&](const auto &p, const auto &q, const auto &r,
                                  const auto &w, const auto &f) {
    return contract<pair<0, 6>, pair<2, 7>, pair<4, 8>>(
        outer(p, outer(q, outer(r, w * forth(p, q, r, f)))));
  };
  tensor<double, dyn, dyn> da = a, db = b, dc = c;
  tensor<double, dyn, dyn, dyn> du = u, dd = d, dv, dback;
  v = forth(a, b, c, u);
  dv = forth(da, db, dc, du);
  EXPECT_TRUE(same(v, dv));
  back = forth_and_back(a, b, c, d, u);
  dback = forth_and_back(da, db, dc, dd, du);
  EXPECT_TRUE(same(back, dback));
  // All of u is read before the first element is stored.
  u = forth_and_back(a, b, c, d, u);
  EXPECT_TRUE(same(u, dback));
}

TEST_F(Rounding, IsThatOfOneLoopInOrderForEveryLength) {
  each_length(std::make_integer_sequence<int, 40>());
}

TEST_F(Rounding, IsTheSameInPlaceAndNot) {
  tensor<double, 50> x, y, u;
  tensor<double, 9, 9> t;
  fill(x);
  fill(u);
  fill(t);
  const auto scaled = [&](const auto &z) {
    return contract<pair<1, 4>, pair<2, 3>>(outer(z, outer(t, t))) * u + z;
  };
  ASSERT_TRUE(is_compatible(x, scaled(x)));
  y = scaled(x);
  x = scaled(x);
  EXPECT_TRUE(same(x, y));
  // Where it is not compatible: through a temporary.
  tensor<double, 9> v, w;
  fill(v);
  ASSERT_FALSE(is_compatible(v, contract<1, 2>(outer(t, v))));
  w = contract<1, 2>(outer(t, v));
  v = contract<1, 2>(outer(t, v));
  EXPECT_TRUE(same(v, w));
}

TEST_F(Rounding, DoesNotDependOnTheLayout) {
  tensor<double, 8, 8> a, b, c, at, bt, ct;
  fill(a);
  fill(b);
  idx i, j, k;
  at(i, j) = a(j, i);
  bt(i, j) = b(j, i);
  c(i, j) = a(i, k) * b(k, j);
  ct(j, i) = at(k, i) * bt(j, k);
  EXPECT_TRUE(same(c, evaluate(transpose<0, 1>(ct))));
}

} // namespace
