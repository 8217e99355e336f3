//===- TileRollsTest.cpp - The proof of a rolling block notices damage ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileRolls.h"
#include "HandSpace.h"
#include "heddle/strategy.h"
#include <gtest/gtest.h>
#include <map>

using namespace heddle;
using namespace heddle::test;

namespace {

const Sym N = leaf("n"), M = leaf("m");

/// y[i][j] of x[i][j] and x[i + 1][j + 1], over 0 <= i < n, 0 <= j < m, in
/// blocks of 8 x 4 that go along i.
struct Rolling {
  std::shared_ptr<AffineNest> Nest =
      handSpace({{"n"}, {"m"}}, {dim("i", 0, N), dim("j", 0, M)},
                "{ Stmt[i, j] : 0 <= i < n and 0 <= j < m }");
  ThreadMapping V;
  Tile T;
  std::string Why;

  Rolling() {
    Nest->Arrays.push_back({"x", std::nullopt, {M + Sym(1)}, 2});
    for (const char *At : {"x[i, j]", "x[i + 1, j + 1]"}) {
      AffineAccess A;
      A.Relation = isl::readMap(*Nest->Isl,
                                "[n, m] -> { Stmt[i, j] -> " + std::string(At) +
                                    " : 0 <= i < n and 0 <= j < m }");
      A.Domain = A.Relation.domain();
      Nest->Accesses.push_back(A);
    }
    V = mappingOf(*Nest, Blocks({8, 4}, {8, 1}));
    T.Axes = *tileAxes(V, *Nest, 2, Why);
    T.Roll = rollOf(T, V, *Nest, "i", Why);
    StagedBuffer B;
    B.Origin = {T.Axes[0].Origin, T.Axes[1].Origin};
    B.Extents = {9, 5};
    B.Pitch = 5;
    const Sym I = leaf(placeLeaf(0).c_str()), J = leaf(placeLeaf(1).c_str());
    B.Reads = {{0, {I, J}}, {1, {I + Sym(1), J + Sym(1)}}};
    B.Touched =
        either(both(less(row(), N), less(column(), M)),
               both(both(less_equal(1, row()), less_equal(row(), N)),
                    both(less_equal(1, column()), less_equal(column(), M))));
    PlaneRing R;
    R.Window = 2;
    R.Slots = 4;
    R.First = 0;
    B.Ring = R;
    T.Buffers.push_back(B);
    T.Threads[0] = 4;
  }
  static Sym row() { return leaf(elementLeaf(0).c_str()); }
  static Sym column() { return leaf(elementLeaf(1).c_str()); }
  StagedBuffer &buffer() { return T.Buffers.front(); }
  PlaneRing &ring() { return *buffer().Ring; }
  isl::Answer prove() { return proveTile(T, V, *Nest, 2, Why); }
};

TEST(TileRolls, TurnsEndWithTheLoop) {
  Rolling It;
  ASSERT_TRUE(It.T.Roll) << It.Why;
  EXPECT_EQ(It.T.Roll->Length, 8);
  EXPECT_EQ(toString(It.T.Roll->Turns), "min(n - blockIdx.y * 8, 8)");
}

TEST(TileRolls, OnlyIterationsOfAThreadAreTurns) {
  Rolling It;
  EXPECT_FALSE(rollOf(It.T, It.V, *It.Nest, "j", It.Why));
  EXPECT_EQ(It.Why, "the mapping does not give all iterations of a block along "
                    "it to each thread, one behind the other");
  EXPECT_FALSE(rollOf(It.T, It.V, *It.Nest, "k", It.Why));
  EXPECT_EQ(It.Why, "no loop that is mapped has that counter");
  Tile Spread;
  const ThreadMapping V = mappingOf(*It.Nest, Blocks({8, 4}, {4, 1}));
  Spread.Axes = *tileAxes(V, *It.Nest, 2, It.Why);
  EXPECT_FALSE(rollOf(Spread, V, *It.Nest, "i", It.Why));
}

TEST(TileRolls, AreProved) {
  Rolling It;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
}

TEST(TileRolls, TooFewSlotsAreNoticed) {
  Rolling It;
  It.ring().Slots = 3;
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  It.ring().Slots = 2;
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "two planes may lie at one place of the buffer");
}

TEST(TileRolls, APlaneThatIsNotThereIsNoticed) {
  Rolling It;
  It.ring().Window = 1;
  It.buffer().Extents[0] = 8;
  EXPECT_EQ(It.prove(), isl::Answer::No);
}

TEST(TileRolls, APlaneThatIsReadOutOfTurnIsNoticed) {
  Rolling It;
  It.buffer().Reads[1][0] = Sym(8) - leaf(placeLeaf(0).c_str());
  EXPECT_EQ(It.prove(), isl::Answer::No);
}

TEST(TileRolls, ATurnThatIsLeftOutIsNoticed) {
  Rolling It;
  It.T.Roll->Turns = It.T.Roll->Turns - Sym(1);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an iteration may be in no turn of its block");
}

TEST(TileRolls, APlaneWithoutItsConditionIsNoticed) {
  Rolling It;
  It.ring().OfTurn.AllTouched = Sym::truth(true);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "an element may be loaded that no iteration reads");
}

TEST(TileRolls, PlanesBeforeTheFirstTurnAreProvedWithoutAny) {
  Rolling It;
  It.T.Roll->Turns = Sym(0); // of no block
  It.ring().Before.AllTouched = Sym::truth(true);
  EXPECT_EQ(It.prove(), isl::Answer::No);
  It.Why.clear();
  Rolling Loads;
  Loads.ring().Before.AllTouched = Sym::truth(true);
  EXPECT_EQ(Loads.prove(), isl::Answer::No);
  EXPECT_EQ(Loads.Why, "an element may be loaded that no iteration reads");
}

TEST(TileRolls, ElementsBetweenThoseThatAreReadMayBeLoaded) {
  Rolling It;
  It.ring().OfTurn.Between = {std::nullopt, N,
                              less_equal(Rolling::column(), M)};
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
  It.ring().Before.Between = {Sym(0), N, less_equal(Rolling::column(), M)};
  EXPECT_EQ(It.prove(), isl::Answer::Yes) << It.Why;
}

TEST(TileRolls, ElementsBeforeTheFirstOrBehindTheLastAreNoticed) {
  const std::string Why =
      "an element may be loaded that is not between those that are read";
  Rolling First;
  First.ring().Before.Between = {std::nullopt, N,
                                 less_equal(Rolling::column(), M)};
  EXPECT_EQ(First.prove(), isl::Answer::No);
  EXPECT_EQ(First.Why, Why);
  Rolling Last;
  Last.ring().OfTurn.Between = {std::nullopt, N + Sym(1),
                                less_equal(Rolling::column(), M)};
  EXPECT_EQ(Last.prove(), isl::Answer::No);
  EXPECT_EQ(Last.Why, Why);
  Rolling Row;
  Row.ring().OfTurn.Between = {std::nullopt, N,
                               less_equal(Rolling::column(), M + Sym(1))};
  EXPECT_EQ(Row.prove(), isl::Answer::No);
  EXPECT_EQ(Row.Why, Why);
}

TEST(TileRolls, AnElementThatIsNotBetweenAndReadIsNoticed) {
  Rolling It;
  It.ring().OfTurn.Between = {std::nullopt, N, less(Rolling::column(), M)};
  EXPECT_EQ(It.prove(), isl::Answer::No);
  EXPECT_EQ(It.Why, "a read may be of an element that is not loaded");
}

TEST(TileRolls, EachTurnFindsThePlanesThatItReads) {
  // The planes that lie in the slots, as planesBefore() and planeOfTurn() say.
  for (int64_t Window : {1, 2, 3, 5})
    for (int64_t Slots : {Window + 1, Window + 2, int64_t(8)}) {
      if (Slots <= Window)
        continue;
      Rolling It;
      It.ring().Window = Window;
      It.ring().Slots = Slots;
      std::map<int64_t, int64_t> Held;
      const auto Load = [&](const StagedBuffer &B, int64_t Turn) {
        for (int64_t P = 0; P != B.Extents[0]; ++P) {
          const Sym At =
              (B.Ring->First + Sym(P)).substitute({{serialLeaf(0), Sym(Turn)}});
          Held[slotOf(*B.Ring, At).value()] = At.value();
        }
      };
      if (const auto Before = planesBefore(It.buffer()))
        Load(*Before, 0);
      for (int64_t Turn = 0; Turn != 20; ++Turn) {
        Load(planeOfTurn(It.buffer(), It.T), Turn);
        for (int64_t P = Turn; P != Turn + Window; ++P)
          EXPECT_EQ(Held[slotOf(It.ring(), Sym(P)).value()], P);
      }
    }
}

} // namespace
