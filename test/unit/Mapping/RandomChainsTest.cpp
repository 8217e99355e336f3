//===- RandomChainsTest.cpp - Chains of combinators are right and proved --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "BruteForce.h"
#include "heddle/strategy.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using namespace heddle::test;

namespace {

struct RandomChain {
  std::mt19937 Gen;

  int pick(int Low, int High) {
    return Low +
           static_cast<int>(Gen() % static_cast<unsigned>(High - Low + 1));
  }

  /// A bound and its isl text: small numbers, parameters, quotients and the
  /// like.
  std::pair<Sym, std::string> upper() {
    Sym N = leaf("n"), M = leaf("m");
    switch (pick(0, 9)) {
    case 0:
      return {floor_div(N, 2), "floor(n/2)"};
    case 1:
      return {N - M, "(n - m)"};
    case 2:
      return {ceil_div(N + 1, 3), "ceil((n + 1)/3)"};
    case 3:
      return {min_of(N, M + 2), "min(n, m + 2)"};
    case 4:
    case 5:
    case 6:
      return {N, "n"};
    default:
      int C = pick(3, 7);
      return {Sym(C), std::to_string(C)};
    }
  }

  /// A space of rank 1 to 3 with bounds from -2 to 9 or of parameters.
  std::shared_ptr<AffineNest> space() {
    static const char *const Names[] = {"i", "j", "k"};
    std::vector<Dimension> Dims;
    std::string Tuple, Cond;
    int Rank = pick(1, 3);
    for (int D = 0; D < Rank; ++D) {
      Sym Lower = pick(0, 2) == 0 ? leaf("m") : Sym(pick(-2, 2));
      auto [Upper, UpperText] = upper();
      int Step = pick(0, 2) == 0 ? pick(2, 4) : 1;
      int Width = Step == 1 ? 1 : pick(1, Step);
      std::string Name = Names[D];
      Dims.push_back(dim(Names[D], Lower, Upper, Step, Width));
      Tuple += (D ? ", " : "") + Name;
      Cond += (D ? " and " : "") + toString(Lower) + " <= " + Name + " < " +
              UpperText + " and (" + Name + " - " + toString(Lower) + ") mod " +
              std::to_string(Step) + " < " + std::to_string(Width);
    }
    return handSpace({{"n"}, {"m"}}, Dims,
                     "{ Stmt[" + Tuple + "] : " + Cond + " }");
  }

  mapping extend(mapping M, int &Rank) {
    switch (pick(0, 4)) {
    case 0:
      if (Rank > 3)
        return M;
      ++Rank;
      return SplitLast(pick(0, 1) ? 2 : pick(1, 4), M);
    case 1:
      if (Rank < 2)
        return M;
      --Rank;
      return FoldLast2(M);
    case 2:
      if (Rank < 2 || Rank > 3)
        return M;
      ++Rank;
      return Spread(pick(1, 4), M);
    case 3: {
      std::array<int, max_rank> Order{};
      for (int K = 0; K < Rank; ++K)
        Order[static_cast<size_t>(K)] = K;
      std::shuffle(Order.begin(), Order.begin() + Rank, Gen);
      return Permute(Order, Rank, M);
    }
    default:
      return PadLast(pick(0, 1) ? 4 : pick(1, 4), M);
    }
  }

  mapping chain(const SymSpace &Space) {
    mapping M = ShiftLB(Gen0);
    int Rank = Space.rank;
    if (!Space.dense()) {
      std::array<int, max_rank> All{};
      All.fill(0);
      for (int K = 0; K < Rank; ++K)
        All[static_cast<size_t>(K)] = 1;
      M = pick(0, 1) ? CompressGrid(All, Rank, M) : PruneGrid(M);
    }
    for (int Steps = pick(0, 4); Steps > 0; --Steps)
      M = extend(M, Rank);
    if (const int Serials = pick(0, 3) ? 0 : pick(1, Rank); Serials > 0) {
      M = Serial(Serials, M);
      Rank -= Serials;
    }
    return GridBlock(pick(std::max(0, Rank - 3), std::min(Rank, 3)), M);
  }

  const mapping Gen0{};
};

TEST(RandomChains, AreRightForSmallParametersAndProvedForAll) {
  RandomChain Random{std::mt19937(7)};
  unsigned ByTheorem = 0;
  for (unsigned Round = 0; Round < 400; ++Round) {
    auto Nest = Random.space();
    auto Rank = static_cast<unsigned>(Nest->Dims.size());
    mapping M = Random.chain(spaceOf(*Nest, Rank));
    ASSERT_TRUE(applyNonEmpty(M, spaceOf(*Nest, Rank)).valid()) << spell(M);
    ThreadMapping V = mappingOf(*Nest, M);
    dropImpliedGuards(V, *Nest, Rank);
    EXPECT_TRUE(isRight(V, *Nest, -3, 6)) << spell(M);
    ProofOutcome P = prove(V, *Nest, Rank);
    EXPECT_EQ(P.Holds, isl::Answer::Yes) << spell(M) << ": " << P.Why;
    ByTheorem += P.Kind == ProofKind::ByTheorem;
  }
  EXPECT_GT(ByTheorem, 20u);
}

} // namespace
