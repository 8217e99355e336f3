//===- MapNestTest.cpp - Preconditions, limits, fallbacks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "../Emit/TextNest.h"
#include "Kernel/KernelPlanner.h"
#include "Mapping/Recovery.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <type_traits>

using namespace heddle;
using namespace heddle::test;
using testing::HasSubstr;

namespace {

const Sym N = Sym::leaf("n"), M = Sym::leaf("m");
const ParamRange Ints{INT32_MIN, INT32_MAX};

/// y[i] = 0 in `Rank` loops i0, i1, ... over [i0][i1]...
NestBuilder zero(unsigned Rank, const std::vector<E> &Upper) {
  NestBuilder B;
  B.param("n");
  B.param("m");
  std::vector<E> Extents{E()}, Subscripts;
  for (unsigned D = 1; D < Rank; ++D)
    Extents.push_back(E(1000));
  unsigned Y = B.array("y", Extents);
  for (unsigned D = 0; D < Rank; ++D)
    Subscripts.push_back(
        B.loop("i" + std::to_string(D), 0, Relation::Lt, Upper[D]));
  B.write(Y, Subscripts);
  std::string Text;
  for (unsigned D = 0; D < Rank; ++D)
    Text += "for (;;) ";
  setText(B.Nest, Text + "y = 0;");
  return B;
}

E paramN() { return E::leaf(ExprKind::Param, Int, 0, "n"); }

/// The report of mapping `Rank` loops 0 <= i < n.
Report reportOf(unsigned Rank, const mapping &Map,
                std::vector<HandDim> Dims = {}) {
  NestBuilder B = zero(Rank, std::vector<E>(Rank, paramN()));
  B.map(Map);
  for (int K = 0; K < Map.count; ++K) {
    B.Nest.Annot.MapStepWhere.push_back(freshRef());
    B.Nest.Annot.MapStepCall.push_back({freshRef().Begin, freshRef().Begin});
  }
  if (Dims.empty())
    Dims.assign(Rank, HandDim{0, N});
  Report R;
  planOf(B.Nest, Dims, {Ints, Ints}, R);
  return R;
}

void expectError(const Report &R, DiagID ID, const char *Part) {
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  EXPECT_EQ(getDiagInfo(R.Diagnostics[0].ID).Name, getDiagInfo(ID).Name);
  EXPECT_THAT(R.Diagnostics[0].Text, HasSubstr(Part));
}

TEST(MapNest, ALowerBoundThatIsNot0NeedsShiftLB) {
  NestBuilder B;
  E Upper = B.param("n");
  unsigned Y = B.array("y", {E()});
  E I = B.loop("i", 1, Relation::Lt, Upper);
  B.write(Y, {I});
  setText(B.Nest, "for (;;) y = 0;");
  B.map(GridBlock(1, SplitLast(32, Gen)));
  B.Nest.Annot.MapStepWhere = {freshRef(), freshRef()};
  B.Nest.Annot.MapStepCall = {freshRef(), freshRef()};
  Report R;
  EXPECT_EQ(planOf(B.Nest, {{1, N}}, {Ints}, R), nullptr);
  expectError(R, DiagID::HD501, "'SplitLast' needs lower bounds of 0");
  EXPECT_EQ(R.Diagnostics[0].Where.Begin, B.Nest.Annot.MapStepWhere[0].Begin);
  ASSERT_EQ(R.Diagnostics[0].FixIts.size(), 1u);
  EXPECT_EQ(R.Diagnostics[0].FixIts[0].Text, "SplitLast(32, ShiftLB(Gen))");
}

TEST(MapNest, AStepNeedsToBeCompressedOrPruned) {
  Report R;
  NestBuilder B = zero(1, {paramN()});
  B.Nest.Loops[0].Step = 3;
  B.map(GridBlock(1, SplitLast(32, ShiftLB(Gen))));
  B.Nest.Annot.MapStepWhere = {freshRef(), freshRef(), freshRef()};
  B.Nest.Annot.MapStepCall = {freshRef(), freshRef(), freshRef()};
  EXPECT_EQ(planOf(B.Nest, {{0, N, 3}}, {Ints, Ints}, R), nullptr);
  expectError(R, DiagID::HD502, "dimension 0 has step 3 and width 1");
  ASSERT_EQ(R.Diagnostics[0].FixIts.size(), 2u);
  EXPECT_EQ(R.Diagnostics[0].FixIts[0].Text, "CompressGrid({1}, ");
}

TEST(MapNest, ArgumentsAreCheckedByThemselves) {
  expectError(reportOf(1, GridBlock(1, SplitLast(0, ShiftLB(Gen)))),
              DiagID::HD505, "not 0");
  expectError(reportOf(1, GridBlock(1, PadLast(0, ShiftLB(Gen)))),
              DiagID::HD506, "not 0");
  expectError(reportOf(2, GridBlock(1, Permute({1, 1}, ShiftLB(Gen)))),
              DiagID::HD507, "0 to 1");
  expectError(reportOf(1, GridBlock(1, CompressGrid({2}, ShiftLB(Gen)))),
              DiagID::HD508, "not 2");
  expectError(reportOf(1, GridBlock(4, ShiftLB(Gen))), DiagID::HD509, "not 4");
  expectError(reportOf(1, SplitLast(2, GridBlock(1, ShiftLB(Gen)))),
              DiagID::HD510, "'SplitLast'");
}

TEST(MapNest, TheSpaceIsChecked) {
  expectError(reportOf(1, GridBlock(1, FoldLast2(ShiftLB(Gen)))), DiagID::HD503,
              "at least 2 dimensions, but the space has 1");
  expectError(reportOf(1, GridBlock(2, ShiftLB(Gen))), DiagID::HD503,
              "at least 2 dimensions, but the space has 1");
  expectError(reportOf(2, GridBlock(1, Permute({0}, ShiftLB(Gen)))),
              DiagID::HD504, "1 entries, but the space has 2");
  expectError(reportOf(5, GridBlock(1, ShiftLB(Gen))), DiagID::HD511,
              "leaves 4 grid dimensions");
  expectError(reportOf(1, SplitLast(32, ShiftLB(Gen))), DiagID::HD512,
              "does not end in 'GridBlock'");
}

TEST(MapNest, FixItsInsertWhatIsMissingWhereItIsSpelled) {
  Report R = reportOf(5, GridBlock(1, ShiftLB(Gen)));
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  ASSERT_EQ(R.Diagnostics[0].FixIts.size(), 2u);
  EXPECT_EQ(R.Diagnostics[0].FixIts[0].Text, "FoldLast2(");
  EXPECT_EQ(R.Diagnostics[0].FixIts[1].Text, ")");
  EXPECT_TRUE(R.Diagnostics[0].FixIts[0].Insert);
}

TEST(MapNest, WhatIsNotSpelledIsNamedInANote) {
  NestBuilder B = zero(1, {paramN()});
  B.map(GridBlock(1, FoldLast2(ShiftLB(Gen))));
  Report R;
  EXPECT_EQ(planOf(B.Nest, {{0, N}}, {Ints, Ints}, R), nullptr);
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  ASSERT_EQ(R.Diagnostics[0].Notes.size(), 1u);
  EXPECT_THAT(R.Diagnostics[0].Notes[0].Text,
              HasSubstr("'FoldLast2' is combinator 2 from the inside"));
}

TEST(MapNest, ABlockThatNoDeviceTakesIsAnError) {
  NestBuilder B = zero(2, {E(50), E(40)});
  B.map(GridBlock(2, ShiftLB(Gen)));
  Report R;
  EXPECT_EQ(planOf(B.Nest, {{0, 50}, {0, 40}}, {Ints, Ints}, R), nullptr);
  expectError(R, DiagID::HD514, "50 x 40");
}

std::shared_ptr<const LaunchPlan> planLine(ParamRange Range,
                                           std::optional<strategy> S) {
  NestBuilder B = zero(1, {paramN()});
  if (S)
    B.Nest.Annot.Strategy = *S;
  Report R;
  auto Plan = planOf(B.Nest, {{0, N}}, {Range, Ints}, R);
  EXPECT_TRUE(R.Diagnostics.empty());
  return Plan;
}

TEST(MapNest, AutoTakesOneKernelWhereLimitsHoldForAllParameters) {
  auto Plan = planLine(Ints, std::nullopt);
  ASSERT_EQ(Plan->Kernels.size(), 1u);
  EXPECT_EQ(Plan->Mapped->mappings()[0].Spelling,
            "GridBlock(1, Serial(1, Permute({1, 2, 0}, SplitLast(256, "
            "Permute({1, 0}, SplitLast(2, ShiftLB(Gen)))))))");
}

// 32 * (2^31 - 1) is the last n that blocks of 32 along x can take.
TEST(MapNest, TheLimitOfAGridIsExact) {
  const int64_t Last = 32LL * 2147483647;
  EXPECT_EQ(planLine({0, Last}, Jing)->Mapped->mappings().size(), 1u);
  auto Beyond = planLine({0, Last + 1}, Jing);
  ASSERT_EQ(Beyond->Mapped->mappings().size(), 2u);
  EXPECT_EQ(Beyond->Mapped->mappings()[1].Suffix, "_fold");
  const int64_t LastFold = 256LL * 2147483647;
  EXPECT_EQ(planLine({0, LastFold}, Jing)->Mapped->mappings().size(), 2u);
  auto Far = planLine({0, LastFold + 1}, Jing);
  ASSERT_EQ(Far->Mapped->mappings().size(), 3u);
  EXPECT_EQ(Far->Mapped->mappings()[2].Suffix, "_fold3d");
  EXPECT_TRUE(Far->Mapped->mappings()[2].LimitsProved);
}

TEST(MapNest, IndicesHave32BitsOnlyWhereAllFit) {
  EXPECT_EQ(planLine({0, 2147483647}, Jing)->Kernels[0].Width, IndexWidth::I32);
  EXPECT_EQ(planLine({0, 2147483648}, Jing)->Kernels[0].Width, IndexWidth::I64);
}

TEST(MapNest, EveryRankUpTo8IsMappedAndProved) {
  for (unsigned Rank = 1; Rank <= 8; ++Rank)
    for (strategy S : {Auto, JingExt, FoldAll}) {
      NestBuilder B = zero(Rank, std::vector<E>(Rank, paramN()));
      B.Nest.Annot.Strategy = S;
      Report R;
      auto Plan = planOf(B.Nest, std::vector<HandDim>(Rank, HandDim{0, N}),
                         {Ints, Ints}, R);
      ASSERT_TRUE(Plan) << Rank << " " << S.name() << ": "
                        << (R.Diagnostics.empty() ? std::string("?")
                                                  : R.Diagnostics[0].Text);
      EXPECT_TRUE(Plan->Mapped->mappings().back().LimitsProved || Rank > 2);
    }
  Report R = [] {
    NestBuilder B = zero(6, std::vector<E>(6, paramN()));
    B.Nest.Annot.Strategy = Jing;
    Report R;
    planOf(B.Nest, std::vector<HandDim>(6, HandDim{0, N}), {Ints, Ints}, R);
    return R;
  }();
  expectError(R, DiagID::HD515, "this nest has 6");
}

// Only verify() and mapNest() make what is verified and mapped: not a test, and
// not from the checks of a nest whose loops conflict.
static_assert(!std::is_default_constructible_v<CheckedNest>);
static_assert(!std::is_constructible_v<VerifiedNest, CheckedNest>);
static_assert(
    !std::is_convertible_v<const CheckedNest *, const VerifiedNest *>);
static_assert(!std::is_default_constructible_v<MappedNest>);

TEST(MapNest, SaysOfEveryMappingHowItWasProved) {
  EXPECT_FALSE(ThreadMapping().Proof);
  auto Plan = planLine(Ints, Jing);
  for (const ThreadMapping &V : Plan->Mapped->mappings())
    EXPECT_TRUE(V.Proof) << V.Spelling;
}

// What follows cannot come from a source: the affine phase would have to be
// wrong, or a combinator.
TEST(MapNest, AnIndexSpaceThatIsNotTheDomainIsAnInternalError) {
  NestBuilder B = zero(1, {paramN()});
  Report R;
  EXPECT_EQ(planOf(B.Nest, {{0, N + 1}}, {Ints, Ints}, R), nullptr);
  expectError(R, DiagID::HD901, "the index space is not the loops' domain");
}

TEST(MapNest, AQuotientOfNegativeNumbersIsAnInternalError) {
  auto Plan = planLine(Ints, Jing);
  ThreadMapping Damaged = Plan->Mapped->mappings()[0];
  Damaged.Recovery[0].Value = floor_div(Sym::leaf(BlockLeaf[0]) - 5, 2);
  Report R;
  EXPECT_FALSE(planKernel(*Plan->Mapped, Damaged, Plan->Body, {}, Plan->CopyNames,
                          /*MayAsk=*/false, R));
  expectError(R, DiagID::HD902, "may divide a negative number");
}

} // namespace
