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
  ThreadMapping V = mappingOf(*First, Blocks), W = mappingOf(*Second, Blocks);
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
  ThreadMapping V = mappingOf(*Nest, Blocks);
  ASSERT_EQ(V.Guards.size(), 1u);
  V.Guards.push_back(V.Guards.front());
  ThreadMapping W = V;
  (void)Memo.prove(V, *Nest, 1);
  EXPECT_EQ(V.Guards.size(), 1u);
  (void)Memo.prove(W, *Nest, 1);
  EXPECT_EQ(Memo.hits(), 1u);
  EXPECT_EQ(W.Guards.size(), 1u);
}

TEST(ProofMemo, DoesNotTakeAnotherQuestionForTheSame) {
  ProofMemo Memo;
  auto Nest = line();
  ThreadMapping V = mappingOf(*Nest, Blocks);
  ASSERT_EQ(Memo.prove(V, *Nest, 1).Holds, isl::Answer::Yes);

  auto Refused = [&](const char *What, const ThreadMapping &Changed,
                     const AffineNest &On) {
    ThreadMapping W = Changed;
    EXPECT_EQ(Memo.prove(W, On, 1).Holds, isl::Answer::No) << What;
  };
  const ThreadMapping Whole = mappingOf(*Nest, Blocks);
  ThreadMapping W = Whole;
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

// The same dimensions in the same order, cut at another place.
TEST(ProofMemo, TellsWhichDimensionsACutFolds) {
  ProofMemo Memo;
  auto Nest = handSpace({{"n"}, {"m"}},
                        {dim("i", 0, leaf("n")), dim("j", 0, leaf("m"))},
                        "{ Stmt[i, j] : 0 <= i < n and 0 <= j < m }");
  ThreadMapping V =
      mappingOf(*Nest, GridBlock(1, SplitLast(32, FoldLast2(ShiftLB(Gen)))));
  ASSERT_EQ(V.Cuts.size(), 1u);
  ThreadMapping W = V;
  FoldCut &Cut = W.Cuts.front();
  Cut.Unfolded.insert(Cut.Unfolded.begin(), Cut.Folded.back());
  Cut.Folded.pop_back();
  EXPECT_EQ(Memo.prove(V, *Nest, 2).Holds, isl::Answer::Yes);
  EXPECT_NE(Memo.prove(W, *Nest, 2).Holds, isl::Answer::Yes);
  EXPECT_EQ(Memo.hits(), 0u);
}

// The fold's rows are said to be longer than the steps make them.
TEST(ProofMemo, TellsWhatACutUnfoldsTo) {
  ProofMemo Memo;
  auto Nest = handSpace({{"n"}, {"m"}},
                        {dim("i", 0, leaf("n")), dim("j", 0, leaf("m"))},
                        "{ Stmt[i, j] : 0 <= i < n and 0 <= j < m }");
  ThreadMapping V =
      mappingOf(*Nest, GridBlock(1, SplitLast(32, FoldLast2(ShiftLB(Gen)))));
  ASSERT_EQ(V.Cuts.size(), 1u);
  ThreadMapping W = V;
  CutDim &Row = W.Cuts.front().Unfolded.back();
  Row.Extent = Row.Extent + Sym(1);
  EXPECT_EQ(Memo.prove(V, *Nest, 2).Holds, isl::Answer::Yes);
  EXPECT_NE(Memo.prove(W, *Nest, 2).Holds, isl::Answer::Yes);
  EXPECT_EQ(Memo.hits(), 0u);
}

TEST(ProofMemo, ReadsContextAndChecks) {
  ProofMemo Memo;
  auto Prove = [&](const char *Context, const char *Check) {
    auto Nest = line();
    auto Read = [&](const char *Text) {
      return isl::readSet(*Nest->Isl, Text);
    };
    Nest->Context = Nest->Context.intersect(Read(Context));
    RuntimeCheck Added;
    Added.Holds = Read(Check);
    Nest->Checks.push_back(Added);
    ThreadMapping V = mappingOf(*Nest, Blocks);
    EXPECT_EQ(Memo.prove(V, *Nest, 1).Holds, isl::Answer::Yes);
    return V.Guards.size();
  };
  const char *Any = "[n] -> { : }", *Whole = "[n] -> { : n mod 32 = 0 }";
  EXPECT_EQ(Prove(Whole, Any), 0u);
  EXPECT_EQ(Prove(Any, Any), 1u);
  EXPECT_EQ(Prove(Any, Whole), 0u);
  EXPECT_EQ(Memo.hits(), 0u);
}

// Sets may list their parameters in any order.
TEST(ProofMemo, KnowsParametersByTheirNames) {
  ProofMemo Memo;
  for (const char *Domain : {"[n, m] -> { Stmt[i] : 0 <= i < n }",
                             "[m, n] -> { Stmt[i] : 0 <= i < m }"}) {
    auto Nest = handSpace({{"n"}, {"m"}}, {dim("i", 0, leaf("n"))},
                          "{ Stmt[i] : 0 <= i < n }");
    Nest->Domain = Nest->StoreDomain = isl::readSet(*Nest->Isl, Domain);
    ThreadMapping V = mappingOf(*Nest, Blocks);
    EXPECT_EQ(Memo.prove(V, *Nest, 1).Holds == isl::Answer::Yes,
              Memo.hits() == 0 && Domain[1] == 'n');
  }
  EXPECT_EQ(Memo.hits(), 0u);
}

// What isl cannot print for want of budget is no question.
TEST(ProofMemo, AsksAnewOfAnExhaustedContext) {
  ProofMemo Memo;
  auto Exhaust = [](const AffineNest &N) {
    N.Isl->resume(1);
    for (int Times = 0; Times < 9; ++Times)
      (void)isl::isEqual(N.Domain, N.Context.complement());
    ASSERT_TRUE(N.Isl->exhausted());
  };
  auto Right = line(), Wrong = line("i", "n", "{ Stmt[i] : 0 <= i <= n }");
  ThreadMapping V = mappingOf(*Right, Blocks), W = mappingOf(*Wrong, Blocks);
  Exhaust(*Right);
  EXPECT_EQ(Memo.prove(V, *Right, 1).Holds, isl::Answer::Yes);
  Exhaust(*Wrong);
  EXPECT_EQ(Memo.prove(W, *Wrong, 1).Holds, isl::Answer::No);
}

// What could not be proved is tried again.
TEST(ProofMemo, ForgetsFailures) {
  ProofMemo Memo;
  auto Nest = line();
  for (unsigned Time = 0; Time < 2; ++Time) {
    ThreadMapping V = mappingOf(*Nest, Blocks);
    V.Guards.clear();
    EXPECT_EQ(Memo.prove(V, *Nest, 1).Holds, isl::Answer::No);
  }
  EXPECT_EQ(Memo.hits(), 0u);
}

} // namespace
