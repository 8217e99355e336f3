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

// The verdict may have cost all that isl was granted.
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
  N->Isl->resume(1);
  while (!N->Isl->exhausted())
    (void)isl::isEmpty(isl::take(
        isl_set_read_from_str(N->Isl->get(), "{ [i] : 0 < 2i < 7 }")));
  Report R;
  EXPECT_TRUE(Explainer(*N, All, Params, R).explain(All[0], 1));
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  EXPECT_THAT(R.Diagnostics[0].Text, testing::HasSubstr("iteration (i = 1)"));
}

} // namespace
