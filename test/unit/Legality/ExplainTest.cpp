//===- ExplainTest.cpp - What is said of a conflict -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Affine/NestBuilder.h"
#include "HandAffine.h"
#include "Legality/Explain.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

/// As a verdict that cost all that isl was granted.
void exhaust(const AffineNest &N) {
  N.Isl->resume(1);
  while (!N.Isl->exhausted())
    (void)isl::isEmpty(isl::readSet(*N.Isl, "{ [i] : 0 < 2i < 7 }"));
}

TEST(Explain, LooksForAWitnessWithABudgetOfItsOwn) {
  NestBuilder B;
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.read(X, {I});
  B.write(X, {I + E(1)});
  auto N = HandAffine(B.build(), {}).build();
  isl::Set Params = fastPathParams(*N);
  const std::vector<ArrayConflicts> All = {findConflicts(*N, X, Params)};
  ASSERT_EQ(All[0].Levels[0].Flow, isl::Answer::Yes);
  exhaust(*N);
  Report R;
  EXPECT_TRUE(Explainer(*N, All, Params, R).explain(All[0], 1));
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  EXPECT_THAT(R.Diagnostics[0].Text, testing::HasSubstr("iteration (i = 1)"));
}

// Only where it is known that no other use of 's' meets the updates.
TEST(Explain, TellsAReductionWithABudgetOfItsOwn) {
  NestBuilder B;
  unsigned S = B.array("s", {E()});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.update(S, {0});
  B.write(S, {I + E(1)});
  auto N = HandAffine(B.build(), {}).build();
  isl::Set Params = fastPathParams(*N);
  const std::vector<ArrayConflicts> All = {findConflicts(*N, S, Params)};
  ASSERT_EQ(All[0].Levels[0].Flow, isl::Answer::Yes);
  exhaust(*N);
  Report R;
  EXPECT_TRUE(Explainer(*N, All, Params, R).explain(All[0], 1));
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  EXPECT_EQ(R.Diagnostics[0].ID, DiagID::HD404) << R.Diagnostics[0].Text;
}

} // namespace
