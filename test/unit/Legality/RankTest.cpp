//===- RankTest.cpp - Which loops are mapped, and what is said --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outcome.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TEST(Rank, ANestWithoutARectangularLoopIsNeverAccepted) {
  NestBuilder B;
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, 5);
  B.write(X, {I});
  EXPECT_FALSE(check(B, 0, 0).Nest);
}

TEST(Rank, ASumIntoOneElementIsAReduction) {
  NestBuilder B;
  E N = B.param("n");
  unsigned S = B.array("s", {E(1)}), X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.update(S, {E(0)});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines()[0],
            "HD404 with n = 2, iterations (i = 0) and (i = 1) both update "
            "'s[0]' with '+=': loop 'i' is a reduction of array elements in "
            "floating point, which would be rounded in no certain order; each "
            "element cannot have a thread of its own, since 's[0]' is one "
            "element in all iterations");
}

TEST(Rank, SumAndDifferenceAreOneReduction) {
  NestBuilder B;
  E N = B.param("n");
  unsigned S = B.array("s", {E(1)});
  B.loop("i", 0, Relation::Lt, N);
  B.update(S, {E(0)}, "-");
  B.update(S, {E(0)}, "+");
  EXPECT_EQ(check(B).R.Diagnostics[0].ID, DiagID::HD404);
}

TEST(Rank, UpdatesWithDifferentOperatorsAreNotAReduction) {
  NestBuilder B;
  E N = B.param("n");
  unsigned S = B.array("s", {E(1)});
  B.loop("i", 0, Relation::Lt, N);
  B.update(S, {E(0)}, "+");
  B.update(S, {E(0)}, "*");
  EXPECT_EQ(check(B).R.Diagnostics[0].ID, DiagID::HD402);
}

TEST(Rank, AnUpdateFromItsNeighbourIsNotAReduction) {
  // a[i] += a[i - 1]
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E()});
  E I = B.loop("i", 1, Relation::Lt, N);
  B.read(A, {I - E(1)});
  B.update(A, {I});
  EXPECT_EQ(check(B).R.Diagnostics[0].ID, DiagID::HD402);
}

/// c[i][j] += a[i][k] * b[k][j]
NestBuilder matmul() {
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E(), E(64)}), M = B.array("b", {E(), E(64)}),
           C = B.array("c", {E(), E(64)});
  E I = B.loop("i", 0, Relation::Lt, N);
  E J = B.loop("j", 0, Relation::Lt, N);
  E K = B.loop("k", 0, Relation::Lt, N);
  B.read(A, {I, K});
  B.read(M, {K, J});
  B.update(C, {I, J});
  return B;
}

TEST(Rank, TheLoopOfASumStaysInTheThread) {
  NestBuilder B = matmul();
  Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_EQ(O.Nest->rank(), 2u);
  EXPECT_EQ(O.Nest->mappable(), (std::vector<bool>{true, true, false}));
}

TEST(Rank, ADeclaredRankThatTakesInASumIsRefused) {
  NestBuilder B = matmul();
  Outcome O = check(B, 3);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(
      O.lines(),
      ElementsAre(
          "HD404 with n = 2, iterations (i = 0, j = 0, k = 0) and (i = "
          "0, j = 0, k = 1) both update 'c[0][0]' with '+=': loop 'k' "
          "is a reduction of array elements in floating point, which would be "
          "rounded in no certain order; each element cannot have a thread of "
          "its own, since the annotation says which loops are mapped; write "
          "'reduce(c)' if others may be",
          "note loop 'k' carries this conflict, so it cannot be mapped",
          "note loops 'i' and 'j' can be mapped: write 'bounds({n, n})', and "
          "loop 'k' will run inside each thread"));
}

TEST(Rank, RankStopsBeforeAFlowThatAnInnerLoopCarries) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E(), E(64)});
  E I = B.loop("i", 0, Relation::Lt, N);
  E J = B.loop("j", 1, Relation::Lt, N);
  B.read(X, {I, J - E(1)});
  B.write(X, {I, J});
  Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_EQ(O.Nest->rank(), 1u);
}

TEST(Rank, AnInnerLoopThatCanBeMappedIsNamedWithInterchange) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E(), E(64)});
  E I = B.loop("i", 1, Relation::Lt, N);
  E J = B.loop("j", 0, Relation::Lt, N);
  B.read(X, {I - E(1), J});
  B.write(X, {I, J});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(O.lines(),
              ElementsAre(HasSubstr("HD402"), HasSubstr("written here"),
                          HasSubstr("loop 'i' carries"),
                          "note loop 'j' can be mapped: annotate loop 'j' "
                          "instead, or interchange it with loop 'i'"));
}

TEST(Rank, AnInnerLoopThatCannotBeInterchangedIsOnlyToBeAnnotated) {
  NestBuilder B; // a wave front: both loops differ in the conflicts
  E N = B.param("n");
  unsigned X = B.array("x", {E(), E(64)});
  E I = B.loop("i", 1, Relation::Lt, N);
  E J = B.loop("j", 0, Relation::Lt, N);
  B.read(X, {I - E(1), J + E(1)});
  B.write(X, {I, J});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines().back(),
            "note loop 'j' can be mapped: annotate loop 'j' instead");
}

TEST(Rank, GaussSeidelLeavesNoLoop) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E(), E(64)});
  E I = B.loop("i", 1, Relation::Lt, N - E(1));
  E J = B.loop("j", 1, Relation::Lt, N - E(1));
  B.read(X, {I - E(1), J});
  B.read(X, {I + E(1), J});
  B.read(X, {I, J - E(1)});
  B.read(X, {I, J + E(1)});
  B.write(X, {I, J});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines().back(),
            "note no loop of this nest can be mapped as it stands");
}

} // namespace
