//===- FusionTest.cpp - Whether two nests may run as one ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Fusion.h"
#include "NestBuilder.h"
#include <array>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

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

//===--- Random neighbours ------------------------------------------------===//

namespace {

/// x[Scale * i + Shift], read or written.
struct Touch {
  unsigned Array;
  int Scale, Shift;
  bool Writes;

  int at(int I) const { return Scale * I + Shift; }
};

using Touches = std::vector<Touch>;

/// Iterations From <= i < n.
struct Neighbour {
  int From;
  Touches Of;
};

constexpr const char *Arrays[] = {"a", "b", "c"};

Neighbour randomNeighbour(std::mt19937 &Gen, unsigned Written) {
  const auto Draw = [&](int Low, int High) {
    return std::uniform_int_distribution<>(Low, High)(Gen);
  };
  Neighbour N{Draw(0, 7) == 0, {}};
  const auto Make = [&](unsigned Array, bool Writes) {
    return Touch{Array, Draw(0, 4) == 0 ? 2 : 1,
                 Draw(0, 3) == 0 ? Draw(0, 2) : 0, Writes};
  };
  for (int I = Draw(1, 2); I-- > 0;)
    N.Of.push_back(Make(static_cast<unsigned>(Draw(0, 1)), false));
  N.Of.push_back(Make(Written, true));
  return N;
}

std::shared_ptr<const LoopNest> nestOf(const Neighbour &Of, const char *Name) {
  return nest(Name, Of.From, [&](NestBuilder &B, const E &I) {
    for (const Touch &T : Of.Of) {
      const std::vector<E> At{E(T.Scale) * I + E(T.Shift)};
      if (T.Writes)
        B.write(array(B, Arrays[T.Array]), At);
      else
        B.read(array(B, Arrays[T.Array]), At);
    }
  });
}

/// Two iterations that differ touch one element, one of them to write it.
bool crosses(const Neighbour &A, const Neighbour &B, int N) {
  for (const Touch &X : A.Of)
    for (const Touch &Y : B.Of)
      for (int P = A.From; P < N; ++P)
        for (int Q = B.From; Q < N; ++Q)
          if (P != Q && X.Array == Y.Array && (X.Writes || Y.Writes) &&
              X.at(P) == Y.at(Q))
            return true;
  return false;
}

} // namespace

TEST(Fusion, VerdictsOnRandomNeighboursAreThoseOfRunning) {
  std::array<int, 4> Verdicts{};
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::mt19937 Gen(Seed);
    const Neighbour A = randomNeighbour(Gen, Seed % 3),
                    B = randomNeighbour(Gen, 1 + Seed % 2);
    const Fusion F = fusionOf(nestOf(A, "i"), nestOf(B, "j"));
    ++Verdicts[F.Kind];
    EXPECT_EQ(F.Kind == Fusion::OtherIterations, A.From != B.From) << Seed;
    if (A.From != B.From)
      continue;
    bool Crosses = false;
    for (int N = 0; N < 12; ++N)
      Crosses |= crosses(A, B, N);
    EXPECT_EQ(F.Kind, Crosses ? Fusion::Crossing : Fusion::Possible) << Seed;
    if (F.Kind != Fusion::Crossing)
      continue;
    // The iterations that are shown are such.
    ASSERT_EQ(F.First.size(), 1u) << Seed;
    EXPECT_NE(F.First[0], F.Second[0]) << Seed;
    const bool Meet = llvm::any_of(A.Of, [&](const Touch &X) {
      return llvm::any_of(B.Of, [&](const Touch &Y) {
        return X.Array == Y.Array && (X.Writes || Y.Writes) &&
               X.at(int(F.First[0])) == Y.at(int(F.Second[0]));
      });
    });
    EXPECT_TRUE(Meet) << Seed;
  }
  EXPECT_GT(Verdicts[Fusion::Possible], 30);
  EXPECT_GT(Verdicts[Fusion::Crossing], 30);
}
