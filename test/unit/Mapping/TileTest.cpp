//===- TileTest.cpp - The proof of a tile notices each damage -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Tile.h"
#include "HandSpace.h"
#include "Mapping/TileBanks.h"
#include "Mapping/TileLayout.h"
#include "Mapping/TileSizes.h"
#include "heddle/strategy.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

const Sym N = leaf("n"), M = leaf("m");

/// y[i][j] of x[j][i] and x[j + 1][i], over 0 <= i < n, 0 <= j < m, in blocks
/// of 4 x 8.
struct Turn {
  std::shared_ptr<AffineNest> Nest =
      handSpace({{"n"}, {"m"}}, {dim("i", 0, N), dim("j", 0, M)},
                "{ Stmt[i, j] : 0 <= i < n and 0 <= j < m }");
  ThreadMapping V;
  Tile T;
  std::string Why;

  Turn() {
    Nest->Arrays.push_back({"x", std::nullopt, {N}, 2});
    for (int Row : {0, 1}) {
      AffineAccess A;
      A.Relation = isl::readMap(
          *Nest->Isl, "[n, m] -> { Stmt[i, j] -> x[j + " + std::to_string(Row) +
                          ", i] : 0 <= i < n and 0 <= j < m }");
      A.Domain = A.Relation.domain();
      Nest->Accesses.push_back(A);
    }
    V = mappingOf(*Nest, Blocks({4, 8}));
    T.Axes = *tileAxes(V, *Nest, 2, Why);
    StagedBuffer B;
    B.Origin = {T.Axes[1].Origin, T.Axes[0].Origin};
    B.Extents = {9, 4};
    B.Pitch = 4;
    const Sym Row = leaf(elementLeaf(0).c_str()),
              Of = leaf(elementLeaf(1).c_str());
    B.Touched = both(less_equal(Row, M), less(Of, N));
    const Sym I = leaf(placeLeaf(0).c_str()), J = leaf(placeLeaf(1).c_str());
    B.Reads = {{0, {J, I}}, {1, {J + Sym(1), I}}};
    T.Buffers.push_back(B);
    T.Threads[0] = 8;
    T.Threads[1] = 4;
  }
  StagedBuffer &buffer() { return T.Buffers.front(); }
  isl::Answer prove() { return proveTile(T, V, *Nest, 2, Why); }
};

TEST(Tile, TheBoxOfABlockIsFound) {
  Turn It;
  ASSERT_EQ(It.T.Axes.size(), 2u);
  EXPECT_EQ(It.T.Axes[0].Extent, 4);
  EXPECT_EQ(It.T.Axes[1].Extent, 8);
  EXPECT_EQ(toString(It.T.Axes[0].Origin), "blockIdx.y * 4");
  EXPECT_EQ(toString(It.T.Axes[1].Place), "threadIdx.x");
}

TEST(Tile, BlocksAreOneToOneAndBoxes) {
  const Turn It;
  for (const mapping &M :
       {Blocks({4, 8}), Blocks({4, 8}, {2, 1}), Blocks({6, 8}, {3, 4}),
        Blocks({1, 8}), Blocks({5, 7}, Permute({1, 0}, ShiftLB(Gen)))}) {
    ThreadMapping V = mappingOf(*It.Nest, M);
    EXPECT_EQ(prove(V, *It.Nest, 2).Holds, isl::Answer::Yes) << spell(M);
    std::string Why;
    const auto Axes = tileAxes(V, *It.Nest, 2, Why);
    ASSERT_TRUE(Axes) << spell(M) << Why;
  }
  std::string Why;
  const auto Axes =
      tileAxes(mappingOf(*It.Nest, Blocks({6, 8}, {3, 4})), *It.Nest, 2, Why);
  EXPECT_EQ((*Axes)[0].Extent, 6);
  EXPECT_EQ((*Axes)[1].Extent, 8);
}

TEST(Tile, AFoldWithinABlockIsNoBox) {
  Turn It;
  const ThreadMapping Folded =
      mappingOf(*It.Nest, GridBlock(1, SplitLast(32, FoldLast2(ShiftLB(Gen)))));
  EXPECT_FALSE(tileAxes(Folded, *It.Nest, 2, It.Why));
  EXPECT_EQ(It.Why, "'i' is not linear in the thread's coordinates");
}

TEST(Tile, IsProved) {
  Turn It;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
}

TEST(Tile, AnotherOriginIsNoticed) {
  Turn It;
  It.buffer().Origin[0] = It.buffer().Origin[0] + Sym(1);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an access may find another element");
}

TEST(Tile, AnotherPlaceOfAReadIsNoticed) {
  Turn It;
  std::swap(It.buffer().Reads[0][0], It.buffer().Reads[0][1]);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an access may find another element");
}

TEST(Tile, ABufferWithoutItsHaloIsNoticed) {
  Turn It;
  It.buffer().Extents[0] = 8;
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an access may be outside of the buffer");
}

TEST(Tile, ALoadThatIsLeftOutIsNoticed) {
  Turn It;
  It.buffer().Touched = both(less(leaf(elementLeaf(0).c_str()), M),
                             less(leaf(elementLeaf(1).c_str()), N));
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "a read may be of an element that is not loaded");
}

TEST(Tile, ALoadBeyondTheArrayIsNoticed) {
  Turn It;
  It.buffer().Touched = less_equal(leaf(elementLeaf(0).c_str()), M);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an element may be loaded that no iteration reads");
}

TEST(Tile, AnUncertainReadIsNoticed) {
  Turn It;
  It.Nest->Accesses[1].May = true;
  EXPECT_NE(It.prove(), isl::Answer::Yes);
}

TEST(Tile, AWholeLoadBeyondTheArrayIsNoticed) {
  Turn It;
  const Sym Row = leaf(elementLeaf(0).c_str()),
            Of = leaf(elementLeaf(1).c_str());
  It.buffer().AllTouched =
      both(less_equal(Row + Sym(8), M), less(Of + Sym(3), N));
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  It.buffer().AllTouched =
      both(less_equal(Row + Sym(7), M), less(Of + Sym(3), N));
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an element may be loaded that no iteration reads");
}

TEST(Tile, ATileThatIsFullButForOneIterationIsNoticed) {
  Turn It;
  const Sym Row = Sym::leaf(GridLeaf[1]) * Sym(4),
            Column = Sym::leaf(GridLeaf[0]) * Sym(8);
  It.T.Full = both(less(Row + Sym(3), N), less(Column + Sym(7), M));
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  It.T.Full = both(less(Row + Sym(3), N), less(Column + Sym(6), M));
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "a full tile may have threads without an iteration");
}

/// x[j][i] is set, over 0 <= i < n, 0 <= j < m, in blocks of 4 x 8.
struct TurnedStores : Turn {
  TurnedStores() {
    Nest->Accesses.resize(1);
    Nest->Accesses[0].IsWrite = true;
    StagedBuffer &B = buffer();
    B.Extents = {8, 4};
    B.Touched = Sym::truth(false);
    B.Stored = both(less(row(), M), less(column(), N));
    B.Writes = {{0, B.Reads[0]}};
    B.Reads.clear();
  }
  static Sym row() { return leaf(elementLeaf(0).c_str()); }
  static Sym column() { return leaf(elementLeaf(1).c_str()); }
};

TEST(Tile, StoresOfABlockAreProved) {
  TurnedStores It;
  It.buffer().AllStored =
      both(less(It.row() + Sym(7), M), less(It.column() + Sym(3), N));
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
}

TEST(Tile, AStoreThatIsLeftOutIsNoticed) {
  TurnedStores It;
  It.buffer().Stored = both(less(It.row() + Sym(1), M), less(It.column(), N));
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "a write may be of an element that is not stored");
}

TEST(Tile, AStoreOfWhatNoIterationWritesIsNoticed) {
  TurnedStores It;
  It.buffer().Stored = less_equal(It.row(), M);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why,
            "a block may store an element that its iterations do not write");
}

TEST(Tile, AWholeStoreBeyondTheArrayIsNoticed) {
  TurnedStores It;
  It.buffer().AllStored =
      both(less(It.row() + Sym(6), M), less(It.column() + Sym(3), N));
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why,
            "a block may store an element that its iterations do not write");
}

TEST(Tile, AStoreIntoAnotherBlocksElementsIsNoticed) {
  TurnedStores It;
  It.buffer().Extents = {9, 4};
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why,
            "a block may store an element that its iterations do not write");
}

TEST(Tile, AnUncertainWriteIsNoticed) {
  TurnedStores It;
  It.Nest->Accesses[0].May = true;
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why,
            "a block may store an element that its iterations do not write");
}

TEST(Tile, ALoadOfWhatAnotherBlockWritesIsNoticed) {
  TurnedStores It;
  It.Nest->Accesses.push_back(It.Nest->Accesses[0]);
  It.Nest->Accesses[1].IsWrite = false;
  It.buffer().Reads = {{1, It.buffer().Writes[0]}};
  It.buffer().Touched = It.buffer().Stored;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  It.buffer().Extents = {9, 4};
  It.buffer().Stored =
      both(It.buffer().Stored,
           less(It.row(), Sym::leaf(GridLeaf[0]) * Sym(8) + Sym(8)));
  EXPECT_NE(It.prove(), isl::Answer::Yes);
}

TEST(Tile, WhatAnotherStageTakesIsWrittenByTheBlock) {
  TurnedStores It;
  It.buffer().IsPassed = true;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  EXPECT_FALSE(It.buffer().isStored());
  It.buffer().Extents = {9, 4};
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why,
            "a block may store an element that its iterations do not write");
}

TEST(Tile, AReadOfWhatNoStageHasLeftIsNoticed) {
  TurnedStores It;
  It.Nest->Accesses[0].IsWrite = false;
  StagedBuffer &B = It.buffer();
  B.Reads = std::exchange(B.Writes, {});
  B.Touched = std::exchange(B.Stored, Sym::truth(false));
  B.IsPassed = true;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  EXPECT_FALSE(B.isLoaded());
  B.Touched = both(less(It.row() + Sym(1), M), less(It.column(), N));
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "a read may be of an element that is not loaded");
}

TEST(Tile, AReadOfWhatItsIterationDoesNotSetIsNoticed) {
  TurnedStores It;
  It.Nest->Accesses.push_back(It.Nest->Accesses[0]);
  It.Nest->Accesses[1].IsWrite = false;
  It.buffer().Reads = {{1, It.buffer().Writes[0]}};
  It.buffer().IsSetFirst = true;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  It.Nest->Accesses[0].Relation = isl::readMap(
      *It.Nest->Isl,
      "[n, m] -> { Stmt[i, j] -> x[j, i] : 0 <= i < n and 0 <= j < m - 1 }");
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why,
            "a read may be of an element that its iteration does not set");
}

TEST(Tile, RowsAreApartWhereAColumnIsRead) {
  Turn It;
  It.V = mappingOf(*It.Nest, Blocks({32, 32}));
  It.T.Axes = *tileAxes(It.V, *It.Nest, 2, It.Why);
  It.T.Threads[0] = It.T.Threads[1] = 32;
  It.buffer().Extents = {33, 32};
  // Threads along x read rows of the buffer, which lie in one bank.
  layOut(It.buffer(), It.T, 4);
  EXPECT_EQ(It.buffer().Pitch, 33);
  std::swap(It.buffer().Reads[0][0], It.buffer().Reads[0][1]);
  std::swap(It.buffer().Reads[1][0], It.buffer().Reads[1][1]);
  layOut(It.buffer(), It.T, 4);
  EXPECT_EQ(It.buffer().Pitch, 32);
}

/// Threads run 4 x 2 iterations, 8 apart along j and 4 along i.
TEST(Tile, AThreadHasNeighboursInSharedMemory) {
  Turn It;
  It.V = mappingOf(*It.Nest, Blocks({8, 32}, {2, 4}));
  It.T.Axes = *tileAxes(It.V, *It.Nest, 2, It.Why);
  It.T.Serial = {2, 4};
  const Sym I = leaf(placeLeaf(0).c_str()), J = leaf(placeLeaf(1).c_str());
  StagedBuffer &B = It.buffer();
  B.Origin = {It.T.Axes[1].Origin, It.T.Axes[0].Origin};
  B.Extents = {32, 8};
  B.Touched = both(less(leaf(elementLeaf(0).c_str()), M),
                   less(leaf(elementLeaf(1).c_str()), N));
  B.Reads = {{0, {J, I}}};
  layOut(B, It.T, 4);
  ASSERT_TRUE(B.Slots);
  EXPECT_EQ(B.Slots->Dim, 0u);
  EXPECT_EQ(B.Slots->Apart, 8);
  EXPECT_EQ(B.Slots->Together, 4);
  EXPECT_EQ(B.order(), (std::vector<size_t>{1, 0}));
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;

  B.Slots->Axis = 0;
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an access may be at another place of the buffer");
  B.Slots->Axis = 1;
  B.Slots->Apart = 4;
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an access may be at another place of the buffer");
  B.Slots->Apart = 8;
  B.Pitch = 28;
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "two elements may lie at one place of the buffer");
}

/// Loads compute the slot of a thread's first place, and of its turns.
TEST(Tile, SlotsOfSumsAreSumsWhereItIsSaid) {
  unsigned Sums = 0, Others = 0;
  for (int64_t Apart : {2, 3, 8})
    for (int64_t Together : {2, 4})
      for (size_t Dim : {0, 1}) { // by slots, and by places
        StagedBuffer B;
        B.Slots = TileSlots{Dim, 0, Apart, Together};
        const int64_t Extent = Apart * Together * 3;
        B.Extents = {Extent, Extent};
        const auto Other = [&](int64_t X) {
          const Counted Of{Sym(X), 1, Extent};
          return (loadsBySlots(B) ? placeOf(*B.Slots, Of)
                                  : slotOf(*B.Slots, Of))
              .value();
        };
        for (int64_t Along = 1; Along <= Extent; ++Along) {
          bool Adds = true;
          for (int64_t X = 0; X != Extent; ++X)
            Adds &= Other(X) == Other(X % Along) + Other(X - X % Along);
          ++(Adds ? Sums : Others);
          EXPECT_TRUE(Adds || !addsUp(B, Along)) << Apart << Together << Along;
        }
        EXPECT_TRUE(addsUp(B, 1) && addsUp(B, Extent / 3));
      }
  EXPECT_TRUE(Sums && Others);
}

TEST(Tile, SizesStandInMultiplesQuotientsAndSums) {
  EXPECT_FALSE(hasTileSize(int64_t(1) << 31));
  EXPECT_EQ(withTileSize(128, 8), 128);
  EXPECT_EQ(withTileSize(tile_size, 8), 8);
  EXPECT_EQ(withTileSize(1024 * tile_size, 1), 1024);
  EXPECT_EQ(withTileSize(6 * tile_size + 2, 8), 50);
  EXPECT_EQ(withTileSize(tile_size - 1, 8), 7);
  EXPECT_EQ(withTileSize(3 * tile_size / 4 - 1, 8), 5);
  EXPECT_EQ(withTileSize(tile_size / 1024, 2048), 2);
  EXPECT_FALSE(withTileSize(tile_size / 4, 2));
  EXPECT_FALSE(withTileSize(2048 * tile_size, 8));
  EXPECT_FALSE(withTileSize(-tile_size, 8));
  const mapping M = Blocks({4 * tile_size, tile_size}, {4, 1});
  ASSERT_TRUE(hasTileSize(M));
  EXPECT_EQ(spell(*withTileSize(M, 8)), spell(Blocks({32, 8}, {4, 1})));
  EXPECT_FALSE(hasTileSize(*withTileSize(M, 8)));
}

TEST(Tile, SlotsAndPlacesAreEachOthersInverse) {
  for (int64_t Apart : {1, 2, 3, 8, 12})
    for (int64_t Together : {2, 4, 8})
      for (int64_t Turns : {1, 2, 3}) {
        const TileSlots S{0, 0, Apart, Together};
        const int64_t Extent = Apart * Together * Turns;
        for (int64_t T = 0; T != Apart; ++T)
          for (int64_t P = 0; P != Together; ++P)
            for (int64_t Q = 0; Q != Turns; ++Q) {
              const int64_t Place = T + Apart * (P + Together * Q),
                            Slot = P + Together * (T + Apart * Q);
              EXPECT_EQ(toString(slotOf(S, {Sym(Place), 1, Extent})),
                        std::to_string(Slot));
              EXPECT_EQ(toString(placeOf(S, {Sym(Slot), 1, Extent})),
                        std::to_string(Place));
            }
      }
}

} // namespace
