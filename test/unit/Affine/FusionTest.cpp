//===- FusionTest.cpp - Whether two nests may run as one ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Fusion.h"
#include "NestBuilder.h"
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Body = std::function<void(NestBuilder &, const E &I)>;

/// for (int Name = Begin; Name < n; ++Name) Body
std::shared_ptr<const LoopNest> nest(const char *Name, int Begin,
                                     const Body &Make) {
  NestBuilder B;
  const E N = B.param("n");
  Make(B, B.loop(Name, Begin, Relation::Lt, N));
  return B.build();
}

unsigned array(NestBuilder &B, const char *Name) {
  return B.array(Name, {E(1000)});
}

Fusion fusionOf(const std::shared_ptr<const LoopNest> &A,
                const std::shared_ptr<const LoopNest> &B) {
  auto P = std::make_shared<Program>();
  P->add(A);
  P->add(B);
  Report R;
  const auto Affine = buildAffineProgram(P, R);
  EXPECT_TRUE(Affine);
  return Affine ? findFusion(*Affine, 0, 1) : Fusion();
}

/// b[i] = a[i];
std::shared_ptr<const LoopNest> copied() {
  return nest("i", 0, [](NestBuilder &B, const E &I) {
    B.read(array(B, "a"), {I});
    B.write(array(B, "b"), {I});
  });
}

/// c[j] = b[j + Shift];
std::shared_ptr<const LoopNest> used(int Shift, int Begin = 0) {
  return nest("j", Begin, [&](NestBuilder &B, const E &J) {
    B.read(array(B, "b"), {J + E(Shift)});
    B.write(array(B, "c"), {J});
  });
}

} // namespace

TEST(Fusion, AnIterationMayUseWhatTheSameOneHasMade) {
  const Fusion F = fusionOf(copied(), used(0));
  EXPECT_EQ(F.Kind, Fusion::Possible);
  EXPECT_THAT(F.Passed, ElementsAre(1)); // b
  EXPECT_THAT(F.Shared, IsEmpty());
}

TEST(Fusion, AnIterationThatUsesWhatALaterOneMakesIsShown) {
  const Fusion F = fusionOf(copied(), used(1));
  EXPECT_EQ(F.Kind, Fusion::Crossing);
  EXPECT_EQ(F.Array, 1u);
  EXPECT_THAT(F.First, ElementsAre(1));
  EXPECT_THAT(F.Second, ElementsAre(0));
  EXPECT_EQ(F.Sizes, "n = 2");
}

TEST(Fusion, AnEarlierOneIsNoBetterForThreads) {
  const auto Ahead = nest("i", 0, [](NestBuilder &B, const E &I) {
    B.read(array(B, "a"), {I});
    B.write(array(B, "b"), {I + E(1)});
  });
  const Fusion F = fusionOf(Ahead, used(0));
  EXPECT_EQ(F.Kind, Fusion::Crossing);
  EXPECT_THAT(F.First, ElementsAre(0));
  EXPECT_THAT(F.Second, ElementsAre(1));
}

TEST(Fusion, OtherIterationsAreNotJoined) {
  EXPECT_EQ(fusionOf(copied(), used(0, 1)).Kind, Fusion::OtherIterations);
  const auto Down = [] {
    NestBuilder B;
    const E N = B.param("n");
    const E J = B.loop("j", N - E(1), Relation::Ge, E(0), -1);
    B.read(array(B, "b"), {J});
    B.write(array(B, "c"), {J});
    return B.build();
  }();
  EXPECT_EQ(fusionOf(copied(), Down).Kind, Fusion::OtherIterations);
}

TEST(Fusion, AWriteOfWhatTheFirstOneStillReadsCrosses) {
  const auto Over = nest("j", 0, [](NestBuilder &B, const E &J) {
    B.write(array(B, "a"), {J + E(1)});
  });
  const Fusion F = fusionOf(copied(), Over);
  EXPECT_EQ(F.Kind, Fusion::Crossing);
  EXPECT_EQ(F.Array, 0u);
}

TEST(Fusion, ReadsOfOneElementAreShared) {
  const auto Twice = nest("j", 0, [](NestBuilder &B, const E &J) {
    B.read(array(B, "a"), {J});
    B.write(array(B, "c"), {J});
  });
  const Fusion F = fusionOf(copied(), Twice);
  EXPECT_EQ(F.Kind, Fusion::Possible);
  EXPECT_THAT(F.Shared, ElementsAre(0)); // a
  // At other places they are two reads.
  const auto Other = nest("j", 0, [](NestBuilder &B, const E &J) {
    B.read(array(B, "a"), {J + E(500)});
    B.write(array(B, "c"), {J});
  });
  EXPECT_THAT(fusionOf(copied(), Other).Shared, IsEmpty());
}

TEST(Fusion, ASumIsJoinedWithWhatItSums) {
  const auto Sum = nest("j", 0, [](NestBuilder &B, const E &J) {
    B.read(array(B, "b"), {J});
    B.update(B.array("s", {E(1)}), {E(0)});
  });
  const Fusion F = fusionOf(copied(), Sum);
  EXPECT_EQ(F.Kind, Fusion::Possible);
  EXPECT_THAT(F.Passed, ElementsAre(1));
}

TEST(Fusion, ElementsThatNobodyKnowsAreUnknown) {
  const auto Gather = nest("j", 0, [](NestBuilder &B, const E &J) {
    B.read(array(B, "b"), {opaque(Int, "p[j]", "data")});
    B.write(array(B, "c"), {J});
  });
  EXPECT_EQ(fusionOf(copied(), Gather).Kind, Fusion::Unknown);
}
