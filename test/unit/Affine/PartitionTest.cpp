//===- PartitionTest.cpp - Tiles of one symbolic size against counting ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Partition.h"
#include "RandomForms.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

int64_t floorDiv(int64_t A, int64_t B) {
  return A >= 0 ? A / B : -((B - 1 - A) / B);
}

using Split = SplitPoint;

class Random : public RandomForms {
public:
  using RandomForms::RandomForms;

  Partitioning partitioning(size_t Indices, size_t Params) {
    Partitioning By;
    for (size_t D = 0; D != Indices; ++D)
      By.Ratios.push_back(between(1, 3));
    for (size_t P = 0; P != Params; ++P)
      By.Divides.push_back(between(0, 1) != 0);
    By.Least = between(1, 3);
    return By;
  }
  Split split(const Partitioning &By, int64_t Size) {
    Split S;
    S.Size = Size;
    for (const int64_t Ratio : By.Ratios) {
      S.Block.push_back(between(-3, 3));
      S.Local.push_back(between(0, Size * Ratio - 1));
      S.Index.push_back(Size * Ratio * S.Block.back() + S.Local.back());
    }
    for (const bool Divides : By.Divides) {
      S.BlockParams.push_back(between(-2, 3));
      S.LocalParams.push_back(Divides ? 0 : between(0, Size - 1));
      S.Params.push_back(Size * S.BlockParams.back() + S.LocalParams.back());
    }
    return S;
  }
};

/// i + j <= N - 1, and besides j <= M, over i, j >= 0; parameters N, M.
std::vector<AffineConstraint> triangle(bool IsCut) {
  std::vector<AffineConstraint> All = {{{{-1, -1}, {1, 0}, -1}, false},
                                       {{{1, 0}, {0, 0}, 0}, false},
                                       {{{0, 1}, {0, 0}, 0}, false}};
  if (IsCut)
    All.push_back({{{0, -1}, {0, 1}, 0}, false});
  return All;
}

size_t piecesOf(llvm::ArrayRef<AffineConstraint> Domain,
                const Partitioning &By) {
  const isl::Context C;
  const auto Pieces = partition(C, Domain, By);
  return Pieces ? Pieces->size() : 0;
}

TEST(Partition, OfATriangleHasTheDiagonalTilesAndTheWholeOnes) {
  EXPECT_EQ(piecesOf(triangle(false), {{1, 1}, {true, true}, 1}), 2u);
  EXPECT_EQ(piecesOf(triangle(false), {{2, 1}, {true, true}, 1}), 3u);
  // Where b does not divide N, tiles on the diagonal may have another
  // neighbour.
  EXPECT_EQ(piecesOf(triangle(false), {{1, 1}, {false, true}, 1}), 3u);
  EXPECT_EQ(piecesOf(triangle(false), {{2, 1}, {false, true}, 1}), 4u);

  const isl::Context C;
  const auto Pieces = partition(C, triangle(false), {{1, 1}, {true, true}, 1});
  ASSERT_TRUE(Pieces);
  EXPECT_TRUE(Pieces->front().isFull());
  EXPECT_FALSE(Pieces->back().isFull());
  // i + j < b, in both indices of a tile.
  const isl::Set Locals =
      localsOf(C, Pieces->back().Locals, {{1, 1}, {true, true}, 1});
  EXPECT_EQ(isl::isEqual(Locals,
                         isl::readSet(C, "[b, p0, p1] -> { [i, j] : b >= 1 and "
                                         "p0 = 0 and p1 = 0 and 0 <= i < b and "
                                         "0 <= j < b and i + j < b }")),
            isl::Answer::Yes);
}

TEST(Partition, OfASetIsThatOfItsPolyhedra) {
  const isl::Context C;
  const Partitioning By{{1, 1}, {true}, 1};
  const auto Pieces =
      partition(C,
                isl::readSet(C, "[N] -> { [i, j] : 0 <= i, j and i + j < N; "
                                "[i, j] : 0 <= i, j < N and i + j >= N }"),
                By);
  ASSERT_TRUE(Pieces);
  Random R(4);
  for (unsigned Try = 0; Try != 2000; ++Try) {
    const Split S = R.split(By, R.between(1, 6));
    const int64_t N = S.Params[0], I = S.Index[0], J = S.Index[1];
    EXPECT_EQ(
        llvm::count_if(*Pieces, [&](const TilePiece &P) { return S.in(P); }),
        0 <= I && I < N && 0 <= J && J < N);
  }
  // Where steps begin in a block is not known.
  EXPECT_FALSE(partition(
      C, isl::readSet(C, "[N] -> { [i, j] : 0 <= i, j < N and i mod 2 = 0 }"),
      By));
}

TEST(Partition, OfACutTriangleHasSixPieces) {
  EXPECT_EQ(piecesOf(triangle(true), {{1, 1}, {false, false}, 1}), 6u);
  EXPECT_EQ(piecesOf(triangle(true), {{1, 1}, {true, true}, 1}), 4u);
}

TEST(Partition, OfAFunctionLeavesOutBranchesThatNoIndexTakes) {
  // (i, j) -> (2 i, N - j - 1, i + j)
  const std::vector<AffineForm> F = {
      {{2, 0}, {0}, 0}, {{0, -1}, {1}, -1}, {{1, 1}, {0}, 0}};
  const isl::Context C;
  const auto Halves = partition(C, F, {{2, 2}, {true}, 1}, {2, 1, 2});
  ASSERT_TRUE(Halves && !Halves->Wrong);
  // 2 i has four blocks of b, and twice as many are met.
  const auto Quarters = partition(C, F, {{2, 2}, {true}, 1}, {1, 1, 2});
  ASSERT_TRUE(Quarters && !Quarters->Wrong);
  const std::vector<AffineForm> G = {{{1, 0}, {0}, 0}, F[1], F[2]};
  const auto Plain = partition(C, G, {{2, 2}, {true}, 1}, {1, 1, 2});
  ASSERT_TRUE(Plain && !Plain->Wrong);
  EXPECT_EQ(Halves->Branches.size(), 6u); // of 8
  EXPECT_EQ(Plain->Branches.size(), 6u);  // of 8
  EXPECT_EQ(Quarters->Branches.size(), 12u);
}

TEST(Partition, RefusesRatiosThatBlocksDoNotMeet) {
  // From blocks of 2 b to some of 6 b: i -> i.
  const isl::Context C;
  const std::vector<AffineForm> Same = {{{1}, {}, 0}};
  const auto Found = partition(C, Same, {{2}, {}, 1}, {6});
  ASSERT_TRUE(Found && Found->Wrong);
  EXPECT_TRUE(Found->Branches.empty());
  EXPECT_EQ(Found->Wrong->Output, 0u);
  EXPECT_EQ(Found->Wrong->Of, 0u);
  EXPECT_FALSE(Found->Wrong->IsParam);
  EXPECT_EQ(Found->Wrong->Added, 2);
  // A parameter has blocks of b.
  const std::vector<AffineForm> Shifted = {{{2}, {1}, 0}};
  const auto ByParam = partition(C, Shifted, {{1}, {false}, 1}, {2});
  ASSERT_TRUE(ByParam && ByParam->Wrong);
  EXPECT_TRUE(ByParam->Wrong->IsParam);
  // The other way round all is well.
  const auto Back = partition(C, Same, {{6}, {}, 1}, {2});
  ASSERT_TRUE(Back && !Back->Wrong);
  EXPECT_EQ(Back->Branches.size(), 3u);
}

TEST(Partition, HasTheLeastRatiosThatReadsAllow) {
  // C[i][j] += A[i][k] * B[k][j], over i, j, k
  const PartitionedRead A{{{{1, 0, 0}, {}, 0}, {{0, 0, 1}, {}, 0}}, {2, 2}},
      B{{{{0, 0, 1}, {}, 0}, {{0, 1, 0}, {}, 0}}, {2, 1}};
  EXPECT_EQ(leastRatios(3, {A, B}), (std::vector<int64_t>{2, 1, 2}));
  EXPECT_FALSE(conflictOf({A, B}, {{2, 1, 2}, {}, 1}));
  EXPECT_FALSE(conflictOf({A, B}, {{4, 3, 2}, {}, 1}));
  const auto Found = conflictOf({A, B}, {{2, 1, 1}, {}, 1});
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->first, 0u);
  EXPECT_EQ(Found->second.Output, 1u);
  EXPECT_EQ(Found->second.Of, 2u);

  // t[i] = a[i + 1] + b[3 i], and then out[i] = t[i]
  const PartitionedRead Next{{{{1}, {}, 1}}, {2}}, Third{{{{3}, {}, 0}}, {3}};
  const std::vector<int64_t> OfT = leastRatios(1, {Next, Third});
  EXPECT_EQ(OfT, std::vector<int64_t>{2});
  const PartitionedRead T{{{{1}, {}, 0}}, OfT};
  EXPECT_TRUE(conflictOf({T}, {{1}, {}, 1}));
  EXPECT_FALSE(conflictOf({T}, {{2}, {}, 1}));
}

TEST(Partition, OfPolyhedraHasEachPointOnce) {
  Random R(2027);
  unsigned Inside = 0, Full = 0, Partial = 0;
  for (unsigned Round = 0; Round != 5000; ++Round) {
    const auto Indices = static_cast<size_t>(R.between(1, 3)),
               Params = static_cast<size_t>(R.between(0, 2));
    const Partitioning By = R.partitioning(Indices, Params);
    std::vector<AffineConstraint> Domain;
    for (int64_t Count = R.between(1, 3); Count != 0; --Count)
      Domain.push_back({R.form(Indices, Params), R.between(0, 7) == 0});
    const isl::Context C(1UL << 30, /*Seconds=*/60);
    const auto Pieces = partition(C, Domain, By);
    ASSERT_TRUE(Pieces) << Round;
    for (int64_t Size = By.Least; Size <= 6; ++Size)
      for (unsigned Try = 0; Try != 40; ++Try) {
        const Split S = R.split(By, Size);
        const auto In = llvm::count_if(
            *Pieces, [&](const TilePiece &P) { return S.in(P); });
        ASSERT_EQ(In, S.in(Domain)) << Round << " " << Size;
        Inside += In;
      }
    for (const TilePiece &P : *Pieces)
      ++(P.isFull() ? Full : Partial);
  }
  EXPECT_GT(Inside, 100000u);
  EXPECT_GT(Full, 1000u);
  EXPECT_GT(Partial, 10000u);
}

TEST(Partition, OfFunctionsLeadsToTheBlockAndThePlaceInIt) {
  Random R(1105);
  unsigned Refused = 0, Found = 0;
  for (unsigned Round = 0; Round != 5000; ++Round) {
    const auto Indices = static_cast<size_t>(R.between(1, 3)),
               Params = static_cast<size_t>(R.between(0, 2)),
               Outputs = static_cast<size_t>(R.between(1, 2));
    const Partitioning By = R.partitioning(Indices, Params);
    std::vector<AffineForm> F;
    std::vector<int64_t> Ratios;
    for (size_t O = 0; O != Outputs; ++O) {
      F.push_back(R.form(Indices, Params));
      Ratios.push_back(R.between(1, 2));
    }
    const isl::Context C;
    const auto Parts = partition(C, F, By, Ratios);
    ASSERT_TRUE(Parts) << Round;
    if (Parts->Wrong) {
      ++Refused;
      EXPECT_NE(Parts->Wrong->Added % Ratios[Parts->Wrong->Output], 0);
      continue;
    }
    for (int64_t Size = By.Least; Size <= 6; ++Size)
      for (unsigned Try = 0; Try != 20; ++Try) {
        const Split S = R.split(By, Size);
        unsigned Taken = 0;
        for (const FunctionBranch &B : Parts->Branches) {
          if (!S.in(B.Where))
            continue;
          ++Taken;
          for (size_t O = 0; O != Outputs; ++O) {
            const int64_t To = valueOf(F[O], S.Index, S.Params),
                          Length = Size * Ratios[O];
            ASSERT_EQ(S.atBlock(B.Block[O]), floorDiv(To, Length)) << Round;
            ASSERT_EQ(S.at(B.Local[O]), To - floorDiv(To, Length) * Length)
                << Round;
          }
        }
        ASSERT_EQ(Taken, 1u) << Round << " " << Size;
        ++Found;
      }
  }
  EXPECT_GT(Refused, 500u);
  EXPECT_GT(Found, 100000u);
}

} // namespace
