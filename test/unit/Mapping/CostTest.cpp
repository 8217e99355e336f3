//===- CostTest.cpp - Tests of layouts and what they cost -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "../Emit/TextNest.h"
#include "Mapping/Candidates.h"
#include "Mapping/CostBlock.h"
#include "Mapping/Ranges.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

TEST(Devices, AnArchitectureThatIsNotListedHasTheRowBeforeIt) {
  EXPECT_STREQ(deviceOf("sm_80")->Architecture, "sm_80");
  EXPECT_STREQ(deviceOf("sm_87")->Architecture, "sm_86");
  EXPECT_STREQ(deviceOf("sm_90a")->Architecture, "sm_90");
  EXPECT_STREQ(deviceOf("sm_999")->Architecture, "sm_120");
  EXPECT_EQ(deviceOf("sm_70"), nullptr);
  EXPECT_EQ(deviceOf("gfx90a"), nullptr);
  EXPECT_STREQ(deviceOf("sm_100f")->Architecture, "sm_100");
  EXPECT_EQ(deviceOf("sm_80x"), nullptr);
}

double cyclesOf(Cost C) {
  addCycles(*deviceOf("sm_80"), 1, C);
  return C.Cycles;
}

TEST(Cost, IsHigherWithMoreOfEachFigure) {
  Cost Base;
  Base.Instructions = 40;
  Base.Sectors = 16;
  Base.Lines = 8;
  Base.Shared = Base.Bytes = 512;
  for (double Cost::*Figure :
       {&Cost::Instructions, &Cost::Sectors, &Cost::Shared, &Cost::Bytes}) {
    Cost More = Base;
    More.*Figure *= 3;
    EXPECT_GT(cyclesOf(More), cyclesOf(Base));
  }
}

TEST(Cost, IsBoundByTheFigureThatTakesLongest) {
  auto BoundBy = [](double Cost::*Figure) {
    Cost C;
    C.*Figure = 1e6;
    addCycles(*deviceOf("sm_80"), 1, C);
    return C.Bound;
  };
  EXPECT_EQ(BoundBy(&Cost::Bytes), Cost::Memory);
  EXPECT_EQ(BoundBy(&Cost::Shared), Cost::SharedCache);
  EXPECT_EQ(BoundBy(&Cost::Lines), Cost::Cache);
  EXPECT_EQ(BoundBy(&Cost::Instructions), Cost::Instruction);
}

/// What Auto weighs for y[i][j] = 0 over 0 <= i < Rows, 0 <= j < Columns.
std::vector<Candidate> candidatesOfPlane(const E &Rows, const E &Columns,
                                         const HandDim &I, const HandDim &J) {
  NestBuilder B;
  B.param("n");
  unsigned Y = B.array("y", {E(), E(1000)});
  const E Outer = B.loop("i", 0, Relation::Lt, Rows),
          Inner = B.loop("j", 0, Relation::Lt, Columns);
  B.write(Y, {Outer, Inner});
  setText(B.Nest, "for (;;) for (;;) y = 0;");
  Report R;
  auto Plan = planOf(B.Nest, {I, J}, {{1, 1 << 20}}, R);
  if (!Plan)
    return {};
  const VerifiedNest &Nest = Plan->Mapped->verified();
  const Ranges Known(Nest.affine());
  return candidates(CostModel(Nest, 2, *deviceOf("sm_80"), Known), 2);
}

TEST(Candidates, HaveBlocksOfWholeWarps) {
  const E N = E::leaf(ExprKind::Param, Int, 0, "n");
  const std::vector<Candidate> All =
      candidatesOfPlane(N, N, {0, Sym::leaf("n")}, {0, Sym::leaf("n")});
  EXPECT_GT(All.size(), 10u);
  for (const Candidate &C : All) {
    long long Threads = 1;
    for (int G = 0; G != C.Shape.groups; ++G)
      Threads *= C.Shape.block[static_cast<size_t>(G)];
    EXPECT_TRUE(Threads >= 64 && Threads <= 1024 &&
                (Threads & (Threads - 1)) == 0)
        << Threads;
  }
}

TEST(Candidates, TakeExactBlocksWhereExtentsAreKnown) {
  unsigned Exact = 0;
  for (const Candidate &C : candidatesOfPlane(30, 96, {0, 30}, {0, 96})) {
    if (C.Shape.groups != 2 || C.Shape.block[1] != 96)
      continue;
    ++Exact;
    EXPECT_EQ(30 % C.Shape.block[0], 0);
  }
  EXPECT_GT(Exact, 1u);
}

} // namespace
