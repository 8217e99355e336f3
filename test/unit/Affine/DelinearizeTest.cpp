//===- DelinearizeTest.cpp - Linear subscripts against their addresses ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AffineOracle.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using namespace heddle::test;

namespace {

const std::vector<__int128> Small = {-2, -1, 0, 1, 2, 3, 4, 5, 7};

TEST(Delinearize, ALeadingDimensionIsCheckedToHoldTheColumns) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m"), Ld = B.param("ld");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.read(A, {I * Ld + J + 2});
  B.write(A, {I * Ld + J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.hasCheck(CheckKind::Stride, "m + 2 <= ld"));
  EXPECT_EQ(O.affine().Arrays[A].Dims, 2u);
  EXPECT_GT(O.compare({Small, Small, Small}), 500u);
}

TEST(Delinearize, AWriteThatWrapsIntoTheNextRowIsSeenJointly) {
  // The write at (i - 1) * m + j + 1 reaches column m, the read is at column 0.
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 1, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.read(A, {I * M + J});
  B.write(A, {(I - 1) * M + J + 1});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty());
  EXPECT_EQ(O.compare({Small, Small}), 81u);
}

TEST(Delinearize, ARowReadBackwardsStaysInItsRow) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.read(A, {I * M + J});
  B.read(A, {I * M + (M - 1 - J)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty());
  EXPECT_EQ(O.compare({Small, Small}), 81u);
}

TEST(Delinearize, WidthsMayBePolynomials) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M),
    K = B.loop("k", 0, Relation::Lt, N);
  B.write(A, {(I * M + J) * (N + 2) + K + 1});
  B.read(A, {I * (N + 2) * M + J * (N + 2)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.affine().Arrays[A].Dims, 3u);
  EXPECT_TRUE(O.affine().Checks.empty());
  EXPECT_GT(O.compare({{-1, 0, 1, 2, 4}, {-1, 0, 1, 3}}), 15u);
}

TEST(Delinearize, ADiagonalNeedsNoRows) {
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N);
  B.write(A, {I * N + I});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare({Small}), 5u);
}

TEST(Delinearize, ConstantRowsStayLinearAndExact) {
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E(), 9}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 1, Relation::Lt, 9);
  B.read(A, {I + 1, J - 1});
  B.write(A, {I, J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.affine().Arrays[A].Dims, 1u);
  EXPECT_TRUE(O.affine().Checks.empty());
  EXPECT_GT(O.compare({Small}), 5u);
}

TEST(Delinearize, RowsAreCarriedInThreeDimensions) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, 3), J = B.loop("j", 0, Relation::Lt, N),
    K = B.loop("k", 0, Relation::Lt, M);
  B.read(A, {(I * N + J - 1) * M + K + 1});
  B.read(A, {(I * N + J + 1) * M + K - 1});
  B.write(A, {(I * N + J) * M + K});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare({{0, 1, 2, 4}, {0, 1, 2, 3}}), 12u);
  EXPECT_TRUE(O.fast({3, 3}));
}

TEST(Delinearize, DifferentRowLengthsAreTakenForEqualUnderACheck) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.read(A, {J * M + I});
  B.write(A, {I * N + J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.fast({3, 3}));
  EXPECT_FALSE(O.fast({3, 4}));
  O.compare({Small, Small});
}

TEST(Delinearize, StridesWithoutACommonChainAreRefused) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.read(A, {J * (M + 1) + I});
  B.write(A, {I * (N + 2) + J});
  Oracle O(B.build());
  EXPECT_TRUE(O.says(DiagID::HD257)) << O.messages();
}

/// Random sets of two or three accesses to one array, over two or three loops
/// with random strides and shifts. Wherever the checks hold, index tuples are
/// the addresses, one to one.
TEST(Delinearize, RandomAccessSetsAgreeWithNumericAddresses) {
  std::mt19937 Random(2024);
  auto Pick = [&](int Low, int High) {
    return Low +
           static_cast<int>(Random() % static_cast<unsigned>(High - Low + 1));
  };
  unsigned Built = 0, Compared = 0;
  for (int Round = 0; Round < 400 && !HasFailure(); ++Round) {
    NestBuilder B;
    E N = B.param("n"), M = B.param("m"), Ld = B.param("ld");
    unsigned A = B.array("a", {E()}, Provenance::Pointer);
    E I = B.loop("i", Pick(-1, 1), Relation::Lt, Pick(0, 1) ? N : M);
    E J = B.loop("j", Pick(0, 1) ? E(Pick(0, 1)) : I, Relation::Lt,
                 Pick(0, 2) ? M : Ld, Pick(1, 2));
    E Strides[] = {Ld, M, N + E(Pick(0, 2)), Ld * E(2), M * Ld, E(3)};
    E S = Strides[Pick(0, 5)];
    int Count = Pick(1, 3);
    for (int K = 0; K < Count; ++K) {
      E Row = Pick(0, 3) ? I + E(Pick(-1, 1)) : J;
      E Column = Pick(0, 3) ? J * E(Pick(1, 2)) + E(Pick(-1, 2)) : I;
      E Stride = Pick(0, 9) ? S : Strides[Pick(0, 5)];
      E X = Row * Stride + Column;
      if (Pick(0, 4) == 0)
        X = X + (Pick(0, 1) ? M : S * E(Pick(1, 2)));
      if (K == 0)
        B.write(A, {X});
      else
        B.read(A, {X});
    }
    Oracle O(B.build());
    if (!O.built()) {
      EXPECT_TRUE(O.says(DiagID::HD257) || O.says(DiagID::HD253))
          << O.messages();
      continue;
    }
    ++Built;
    std::vector<__int128> V = {-1, 1, 2, 4};
    Compared += O.compare({V, V, {0, 2, 3, 6}});
  }
  EXPECT_GT(Built, 200u);
  EXPECT_GT(Compared, 5000u);
}

} // namespace
