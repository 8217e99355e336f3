//===- VolumesTest.cpp - Element maps, as the literature has them ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Friebel, Khan, Chelini, Castrillon: Modelling linear algebra kernels as
// polyhedral volume operations. Its programs as loop nests.
//===----------------------------------------------------------------------===//
#include "Affine/Volumes.h"
#include "NestBuilder.h"
#include <array>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace heddle;
using namespace heddle::test;

namespace {

using Point = std::vector<E>;

std::vector<E> extents(std::initializer_list<int> Of) {
  std::vector<E> Out;
  for (int X : Of)
    Out.push_back(E(X));
  return Out;
}

/// A nest of loops over extents from 0 on, whose body Body makes.
std::shared_ptr<const LoopNest>
nest(std::initializer_list<int> Loops,
     const std::function<void(NestBuilder &, const Point &)> &Body) {
  NestBuilder B;
  Point At;
  for (int Extent : Loops)
    At.push_back(
        B.loop("i" + std::to_string(At.size()), 0, Relation::Lt, Extent));
  Body(B, At);
  return B.build();
}

struct Composed {
  std::shared_ptr<const AffineProgram> Program;

  explicit Composed(const std::vector<std::shared_ptr<const LoopNest>> &Nests) {
    auto P = std::make_shared<heddle::Program>();
    for (const auto &N : Nests)
      P->add(N);
    Report R;
    Program = buildAffineProgram(P, R);
    EXPECT_TRUE(Program);
  }
  unsigned array(llvm::StringRef Name) const {
    const auto &All = Program->Source->Arrays;
    return static_cast<unsigned>(
        llvm::find_if(All, [&](auto &A) { return A.Name == Name; }) -
        All.begin());
  }
  /// { element of Result -> element of Operand }, over all steps.
  isl::Map map(llvm::StringRef Result, llvm::StringRef Operand) const {
    const auto All = composition(*Program, array(Result), 0,
                                 static_cast<unsigned>(Program->Steps.size()));
    EXPECT_TRUE(All);
    return All ? (*All)[array(Operand)] : isl::Map();
  }
  bool isMap(const isl::Map &M, const char *Text) const {
    const bool Same =
        !M.isNull() &&
        isEqual(M, isl::readMap(*Program->Isl, Text)) == isl::Answer::Yes;
    if (!Same)
      ADD_FAILURE() << (M.isNull() ? "none" : toString(M));
    return Same;
  }
  isl::Set set(const char *Text) const {
    return isl::readSet(*Program->Isl, Text);
  }
};

/// The layer of figure 1: padding, a convolution of stride 2, and a function of
/// each element.
Composed layer() {
  const auto Pad = extents({1, 3, 515, 515}), Image = extents({1, 3, 512, 512}),
             Filter = extents({8, 3, 5, 5}), Result = extents({1, 8, 256, 256});
  return Composed(
      {nest({1, 3, 515, 515},
            [&](NestBuilder &B, const Point &I) {
              B.read(B.array("cst0", extents({1})), {E(0)});
              B.write(B.array("pad0", Pad), I);
            }),
       nest({1, 3, 512, 512},
            [&](NestBuilder &B, const Point &I) {
              B.read(B.array("ifm", Image), I);
              B.write(B.array("pad0", Pad),
                      {I[0], I[1], I[2] + E(1), I[3] + E(1)});
            }),
       nest({1, 8, 256, 256},
            [&](NestBuilder &B, const Point &I) {
              const unsigned In = B.array("pad0", Pad),
                             W = B.array("wgt0", Filter),
                             Out = B.array("conv0", Result);
              B.write(Out, I); // 0
              const E C = B.loop("c", 0, Relation::Lt, 3),
                      H = B.loop("h", 0, Relation::Lt, 5),
                      V = B.loop("v", 0, Relation::Lt, 5);
              B.read(In, {I[0], C, E(2) * I[2] + H, E(2) * I[3] + V});
              B.read(W, {I[1], C, H, V});
              B.update(Out, I);
            }),
       nest({1, 8, 256, 256}, [&](NestBuilder &B, const Point &I) {
         B.read(B.array("conv0", Result), I);
         B.write(B.array("act0", Result), I);
       })});
}

} // namespace

TEST(Volumes, ThePaddedConvolutionHasTheMapOfThePaper) {
  const Composed L = layer();
  EXPECT_TRUE(L.isMap(
      L.map("act0", "ifm"),
      "{ act0[n, f, h, w] -> ifm[n, c, y, x] : n = 0 and 0 <= f < 8 and 0 <= h "
      "< 256 and 0 <= w < 256 and 0 <= c < 3 and y >= 2h - 1 and 0 <= y <= 511 "
      "and y <= 3 + 2h and x >= 2w - 1 and 0 <= x <= 511 and x <= 3 + 2w }"));
  // I_c, the elements that constants are a part of, and I_D, the others.
  const isl::Set All =
      L.set("{ act0[0, f, h, w] : 0 <= f < 8 and 0 <= h < 256 and 0 <= w < "
            "256 }");
  const isl::Set Sparse = L.map("act0", "cst0").domain();
  EXPECT_EQ(isEqual(Sparse, L.set("{ act0[0, f, h, w] : (h >= 255 or w >= 255 "
                                  "or h <= 0 or w <= 0) }")
                                .intersect(All)),
            isl::Answer::Yes);
  EXPECT_EQ(isEqual(All.subtract(Sparse),
                    L.set("{ act0[0, f, h, w] : 0 < h <= 254 and 0 < w <= 254 "
                          "and 0 <= f < 8 }")),
            isl::Answer::Yes);
  EXPECT_EQ(isl::isEmpty(Sparse.subtract(All)), isl::Answer::Yes); // I_St
}

TEST(Volumes, TilesOfItAreDenseInsideAndReadSlices) {
  const Composed L = layer();
  // Algorithm 2, with tiles of 16 x 16: their numbers become parameters.
  const isl::Map Tiles = isl::readMap(
      *L.Program->Isl,
      "{ act1[qh, qw, n, f, mh, mw] -> act0[n, f, 16qh + mh, 16qw + mw] : 0 <= "
      "mh < 16 and 0 <= mw < 16 }");
  const isl::Set Dense =
      isl::outerDimsAsParams(Tiles.applyRange(L.map("act0", "ifm")).domain(), 2)
          .params()
          .subtract(isl::outerDimsAsParams(
                        Tiles.applyRange(L.map("act0", "cst0")).domain(), 2)
                        .params());
  isl::Set Expected = L.set("[QH, QW] -> { : 0 < QH < 15 and 0 < QW < 15 }");
  for (unsigned D = 0; D < 2; ++D)
    Expected = isl::nameDim(Expected, isl::Dim::Param, D,
                            Dense.space().dimName(isl::Dim::Param, D));
  EXPECT_EQ(isEqual(Dense, Expected), isl::Answer::Yes) << toString(Dense);
  // Algorithm 3: what a tile reads is the slice from [0, 0, 32 QH - 1, 32 QW -
  // 1] on.
  const isl::Set Read =
      isl::outerDimsAsParams(isl::graph(Tiles.applyRange(L.map("act0", "ifm"))),
                             2)
          .project(isl::Dim::Set, 0, 4)
          .intersectParams(Dense);
  const std::optional<Slice> Of = sliceOf(Read);
  ASSERT_TRUE(Of);
  const std::array<const char *, 4> First{
      "[QH, QW] -> { [0] : 0 < QH < 15 and 0 < QW < 15 }",
      "[QH, QW] -> { [0] : 0 < QH < 15 and 0 < QW < 15 }",
      "[QH, QW] -> { [32QH - 1] : 0 < QH < 15 and 0 < QW < 15 }",
      "[QH, QW] -> { [32QW - 1] : 0 < QH < 15 and 0 < QW < 15 }"};
  const std::array<int, 4> Count{1, 3, 35, 35};
  for (unsigned D = 0; D < 4; ++D) {
    isl::Set Wanted = L.set(First[D]);
    for (unsigned Q = 0; Q < 2; ++Q)
      Wanted = isl::nameDim(Wanted, isl::Dim::Param, Q,
                            Dense.space().dimName(isl::Dim::Param, Q));
    EXPECT_EQ(isEqual(isl::valueSet(Of->Dims[D].First), Wanted),
              isl::Answer::Yes)
        << D;
    EXPECT_EQ(Of->Dims[D].Stride, 1);
    EXPECT_EQ(isl::minimum(Of->Dims[D].Count).int64(), Count[D]);
    EXPECT_EQ(isl::maximum(Of->Dims[D].Count).int64(), Count[D]);
  }
}

TEST(Volumes, SlicesHaveStridesAndOtherSetsAreNone) {
  const isl::Context C;
  const std::optional<Slice> Odd = sliceOf(isl::readSet(
      C, "[n] -> { [i, j] : exists k : i = 2k + 1 and 0 <= k < n and j = n }"));
  ASSERT_TRUE(Odd);
  EXPECT_EQ(Odd->Dims[0].Stride, 2);
  EXPECT_EQ(isEqual(isl::valueSet(Odd->Dims[0].Count),
                    isl::readSet(C, "[n] -> { [n] : n > 0 }")),
            isl::Answer::Yes);
  EXPECT_FALSE(sliceOf(
      isl::readSet(C, "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }")));
  EXPECT_FALSE(sliceOf(isl::readSet(C, "{ [i] : i >= 0 }")));
  EXPECT_FALSE(sliceOf(isl::readSet(C, "{ [0]; [1]; [4] }")));
}

TEST(Volumes, OperationsOfTheAppendixHaveTheirMaps) {
  const Composed Diagonal({nest({4, 5}, [](NestBuilder &B, const Point &I) {
    B.read(B.array("o", extents({4, 4, 5})), {I[0], I[0], I[1]});
    B.write(B.array("r", extents({4, 5})), I);
  })});
  EXPECT_TRUE(
      Diagonal.isMap(Diagonal.map("r", "o"),
                     "{ r[i, j] -> o[i, i, j] : 0 <= i < 4 and 0 <= j < 5 }"));
  const Composed Outer({nest({4, 5}, [](NestBuilder &B, const Point &I) {
    B.read(B.array("a", extents({4})), {I[0]});
    B.read(B.array("b", extents({5})), {I[1]});
    B.write(B.array("r", extents({4, 5})), I);
  })});
  EXPECT_TRUE(Outer.isMap(Outer.map("r", "b"),
                          "{ r[i, j] -> b[j] : 0 <= i < 4 and 0 <= j < 5 }"));
  // A reduction of a diagonal of an outer product.
  const Composed Inner(
      {nest({4, 3, 3, 5},
            [](NestBuilder &B, const Point &I) {
              B.read(B.array("a", extents({4, 3})), {I[0], I[1]});
              B.read(B.array("b", extents({3, 5})), {I[2], I[3]});
              B.write(B.array("t", extents({4, 3, 3, 5})), I);
            }),
       nest({4, 3, 5},
            [](NestBuilder &B, const Point &I) {
              B.read(B.array("t", extents({4, 3, 3, 5})),
                     {I[0], I[1], I[1], I[2]});
              B.write(B.array("d", extents({4, 3, 5})), I);
            }),
       nest({4, 5}, [](NestBuilder &B, const Point &I) {
         const unsigned To = B.array("r", extents({4, 5}));
         B.write(To, I);
         const E K = B.loop("k", 0, Relation::Lt, 3);
         B.read(B.array("d", extents({4, 3, 5})), {I[0], K, I[1]});
         B.update(To, I);
       })});
  EXPECT_TRUE(Inner.isMap(Inner.map("r", "a"),
                          "{ r[i, j] -> a[i, k] : 0 <= i < 4 and 0 <= j < 5 "
                          "and 0 <= k < 3 }"));
}

TEST(Volumes, PeriodicPaddingReadsTheOtherSide) {
  // B of the padding is the field itself, at the place modulo its extent.
  const Composed P({nest({8}, [](NestBuilder &B, const Point &I) {
    const E At = I[0] - E(1);
    B.read(B.array("f", extents({6})), {(At + E(6)) % E(6)});
    B.write(B.array("r", extents({8})), I);
  })});
  EXPECT_TRUE(
      P.isMap(P.map("r", "f"),
              "{ r[i] -> f[i - 1] : 1 <= i < 7; r[0] -> f[5]; r[7] -> f[0] }"));
}

TEST(Volumes, AViewInsertsWhatItHasAndKeepsTheRest) {
  const Composed P({nest({3}, [](NestBuilder &B, const Point &I) {
    B.read(B.array("sub", extents({3})), {I[0]});
    B.write(B.array("r", extents({9})), {E(2) * I[0] + E(1)});
  })});
  EXPECT_TRUE(P.isMap(P.map("r", "sub"),
                      "{ r[i] -> sub[j] : i = 2j + 1 and 0 <= j < 3 }"));
  EXPECT_EQ(
      isEqual(P.map("r", "r").intersectDomain(P.set("{ r[i] : 0 <= i < 9 }")),
              isl::readMap(*P.Program->Isl,
                           "{ r[i] -> r[i] : 0 <= i < 9 and not (i = 1 "
                           "or i = 3 or i = 5) }")),
      isl::Answer::Yes);
}

TEST(Volumes, TheProductOfTrianglesIsTheirIntersection) {
  const Composed P({nest({7}, [](NestBuilder &B, const Point &I) {
    const E J = B.loop("j", I[0], Relation::Lt, E(9));
    B.when(J < E(9) - I[0]);
    B.read(B.array("u", extents({7, 9})), {I[0], J});
    B.read(B.array("v", extents({7, 9})), {I[0], J});
    B.write(B.array("r", extents({7, 9})), {I[0], J});
    B.endWhen();
  })});
  EXPECT_EQ(isEqual(P.map("r", "u").domain(),
                    P.set("{ r[i, j] : 0 <= i < 7 and i <= j < 9 - i }")),
            isl::Answer::Yes);
}

//===--- Random programs --------------------------------------------------===//

namespace {

/// Each step writes one array of its own, from earlier ones and inputs.
struct RandomStep {
  unsigned Result;
  int From, Count, Scale, Shift; ///< element Scale * i + Shift for each i
  struct Operand {
    unsigned Array;
    int Scale, Shift;
  };
  std::vector<Operand> Operands;
};

constexpr int Length = 24;
std::string nameOf(unsigned Array) { return "x" + std::to_string(Array); }

RandomStep randomStep(std::mt19937 &Gen, unsigned Result) {
  const auto Draw = [&](int Low, int High) {
    return std::uniform_int_distribution<>(Low, High)(Gen);
  };
  RandomStep S{Result, 0, 0, Draw(1, 2), Draw(0, 3), {}};
  S.From = Draw(0, 2);
  S.Count = Draw(4, 8);
  for (int I = Draw(1, 3); I-- > 0;)
    S.Operands.push_back({static_cast<unsigned>(Draw(0, int(Result) - 1)),
                          Draw(0, 2), Draw(0, 3)});
  return S;
}

/// By running the steps over sets: what an element is computed from.
using Origins = std::set<std::pair<unsigned, int>>;
std::map<std::pair<unsigned, int>, Origins>
byRunning(const std::vector<RandomStep> &Steps) {
  std::map<std::pair<unsigned, int>, Origins> Now;
  const auto Of = [&](unsigned Array, int At) {
    const auto Known = Now.find({Array, At});
    return Known == Now.end() ? Origins{{Array, At}} : Known->second;
  };
  for (const RandomStep &S : Steps)
    for (int I = S.From; I < S.From + S.Count; ++I) {
      Origins From;
      for (const RandomStep::Operand &O : S.Operands)
        From.merge(Of(O.Array, O.Scale * I + O.Shift));
      Now[{S.Result, S.Scale * I + S.Shift}] = From;
    }
  return Now;
}

} // namespace

// Lemma A.5: the steps composed from the last to the first.
TEST(Volumes, RandomProgramsComposeToWhatRunningThemShows) {
  for (unsigned Seed = 0; Seed < 60; ++Seed) {
    std::mt19937 Gen(Seed);
    std::vector<RandomStep> Steps;
    std::vector<std::shared_ptr<const LoopNest>> Nests;
    const unsigned Count = 2 + Seed % 4;
    for (unsigned R = 2; R < 2 + Count; ++R) {
      const RandomStep &S = Steps.emplace_back(randomStep(Gen, R));
      NestBuilder B;
      const E I = B.loop("i", S.From, Relation::Lt, E(S.From + S.Count));
      for (const RandomStep::Operand &O : S.Operands)
        B.read(B.array(nameOf(O.Array), {E(Length)}),
               {E(O.Scale) * I + E(O.Shift)});
      B.write(B.array(nameOf(R), {E(Length)}), {E(S.Scale) * I + E(S.Shift)});
      Nests.push_back(B.build());
    }
    const Composed P(Nests);
    const unsigned Last = 1 + Count;
    std::map<unsigned, std::string> Expected;
    for (const auto &[Element, From] : byRunning(Steps))
      if (Element.first == Last)
        for (const auto &[Array, At] : From)
          Expected[Array] += nameOf(Last) + "[" +
                             std::to_string(Element.second) + "] -> " +
                             nameOf(Array) + "[" + std::to_string(At) + "]; ";
    for (unsigned A = 0; A <= 1; ++A) {
      if (P.array(nameOf(A)) == P.Program->Source->Arrays.size())
        continue;
      const isl::Map Of = P.map(nameOf(Last), nameOf(A));
      const std::string Text =
          Expected[A].empty()
              ? "{ " + nameOf(Last) + "[i] -> " + nameOf(A) + "[j] : 1 = 0 }"
              : "{ " + Expected[A] + "}";
      if (Of.isNull())
        EXPECT_TRUE(Expected[A].empty()) << Seed;
      else
        EXPECT_EQ(isEqual(Of, isl::readMap(*P.Program->Isl, Text)),
                  isl::Answer::Yes)
            << "seed " << Seed << ": " << toString(Of) << " is not " << Text;
    }
  }
}

// Lemma A.2: a step that is composed with itself once more is as before, since
// nothing that it reads does it write.
TEST(Volumes, AStepComposedWithItselfIsAFixpoint) {
  for (unsigned Seed = 100; Seed < 130; ++Seed) {
    std::mt19937 Gen(Seed);
    const RandomStep S = randomStep(Gen, 2);
    const auto Make = [&] {
      NestBuilder B;
      const E I = B.loop("i", S.From, Relation::Lt, E(S.From + S.Count));
      for (const RandomStep::Operand &O : S.Operands)
        B.read(B.array(nameOf(O.Array), {E(Length)}),
               {E(O.Scale) * I + E(O.Shift)});
      B.write(B.array("x2", {E(Length)}), {E(S.Scale) * I + E(S.Shift)});
      return B.build();
    };
    const Composed Once({Make()}), Twice({Make(), Make()});
    for (unsigned A = 0; A <= 1; ++A) {
      if (Once.array(nameOf(A)) == Once.Program->Source->Arrays.size())
        continue;
      const isl::Map One = Once.map("x2", nameOf(A)),
                     Two = Twice.map("x2", nameOf(A));
      EXPECT_EQ(toString(One), toString(Two)) << Seed;
    }
  }
}
