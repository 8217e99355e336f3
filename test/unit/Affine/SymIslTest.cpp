//===- SymIslTest.cpp - Sym and isl mean the same -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "SymEval.h"
#include <gtest/gtest.h>
#include <isl/ilp.h>
#include <random>

using namespace heddle;
using namespace heddle::test;

namespace {

class SymIsl : public ::testing::Test {
protected:
  isl::Context C{0, 60};

  isl::Set read(const std::string &Text) { return isl::readSet(C, Text); }
  isl::Space paramSpace() { return read("[n, m] -> { : }").space(); }
  /// A set space without dimensions, over which functions of parameters stand.
  isl::Space pointSpace() { return paramSpace().withSetDims(0); }
  isl::Set at(long long N, long long M) {
    return read("[n, m] -> { : n = " + std::to_string(N) +
                " and m = " + std::to_string(M) + " }");
  }
  long long valueAt(const isl::PwAff &F, long long N, long long M) {
    std::optional<int64_t> V =
        isl::maximum(F.intersectParams(at(N, M))).int64();
    EXPECT_TRUE(V);
    return V.value_or(0);
  }
  bool holdsAt(const isl::Set &S, long long N, long long M) {
    isl::Set P = S.params();
    return isl::isSubset(at(N, M), P) == isl::Answer::Yes;
  }
};

class RandomSym {
public:
  explicit RandomSym(unsigned Seed) : R(Seed) {}

  Sym value(unsigned Depth) {
    if (Depth == 0 || R() % 5 == 0)
      return R() % 3 == 0 ? Sym(static_cast<long long>(R() % 9) - 4)
                          : Sym::leaf(R() % 2 ? "n" : "m");
    Sym A = value(Depth - 1);
    switch (R() % 10) {
    case 0:
      return -A;
    case 1:
      return A + value(Depth - 1);
    case 2:
      return A - value(Depth - 1);
    case 3:
      return A * Sym(static_cast<long long>(R() % 7) - 3);
    case 4:
      return floor_div(A, Sym(static_cast<long long>(R() % 4) + 1));
    case 5:
      return floor_mod(A, Sym(static_cast<long long>(R() % 4) + 1));
    case 6:
      return ceil_div(A, Sym(static_cast<long long>(R() % 4) + 1));
    case 7:
      return min_of(A, value(Depth - 1));
    case 8:
      return max_of(A, value(Depth - 1));
    default:
      return select(truth(Depth - 1), A, value(Depth - 1));
    }
  }

  Sym truth(unsigned Depth) {
    if (Depth > 0 && R() % 3 == 0) {
      Sym A = truth(Depth - 1);
      switch (R() % 3) {
      case 0:
        return both(A, truth(Depth - 1));
      case 1:
        return either(A, truth(Depth - 1));
      default:
        return negate(A);
      }
    }
    Sym A = value(Depth), B = value(Depth);
    switch (R() % 3) {
    case 0:
      return less(A, B);
    case 1:
      return less_equal(A, B);
    default:
      return equal(A, B);
    }
  }

private:
  std::mt19937 R;
};

TEST_F(SymIsl, ARandomValueReadsInIslAsItEvaluates) {
  RandomSym Random(11);
  for (int Round = 0; Round < 300; ++Round) {
    Sym S = Random.value(3);
    isl::PwAff F = toIsl(S, pointSpace());
    ASSERT_FALSE(F.isNull()) << toString(S);
    for (long long N = -5; N <= 5; N += 2)
      for (long long M = -4; M <= 4; ++M)
        ASSERT_EQ(valueAt(F, N, M), evaluate(S, {{"n", N}, {"m", M}}))
            << toString(S) << " at n=" << N << " m=" << M;
  }
}

TEST_F(SymIsl, ARandomConditionSurvivesTheWayThroughIslAndBack) {
  RandomSym Random(12);
  isl::Set Context = read("[n, m] -> { : -7 <= n <= 9 and -4 <= m <= 12 }");
  for (int Round = 0; Round < 200; ++Round) {
    Sym S = Random.truth(2);
    isl::Set Set = toIslSet(S, paramSpace());
    ASSERT_FALSE(Set.isNull()) << toString(S);
    std::optional<Sym> Back = symOf(Set, Context);
    ASSERT_TRUE(Back) << toString(S);
    for (long long N = -7; N <= 9; N += 2)
      for (long long M = -4; M <= 12; M += 3) {
        long long Want = evaluate(S, {{"n", N}, {"m", M}});
        ASSERT_EQ(holdsAt(Set, N, M), Want != 0) << toString(S);
        ASSERT_EQ(evaluate(*Back, {{"n", N}, {"m", M}}) != 0, Want != 0)
            << toString(S) << " became " << toString(*Back);
      }
  }
}

TEST_F(SymIsl, ARandomFunctionSurvivesTheWayThroughIslAndBack) {
  RandomSym Random(13);
  isl::Set Context = read("[n, m] -> { : 0 <= n <= 9 and -4 <= m <= 12 }");
  for (int Round = 0; Round < 200; ++Round) {
    Sym S = Random.value(2);
    isl::PwAff F = toIsl(S, paramSpace());
    ASSERT_FALSE(F.isNull()) << toString(S);
    std::optional<Sym> Back = symOf(F, Context);
    ASSERT_TRUE(Back) << toString(S);
    for (long long N = 0; N <= 9; N += 2)
      for (long long M = -4; M <= 12; M += 3)
        ASSERT_EQ(evaluate(*Back, {{"n", N}, {"m", M}}),
                  evaluate(S, {{"n", N}, {"m", M}}))
            << toString(S) << " became " << toString(*Back);
  }
}

TEST_F(SymIsl, LeavesAreDimensionsWhereTheyAreNamedSo) {
  isl::Set Space = read("[n] -> { [i, j] }");
  isl::Set S = toIslSet(less(Sym::leaf("i") * Sym(2), Sym::leaf("n")),
                        Space.space(), {{"i", 0}, {"j", 1}});
  EXPECT_EQ(isl::isEqual(S, read("[n] -> { [i, j] : 2i < n }")),
            isl::Answer::Yes);
}

TEST_F(SymIsl, ProductsOfRunTimeValuesAndOddDivisorsAreRefusedWithAReason) {
  Sym N = Sym::leaf("n"), M = Sym::leaf("m");
  std::string Why;
  EXPECT_TRUE(toIsl(N * M + Sym(1), pointSpace(), {}, &Why).isNull());
  EXPECT_EQ(Why, "'n * m' is a product of two run-time values");
  EXPECT_TRUE(
      toIslSet(less(floor_div(N, M), N), pointSpace(), {}, &Why).isNull());
  EXPECT_NE(Why.find("does not divide by a positive constant"),
            std::string::npos);
  EXPECT_FALSE(C.exhausted());
}

TEST_F(SymIsl, EveryNumberFitsItsBitsToTheLastOne) {
  const Sym I = Sym::leaf("i");
  // Up to the greatest number of 2 to the power of Bits, less Off.
  const auto upTo = [&](unsigned Bits, int Off) {
    return read("[n] -> { [i] : 0 <= i <= " +
                std::string(Bits == 64 ? "9223372036854775807" : "2147483647") +
                " - " + std::to_string(Off) + " }");
  };
  for (const unsigned Bits : {32u, 64u}) {
    const LeafDims Dims = {{"i", 0}};
    EXPECT_TRUE(fits(I, upTo(Bits, 0), Dims, Bits)) << Bits;
    EXPECT_TRUE(fits(I + Sym(1), upTo(Bits, 1), Dims, Bits)) << Bits;
    EXPECT_FALSE(fits(I + Sym(1), upTo(Bits, 0), Dims, Bits)) << Bits;
    EXPECT_FALSE(fits(less(I + Sym(1), Sym(5)), upTo(Bits, 0), Dims, Bits))
        << Bits;
    EXPECT_TRUE(fits(less(I, Sym(5)), upTo(Bits, 0), Dims, Bits)) << Bits;
    EXPECT_FALSE(fits(Sym(2) * I, upTo(Bits, 1), Dims, Bits)) << Bits;
    // Below there is one number more.
    EXPECT_TRUE(fits(Sym(0) - I - Sym(1), upTo(Bits, 0), Dims, Bits)) << Bits;
    EXPECT_FALSE(fits(Sym(0) - I - Sym(2), upTo(Bits, 0), Dims, Bits)) << Bits;
    // A quotient may add its divisor.
    EXPECT_TRUE(fits(floor_div(I, Sym(4)), upTo(Bits, 4), Dims, Bits)) << Bits;
    EXPECT_FALSE(fits(floor_div(I, Sym(4)), upTo(Bits, 0), Dims, Bits)) << Bits;
    EXPECT_FALSE(fits(floor_mod(I, I), upTo(Bits, 4), Dims, Bits)) << Bits;
  }
  EXPECT_FALSE(fits(I, upTo(64, 0), {{"i", 0}}, 32));
  EXPECT_FALSE(fits(Sym(int64_t{1} << 31), upTo(32, 0), {{"i", 0}}, 32));
  EXPECT_TRUE(fits(Sym(int64_t{1} << 31), upTo(32, 0), {{"i", 0}}, 64));
}

} // namespace
