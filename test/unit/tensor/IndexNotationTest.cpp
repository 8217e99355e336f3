//===- IndexNotationTest.cpp - c(i, j) = a(i, k) * b(k, j) ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heddle/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

using namespace heddle;
using testing::ElementsAre;

namespace {

class IndexNotation : public testing::Test {
protected:
  idx i, j, k, l;
  tensor<double, 2, 2> a{1, 2, 3, 4}, b{5, 6, 7, 8}, c;
  tensor<double, 2> x{10, 20}, y;

  template <class F> std::string error_of(F &&f) {
    try {
      f();
    } catch (const shape_error &error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(IndexNotation, SumsOverWhatIsOnlyOnTheRight) {
  c(i, j) = a(i, k) * b(k, j);
  EXPECT_THAT(c, ElementsAre(19, 22, 43, 50));
  c(j, i) = a(i, k) * b(k, j);
  EXPECT_THAT(c, ElementsAre(19, 43, 22, 50)) << "stored transposed";
  y(i) = a(i, j);
  EXPECT_THAT(y, ElementsAre(3, 7));
  y(i) = a(i, i) * x(i);
  EXPECT_THAT(y, ElementsAre(10, 80)) << "i stands on the left";
}

TEST_F(IndexNotation, SumsATermAtATime) {
  y(i) = a(i, k) * x(k) + x(i);
  EXPECT_THAT(y, ElementsAre(60, 130));
  y(i) = x(i) - (a(i, k) * x(k) - b(i, k) * x(k)) + 1;
  EXPECT_THAT(y, ElementsAre(131, 141));
}

TEST_F(IndexNotation, SumsInsideAFunction) {
  y(i) = elementwise([](double v) { return v * v; }, a(i, k) * x(k));
  EXPECT_THAT(y, ElementsAre(2500, 12100));
}

TEST_F(IndexNotation, SumsOverAFunctionOfTwoOperands) {
  double sum = max(a(i, j), 2.5 * b(i, j) - 13);
  EXPECT_EQ(sum, 1 + 2 + 4.5 + 7);
  y(i) = a(i, k) / b(i, k);
  EXPECT_THAT(y, ElementsAre(1. / 5 + 2. / 6, 3. / 7 + 4. / 8));
}

TEST_F(IndexNotation, SumsTheDenominatorAlone) {
  y(i) = x(i) / x(k);
  EXPECT_THAT(y, ElementsAre(10. / 30, 20. / 30));
}

TEST_F(IndexNotation, ReachesIntoFactorsThatAreSums) {
  // k in both factors: (a(0, k) + x(0)) * x(k), summed.
  y(i) = (a(i, k) + x(i)) * x(k);
  EXPECT_THAT(y, ElementsAre(11 * 10 + 12 * 20, 23 * 10 + 24 * 20));
}

TEST_F(IndexNotation, GivesANumberWithoutIndicesOnTheLeft) {
  double trace = a(i, i);
  EXPECT_EQ(trace, 5);
  tensor<double> s;
  s = a(i, j) * b(i, j);
  EXPECT_EQ(s(), 5 + 12 + 21 + 32);
  s() = a(i, j) * b(j, i);
  EXPECT_EQ(s(), 5 + 14 + 18 + 32);
}

TEST_F(IndexNotation, SpreadsAlongIndicesOnlyOnTheLeft) {
  c(i, j) = x(i);
  EXPECT_THAT(c, ElementsAre(10, 10, 20, 20));
  c(i, j) = x(j) * x(k);
  EXPECT_THAT(c, ElementsAre(300, 600, 300, 600));
  c(i, j) = 7;
  EXPECT_THAT(c, ElementsAre(7, 7, 7, 7));
}

TEST_F(IndexNotation, EvaluatesBeforeItStores) {
  a(i, j) = a(j, i);
  EXPECT_THAT(a, ElementsAre(1, 3, 2, 4));
  a(i, j) = a(i, k) * a(k, j);
  EXPECT_THAT(a, ElementsAre(7, 15, 10, 22));
  x(i) = x(i) * a(j, j) + 1;
  EXPECT_THAT(x, ElementsAre(291, 581));
}

TEST_F(IndexNotation, HasCompoundAssignments) {
  c.fill(1);
  c(i, j) += a(i, k) * b(k, j);
  EXPECT_THAT(c, ElementsAre(20, 23, 44, 51));
  c(i, j) -= a(j, i);
  c(i, j) *= 2;
  c(i, j) /= x(i);
  EXPECT_THAT(c, ElementsAre(3.8, 4, 4.2, 4.7));
}

TEST_F(IndexNotation, TakesExpressionsAndViews) {
  y(i) = outer(a, x)(i, k, k) + (a + b)(i, l) * select<0>(a, 0)(l);
  EXPECT_THAT(y, ElementsAre(50 + 6 + 16, 110 + 10 + 24));
  slice(c, {0, 0}, {1, 2})(i, j) = slice(b, {0, 0}, {2, 1})(j, i);
  EXPECT_THAT(c, ElementsAre(5, 7, 0, 0));
}

TEST_F(IndexNotation, ChecksExtentsByName) {
  tensor<double, 3> three;
  c.fill(9);
  EXPECT_EQ(
      error_of([&] { c(i, j) = a(i, k) * outer(three, x)(k, j); }),
      "heddle: one index has extent 2 in shape 2 x 2 and 3 in shape 3 x 2");
  EXPECT_EQ(error_of([&] { c(i, i) = x(i); }),
            "heddle: one index stands twice on the left-hand side");
  EXPECT_THAT(c, ElementsAre(9, 9, 9, 9));
}

TEST_F(IndexNotation, InterpolatesInPairs) {
  // 12^9 products, if they were built.
  constexpr int n = 12;
  tensor<double, n, n> p;
  tensor<double, n, n, n> u, v;
  std::iota(p.begin(), p.end(), -50);
  std::iota(u.begin(), u.end(), -800);
  idx m, q;
  v(i, j, k) = p(i, l) * p(j, m) * p(k, q) * u(l, m, q);
  tensor<double, n, n, n> w = contract<pair<1, 6>, pair<3, 7>, pair<5, 8>>(
      outer(p, outer(p, outer(p, u))));
  EXPECT_TRUE(std::equal(v.begin(), v.end(), w.begin()));
  double corner = 0;
  for (int r = 0; r < n; ++r)
    for (int s = 0; s < n; ++s)
      for (int t = 0; t < n; ++t)
        corner += p(1, r) * p(2, s) * p(3, t) * u(r, s, t);
  EXPECT_EQ(v(1, 2, 3), corner);
}

} // namespace
