//===- ProofMemoTest.cpp - Equal questions are asked once, others not -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/ProofMemo.h"
#include "HandSpace.h"
#include "heddle/strategy.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

/// 0 <= I < N, by these names; Domain as it really is.
std::shared_ptr<AffineNest> line(const char *I, const char *N,
                                 const std::string &Domain) {
  return handSpace({{N}}, {dim(I, 0, leaf(N))}, Domain);
}

std::shared_ptr<AffineNest> line() {
  return line("i", "n", "{ Stmt[i] : 0 <= i < n }");
}

const mapping Blocks = GridBlock(1, SplitLast(32, ShiftLB(Gen)));

TEST(ProofMemo, KnowsAProofByOtherNames) {
  ProofMemo Memo;
  auto First = line(),
       Second = line("row", "rows", "{ Stmt[a] : 0 <= a < rows }");
  MappingVariant V = variantOf(*First, Blocks), W = variantOf(*Second, Blocks);
  EXPECT_EQ(Memo.prove(V, *First, 1).Holds, isl::Answer::Yes);
  EXPECT_EQ(Memo.hits(), 0u);
  EXPECT_EQ(Memo.prove(W, *Second, 1).Holds, isl::Answer::Yes);
  EXPECT_EQ(Memo.hits(), 1u);
  EXPECT_EQ(V.Guards.size(), W.Guards.size());
}

// The second time the guards are dropped that were the first time.
TEST(ProofMemo, DropsTheGuardsThatWereDropped) {
  ProofMemo Memo;
  auto Nest = line();
  MappingVariant V = variantOf(*Nest, Blocks);
  ASSERT_EQ(V.Guards.size(), 1u);
  V.Guards.push_back(V.Guards.front());
  MappingVariant W = V;
  (void)Memo.prove(V, *Nest, 1);
  EXPECT_EQ(V.Guards.size(), 1u);
  (void)Memo.prove(W, *Nest, 1);
  EXPECT_EQ(Memo.hits(), 1u);
  EXPECT_EQ(W.Guards.size(), 1u);
}

TEST(ProofMemo, DoesNotTakeAnotherQuestionForTheSame) {
  ProofMemo Memo;
  auto Nest = line();
  MappingVariant V = variantOf(*Nest, Blocks);
  ASSERT_EQ(Memo.prove(V, *Nest, 1).Holds, isl::Answer::Yes);

  auto Refused = [&](const char *What, const MappingVariant &Changed,
                     const AffineNest &On) {
    MappingVariant W = Changed;
    EXPECT_EQ(Memo.prove(W, On, 1).Holds, isl::Answer::No) << What;
  };
  const MappingVariant Whole = variantOf(*Nest, Blocks);
  MappingVariant W = Whole;
  W.Guards.clear();
  Refused("no guard", W, *Nest);
  W = Whole;
  W.Recovery.back().Value = W.Recovery.back().Value + Sym(1);
  Refused("shifted recovery", W, *Nest);
  W = Whole;
  W.Grid[0] = W.Grid[0] + Sym(1);
  EXPECT_EQ(Memo.prove(W, *Nest, 1).Holds, isl::Answer::Yes) << "idle block";
  W = Whole;
  W.Grid[0] = W.Grid[0] - Sym(1);
  Refused("a block too few", W, *Nest);
  Refused("larger domain", Whole, *line("i", "n", "{ Stmt[i] : 0 <= i <= n }"));
  Refused("smaller domain", Whole,
          *line("i", "n", "{ Stmt[i] : 0 <= i < n - 1 }"));
  auto Launched = line();
  Launched->ZeroTrip = Sym::truth(false);
  Refused("launched without iterations", Whole, *Launched);
  EXPECT_EQ(Memo.hits(), 0u);
}

// What could not be proved is tried again.
TEST(ProofMemo, ForgetsFailures) {
  ProofMemo Memo;
  auto Nest = line();
  for (unsigned Time = 0; Time < 2; ++Time) {
    MappingVariant V = variantOf(*Nest, Blocks);
    V.Guards.clear();
    EXPECT_EQ(Memo.prove(V, *Nest, 1).Holds, isl::Answer::No);
  }
  EXPECT_EQ(Memo.hits(), 0u);
}

} // namespace
