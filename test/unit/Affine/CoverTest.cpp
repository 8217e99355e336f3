//===- CoverTest.cpp - Whether nests write all elements of an array -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Cover.h"
#include "NestBuilder.h"
#include <array>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using namespace heddle::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// One dimension of a partition: from Lower to Upper, half-open, the first
/// Width of every Step.
struct Range {
  E Lower, Upper;
  int Step = 1, Width = 1;
};

/// `a`, of 9 x 9 elements, or of n x m, or of what is said of it.
enum class Size { Nine, Params, Said };

/// A nest that writes the elements of a partition of a, which has rows of m
/// elements unless it is of 9 x 9.
std::shared_ptr<const LoopNest>
partition(Size Of,
          const std::function<std::vector<Range>(const E &N, const E &M)> &Make,
          const std::function<void(NestBuilder &, std::vector<E>)> &Body = {}) {
  NestBuilder B;
  const bool IsNine = Of == Size::Nine;
  const E N = IsNine ? E(9) : B.param("n"), M = IsNine ? E(9) : B.param("m");
  const unsigned A = IsNine ? B.array("a", {E(9), E(9)}) : B.array("a", {E()});
  std::vector<E> At;
  for (const Range &R : Make(N, M)) {
    const std::string D = std::to_string(At.size());
    if (R.Width == 1) {
      At.push_back(B.loop("i" + D, R.Lower, Relation::Lt, R.Upper, R.Step));
      continue;
    }
    const E Outer = B.loop("s" + D, R.Lower, Relation::Lt, R.Upper, R.Step);
    At.push_back(
        B.loop("i" + D, Outer, Relation::Lt, min(Outer + E(R.Width), R.Upper)));
  }
  if (Body)
    Body(B, At);
  B.write(A, IsNine ? At : std::vector<E>{At[0] * M + At[1]});
  if (Of == Size::Said)
    B.Nest.Said.push_back({A, 0, {N.Ref, M.Ref}});
  return B.build();
}

struct Found {
  Cover Is;
  std::vector<std::string> Lasting;
  std::string Element; ///< "(1, 2) with n = 3"
};

Found coverOf(const std::vector<std::shared_ptr<const LoopNest>> &Nests,
              bool Ordered = false) {
  auto P = std::make_shared<Program>();
  for (auto &N : Nests)
    P->add(N);
  Report R;
  const auto Affine = buildAffineProgram(P, R);
  EXPECT_TRUE(Affine) << (R.Diagnostics.empty() ? ""
                                                : R.Diagnostics.front().Text);
  if (!Affine)
    return {};
  Found F{findCover(*Affine, 0, Ordered), {}, ""};
  // isl's sets do not outlive their context.
  for (const isl::Set &S : F.Is.Lasting)
    F.Lasting.push_back(toString(S));
  F.Is.Lasting.clear();
  if (F.Is.At) {
    F.Element = pointText(F.Is.At->Point);
    if (const std::string With = F.Is.At->parameterText(); !With.empty())
      F.Element += " with " + With;
  }
  return F;
}

/// All of it: a default.
std::shared_ptr<const LoopNest> all(Size Of) {
  return partition(Of, [](const E &N, const E &M) {
    return std::vector<Range>{{0, N}, {0, M}};
  });
}

/// The elements that no other one below writes.
std::shared_ptr<const LoopNest> inner(Size Of) {
  return partition(Of, [](const E &N, const E &M) {
    return std::vector<Range>{{1, N - E(1)}, {1, M - E(1)}};
  });
}

std::shared_ptr<const LoopNest> row(Size Of, bool IsLast) {
  return partition(Of, [&](const E &N, const E &M) {
    return std::vector<Range>{{IsLast ? N - E(1) : E(0), IsLast ? N : E(1)},
                              {0, M}};
  });
}

std::shared_ptr<const LoopNest> column(Size Of, bool IsLast, int From = 1) {
  return partition(Of, [&](const E &N, const E &M) {
    return std::vector<Range>{{From, N - E(1)},
                              {IsLast ? M - E(1) : E(0), IsLast ? M : E(1)}};
  });
}

/// The partitions of Janssen and Scholz's listing 3, in an array of 9 x 9.
std::shared_ptr<const LoopNest> threes() {
  return partition(Size::Nine, [](const E &, const E &) {
    return std::vector<Range>{{0, 9, 2, 1}, {1, 8, 3, 2}};
  });
}
std::shared_ptr<const LoopNest> sevens() {
  return partition(Size::Nine, [](const E &, const E &) {
    return std::vector<Range>{{1, 8, 3, 2}, {0, 9, 2, 1}};
  });
}

} // namespace

TEST(Cover, PartitionsOfSacNeedTheirDefaultAndTheirOrder) {
  Found F = coverOf({threes(), sevens()}, /*Ordered=*/true);
  EXPECT_EQ(F.Is.Kind, Cover::Missing);
  EXPECT_EQ(F.Element, "(0, 0)");
  F = coverOf({all(Size::Nine), threes(), sevens()});
  EXPECT_EQ(F.Is.Kind, Cover::Twice);
  EXPECT_EQ(F.Element, "(2, 2)");
  EXPECT_EQ(F.Is.First, 1u);
  EXPECT_EQ(F.Is.Second, 2u);
  F = coverOf({all(Size::Nine), threes(), sevens()}, /*Ordered=*/true);
  EXPECT_EQ(F.Is.Kind, Cover::Whole);
  EXPECT_TRUE(F.Is.HasDefault);
  EXPECT_FALSE(F.Is.IsIndependent); // both write (2, 2)
}

TEST(Cover, TheDefaultLastsInTheGapsAlone) {
  Found F = coverOf({all(Size::Nine), threes(), sevens()}, /*Ordered=*/true);
  ASSERT_EQ(F.Lasting.size(), 3u);
  isl::Context C;
  // By brute force: who writes an element last.
  std::vector<std::string> Expected(3, "{ ");
  for (int I = 0; I < 9; ++I)
    for (int J = 0; J < 9; ++J) {
      const auto Takes = [](int X) {
        return X >= 1 && X < 8 && (X - 1) % 3 < 2;
      };
      const int Last = Takes(I) && J % 2 == 0 ? 2 : I % 2 == 0 && Takes(J);
      Expected[Last] +=
          "a[" + std::to_string(I) + ", " + std::to_string(J) + "]; ";
    }
  for (int Writer = 0; Writer < 3; ++Writer)
    EXPECT_EQ(isEqual(isl::readSet(C, F.Lasting[Writer]),
                      isl::readSet(C, Expected[Writer] + "}")),
              isl::Answer::Yes)
        << F.Lasting[Writer];
}

TEST(Cover, InnerElementsAndBordersAreAllElementsOfAnySize) {
  const Size S = Size::Said;
  Found F = coverOf({inner(S), row(S, false), row(S, true), column(S, false),
                     column(S, true)});
  // With one row it is the first and the last one.
  EXPECT_EQ(F.Is.Kind, Cover::Twice);
  EXPECT_EQ(F.Element, "(0, 0) with n = 1, m = 1");
  F = coverOf({row(S, false), inner(S), row(S, true), column(S, false),
               column(S, true)},
              /*Ordered=*/true);
  EXPECT_EQ(F.Is.Kind, Cover::Whole) << F.Is.Why << F.Element;
  EXPECT_EQ(F.Is.Writers.size(), 5u);
}

TEST(Cover, AColumnThatBeginsTooLateLeavesAnElement) {
  const Size S = Size::Said;
  const Found F = coverOf({inner(S), row(S, false), row(S, true),
                           column(S, false, 2), column(S, true)},
                          /*Ordered=*/true);
  EXPECT_EQ(F.Is.Kind, Cover::Missing);
  EXPECT_EQ(F.Element, "(1, 0) with n = 3, m = 2");
}

TEST(Cover, ADefaultIsOverwrittenOnce) {
  const Size S = Size::Said;
  Found F = coverOf({all(S), inner(S)});
  EXPECT_EQ(F.Is.Kind, Cover::Whole);
  EXPECT_TRUE(F.Is.HasDefault);
  EXPECT_TRUE(F.Is.IsIndependent);
  // Behind the others it is none, and neither is one that reads an array.
  F = coverOf({inner(S), all(S)});
  EXPECT_EQ(F.Is.Kind, Cover::Twice);
  const auto Copy = partition(
      S,
      [](const E &N, const E &M) {
        return std::vector<Range>{{0, N}, {0, M}};
      },
      [](NestBuilder &B, std::vector<E> At) {
        B.read(B.array("b", {E(100), E(100)}), At);
      });
  F = coverOf({Copy, inner(S)});
  EXPECT_EQ(F.Is.Kind, Cover::Twice);
}

TEST(Cover, NobodySaysHowManyElementsAPointerHas) {
  const Found F = coverOf({all(Size::Params)});
  EXPECT_EQ(F.Is.Kind, Cover::Unknown);
  EXPECT_THAT(F.Is.Why, HasSubstr("how many elements"));
}

TEST(Cover, WritesThatDataDecideCoverNothing) {
  const Found F = coverOf({partition(
      Size::Said,
      [](const E &N, const E &M) {
        return std::vector<Range>{{0, N}, {0, M}};
      },
      [](NestBuilder &B, const std::vector<E> &) {
        B.when(opaque(Bool, "x[i] > 0", "data"));
      })});
  EXPECT_EQ(F.Is.Kind, Cover::Missing);
}

TEST(Cover, AReadOfWhatAnotherPartitionWritesMakesThemDependent) {
  const Size S = Size::Said;
  const auto Inner = partition(
      S,
      [](const E &N, const E &M) {
        return std::vector<Range>{{1, N}, {0, M}};
      },
      [](NestBuilder &B, const std::vector<E> &At) {
        B.read(0, {(At[0] - At[0]) + At[1]});
      });
  const Found F = coverOf({row(S, false), Inner});
  EXPECT_EQ(F.Is.Kind, Cover::Whole) << F.Is.Why << F.Element;
  EXPECT_FALSE(F.Is.IsIndependent);
}

namespace {

/// for (From <= k < To) a[At(k)] = ..., with rows of m elements.
std::shared_ptr<const LoopNest>
line(int From, const std::function<E(const E &N, const E &M)> &To,
     const std::function<E(const E &K, const E &N, const E &M)> &At) {
  NestBuilder B;
  const E N = B.param("n"), M = B.param("m");
  const unsigned A = B.array("a", {E()});
  const E K = B.loop("k", From, Relation::Lt, To(N, M));
  B.write(A, {At(K, N, M)});
  B.Nest.Said.push_back({A, 0, {N.Ref, M.Ref}});
  return B.build();
}

} // namespace

TEST(Cover, BordersNeedNoLoopOverTheOtherDimension) {
  const auto Columns = [](const E &, const E &M) { return M; };
  const auto Rows = [](const E &N, const E &) { return N - E(1); };
  const auto First =
      line(0, Columns, [](const E &K, const E &, const E &) { return K; });
  const auto Last = line(0, Columns, [](const E &K, const E &N, const E &M) {
    return (N - E(1)) * M + K;
  });
  const auto Left =
      line(1, Rows, [](const E &K, const E &, const E &M) { return K * M; });
  const auto Right = line(1, Rows, [](const E &K, const E &, const E &M) {
    return (K + E(1)) * M - E(1);
  });
  Found F = coverOf({inner(Size::Said), First, Last, Left, Right},
                    /*Ordered=*/true);
  EXPECT_EQ(F.Is.Kind, Cover::Whole) << F.Is.Why << F.Element;
  F = coverOf({inner(Size::Said), First, Last, Left}, /*Ordered=*/true);
  EXPECT_EQ(F.Is.Kind, Cover::Missing);
  EXPECT_EQ(F.Element, "(1, 1) with n = 3, m = 2");
}

TEST(Cover, RowsOfAnotherLengthAreNotKnown) {
  NestBuilder B;
  const E N = B.param("n"), M = B.param("m"), K = B.param("k");
  const unsigned A = B.array("a", {E()});
  const E I = B.loop("i", 0, Relation::Lt, N),
          J = B.loop("j", 0, Relation::Lt, M);
  B.write(A, {I * K + J});
  B.Nest.Said.push_back({A, 0, {N.Ref, M.Ref}});
  const Found F = coverOf({B.build()});
  EXPECT_EQ(F.Is.Kind, Cover::Unknown);
  EXPECT_THAT(F.Is.Why, HasSubstr("rows of this length"));
}

TEST(Cover, OneLoopOverAllRowsIsADefault) {
  const auto Flat = line(
      0, [](const E &N, const E &M) { return N * M; },
      [](const E &K, const E &, const E &) { return K; });
  Found F = coverOf({Flat, inner(Size::Said)});
  EXPECT_EQ(F.Is.Kind, Cover::Whole) << F.Is.Why << F.Element;
  EXPECT_TRUE(F.Is.HasDefault);
  // Without the last row it is no loop over all of them.
  const auto Fewer = line(
      0, [](const E &N, const E &M) { return (N - E(1)) * M; },
      [](const E &K, const E &, const E &) { return K; });
  F = coverOf({Fewer, row(Size::Said, true)});
  EXPECT_EQ(F.Is.Kind, Cover::Unknown);
}

//===--- Random partitions ------------------------------------------------===//

namespace {

/// A bound of a loop over a dimension of extent x: x / 2, x or 0, and a number.
struct Bound {
  enum { Zero, Half, Whole } From;
  int Plus;

  int at(int X) const {
    return (From == Zero ? 0 : From == Half ? X / 2 : X) + Plus;
  }
  E of(const E &X) const {
    const E Base = From == Zero ? E(0) : From == Half ? X / E(2) : X;
    return Base + E(Plus);
  }
};

struct Box {
  std::array<Bound, 2> Lower, Upper;
  std::array<int, 2> Step;

  bool has(int D, int At, int X) const {
    const int First = Lower[D].at(X);
    return At >= First && At < Upper[D].at(X) && (At - First) % Step[D] == 0;
  }
};

/// Mostly the pieces that a cut leaves, so that covers are not too seldom.
std::vector<Box> randomBoxes(std::mt19937 &Gen) {
  const auto Draw = [&](int Low, int High) {
    return std::uniform_int_distribution<>(Low, High)(Gen);
  };
  const std::array<Bound, 5> Cuts{{{Bound::Zero, 0},
                                   {Bound::Zero, 1},
                                   {Bound::Half, 0},
                                   {Bound::Whole, -1},
                                   {Bound::Whole, 0}}};
  const int D = Draw(0, 1);
  std::vector<int> At{0, Draw(1, 3), 4};
  std::vector<Box> Out;
  for (size_t I = 0; I + 1 < At.size(); ++I) {
    Box B{{{{Bound::Zero, 0}, {Bound::Zero, 0}}},
          {{{Bound::Whole, 0}, {Bound::Whole, 0}}},
          {{1, 1}}};
    B.Lower[D] = Cuts[At[I]];
    B.Upper[D] = Cuts[At[I + 1]];
    if (Draw(0, 3) == 0)
      B.Lower[1 - D].Plus += Draw(0, 1);
    if (Draw(0, 3) == 0)
      B.Upper[D].Plus += Draw(-1, 0);
    if (Draw(0, 5) == 0)
      B.Step[Draw(0, 1)] = 2;
    Out.push_back(B);
  }
  if (Draw(0, 3) == 0)
    Out.push_back(Out[Draw(0, 1)]);
  return Out;
}

std::shared_ptr<const LoopNest> nestOf(const Box &B) {
  return partition(Size::Said, [&](const E &N, const E &M) {
    return std::vector<Range>{{B.Lower[0].of(N), B.Upper[0].of(N), B.Step[0]},
                              {B.Lower[1].of(M), B.Upper[1].of(M), B.Step[1]}};
  });
}

/// How many boxes have the element.
long writers(const std::vector<Box> &Boxes, int I, int J, int N, int M) {
  return llvm::count_if(
      Boxes, [&](const Box &B) { return B.has(0, I, N) && B.has(1, J, M); });
}

} // namespace

TEST(Cover, VerdictsOnRandomPartitionsAreThoseOfCounting) {
  std::array<int, 4> Verdicts{};
  for (unsigned Seed = 0; Seed < 150; ++Seed) {
    std::mt19937 Gen(Seed);
    const std::vector<Box> Boxes = randomBoxes(Gen);
    std::vector<std::shared_ptr<const LoopNest>> Nests;
    for (const Box &B : Boxes)
      Nests.push_back(nestOf(B));
    const Cover C = coverOf(Nests).Is;
    ++Verdicts[C.Kind];
    // A box that has all elements is the default of the others.
    const size_t First = C.HasDefault;
    const std::vector<Box> Others(Boxes.begin() + First, Boxes.end());
    const auto Size = [&](const char *Name) {
      for (const auto &[Is, Value] : C.At->Parameters)
        if (Is == Name)
          return static_cast<int>(Value);
      return 3; // any will do
    };
    if (C.Kind == Cover::Missing || C.Kind == Cover::Twice) {
      const int N = Size("n"), M = Size("m");
      const long Count =
          writers(C.Kind == Cover::Twice ? Others : Boxes, int(C.At->Point[0]),
                  int(C.At->Point[1]), N, M);
      EXPECT_EQ(C.Kind == Cover::Missing, Count == 0) << "seed " << Seed;
      EXPECT_EQ(C.Kind == Cover::Twice, Count > 1) << "seed " << Seed;
      continue;
    }
    ASSERT_EQ(C.Kind, Cover::Whole) << "seed " << Seed << ": " << C.Why;
    for (int N = 0; N < 7; ++N)
      for (int M = 0; M < 7; ++M)
        for (int I = 0; I < N; ++I)
          for (int J = 0; J < M; ++J) {
            EXPECT_GE(writers(Boxes, I, J, N, M), 1) << "seed " << Seed;
            EXPECT_LE(writers(Others, I, J, N, M), 1) << "seed " << Seed;
          }
  }
  // Each of them is met.
  EXPECT_GT(Verdicts[Cover::Whole], 20);
  EXPECT_GT(Verdicts[Cover::Missing], 20);
  EXPECT_GT(Verdicts[Cover::Twice], 5);
}
