//===- IslTest.cpp - limits, watchdog and three-valued answers ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Isl.h"
#include <chrono>
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using isl::Answer;

namespace {

isl::Set read(const isl::Context &C, const std::string &Text) {
  return isl::readSet(C, Text);
}

/// A market-split problem: small to write down, years to decide.
std::string marketSplit(unsigned Rows, unsigned Columns) {
  std::mt19937 Random(1);
  std::string Names, Text;
  for (unsigned J = 0; J < Columns; ++J) {
    Names += (J ? ",x" : "x") + std::to_string(J);
    Text += (J ? " and 0 <= x" : "0 <= x") + std::to_string(J) + " <= 1";
  }
  for (unsigned I = 0; I < Rows; ++I) {
    unsigned Sum = 0;
    std::string Row;
    for (unsigned J = 0; J < Columns; ++J) {
      unsigned A = Random() % 100;
      Sum += A;
      Row += (J ? " + " : "") + std::to_string(A) + "x" + std::to_string(J);
    }
    Text += " and " + Row + " = " + std::to_string(Sum / 2);
  }
  return "{ [" + Names + "] : " + Text + " }";
}

TEST(Isl, AnswersAreYesAndNoWhileThereIsBudget) {
  isl::Context C;
  EXPECT_EQ(isl::isEmpty(read(C, "{ [i] : i > 0 and i < 1 }")), Answer::Yes);
  EXPECT_EQ(isl::isEmpty(read(C, "{ [i] : 0 <= i < 1 }")), Answer::No);
  EXPECT_EQ(isl::isEqual(read(C, "{ [i] : 0 <= i < 3 }"),
                         read(C, "{ [i] : -1 < i <= 2 }")),
            Answer::Yes);
  EXPECT_EQ(isl::isSubset(read(C, "{ [i] : 0 <= i < 3 }"),
                          read(C, "{ [i] : 0 <= i < 2 }")),
            Answer::No);
  EXPECT_FALSE(C.exhausted());
}

TEST(Isl, CoalescedSetsKeepTheirPointsWhereIslAddsSome) {
  isl::Context C;
  for (const char *Text :
       {"{ x[o] : 0 <= o <= 1; x[o] : o mod 2 = 0 and 0 <= o <= 5 }",
        "{ x[o] : 0 <= o <= 2; x[o] : o mod 3 = 0 and 0 <= o <= 11 }",
        "{ x[o] : 4 <= o <= 6; x[o] : o mod 2 = 0 and 0 <= o <= 9 }"}) {
    isl::Set S = read(C, Text);
    EXPECT_EQ(isl::isEqual(isl::coalesced(S), S), Answer::Yes) << Text;
    isl::Map M(isl_set_identity(S.copy()));
    isl::Map Simple = isl::coalesced(M);
    EXPECT_EQ(isl::isEqual(Simple, M), Answer::Yes) << Text;
  }
}

TEST(Isl, CoalescedSetsHaveFewerPieces) {
  isl::Context C;
  isl::Set S = isl::coalesced(
      read(C, "[n] -> { [i] : 0 <= i < n; [i] : n <= i < 2n and n > 0 }"));
  EXPECT_EQ(isl::pieces(S), 1u);
}

/// Intervals and lattices, as strided and conditional accesses make them.
TEST(Isl, CoalescedRandomUnionsAreEqualToTheirParts) {
  std::mt19937 Random(7);
  for (int N = 0; N < 400; ++N) {
    isl::Context C;
    std::string Text = "{ ";
    for (int P = 0; P < 3; ++P) {
      int Low = Random() % 5, High = Low + Random() % 8,
          Step = 1 + Random() % 4;
      Text += (P ? "; " : "") + std::string("[o] : ") + std::to_string(Low) +
              " <= o <= " + std::to_string(High) + " and (o - " +
              std::to_string(Low) + ") mod " + std::to_string(Step) + " = 0";
    }
    isl::Set S = read(C, Text + " }");
    ASSERT_EQ(isl::isEqual(isl::coalesced(S), S), Answer::Yes) << Text;
  }
}

TEST(Isl, NullHandlesAnswerUnknown) {
  isl::Context C;
  isl::Set Null, One = read(C, "{ [i] : i = 1 }");
  EXPECT_EQ(isl::isEmpty(Null), Answer::Unknown);
  EXPECT_EQ(isl::isEqual(Null, One), Answer::Unknown);
  EXPECT_EQ(isl::isSubset(One, Null), Answer::Unknown);
  EXPECT_EQ(isl::isSubset(Null, One), Answer::Unknown);
  EXPECT_EQ(isl::isEmpty(isl::Map()), Answer::Unknown);
  EXPECT_EQ(isl::isBijective(isl::Map()), Answer::Unknown);
  EXPECT_EQ(isl::toString(Null), "<null>");
}

TEST(Isl, MethodsOfNullHandlesGiveNull) {
  isl::Context C;
  isl::Set Null, One = read(C, "{ [i] : i = 1 }");
  EXPECT_TRUE(Null.intersect(One).isNull());
  EXPECT_TRUE(One.intersect(Null).isNull());
  EXPECT_TRUE(Null.lowerBound(isl::Dim::Set, 0, 0).isNull());
  EXPECT_TRUE(isl::PwAff::constant(isl::Space(), 1).isNull());
  EXPECT_TRUE(isl::Space().withParam("n").isNull());
  EXPECT_TRUE(isl::tuple({isl::PwAff(), isl::indicator(One)}).isNull());
  EXPECT_EQ(Null.dim(isl::Dim::Set), 0u);
  EXPECT_EQ(Null.involves(isl::Dim::Set, 0), Answer::Unknown);
}

TEST(Isl, NumbersAreReadWhereTheyFit) {
  isl::Context C;
  isl::Val Big = isl::Val::powerOfTwo(isl::Space::params(C), 63);
  EXPECT_FALSE(Big.int64());
  EXPECT_EQ(Big.plus(-1).int64(), INT64_MAX);
  EXPECT_TRUE(Big.int128() == __int128(INT64_MAX) + 1);
  isl::Val Bigger = isl::Val::powerOfTwo(isl::Space::params(C), 127);
  EXPECT_FALSE(Bigger.int128());
  EXPECT_TRUE(Bigger.plus(-1).int128() == ~(__int128(1) << 127));
}

TEST(Isl, ASamplePointHasEveryCoordinate) {
  isl::Context C;
  EXPECT_EQ(isl::samplePoint(read(C, "{ [i, j] : i = 3 and j = -4 }")),
            (std::vector<int64_t>{3, -4}));
  EXPECT_FALSE(isl::samplePoint(read(C, "{ [i] : i > 0 and i < 0 }")));
}

TEST(Isl, PastTheOperationLimitEveryAnswerIsUnknownUntilResumed) {
  isl::Context C(200000, 60);
  isl::Set Hard = read(C, marketSplit(3, 20));
  ASSERT_FALSE(Hard.isNull());
  C.resume(2000);
  EXPECT_EQ(isl::isEmpty(Hard), Answer::Unknown);
  EXPECT_TRUE(C.exhausted());
  C.resume(2000);
  EXPECT_FALSE(C.exhausted());
  EXPECT_EQ(isl::isEmpty(read(C, "{ [i] : 0 <= i < 1 }")), Answer::No);
}

TEST(Isl, EachLimitMetHalvesTheNextBudgetDownToASixteenth) {
  isl::Context C(0, 60);
  isl::Set Hard = read(C, marketSplit(4, 30));
  C.resume(16000);
  EXPECT_EQ(C.operationsLeft(), 16000u);
  for (unsigned long Granted : {8000u, 4000u, 2000u, 1000u, 1000u}) {
    EXPECT_EQ(isl::isEmpty(Hard), Answer::Unknown);
    C.resume(16000);
    EXPECT_EQ(C.operationsLeft(), Granted);
  }
  C.resume(0);
  EXPECT_EQ(isl_ctx_get_max_operations(C.get()), 0u) << "no limit stays none";
}

TEST(Isl, ABudgetIsHalvedAsOftenAsTheContextSays) {
  isl::Context C(0, 60, 2);
  isl::Set Hard = read(C, marketSplit(4, 30));
  C.resume(16000);
  for (unsigned long Granted : {8000u, 4000u, 4000u}) {
    EXPECT_EQ(isl::isEmpty(Hard), Answer::Unknown);
    C.resume(16000);
    EXPECT_EQ(C.operationsLeft(), Granted);
  }
}

TEST(Isl, TheWatchdogStopsACallAndResumeGrantsAnotherSpan) {
  isl::Context C(0, 0.1);
  isl::Set Hard = read(C, marketSplit(4, 30));
  ASSERT_FALSE(Hard.isNull());
  for (int Round = 0; Round < 2; ++Round) {
    auto Start = std::chrono::steady_clock::now();
    EXPECT_EQ(isl::isEmpty(Hard), Answer::Unknown);
    std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    EXPECT_TRUE(C.exhausted());
    EXPECT_LT(Took.count(), 5.0);
    C.resume(0);
    EXPECT_FALSE(C.exhausted());
    EXPECT_EQ(isl::isEmpty(read(C, "{ [i] : 0 <= i < 1 }")), Answer::No);
  }
}

TEST(Isl, AnErrorMakesLaterAnswersUnknown) {
  isl::Context C;
  isl::Set Good = read(C, "{ [i] : 0 <= i < 1 }");
  EXPECT_TRUE(read(C, "{ [i : }").isNull());
  EXPECT_EQ(isl::isEmpty(Good), Answer::Unknown);
  C.resume(1000);
  EXPECT_EQ(isl::isEmpty(Good), Answer::No);
}

TEST(Isl, OperationsUsedIsDeterministicAndGrows) {
  unsigned long Seen[2];
  for (unsigned long &Used : Seen) {
    isl::Context C;
    unsigned long Before = C.operationsUsed();
    EXPECT_EQ(
        isl::isEmpty(read(
            C, "[n] -> { [i, j] : 0 <= i < n and 3i + 5j = 7 and j < n }")),
        Answer::No);
    Used = C.operationsUsed();
    EXPECT_GT(Used, Before);
    EXPECT_LT(Used, 20000u);
    EXPECT_FALSE(C.exhausted());
  }
  EXPECT_EQ(Seen[0], Seen[1]);
}

TEST(Isl, ItIsBuiltOnGmp) {
  EXPECT_NE(isl::version().find("GMP"), std::string::npos);
}

} // namespace
