//===- PolynomialTest.cpp - The small polynomial ring ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Polynomial.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;

namespace {

const Polynomial N = Polynomial::atom(0), M = Polynomial::atom(1),
                 K = Polynomial::atom(2);

class RandomPolynomial {
public:
  Polynomial operator()(unsigned Terms) {
    Polynomial P;
    for (unsigned T = 0; T < Terms; ++T) {
      Polynomial Term(static_cast<int64_t>(R() % 9) - 4);
      for (unsigned D = R() % 3; D > 0; --D)
        Term = Term * Polynomial::atom(R() % 3);
      P += Term;
    }
    return P;
  }

private:
  std::mt19937 R{3};
};

TEST(Polynomial, DivisionIsQuotientTimesDivisorPlusRemainder) {
  RandomPolynomial Random;
  for (int Round = 0; Round < 2000; ++Round) {
    Polynomial A = Random(5), D = Random(3);
    if (D.isZero())
      continue;
    auto [Q, R] = divide(A, D);
    ASSERT_TRUE(Q * D + R == A);
  }
}

TEST(Polynomial, ProductsDivideExactlyAndNothingElseDoes) {
  RandomPolynomial Random;
  for (int Round = 0; Round < 2000; ++Round) {
    Polynomial A = Random(3), D = Random(3);
    if (D.isZero())
      continue;
    std::optional<Polynomial> Q = exactQuotient(A * D, D);
    ASSERT_TRUE(Q && *Q == A);
    if (std::optional<Polynomial> P = exactQuotient(A, D)) {
      ASSERT_TRUE(*P * D == A);
    }
  }
  EXPECT_FALSE(exactQuotient(N * M + Polynomial(1), M));
  EXPECT_FALSE(exactQuotient(N * Polynomial(3), Polynomial(2)));
  EXPECT_TRUE(*exactQuotient(N * M + M * Polynomial(2), M) ==
              N + Polynomial(2));
}

TEST(Polynomial, TermsCancelAndContentIsTheCommonDivisor) {
  EXPECT_TRUE((N * M - M * N).isZero());
  EXPECT_EQ((N * Polynomial(6) - M * Polynomial(9)).content(), 3);
  EXPECT_EQ((N * M * K + N).degree(), 3u);
  EXPECT_EQ((N + Polynomial(-7)).constant(), -7);
}

TEST(Polynomial, OverflowPoisonsAndIsNeverAValue) {
  Polynomial Large(INT64_MAX);
  EXPECT_TRUE((Large + Polynomial(1)).poisoned());
  EXPECT_TRUE((Large * Polynomial(2)).poisoned());
  EXPECT_TRUE((-Polynomial(INT64_MIN)).poisoned());
  EXPECT_FALSE((Large * N + Polynomial(1)).poisoned());
  EXPECT_FALSE((Large * Polynomial(2)).isConstant());
  EXPECT_FALSE((Large + Polynomial(1)).isZero());
}

} // namespace
