//===- ChoiceTest.cpp - Conditions that tell iterations apart -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Choice.h"
#include "../Affine/NestBuilder.h"
#include "Affine/SymFromIsl.h"
#include "HandAffine.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

/// Chooses in `for (i = 0; i < 1000; ++i) x[i]` between the iterations in Yes
/// and those in neither: both are isl conditions over c0 and n.
std::optional<Choice> choose(const std::string &Yes, const std::string &No) {
  NestBuilder B;
  B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, 1000);
  B.read(X, {I});
  auto N = HandAffine(B.build(), {{0, 100}}).build();
  auto Set = [&](const std::string &Cond) {
    return isl::readSet(
        *N->Isl, "[n] -> { Stmt[c0] : 0 <= c0 < 1000 and 0 <= n <= 100 and (" +
                     Cond + ") }");
  };
  return chooseBetween(*N, loopsAround(*N, N->Accesses[0]), Set(Yes), Set(No),
                       Set("true"));
}

/// i is one of so many places, none next to another.
std::string places(unsigned Count, const std::string &Last = "") {
  std::string Text;
  for (unsigned P = 0; P < Count; ++P)
    Text += (P ? " or c0 = " : "c0 = ") + std::to_string(5 + 17 * P);
  return Text + Last;
}

TEST(Choice, IsAConditionThatHoldsInOneSetAndNotInTheOther) {
  std::optional<Choice> C = choose("c0 < n", "c0 >= n");
  ASSERT_TRUE(C);
  EXPECT_EQ(toString(C->Holds), "i < n");
  EXPECT_TRUE(C->Narrow);
}

// Its type is not known.
TEST(Choice, WhatIsNeitherACounterNorAParameterMayBeWide) {
  NestBuilder B;
  B.param("n");
  B.loop("i", 0, Relation::Lt, 1000);
  auto N = HandAffine(B.build(), {{0, 100}}).build();
  EXPECT_FALSE(mentionsWide(*N, Sym::leaf("i") + Sym::leaf("n")));
  EXPECT_TRUE(mentionsWide(*N, Sym::leaf("i") + Sym::leaf("elsewhere")));
}

TEST(Choice, HasAtMost48Operators) {
  // 24 comparisons, 23 connectives, and one operator or two in the last.
  std::string Yes = places(23, " or c0 = 500 + n");
  std::optional<Choice> C = choose(Yes, "not (" + Yes + ")");
  ASSERT_TRUE(C);
  EXPECT_EQ(operatorCount(C->Holds), 48u);
  Yes = places(23, " or c0 = 500 + 2n");
  EXPECT_FALSE(choose(Yes, "not (" + Yes + ")"));
}

} // namespace
