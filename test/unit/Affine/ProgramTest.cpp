//===- ProgramTest.cpp - Several steps in one context ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Volumes.h"
#include "NestBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::HasSubstr;
using testing::Not;

namespace {

/// for (1 <= i < n - 1) b[i] = a[i - 1] + a[i + 1];
std::shared_ptr<const LoopNest> smoothed() {
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E(1000)}), To = B.array("b", {E(1000)});
  E I = B.loop("i", 1, Relation::Lt, N - E(1));
  B.read(A, {I - E(1)});
  B.read(A, {I + E(1)});
  B.write(To, {I});
  return B.build();
}

/// for (0 <= j < m) c[j] = 2 * b[j];
std::shared_ptr<const LoopNest> doubled() {
  NestBuilder B;
  E M = B.param("m");
  unsigned From = B.array("b", {E(1000)}), To = B.array("c", {E(1000)});
  E J = B.loop("j", 0, Relation::Lt, M);
  B.read(From, {J});
  B.write(To, {J});
  return B.build();
}

/// The tensor statement d = reverse(c), of 100 elements.
std::shared_ptr<const LoopNest> reversed() {
  NestBuilder B;
  unsigned From = B.array("c", {E(1000)}), To = B.array("d", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 100);
  B.read(From, {E(99) - I});
  B.write(To, {I});
  B.Nest.Statement = "d = reverse(c);";
  return B.build();
}

std::shared_ptr<const Program> threeSteps() {
  auto P = std::make_shared<Program>();
  P->add(smoothed());
  P->add(doubled());
  P->add(reversed());
  EXPECT_EQ(verifyProgram(*P), "");
  return P;
}

template <class Dumped> std::string dumped(const Dumped &D) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  dump(D, OS);
  return Text;
}

isl::Map map(const AffineProgram &P, const char *Text) {
  return isl::readMap(*P.Isl, Text);
}

/// Both hold the same pairs where Where holds of the parameters.
bool isSame(const AffineProgram &P, const isl::Map &A, const char *Text,
            const char *Where = "[n, m] -> { : 2 <= n <= 1000 and 0 <= m <= "
                                "1000 }") {
  const isl::Set Params = isl::readSet(*P.Isl, Where);
  return isEqual(A.intersectParams(Params),
                 map(P, Text).intersectParams(Params)) == isl::Answer::Yes;
}

enum { ArrayA, ArrayB, ArrayC, ArrayD };

} // namespace

TEST(Program, StepsShareTheArraysThatTheyNameAlike) {
  EXPECT_EQ(dumped(*threeSteps()), "array a of double, 8 bytes each, user\n"
                                   "array b of double, 8 bytes each, user\n"
                                   "array c of double, 8 bytes each, user\n"
                                   "array d of double, 8 bytes each, user\n"
                                   "parameter n\n"
                                   "parameter m\n"
                                   "step S0, a loop nest over i\n"
                                   "  reads a\n"
                                   "  writes b\n"
                                   "step S1, a loop nest over j\n"
                                   "  reads b\n"
                                   "  writes c\n"
                                   "step S2, a tensor statement over i\n"
                                   "  reads c\n"
                                   "  writes d\n");
}

TEST(Program, OneNameForTwoValuesBecomesTwo) {
  Program P;
  P.add(smoothed());
  NestBuilder B;
  E N = B.param("n");
  B.Nest.Params[0].HostText = "other.n";
  unsigned A = B.array("a", {E(10)});
  // The key counts the objects of one nest: that of the other nest's array.
  B.Nest.Arrays[0].HostText = "other.a";
  B.write(A, {B.loop("i", 0, Relation::Lt, N)});
  P.add(B.build());
  EXPECT_EQ(verifyProgram(P), "");
  EXPECT_EQ(P.Params[1].Name, "n_1");
  EXPECT_EQ(P.Arrays[P.Steps[1].Arrays[0]].Name, "a_1");
}

TEST(Program, VerifyFindsWhatIsNotThere) {
  Program P = *threeSteps();
  P.Steps[1].Arrays[0] = 4;
  EXPECT_EQ(verifyProgram(P), "step 'S1' names an array that is not there");
  P = *threeSteps();
  P.Steps[2].Name = "S0";
  EXPECT_EQ(verifyProgram(P), "two steps are called 'S0'");
  P = *threeSteps();
  P.Steps[0].Params.clear();
  EXPECT_THAT(verifyProgram(P), HasSubstr("than its nest has"));
}

/// t = f(u); of which only the effects are known.
static Program statementAlone() {
  Program P;
  for (const char *Name : {"u", "t"}) {
    P.Arrays.emplace_back().Name = Name;
    P.Arrays.back().ElementType = "double";
    P.Arrays.back().ElementBytes = 8;
  }
  ProgramStep &S = P.Steps.emplace_back();
  S.Name = "S0";
  S.MayThrow = true;
  S.Effects = {{ArrayEffect::Read, 0, {}, true},
               {ArrayEffect::Full, 1, {}, false}};
  return P;
}

TEST(Program, HoldsStatementsThatStayAsTheyAre) {
  Program P = statementAlone();
  EXPECT_EQ(verifyProgram(P), "");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  dump(P, OS);
  EXPECT_THAT(Text,
              HasSubstr("step S0, a statement that stays as it is, may throw\n"
                        "  reads u\n"
                        "  writes all of t\n"));
  P.Steps[0].Effects[1].Array = 2;
  EXPECT_EQ(verifyProgram(P), "step 'S0' names an array that is not there");
  EXPECT_FALSE(P.isOfNests());
  EXPECT_TRUE(threeSteps()->isOfNests());
}

TEST(AffineProgram, DependencesJoinTheIterationsOfSteps) {
  Report R;
  auto P = buildAffineProgram(threeSteps(), R);
  ASSERT_TRUE(P);
  using K = DependenceKind;
  EXPECT_TRUE(
      isSame(*P, dependence(*P, K::Flow, 0, 1),
             "[n, m] -> { S0[i] -> S1[i] : 1 <= i < n - 1 and i < m }"));
  EXPECT_TRUE(isSame(*P, dependence(*P, K::Flow, 1, 2),
                     "[n, m] -> { S1[j] -> S2[99 - j] : 0 <= j < m and j < "
                     "100 }"));
  for (K Kind : {K::Flow, K::Anti, K::Output})
    EXPECT_EQ(isEmpty(dependence(*P, Kind, 0, 2)), isl::Answer::Yes);
  EXPECT_EQ(isEmpty(dependence(*P, K::Anti, 0, 1)), isl::Answer::Yes);
}

TEST(AffineProgram, AntiAndOutputDependencesAreFound) {
  auto Source = std::make_shared<Program>();
  Source->add(smoothed());
  Source->add(smoothed());
  NestBuilder B;
  unsigned A = B.array("a", {E(1000)});
  B.write(A, {B.loop("k", 0, Relation::Lt, 5)});
  Source->add(B.build());
  Report R;
  auto P = buildAffineProgram(Source, R);
  ASSERT_TRUE(P);
  const char *Where = "[n] -> { : 10 <= n <= 1000 }";
  EXPECT_TRUE(isSame(*P, dependence(*P, DependenceKind::Output, 0, 1),
                     "[n] -> { S0[i] -> S1[i] : 1 <= i < n - 1 }", Where));
  EXPECT_TRUE(isSame(*P, dependence(*P, DependenceKind::Anti, 0, 2),
                     "[n] -> { S0[i] -> S2[k] : 1 <= i < n - 1 and 0 <= k < 5 "
                     "and (k = i - 1 or k = i + 1) }",
                     Where));
}

TEST(AffineProgram, ElementMapsComposeOverSteps) {
  Report R;
  auto P = buildAffineProgram(threeSteps(), R);
  ASSERT_TRUE(P);
  EXPECT_TRUE(isSame(*P, elementMap(*P, 0, ArrayB, ArrayA),
                     "[n, m] -> { b[x] -> a[y] : 1 <= x < n - 1 and (y = x - 1 "
                     "or y = x + 1) }"));
  auto Of = composition(*P, ArrayD, 0, 3);
  ASSERT_TRUE(Of);
  // What the first step computes is found behind the other two.
  EXPECT_TRUE(isSame(*P, (*Of)[ArrayA],
                     "[n, m] -> { d[x] -> a[y] : 0 <= x < 100 and 1 <= 99 - x "
                     "< n - 1 and 99 - x < m and (y = 98 - x or y = 100 - x) "
                     "}"));
  // Elements that no step writes are those of before.
  EXPECT_TRUE(isSame(*P, (*Of)[ArrayB],
                     "[n, m] -> { d[x] -> b[99 - x] : 0 <= x < 100 and 99 - x "
                     "< m and (99 - x < 1 or 99 - x >= n - 1) }"));
  EXPECT_TRUE(isSame(*P, (*Of)[ArrayC],
                     "[n, m] -> { d[x] -> c[99 - x] : 0 <= x < 100 and 99 - x "
                     ">= m }"));
  EXPECT_TRUE(isSame(*P, (*Of)[ArrayD], "[n, m] -> { d[x] -> d[x] : 1 = 0 }"));
}

TEST(AffineProgram, ElementsThatMayBeWrittenStandForThemselvesToo) {
  NestBuilder B;
  unsigned A = B.array("a", {E(100)}), To = B.array("b", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 100);
  B.read(A, {I});
  B.when(opaque(Bool, "a[i] > 0", "it depends on array data"));
  B.write(To, {I});
  B.endWhen();
  auto Source = std::make_shared<Program>();
  Source->add(B.build());
  Report R;
  auto P = buildAffineProgram(Source, R);
  ASSERT_TRUE(P);
  auto Of = composition(*P, 1, 0, 1);
  ASSERT_TRUE(Of);
  EXPECT_TRUE(isSame(*P, (*Of)[0], "{ b[x] -> a[x] : 0 <= x < 100 }", "{ : }"));
  EXPECT_TRUE(isSame(*P, (*Of)[1], "{ b[x] -> b[x] : 0 <= x < 100 }", "{ : }"));
}

TEST(AffineProgram, AnArrayInOtherDimensionsIsUnknown) {
  auto Source = std::make_shared<Program>();
  Source->add(smoothed());
  NestBuilder B;
  E W = B.param("w");
  unsigned A = B.array("b", {E(), W}), To = B.array("c", {E(10)});
  E I = B.loop("i", 0, Relation::Lt, 10);
  B.read(A, {I, I});
  B.write(To, {I});
  Source->add(B.build());
  Report R;
  auto P = buildAffineProgram(Source, R);
  ASSERT_TRUE(P);
  EXPECT_TRUE(dependence(*P, DependenceKind::Flow, 0, 1).isNull());
  EXPECT_FALSE(composition(*P, 2, 0, 2));
  EXPECT_THAT(dumped(*P), HasSubstr("flow of S0 and S1 unknown\n"));
}

TEST(AffineProgram, IsDumpedAsIslText) {
  Report R;
  auto P = buildAffineProgram(threeSteps(), R);
  ASSERT_TRUE(P);
  const std::string Text = dumped(*P);
  EXPECT_THAT(Text, HasSubstr("  writes [n] -> { S0[i0] -> b[i0] : "));
  EXPECT_THAT(Text, HasSubstr("flow [m, n] -> { S0[i0] -> S1[i0] : "));
  EXPECT_THAT(Text, HasSubstr("-> { d["));
  EXPECT_THAT(Text, Not(HasSubstr("unknown")));
}

TEST(AffineProgram, AStepThatIsRefusedLeavesNoProgram) {
  auto Source = std::make_shared<Program>();
  NestBuilder B;
  unsigned A = B.array("a", {E(10)});
  B.write(A, {B.loop("i", 0, Relation::Lt, 100)});
  Source->add(B.build());
  Report R;
  EXPECT_FALSE(buildAffineProgram(Source, R));
  EXPECT_TRUE(R.hasErrors());
}
