//===- TileShapesTest.cpp - Tiles of other shapes against counting --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/TileShapes.h"
#include "RandomForms.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace heddle;
using namespace heddle::test;

namespace {

/// OfIndices local + OfSize b + Constant >= 0.
LocalConstraint form(Point OfIndices, int64_t OfSize, int64_t Constant) {
  return {{{std::move(OfIndices), {}, Constant}, OfSize}, false};
}

/// Tiles of a space without parameters, or with Params of them.
ShapedTiles tiles(std::vector<Point> Lattice,
                  std::vector<LocalConstraint> Shape,
                  std::vector<bool> Divides = {}) {
  for (LocalConstraint &C : Shape)
    C.Form.Form.OfParams.assign(Divides.size(), 0);
  return {std::move(Lattice), std::move(Shape), std::move(Divides), 1};
}

/// -b < j <= b, -2b < i + j <= 2b, -2b < j - i <= 2b, as in the paper.
ShapedTiles hexagons(std::vector<bool> Divides = {}) {
  return tiles({{3, 3}, {1, -1}},
               {form({0, 1}, 1, -1), form({0, -1}, 1, 0), form({1, 1}, 2, -1),
                form({-1, -1}, 2, 0), form({-1, 1}, 2, -1),
                form({1, -1}, 2, 0)},
               std::move(Divides));
}

/// Rectangles of 3b x 2b on the same lattice.
ShapedTiles bricks() {
  return tiles({{3, 3}, {1, -1}}, {form({1, 0}, 0, 0), form({-1, 0}, 3, -1),
                                   form({0, 1}, 0, 0), form({0, -1}, 2, -1)});
}

/// Trapezoids of height 2b, one upright and one upside down by turns, are no
/// lattice; those with slopes that both lean are: i in [j, j + 2b).
ShapedTiles leaning() {
  return tiles({{2, 1}, {0, 1}}, {form({0, 1}, 0, 0), form({0, -1}, 1, -1),
                                  form({1, -1}, 0, 0), form({-1, 1}, 2, -1)});
}

using Split = SplitPoint;

/// All ways to put the point into a tile.
std::vector<Split> splits(const ShapedTiles &T, int64_t Size,
                          const Point &Index) {
  // The shapes here go less than three tiles from their origins.
  constexpr int64_t Near = 3;
  const std::vector<Point> &L = T.Lattice;
  const double Det = static_cast<double>(L[0][0] * L[1][1] - L[0][1] * L[1][0]);
  const auto Around = [&](int64_t A, int64_t B) {
    return std::llround(static_cast<double>(A * Index[0] + B * Index[1]) /
                        (Det * static_cast<double>(Size)));
  };
  const Point First{Around(L[1][1], -L[0][1]), Around(-L[1][0], L[0][0])};
  std::vector<Split> All;
  for (int64_t Place = 0; Place != (2 * Near + 1) * (2 * Near + 1); ++Place) {
    const Point Block{First[0] - Near + Place % (2 * Near + 1),
                      First[1] - Near + Place / (2 * Near + 1)};
    Split S;
    S.Size = Size;
    S.Index = Index;
    S.Block = Block;
    for (unsigned D = 0; D != T.dims(); ++D) {
      int64_t Origin = 0;
      for (unsigned E = 0; E != T.dims(); ++E)
        Origin += T.Lattice[D][E] * Block[E];
      S.Local.push_back(Index[D] - Size * Origin);
    }
    S.LocalParams.assign(T.Divides.size(), 0);
    if (S.in(T.Shape))
      All.push_back(S);
  }
  return All;
}

class Random : public RandomForms {
public:
  using RandomForms::RandomForms;

  /// A lattice whose cells, or rather tiles of which shape, are found again.
  ShapedTiles tiles(std::vector<bool> Divides) {
    while (true) {
      std::vector<Point> L{{between(-2, 2), between(-2, 2)},
                           {between(-2, 2), between(-2, 2)}};
      if (L[0][0] * L[1][1] != L[0][1] * L[1][0])
        return latticeTiles(L, std::move(Divides));
    }
  }
};

TEST(TileShapes, ThatTessellateAreTold) {
  const isl::Context C;
  EXPECT_EQ(tessellates(C, hexagons()), isl::Answer::Yes);
  EXPECT_EQ(tessellates(C, bricks()), isl::Answer::Yes);
  EXPECT_EQ(tessellates(C, leaning()), isl::Answer::Yes);
  EXPECT_EQ(
      tessellates(C, latticeTiles({{2, -1, 0}, {1, 1, 0}, {0, 1, 3}}, {})),
      isl::Answer::Yes);
}

TEST(TileShapes, ThatOverlapOrLeaveGapsAreTold) {
  const isl::Context C;
  ShapedTiles Overlap = hexagons();
  Overlap.Shape[0].Form.Form.Constant = 0; // -b <= j
  EXPECT_EQ(tessellates(C, Overlap), isl::Answer::No);
  ShapedTiles Gap = hexagons();
  Gap.Shape[1].Form.Form.Constant = -1; // j < b
  EXPECT_EQ(tessellates(C, Gap), isl::Answer::No);
  ShapedTiles Apart = bricks();
  Apart.Lattice = {{4, 0}, {0, 2}};
  EXPECT_EQ(tessellates(C, Apart), isl::Answer::No);
  ShapedTiles Open = hexagons();
  Open.Shape.resize(2); // -b < j <= b
  EXPECT_EQ(tessellates(C, Open), isl::Answer::Unknown);
}

TEST(TileShapes, OfAHexagonsTriangleAreThoseOfThePaper) {
  // j - i <= N, i + j <= N, 0 < j, with N = 6 b N_b + 2 b.
  const std::vector<AffineConstraint> Domain{{{{1, -1}, {1}, 0}, false},
                                             {{{-1, -1}, {1}, 0}, false},
                                             {{{0, 1}, {0}, -1}, false}};
  const isl::Context C;
  const isl::Set Sizes =
      isl::readSet(C, "[p0] -> { [i, j] : exists n : n > 0 and p0 = 6 n + 2 }");
  const auto Count = [&](llvm::ArrayRef<AffineConstraint> Of) {
    const auto Pieces = partition(C, Of, hexagons({true}));
    EXPECT_TRUE(Pieces);
    return Pieces
               ? llvm::count_if(*Pieces,
                                [&](const TilePiece &P) {
                                  return isl::isEmpty(
                                             blocksOf(C, P, {{1, 1}, {true}, 1})
                                                 .intersect(Sizes)) ==
                                         isl::Answer::No;
                                })
               : 0;
  };
  // 2 x 2 x 2, of which the paper has all 8. No tile has both a corner of the
  // triangle's base and the base's edge.
  for (const AffineConstraint &Each : Domain)
    EXPECT_EQ(Count(Each), 2);
  EXPECT_EQ(Count(Domain), 5);
}

TEST(TileShapes, FromHexagonsToRectanglesEachPointFindsItsTile) {
  const isl::Context C;
  const std::vector<AffineForm> Same{{{1, 0}, {}, 0}, {{0, 1}, {}, 0}};
  const ShapedTiles From = hexagons(), To = bricks();
  const auto Found = partition(C, Same, From, To);
  ASSERT_TRUE(Found && !Found->NeedsRemainders);
  // Parts of both tiles have two values in each of two dimensions. Half of the
  // paper's 16 branches have no point; all others are taken below.
  EXPECT_EQ(Found->Branches.size(), 8u);
  std::set<const FunctionBranch *> Used;
  for (int64_t Size = 1; Size <= 4; ++Size)
    for (int64_t I = -9; I != 10; ++I)
      for (int64_t J = -9; J != 10; ++J) {
        const auto Source = splits(From, Size, {I, J}),
                   Image = splits(To, Size, {I, J});
        ASSERT_EQ(Source.size(), 1u);
        ASSERT_EQ(Image.size(), 1u);
        unsigned Taken = 0;
        for (const FunctionBranch &B : Found->Branches) {
          if (!Source[0].in(B.Where))
            continue;
          ++Taken;
          Used.insert(&B);
          for (size_t D = 0; D != 2; ++D) {
            EXPECT_EQ(valueOf(B.Block[D], Source[0].Block, {}),
                      Image[0].Block[D]);
            EXPECT_EQ(Source[0].at(B.Local[D]), Image[0].Local[D]);
          }
        }
        EXPECT_EQ(Taken, 1u);
      }
  EXPECT_EQ(Used.size(), 8u);
}

TEST(TileShapes, AFunctionBetweenLatticesThatDoNotMeetIsRefused) {
  const isl::Context C;
  const std::vector<AffineForm> Same{{{1, 0}, {}, 0}, {{0, 1}, {}, 0}};
  const auto Found =
      partition(C, Same, latticeTiles({{1, 0}, {0, 1}}, {}), hexagons());
  ASSERT_TRUE(Found);
  EXPECT_TRUE(Found->NeedsRemainders);
  EXPECT_TRUE(Found->Branches.empty());
}

TEST(TileShapes, OfPolyhedraHasEachPointOnce) {
  Random R(61);
  unsigned Inside = 0, Full = 0;
  for (unsigned Round = 0; Round != 300; ++Round) {
    const std::vector<bool> Divides(1, R.between(0, 1) != 0);
    const ShapedTiles T = Round % 3 == 0 ? hexagons(Divides)
                          : Round % 3 == 1
                              ? latticeTiles({{2, 1}, {0, 1}}, Divides)
                              : R.tiles(Divides);
    std::vector<AffineConstraint> Domain;
    for (int64_t Count = R.between(1, 3); Count != 0; --Count)
      Domain.push_back({R.form(2, 1), R.between(0, 7) == 0});
    const isl::Context C(1UL << 30, /*Seconds=*/60);
    const auto Pieces = partition(C, Domain, T);
    ASSERT_TRUE(Pieces) << Round;
    for (const TilePiece &P : *Pieces)
      Full += P.isFull();
    for (int64_t Size = 1; Size <= 4; ++Size)
      for (unsigned Try = 0; Try != 20; ++Try) {
        const Point At{R.between(-8, 8), R.between(-8, 8)};
        std::vector<Split> Of = splits(T, Size, At);
        ASSERT_EQ(Of.size(), 1u) << Round;
        Split &S = Of[0];
        S.BlockParams = {R.between(-2, 3)};
        S.LocalParams = {Divides[0] ? 0 : R.between(0, Size - 1)};
        S.Params = {Size * S.BlockParams[0] + S.LocalParams[0]};
        const auto In = llvm::count_if(
            *Pieces, [&](const TilePiece &P) { return S.in(P); });
        ASSERT_EQ(In, S.in(Domain)) << Round << " " << Size;
        Inside += In;
      }
  }
  EXPECT_GT(Inside, 1000u);
  EXPECT_GT(Full, 50u);
}

TEST(TileShapes, OfFunctionsLeadsToTheTileOfTheImage) {
  Random R(63);
  unsigned Refused = 0, Found = 0;
  for (unsigned Round = 0; Round != 300; ++Round) {
    const ShapedTiles From = Round % 2 ? hexagons({true}) : R.tiles({true}),
                      To = Round % 4 == 1   ? bricks()
                           : Round % 4 == 2 ? leaning()
                                            : R.tiles({});
    std::vector<AffineForm> F{R.form(2, 1), R.form(2, 1)};
    for (AffineForm &Each : F) // so that many meet
      for (int64_t &V : Each.OfIndices)
        V *= R.between(0, 2);
    const isl::Context C(1UL << 30, /*Seconds=*/60);
    const auto Of = partition(C, F, From, To);
    ASSERT_TRUE(Of) << Round;
    ++(Of->NeedsRemainders ? Refused : Found);
    if (Of->NeedsRemainders)
      continue;
    for (unsigned Try = 0; Try != 10; ++Try) {
      const int64_t Size = R.between(1, 4);
      std::vector<Split> Source =
          splits(From, Size, {R.between(-3, 3), R.between(-3, 3)});
      ASSERT_EQ(Source.size(), 1u);
      Split &S = Source[0];
      S.BlockParams = {R.between(-1, 1)};
      S.Params = {Size * S.BlockParams[0]};
      const auto Image = splits(
          To, Size,
          {valueOf(F[0], S.Index, S.Params), valueOf(F[1], S.Index, S.Params)});
      if (Image.size() != 1)
        continue; // beyond the blocks that are looked at
      unsigned Taken = 0;
      for (const FunctionBranch &B : Of->Branches) {
        if (!S.in(B.Where))
          continue;
        ++Taken;
        for (size_t D = 0; D != 2; ++D) {
          EXPECT_EQ(valueOf(B.Block[D], S.Block, S.BlockParams),
                    Image[0].Block[D]);
          EXPECT_EQ(S.at(B.Local[D]), Image[0].Local[D]);
        }
      }
      EXPECT_EQ(Taken, 1u) << Round;
    }
  }
  EXPECT_GT(Refused, 20u);
  EXPECT_GT(Found, 60u);
}

} // namespace
