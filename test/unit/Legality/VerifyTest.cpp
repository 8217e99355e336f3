//===- VerifyTest.cpp - Verdicts and their messages -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outcome.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TEST(Verify, ElementwiseUpdateIsCompatible) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.write(X, {I});
  Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_EQ(O.Nest->rank(), 1u);
  EXPECT_EQ(O.Nest->mappable(), std::vector<bool>{true});
}

TEST(Verify, FootprintsSayWhatIsCopied) {
  // y[2 * i] = x[i - 1]; z[i] = 0: y has gaps, z has none.
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()}),
           Z = B.array("z", {E()});
  E I = B.loop("i", 1, Relation::Lt, N);
  B.read(X, {I - E(1)});
  B.write(Y, {E(2) * I});
  B.write(Z, {I});
  Report R;
  auto Nest = verify(buildAffineNest(B.build(), R), R);
  ASSERT_TRUE(Nest);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  dump(*Nest, OS);
  EXPECT_EQ(Text, "legality\n"
                  "  rank 1\n"
                  "  loop i: mapped\n"
                  "  array x: read only, elements 0 to n - 2, in\n"
                  "  array y: compatible, elements 2 to n * 2 - 2, in, out\n"
                  "  array z: compatible, elements 1 to n - 1, out\n");
}

TEST(Verify, ARangeWhoseEndsDependOnDataIsRefused) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.when(opaque(Bool, "x[i] > 0", "it depends on array data"));
  B.write(Y, {I});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(
      O.lines()[0],
      HasSubstr("HD407 whether 'y[i]' is touched depends on data, so how "
                "much of 'y' there is to copy"));
}

TEST(Verify, ARangeThatDataTouchWithinDeclaredExtentsIsAccepted) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.when(opaque(Bool, "x[i] > 0", "it depends on array data"));
  B.write(Y, {I});
  EXPECT_TRUE(check(B).Nest);
}

TEST(Verify, ReadingAheadUnderInplaceIsAnErrorOfItsOwn) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I + E(1)});
  B.write(X, {I});
  B.Nest.Annot.InPlace = {X};
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(O.lines()[0],
              HasSubstr("writes later: 'x' cannot be updated in place"));
}

TEST(Verify, InplaceOfAnArrayThatIsOnlyReadIsAWarning) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I + E(1)});
  B.write(Y, {I});
  B.Nest.Annot.InPlace = {X};
  Outcome O = check(B);
  EXPECT_TRUE(O.Nest);
  EXPECT_THAT(O.lines(), ElementsAre("HD406 the nest does not write 'x', so "
                                     "'inplace' says nothing about it"));
}

TEST(Verify, ReadingBehindIsAFlowDependence) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 1, Relation::Lt, N);
  B.read(X, {I - E(1)});
  B.write(X, {I});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(
      O.lines(),
      ElementsAre("HD402 with n = 3, iteration (i = 2) reads 'x[1]', "
                  "which iteration (i = 1) writes",
                  "note 'x[1]' is written here by iteration (i = 1)",
                  "note this is a scan: each element of 'x' is made of the one "
                  "before it; write it over blocks: a loop that reduces each "
                  "block, this loop over the results, and a loop that runs each "
                  "block from its result on",
                  "note loop 'i' carries this conflict, so it cannot be "
                  "mapped"));
}

TEST(Verify, ADescendingLoopTurnsFlowIntoAnti) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", N - E(1), Relation::Ge, 1, -1);
  B.read(X, {I - E(1)});
  B.write(X, {I});
  Outcome O = check(B);
  EXPECT_TRUE(O.Nest);
  EXPECT_THAT(O.lines()[0],
              HasSubstr("HD401 with n = 3, iteration (i = 2) reads 'x[1]', "
                        "which iteration (i = 1) writes later"));
}

TEST(Verify, TwoWritersOfOneElementAreNamed) {
  NestBuilder B;
  E N = B.param("n");
  unsigned Y = B.array("y", {E()}), X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.write(Y, {E(2) * I % E(7)});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines()[0], "HD403 with n = 8, iterations (i = 0) and (i = 7) "
                          "both write 'y[0]'");
}

TEST(Verify, WhatRunTimeChecksExcludeIsNoConflict) {
  NestBuilder B;
  E N = B.param("n");
  unsigned Y = B.array("y", {E()}), X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.write(Y, {E(2) * I % E(7)});
  auto Nest = B.build();
  for (int Limit : {7, 8}) {
    auto Affine = HandAffine(Nest, {{-2147483648LL, 2147483647LL}}).build();
    RuntimeCheck C;
    C.Kind = CheckKind::Other;
    C.Holds = isl::readSet(*Affine->Isl,
                           "[n] -> { : n <= " + std::to_string(Limit) + " }");
    Affine->Checks.push_back(C);
    Report R;
    EXPECT_EQ(verify(Affine, R) != nullptr, Limit == 7);
  }
}

TEST(Verify, ShiftedPointersIntoOneArrayAreOneArray) {
  // int *p = a, *q = a + 1; q[i] = p[i] + 1, the pointers being inlined.
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(A, {I});
  B.write(A, {I + E(1)});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines()[0], "HD402 with n = 2, iteration (i = 1) reads 'a[1]', "
                          "which iteration (i = 0) writes");
}

TEST(Verify, WhatDataDecideIsSaidToBePossible) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I});
  B.when(opaque(Bool, "x[i] > 0", "it depends on array data"));
  B.write(Y, {E(0)});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines()[0], "HD403 with n = 2, iterations (i = 0) and (i = 1) "
                          "may both write 'y[0]'");
}

TEST(Verify, ConflictsInsideOneIterationAreNoConflicts) {
  // for i: for k: s[i] += a[k][i], with a second statement before the loop.
  NestBuilder B;
  E N = B.param("n");
  unsigned S = B.array("s", {E()}), A = B.array("a", {E(), E(64)});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.write(S, {I});
  E K = B.loop("k", 0, Relation::Lt, N);
  B.read(A, {K, I});
  B.update(S, {I});
  Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_EQ(O.Nest->rank(), 1u);
}

TEST(Verify, InnerCountersAppearInTheWitness) {
  NestBuilder B;
  E N = B.param("n");
  unsigned S = B.array("s", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.write(S, {I});
  E K = B.loop("k", 0, Relation::Lt, N);
  B.write(S, {I + K});
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.lines()[0], "HD403 with n = 2, iterations (i = 0, k = 1) and "
                          "(i = 1) both write 's[1]'");
}

TEST(Verify, RedBlackOrderIsCompatible) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 1, Relation::Lt, N, 2);
  B.read(X, {I - E(1)});
  B.read(X, {I + E(1)});
  B.write(X, {I});
  Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
}

TEST(Verify, ZeroTripNestsAreCompatible) {
  NestBuilder B;
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 5, Relation::Lt, 5);
  B.read(X, {I - E(1)});
  B.write(X, {I * E(0)});
  ASSERT_TRUE(check(B).Nest);
}

TEST(Verify, BeyondTheOperationLimitNothingIsAccepted) {
  // Quotients and remainders of sums in many accesses.
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned X = B.array("x", {E()});
  std::vector<E> C;
  for (const char *Name : {"i", "j", "k", "l", "o", "p"})
    C.push_back(B.loop(Name, 0, Relation::Lt, N));
  for (int T = 2; T < 26; ++T) {
    E Sum = E(T) * C[T % 6] + M;
    for (int D = 0; D < 6; ++D)
      Sum = Sum + (E(3 + T * D) * C[D] + E(7) * C[(D + T) % 6]) % E(5 + T + D);
    T % 3 ? (void)B.read(X, {Sum}) : (void)B.write(X, {Sum});
  }
  Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  ASSERT_EQ(O.R.Diagnostics.size(), 1u);
  EXPECT_EQ(O.R.Diagnostics[0].ID, DiagID::HD491);
}

} // namespace
