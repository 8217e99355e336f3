//===- DomainTest.cpp - Domains and checks against the loop as C++ runs it ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For every nest and many parameter values, boundaries of the types included:
// where the range checks hold, the domain is exactly what the loops run, the
// zero-trip test says whether they run at all, and the dimensions describe
// them. Undefined runs are skipped.
//===----------------------------------------------------------------------===//

#include "Affine/SymFromIsl.h"
#include "AffineOracle.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

const std::vector<__int128> Small = {-3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9};
constexpr int64_t IntMax = 2147483647, UIntMax = 4294967295;

std::vector<__int128> around(std::vector<__int128> V,
                             std::initializer_list<int64_t> More) {
  V.insert(V.end(), More.begin(), More.end());
  return V;
}

/// One loop over a[i]; every combination of relation, step and start.
TEST(Domain, SignedLoopsOfEveryRelationAndStepRunTheirDomain) {
  for (Relation Rel :
       {Relation::Lt, Relation::Le, Relation::Gt, Relation::Ge, Relation::Ne})
    for (int64_t Step : {1, 2, 3, 5, -1, -2, -4}) {
      bool Up = Rel == Relation::Lt || Rel == Relation::Le;
      if (Rel != Relation::Ne && Up != (Step > 0))
        continue;
      NestBuilder B;
      E N = B.param("n"), M = B.param("m");
      unsigned A = B.array("a", {E()}, Provenance::Pointer);
      E I = B.loop("i", M, Rel, N, Step);
      B.write(A, {I});
      Oracle O(B.build());
      ASSERT_TRUE(O.built()) << O.messages();
      EXPECT_GT(O.compare({Small, Small}), 15u);
    }
}

TEST(Domain, UnsignedBoundsThatWrapAreCheckedAtRunTime) {
  // for (unsigned i = 0; i < n - 1u; ++i)
  NestBuilder B;
  E N = B.param("n", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N - E(1, UInt), 1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.hasCheck(CheckKind::Range, "1 <= n"));
  O.compare({{0, 1, 2, 3, 9}});
  EXPECT_FALSE(O.fast({0}));
  EXPECT_TRUE(O.fast({1}));
}

TEST(Domain, AHighUnsignedStartBelowAWrappedBoundIsNotSkippedAsEmpty) {
  // for (unsigned i = 0xFFFFFFF0u; i < n - 1u; ++i) runs 15 times for n = 0.
  NestBuilder B;
  E N = B.param("n", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", E(0xFFFFFFF0, UInt), Relation::Lt, N - E(1, UInt), 1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(NestRunner::run(O.nest(), {0}).Iterations.size(), 15u);
  EXPECT_FALSE(O.fast({0}));
  O.compare({{0, 1, 2, UIntMax, UIntMax - 1, UIntMax - 20}});
}

TEST(Domain, AnInclusiveUnsignedBoundExcludesTheLargestValue) {
  // for (unsigned i = m; i <= n; ++i) does not end for n = 4294967295.
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", M, Relation::Le, N, 1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.hasCheck(CheckKind::Range, "n <= 4294967294"));
  EXPECT_FALSE(O.fast({UIntMax, UIntMax - 3}));
  O.compare({{0, 1, 5, UIntMax - 1}, {0, 3, UIntMax - 5, UIntMax - 1}});
}

TEST(Domain, UnsignedStridesDoNotJumpOverTheEnd) {
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", M, Relation::Lt, N, 3, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  O.compare({{0, 1, 5, UIntMax - 1, UIntMax - 2, UIntMax},
             {0, 3, UIntMax - 7, UIntMax - 6, UIntMax - 5}});
  // From max - 6 the counter meets max; from max - 4 it jumps over it.
  EXPECT_TRUE(O.fast({UIntMax, UIntMax - 6}));
  EXPECT_FALSE(O.fast({UIntMax, UIntMax - 4}));
}

TEST(Domain, DescendingUnsignedLoops) {
  // for (unsigned i = n; i > m; --i)
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", N, Relation::Gt, M, -1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty());
  O.compare({{0, 1, 5, UIntMax - 1, UIntMax}, {0, 3, UIntMax - 7, UIntMax}});
}

TEST(Domain, ADescendingUnsignedLoopThatNeverEndsIsRefused) {
  NestBuilder B;
  E N = B.param("n", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", N, Relation::Ge, E(0, UInt), -1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  EXPECT_FALSE(O.built());
  EXPECT_TRUE(O.says(DiagID::HD252)) << O.messages();
}

TEST(Domain, AnIntComparedWithAnUnsignedBoundMustStayNonNegative) {
  // for (int i = m; i < n; ++i) with unsigned n: m < 0 runs nothing or wraps.
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", M, Relation::Lt, N);
  B.write(A, {I});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.hasCheck(CheckKind::Range, "0 <= m"));
  O.compare({{0, 1, 5, IntMax, UIntMax}, {-5, -1, 0, 3, IntMax - 2}});
  EXPECT_FALSE(O.fast({5, -1}));
}

TEST(Domain, ADescendingIntComparedWithUnsignedIsRefused) {
  // for (int i = n; i >= 0u; --i): i >= 0u always holds.
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", N, Relation::Ge, E(0, UInt), -1);
  B.write(A, {I});
  Oracle O(B.build());
  EXPECT_FALSE(O.built());
  EXPECT_TRUE(O.says(DiagID::HD252)) << O.messages();
}

TEST(Domain, NarrowCountersDoNotWrap) {
  for (IntType T : {UChar, Short, UShort}) {
    NestBuilder B;
    E N = B.param("n");
    unsigned A = B.array("a", {E()}, Provenance::Pointer);
    E I = B.loop("i", 0, Relation::Lt, N, 7, T);
    B.write(A, {I});
    Oracle O(B.build());
    ASSERT_TRUE(O.built()) << O.messages();
    O.compare({{-1, 0, 1, 100, 248, 249, 252, 253, 254, 255, 256, 32766, 32767,
                32768, 65533, 65535, 65536, 70000}});
  }
}

TEST(Domain, NotEqualEndsOnlyWhereTheBoundIsMet) {
  for (int64_t Step : {1, 2, -1, -3})
    for (IntType T : {Int, UInt}) {
      NestBuilder B;
      E N = B.param("n", T), M = B.param("m", T);
      unsigned A = B.array("a", {E()}, Provenance::Pointer);
      E I = B.loop("i", M, Relation::Ne, N, Step, T);
      B.write(A, {cast(Long, I)});
      Oracle O(B.build());
      ASSERT_TRUE(O.built()) << O.messages();
      std::vector<__int128> V =
          T.Signed ? Small : around({}, {0, 1, 2, 3, 4, 6, 9});
      EXPECT_GT(O.compare({V, V}), 12u);
    }
}

TEST(Domain, ConstantNotEqualThatIsNeverMetIsRefused) {
  NestBuilder B;
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Ne, 9, 2);
  B.write(A, {I});
  Oracle O(B.build());
  EXPECT_TRUE(O.says(DiagID::HD255)) << O.messages();
}

TEST(Domain, TriangularNestsWithMinAndMaxBounds) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {16, 16});
  E I = B.loop("i", 0, Relation::Lt, N);
  E J = B.loop("j", max(I - 1, 0), Relation::Lt, min(M, I + 2), 2);
  B.write(A, {I, J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.affine().RectangularDepth, 1u);
  EXPECT_GT(O.compare({Small, Small}), 100u);
}

/// Loops j0, j1, ... from i to p0, p1, ... inside of one over i; the last one to
/// a sum.
static Sym emptyTest(unsigned Inner, bool Sum) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  for (unsigned K = 0; K < Inner; ++K) {
    E P = B.param("p" + std::to_string(K));
    B.loop("j" + std::to_string(K), I, Relation::Lt,
           Sum && K + 1 == Inner ? P + M : P);
  }
  B.write(A, {I});
  Oracle O(B.build());
  EXPECT_TRUE(O.built()) << O.messages();
  return O.built() ? O.affine().ZeroTrip : Sym();
}

TEST(Domain, ATestForEmptyLoopsOfMoreThan24OperatorsIsThatOfTheOuterOnes) {
  EXPECT_EQ(toString(emptyTest(1, false)), "n <= 0 or p0 <= 0");
  EXPECT_EQ(operatorCount(emptyTest(11, true)), 24u);
  EXPECT_EQ(toString(emptyTest(12, false)), "n <= 0");
}

TEST(Domain, InnerUnsignedTrianglesAreCheckedOverAllOuterIterations) {
  // for (unsigned j = 0; j < n - i - 1u; ++j) inside for (unsigned i < m).
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {64, 64});
  E I = B.loop("i", 0, Relation::Lt, M, 1, UInt);
  E J = B.loop("j", 0, Relation::Lt, N - I - E(1, UInt), 1, UInt);
  B.write(A, {I, J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  std::vector<__int128> V = {0, 1, 2, 3, 5, 8};
  EXPECT_GT(O.compare({V, V}), 15u);
  EXPECT_FALSE(O.fast({2, 3}));
  EXPECT_TRUE(O.fast({0, 0}));
}

TEST(Domain, TruncatingDivisionAndRemainderInBounds) {
  for (int D : {2, 3, -3}) {
    NestBuilder B;
    E N = B.param("n"), M = B.param("m");
    unsigned A = B.array("a", {E()}, Provenance::Pointer);
    E I = B.loop("i", M % E(D), Relation::Lt, N / E(D));
    B.write(A, {I});
    Oracle O(B.build());
    ASSERT_TRUE(O.built()) << O.messages();
    EXPECT_GT(O.compare({around(Small, {-9, 20, 31}), Small}), 100u);
  }
}

TEST(Domain, ProductsOfParametersBoundALoop) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N * M + E(1));
  B.write(A, {I});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare({Small, Small}), 100u);
}

TEST(Domain, ProductsHaveNamesOfTheirOwn) {
  // Two products and a parameter that would be called n_x_m.
  NestBuilder B;
  E N = B.param("n"), M = B.param("m"), P = B.param("n_x_m"),
    Q = B.param("m_x_k"), K = B.param("k"), R = B.param("n_x_m_x_k");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N * M + P);
  E J = B.loop("j", 0, Relation::Lt, N * Q - P * K + R);
  B.write(A, {I * E(1000) + J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare(std::vector<std::vector<__int128>>(6, {-1, 0, 1, 2})),
            100u);
}

TEST(Domain, ConstantUnsignedArithmeticWrapsAsCxxComputesIt) {
  // for (unsigned i = 0u - 3u; i < 0u - 1u; ++i) runs twice.
  NestBuilder B;
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E Zero(0, UInt);
  E I =
      B.loop("i", Zero - E(3, UInt), Relation::Lt, Zero - E(1, UInt), 1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.compare({}), 1u);
  EXPECT_EQ(O.described({}, 1).size(), 2u);
}

TEST(Domain, AssumptionsProveWhatWouldBeChecked) {
  NestBuilder B;
  E N = B.param("n", UInt);
  B.assume(N > E(0, UInt));
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N - E(1, UInt), 1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty());
}

TEST(Domain, SelectedBoundsNeedTheirConditionsOnlyWhereTheyAreEvaluated) {
  // for (unsigned i = 0; i < (n > m ? n - m : 0u); ++i): never wraps.
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, select(N > M, N - M, E(0, UInt)), 1, UInt);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty());
  std::vector<__int128> V = {0, 1, 2, 5, 9};
  EXPECT_EQ(O.compare({V, V}), 25u);
}

TEST(Domain, CountersAwayFromTheirBoundAndOwnCountersInBoundsAreRefused) {
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Gt, N, 1);
  B.write(A, {I});
  EXPECT_TRUE(Oracle(B.build()).says(DiagID::HD254));

  NestBuilder C;
  A = C.array("a", {E()}, Provenance::Pointer);
  I = C.loop("i", 0, Relation::Lt, 10);
  C.Nest.Loops[0].Bound = (E(10) - I).Ref;
  C.write(A, {I});
  EXPECT_TRUE(Oracle(C.build()).says(DiagID::HD250));
}

TEST(Domain, ANestBeyondTheOperationLimitIsRefusedAndNothingIsConcluded) {
  NestBuilder B;
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  std::vector<E> P;
  for (int K = 0; K < 14; ++K)
    P.push_back(B.param("p" + std::to_string(K)));
  E Bound = P[0];
  for (int K = 1; K < 14; ++K)
    Bound = min(Bound / E(K + 1),
                max(P[static_cast<size_t>(K)] % E(2 * K + 3), Bound - E(K)));
  E I = B.loop("i", 0, Relation::Lt, Bound, 3);
  B.write(A, {I});
  Oracle O(B.build());
  EXPECT_FALSE(O.built());
  EXPECT_TRUE(O.says(DiagID::HD253)) << O.messages();
}

} // namespace
