//===- FootprintTest.cpp - First and last element against brute force -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Footprint.h"
#include "Affine/SymFromIsl.h"
#include "AffineOracle.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using namespace heddle::test;

namespace {

const std::vector<__int128> Small = {-1, 0, 1, 2, 3, 4, 6};

/// Compares one array at one place; the nest has no may-accesses.
void compareAt(const Oracle &O, unsigned Array, const TouchedRange &T,
               const std::vector<__int128> &Params) {
  Values V = O.values(Params);
  if (!O.checksHold(Params, true) || evaluate(O.affine().ZeroTrip, V) != 0 ||
      !O.fast(Params))
    return;
  Run Truth = NestRunner::run(O.nest(), Params);
  ASSERT_FALSE(Truth.Undefined);
  const unsigned Depth = O.nest().PerfectDepth;
  // By iteration of the perfect loops and element, what has been written yet.
  std::set<std::pair<std::vector<__int128>, __int128>> Own;
  std::set<__int128> All, Written;
  for (const Event &X : Truth.Events) {
    const Access &A = O.nest().Accesses[X.Access];
    if (A.Array != Array)
      continue;
    __int128 Offset = O.offsetOf(X.Access, X.Subscripts, Params);
    All.insert(Offset);
    const std::pair<std::vector<__int128>, __int128> Here(
        {X.Counters.begin(), X.Counters.begin() + Depth}, Offset);
    ASSERT_TRUE(T.Read || A.IsWrite || Own.count(Here))
        << "iterations read what they have not written";
    if (A.IsWrite) {
      Written.insert(Offset);
      Own.insert(Here);
    }
  }
  __int128 First = evaluate(T.First, V), Last = evaluate(T.Last, V);
  std::string Where = toString(T.First) + " .. " + toString(T.Last);
  for (__int128 P : Params)
    Where += " " + std::to_string(static_cast<long long>(P));
  ASSERT_EQ(First, All.empty() ? 0 : *All.begin()) << Where;
  ASSERT_EQ(Last, All.empty() ? -1 : *All.rbegin()) << Where;
  if (T.WritesCover) {
    ASSERT_EQ(static_cast<__int128>(Written.size()), Last - First + 1) << Where;
  }
}

std::optional<TouchedRange> compare(const Oracle &O, unsigned Array) {
  EXPECT_TRUE(O.built()) << O.messages();
  if (!O.built())
    return std::nullopt;
  std::optional<TouchedRange> T = touchedRange(O.affine(), Array);
  EXPECT_TRUE(T);
  if (!T)
    return T;
  size_t P = O.nest().Params.size();
  std::vector<size_t> At(P);
  for (;;) {
    std::vector<__int128> Params;
    for (size_t K = 0; K < P; ++K)
      Params.push_back(Small[At[K]]);
    compareAt(O, Array, *T, Params);
    size_t K = 0;
    while (K < P && ++At[K] == Small.size())
      At[K++] = 0;
    if (K == P || ::testing::Test::HasFailure())
      return T;
  }
}

TEST(Footprint, AVectorThatIsWrittenWhollyIsCovered) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(X, {I + 1});
  B.write(Y, {I});
  Oracle O(B.build());
  std::optional<TouchedRange> T = compare(O, Y);
  ASSERT_TRUE(T);
  EXPECT_TRUE(T->WritesCover && T->Written && !T->Read);
  EXPECT_EQ(toString(T->Last), "n - 1");
  T = compare(O, X);
  EXPECT_FALSE(T->WritesCover);
  EXPECT_EQ(toString(T->First), "1");
  EXPECT_EQ(toString(T->Last), "n");
}

TEST(Footprint, WhatAnIterationHasWrittenItselfIsNotReadFromOutside) {
  enum { Before, Behind, Elsewhere, Where, Loop };
  for (int Form : {Before, Behind, Elsewhere, Where, Loop}) {
    NestBuilder B;
    E N = B.param("n"), M = B.param("m");
    unsigned Y = B.array("y", {E()});
    E I = B.loop("i", 0, Relation::Lt, N);
    if (Form == Behind)
      B.read(Y, {I});
    if (Form == Where)
      B.when(I < M);
    B.write(Y, {I}); // y[i] = ...
    if (Form == Where)
      B.endWhen();
    if (Form == Loop)
      B.loop("k", 0, Relation::Lt, M); // y[i] += ... for each k
    if (Form != Behind)
      B.read(Y, {Form == Elsewhere ? N - I : I});
    Oracle O(B.build());
    std::optional<TouchedRange> T = compare(O, Y);
    ASSERT_TRUE(T);
    EXPECT_EQ(!T->Read, Form == Before || Form == Loop) << Form;
    EXPECT_EQ(T->WritesCover, !T->Read) << Form;
  }
}

TEST(Footprint, StridesAndPaddedRowsLeaveGaps) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m"), Ld = B.param("ld");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()}),
           Z = B.array("z", {E()});
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.write(X, {I * E(2)});
  B.write(Y, {I * Ld + J});
  B.write(Z, {I * M + J});
  Oracle O(B.build());
  EXPECT_FALSE(compare(O, X)->WritesCover);
  EXPECT_FALSE(compare(O, Y)->WritesCover);
  EXPECT_TRUE(compare(O, Z)->WritesCover);
}

/// A nest that writes y[i] and reads a[Offset].
struct ReadNest {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer),
           Y = B.array("y", {E()});
};

TEST(Footprint, AnArrayThatIsOnlyReadNeedsNoOrderOfItsStrides) {
  ReadNest R;
  E I = R.B.loop("i", 0, Relation::Lt, R.N),
    J = R.B.loop("j", 0, Relation::Lt, R.M);
  R.B.read(R.A, {I * (R.N + 2) + J * (R.M + 1)});
  R.B.write(R.Y, {I});
  Oracle O(R.B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty()) << O.dumped();
  std::optional<TouchedRange> T = compare(O, R.A);
  ASSERT_TRUE(T);
  EXPECT_TRUE(T->Read && !T->Written);
}

TEST(Footprint, DifferentRowLengthsNeedNotBeEqualWhereNothingIsWritten) {
  ReadNest R;
  E I = R.B.loop("i", 0, Relation::Lt, R.N),
    J = R.B.loop("j", 0, Relation::Lt, R.N);
  R.B.read(R.A, {I * R.N + J * R.M});
  R.B.write(R.Y, {I});
  Oracle O(R.B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.fast({3, 4}));
  compare(O, R.A);
}

TEST(Footprint, CornersThatAreNoIterationsGiveNoRange) {
  ReadNest R;
  E I = R.B.loop("i", 0, Relation::Lt, R.N),
    J = R.B.loop("j", 0, Relation::Lt, R.N - I);
  R.B.read(R.A, {I * (R.N + 2) + J * (R.M + 1)});
  R.B.write(R.Y, {I});
  EXPECT_TRUE(Oracle(R.B.build()).says(DiagID::HD257));
  ReadNest S;
  I = S.B.loop("i", 0, Relation::Lt, S.N);
  J = S.B.loop("j", 0, Relation::Lt, S.M);
  S.B.write(S.Y, {I});
  S.B.when(opaque(Bool, "x[i] > 0", "it depends on array data"));
  S.B.read(S.A, {I * (S.N + 2) + J * (S.M + 1)});
  EXPECT_TRUE(Oracle(S.B.build()).says(DiagID::HD257));
}

TEST(Footprint, RandomStridesInNoOrderEndAsBruteForceSays) {
  std::mt19937 Random(7);
  auto Pick = [&](int Low, int High) {
    return Low +
           static_cast<int>(Random() % static_cast<unsigned>(High - Low + 1));
  };
  unsigned Ranges = 0;
  for (int Round = 0; Round < 150 && !HasFailure(); ++Round) {
    ReadNest R;
    E I = R.B.loop("i", Pick(-1, 1), Relation::Lt, Pick(0, 1) ? R.N : R.M,
                   Pick(1, 2));
    E J = R.B.loop("j", Pick(0, 3) ? E(Pick(-1, 1)) : I, Relation::Lt,
                   Pick(0, 1) ? R.N : R.M, Pick(1, 3));
    E Strides[] = {R.N, R.M, R.N + E(Pick(1, 2)), R.M - E(3), E(0) - R.N};
    for (int K = Pick(1, 2); K > 0; --K)
      R.B.read(R.A, {I * Strides[Pick(0, 4)] + J * Strides[Pick(0, 4)] +
                     E(Pick(-1, 1)) * R.N});
    if (Pick(0, 3) == 0)
      R.B.when(I < E(Pick(0, 3)));
    R.B.read(R.A, {J * (R.M + 1) + I * (R.N + 2)});
    R.B.write(R.Y, {I});
    Oracle O(R.B.build());
    if (!O.built()) {
      EXPECT_TRUE(O.says(DiagID::HD257) || O.says(DiagID::HD253))
          << O.messages();
      continue;
    }
    Ranges += O.affine().Arrays[R.A].Range.has_value();
    compare(O, R.A);
  }
  EXPECT_GT(Ranges, 60u);
}

TEST(Footprint, ATableThatIsOnlyReadIsTakenAsAWhole) {
  NestBuilder B;
  E N = B.param("n");
  unsigned T = B.array("t", {E(4), E(8)}), Y = B.array("y", {E()}),
           P = B.array("p", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.read(P, {I});
  B.read(T, {opaque(Int, "p[i]", "it depends on array data"), I % E(8)});
  B.write(Y, {I});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  std::optional<TouchedRange> Whole = touchedRange(O.affine(), T);
  ASSERT_TRUE(Whole);
  EXPECT_EQ(toString(Whole->First), "0");
  EXPECT_EQ(toString(Whole->Last), "31");
  EXPECT_TRUE(Whole->Read && !Whole->Written && !Whole->EndsRestOnData);
}

TEST(Footprint, ATableOfUnknownSizeOrThatIsWrittenIsRefused) {
  for (bool Written : {false, true}) {
    NestBuilder B;
    E N = B.param("n");
    unsigned T = B.array("t", {Written ? E(32) : E()}), Y = B.array("y", {E()});
    E I = B.loop("i", 0, Relation::Lt, N);
    B.read(T, {opaque(Int, "p[i]", "it depends on array data")});
    B.write(Written ? T : Y, {I});
    EXPECT_TRUE(Oracle(B.build()).says(DiagID::HD217));
  }
}

TEST(Footprint, ATriangleEndsBeforeItsBoundingBox) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()});
  E I = B.loop("i", 0, Relation::Lt, N),
    J = B.loop("j", 0, Relation::Lt, N - I);
  B.write(X, {I * N + J});
  Oracle O(B.build());
  std::optional<TouchedRange> T = compare(O, X);
  ASSERT_TRUE(T);
  EXPECT_FALSE(T->WritesCover);
}

TEST(Footprint, AnArrayTouchedOnlySometimesHasAnEmptyRangeOtherwise) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.write(Y, {I});
  B.when(I > M);
  B.write(X, {I});
  Oracle O(B.build());
  compare(O, X);
}

TEST(Footprint, RandomNestsAgreeWithBruteForce) {
  std::mt19937 Random(77);
  auto Pick = [&](int Low, int High) {
    return Low +
           static_cast<int>(Random() % static_cast<unsigned>(High - Low + 1));
  };
  unsigned Built = 0;
  for (int Round = 0; Round < 150 && !HasFailure(); ++Round) {
    NestBuilder B;
    E N = B.param("n"), M = B.param("m");
    unsigned A = B.array("a", {E()});
    E I = B.loop("i", Pick(-1, 1), Relation::Lt, N, Pick(1, 2));
    E J = B.loop("j", Pick(0, 1) ? E(0) : I, Relation::Lt,
                 Pick(0, 1) ? M : N + I);
    if (Pick(0, 2) == 0)
      B.when(Pick(0, 1) ? I < J : J != E(Pick(0, 2)));
    int Count = Pick(1, 3);
    for (int K = 0; K < Count; ++K) {
      E X = Pick(0, 1)
                ? I * (M + E(1)) + J + E(Pick(0, 1))
                : I * E(Pick(-1, 2)) + J * E(Pick(0, 2)) + E(Pick(-2, 2));
      if (K == 0)
        B.write(A, {X});
      else
        B.read(A, {X});
    }
    Oracle O(B.build());
    if (!O.built())
      continue;
    ++Built;
    compare(O, A);
  }
  EXPECT_GT(Built, 80u);
}

TEST(Footprint, AChainOfDataDependentConditionsWritesForCertainIfItIsComplete) {
  for (bool Complete : {true, false}) {
    NestBuilder B;
    E N = B.param("n");
    unsigned Y = B.array("y", {E()}, Provenance::Pointer);
    E I = B.loop("i", 0, Relation::Lt, N);
    E C = opaque(Bool, "p[i]", "it depends on array data"),
      D = opaque(Bool, "q[i]", "it depends on array data");
    B.when(C); // if (p[i]) ...; else if (q[i]) ...; else ...
    B.write(Y, {I});
    B.endWhen();
    B.when(C, true);
    B.when(D);
    B.write(Y, {I});
    B.endWhen();
    B.when(D, true);
    if (Complete)
      B.write(Y, {I});
    Oracle O(B.build());
    ASSERT_TRUE(O.built()) << O.messages();
    std::optional<TouchedRange> T = touchedRange(O.affine(), Y);
    ASSERT_TRUE(T);
    EXPECT_EQ(T->WritesCover, Complete);
    EXPECT_EQ(T->EndsRestOnData, !Complete);
  }
}

TEST(Footprint, EndsOfDataDependentAccessesAreAcceptedOnlyInKnownMemory) {
  for (int Kind = 0; Kind < 4; ++Kind) {
    NestBuilder B;
    E N = B.param("n");
    unsigned X = B.array("x", {E()}, Provenance::Pointer),
             Y = B.array("y", {Kind == 1 ? E(50) : E()}, Provenance::Pointer);
    E I = B.loop("i", 0, Relation::Lt, N);
    E Cond = opaque(Bool, "x[i] > 0", "it depends on array data");
    B.read(X, {I});
    if (Kind == 2)
      B.write(Y, {I + 1});
    B.when(Cond);
    B.write(Y, {I});
    B.endWhen();
    if (Kind == 3) {
      B.when(Cond, true);
      B.write(Y, {I});
    }
    Oracle O(B.build());
    ASSERT_TRUE(O.built()) << O.messages();
    std::optional<TouchedRange> T = touchedRange(O.affine(), Y);
    ASSERT_TRUE(T);
    // Alone: unknown memory. In an array of 50: clamped. Beside a write of
    // y[i + 1]: y[0] is not known to exist. In both branches: written for sure.
    EXPECT_EQ(T->EndsRestOnData, Kind == 0 || Kind == 2) << Kind;
    EXPECT_EQ(T->WritesCover, Kind == 3) << Kind;
    if (Kind == 1) {
      EXPECT_EQ(evaluate(T->Last, {{"n", 70}}), 49);
    }
  }
}

/// How many operators say which elements x[i + k * p] touches for all k < Count
/// and i < n; 0 if nothing does.
unsigned operatorsOfShifted(int Count, unsigned long MostOperations) {
  NestBuilder B;
  E N = B.param("n"), P = B.param("p");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N);
  for (int K = 0; K < Count; ++K)
    B.read(X, {I + E(K) * P});
  B.write(Y, {I});
  Oracle O(B.build());
  EXPECT_TRUE(O.built()) << O.messages();
  O.affine().Isl->resume(MostOperations);
  std::optional<TouchedRange> T = touchedRange(O.affine(), X);
  return T ? operatorCount(T->First) + operatorCount(T->Last) : 0;
}

// Uniting many reads would cost isl more than all of a nest may.
TEST(Footprint, ManyReadsAreNotUnitedWhileTheTextOfTheirEndsIsNotVeryLong) {
  EXPECT_EQ(operatorsOfShifted(24, 2000000), 9u);
  EXPECT_EQ(operatorsOfShifted(25, 100000), 6u * 25 - 7);
  EXPECT_EQ(operatorsOfShifted(67, 100000), 6u * 67 - 7);
  EXPECT_LE(operatorsOfShifted(68, 100000), 400u);
}

} // namespace
