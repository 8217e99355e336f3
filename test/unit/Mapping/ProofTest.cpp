//===- ProofTest.cpp - The proof accepts what is right and nothing else ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HandSpace.h"
#include "heddle/strategy.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

const Sym N = leaf("n"), M = leaf("m"), K = leaf("k"), L = leaf("l");

/// 0 <= i < n
std::shared_ptr<AffineNest> line() {
  return handSpace({{"n"}}, {dim("i", 0, N)}, "{ Stmt[i] : 0 <= i < n }");
}

/// l <= i < n, 0 <= j < m
std::shared_ptr<AffineNest> plane() {
  return handSpace({{"n"}, {"m"}, {"l"}}, {dim("i", L, N), dim("j", 0, M)},
                   "{ Stmt[i, j] : l <= i < n and 0 <= j < m }");
}

std::shared_ptr<AffineNest> strided() {
  return handSpace({{"n"}, {"l"}}, {dim("i", L, N, 5, 2)},
                   "{ Stmt[i] : l <= i < n and (i - l) mod 5 < 2 }");
}

std::shared_ptr<AffineNest> box4() {
  return handSpace(
      {{"n"}, {"m"}, {"k"}, {"l"}},
      {dim("a", 0, N), dim("b", 0, M), dim("c", 0, K), dim("d", 0, L)},
      "{ Stmt[a, b, c, d] : 0 <= a < n and 0 <= b < m and 0 <= c < k and "
      "0 <= d < l }");
}

void expectProved(const AffineNest &Nest, const mapping &Map,
                  ProofKind Kind = ProofKind::AllParameters) {
  auto Rank = static_cast<unsigned>(Nest.Dims.size());
  ThreadMapping V = mappingOf(Nest, Map);
  dropImpliedGuards(V, Nest, Rank);
  ProofOutcome P = prove(V, Nest, Rank);
  EXPECT_EQ(P.Holds, isl::Answer::Yes) << spell(Map) << ": " << P.Why;
  EXPECT_EQ(P.Kind, Kind) << spell(Map);
}

TEST(Proof, HoldsForEveryCombinator) {
  expectProved(*line(), GridBlock(1, SplitLast(32, ShiftLB(Gen))));
  expectProved(*line(), GridBlock(1, PadLast(32, ShiftLB(Gen))));
  expectProved(*line(), GridBlock(0, ShiftLB(Gen)));
  expectProved(*plane(), GridBlock(1, Permute({1, 0}, ShiftLB(Gen))));
  expectProved(*plane(), GridBlock(1, SplitLast(8, FoldLast2(ShiftLB(Gen)))),
               ProofKind::ByTheorem);
  expectProved(*strided(), GridBlock(1, CompressGrid({1}, ShiftLB(Gen))));
  expectProved(*strided(), GridBlock(1, PruneGrid(ShiftLB(Gen))));
}

TEST(Proof, HoldsForTheStrategies) {
  for (auto Make : {line, plane, strided, box4})
    for (strategy S : {Jing, JingExt, FoldAll}) {
      auto Nest = Make();
      SymSpace Space = spaceOf(*Nest, Nest->Depth);
      expectProved(*Nest, choose(S, Space),
                   S == FoldAll && Nest->Depth > 1 ? ProofKind::ByTheorem
                                                   : ProofKind::AllParameters);
    }
  auto Nest = box4();
  expectProved(*Nest, fold_all_3d(spaceOf(*Nest, 4)), ProofKind::ByTheorem);
}

// A piece that divides the padded row divides the folded rows: the product of
// extents is known as a multiple.
TEST(Proof, KnowsMultiplesOfProducts) {
  expectProved(*plane(),
               GridBlock(0, SplitLast(4, FoldLast2(PadLast(32, ShiftLB(Gen))))),
               ProofKind::ByTheorem);
  expectProved(
      *plane(),
      GridBlock(
          1, SplitLast(2, SplitLast(8, FoldLast2(PadLast(32, ShiftLB(Gen)))))),
      ProofKind::ByTheorem);
}

// All extents of the launch are 1: there is one value of each coordinate, and
// not two that recover the same iteration.
TEST(Proof, HoldsForAThreadThatIsAlone) {
  auto Nest = handSpace({}, {dim("i", 3, 4)}, "{ Stmt[i] : i = 3 }");
  expectProved(*Nest, GridBlock(0, ShiftLB(Gen)));
  expectProved(*Nest, GridBlock(1, ShiftLB(Gen)));
}

// Quotients of quotients of quotients: cut apart, they cost little.
TEST(Proof, TakesTwelveDimensions) {
  std::vector<Dimension> Dims;
  std::string Tuple, Cond;
  static const char *const Names[] = {"a", "b", "c", "d", "e", "f",
                                      "g", "h", "i", "j", "o", "p"};
  for (const char *Name : Names) {
    Dims.push_back(dim(Name, 0, Dims.empty() ? N : Sym(2)));
    Tuple += (Tuple.empty() ? "" : ", ") + std::string(Name);
    Cond += (Cond.empty() ? "" : " and ") + ("0 <= " + std::string(Name)) +
            " < " + toString(Dims.back().Upper);
  }
  auto Nest =
      handSpace({{"n"}}, Dims, "{ Stmt[" + Tuple + "] : " + Cond + " }");
  for (strategy S : {FoldAll, JingExt}) {
    expectProved(*Nest, choose(S, spaceOf(*Nest, 12)), ProofKind::ByTheorem);
    EXPECT_LT(Nest->Isl->operationsUsed(), 100000u);
  }
}

// Bounds made of quotients and minima cost isl no more than parameters: the
// proof holds for any values that they may have.
TEST(Proof, TakesHardBoundsForUnknowns) {
  Sym Low = floor_div(N, 4), High = floor_div(N, 3) - 1,
      Least = min_of(floor_mod(M, 7), min_of(N, K + L)),
      Most = max_of(floor_div(M + 31, 32), min_of(N, L));
  auto Nest = handSpace(
      {{"n"}, {"m"}, {"k"}, {"l"}},
      {dim("i", Low, High, 3), dim("j", Least, Most), dim("p", Low, Most)},
      "{ Stmt[i, j, p] : floor(n/4) <= i < floor(n/3) - 1 and "
      "(i - floor(n/4)) mod 3 = 0 and "
      "min(m mod 7, n, k + l) <= j < max(floor((m + 31)/32), min(n, l)) and "
      "floor(n/4) <= p < max(floor((m + 31)/32), min(n, l)) }");
  Nest->Isl->resume(2000000);
  expectProved(
      *Nest,
      GridBlock(1, SplitLast(4, FoldLast2(FoldLast2(PruneGrid(ShiftLB(Gen)))))),
      ProofKind::ByTheorem);
  // Most of it for the comparison of the box with the domain.
  EXPECT_LT(Nest->Isl->operationsUsed(), 600000u);
}

/// One thread behind a guard, in a grid of n * m blocks, for one iteration.
ProofOutcome inAGridOfAProduct(int64_t Least) {
  auto Nest = handSpace({{"n", Least, 100}, {"m", Least, 100}},
                        {dim("i", 0, 1)}, "{ Stmt[i] : i = 0 }");
  ThreadMapping V;
  V.Grid[0] = N * M;
  V.Grid[1] = V.Grid[2] = V.Block[0] = V.Block[1] = V.Block[2] = Sym(1);
  V.Recovery.push_back({"i", Sym::leaf(GridLeaf[0])});
  V.Guards.push_back({less(leaf("i"), 1), 1, 0, false});
  return prove(V, *Nest, 1);
}

// A grid without blocks runs nothing.
TEST(Proof, NeedsFactorsOfAProductToBeAtLeastOne) {
  EXPECT_EQ(inAGridOfAProduct(1).Holds, isl::Answer::Yes);
  EXPECT_NE(inAGridOfAProduct(0).Holds, isl::Answer::Yes);
}

} // namespace
