//===- AccessTest.cpp - Guards, subscripts and their refusals -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Atoms.h"
#include "AffineOracle.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using namespace heddle::test;

namespace {

const std::vector<__int128> Small = {-2, -1, 0, 1, 2, 3, 4, 7};
constexpr int64_t UIntMax = 4294967295;

/// A loop of n iterations that writes a at Subscript(i).
template <class F> NestBuilder loopOver(F Subscript, IntType T = Int) {
  NestBuilder B;
  E N = B.param("n", T), M = B.param("m", T);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", cast(T, 0), Relation::Lt, N, 1, T);
  B.write(A, {Subscript(I, N, M)});
  return B;
}

/// The caret of the one error, as the text of the expression under it.
void expectCaret(const Oracle &O, DiagID ID, const E &At) {
  ASSERT_FALSE(O.built());
  ASSERT_EQ(O.report().Diagnostics.size(), 1u) << O.messages();
  EXPECT_EQ(O.report().Diagnostics[0].ID, ID) << O.messages();
  EXPECT_EQ(O.report().Diagnostics[0].Where.Begin, At.where().Begin)
      << O.messages();
}

TEST(Access, TheCaretStandsOnTheSmallestExpressionThatIsNotAffine) {
  E Product, Divisor, Data, Modulus, Large;
  NestBuilder B = loopOver([&](E I, E N, E) {
    Product = I * (I + 1);
    return N - (Product + 3);
  });
  Oracle O(B.build());
  expectCaret(O, DiagID::HD250, Product);
  EXPECT_NE(O.messages().find("it is a product of two loop counters"),
            std::string::npos);
  B = loopOver([&](E I, E N, E) {
    Divisor = N / (I + 1);
    return Divisor + I;
  });
  expectCaret(Oracle(B.build()), DiagID::HD250, Divisor);
  B = loopOver([&](E I, E, E) {
    Data = opaque(Int, "k[i]", "it depends on array data");
    return I + Data * E(2);
  });
  expectCaret(Oracle(B.build()), DiagID::HD217, Data);
  B = loopOver([&](E I, E, E M) {
    Modulus = I * M;
    return (Modulus + 1) % E(4);
  });
  expectCaret(Oracle(B.build()), DiagID::HD250, Modulus);
  B = loopOver([&](E I, E, E) {
    Large = E((int64_t(1) << 40) + 1, Long);
    return cast(Long, I) + Large;
  });
  expectCaret(Oracle(B.build()), DiagID::HD251, Large);
}

TEST(Access, DivisionTruncatesForBothSigns) {
  for (int D : {2, 3, -2, 7}) {
    NestBuilder B = loopOver([&](E I, E, E M) { return (I + M) / E(D); });
    Oracle O(B.build());
    ASSERT_TRUE(O.built()) << O.messages();
    EXPECT_GT(O.compare({Small, {-9, -3, 0, 2, 8}}), 30u);
    B = loopOver([&](E I, E, E M) { return (M - I * E(2)) % E(D) + I; });
    Oracle P(B.build());
    ASSERT_TRUE(P.built()) << P.messages();
    EXPECT_GT(P.compare({Small, {-9, -3, 0, 2, 8}}), 30u);
  }
}

/// Random typed expressions over a counter and two parameters.
class RandomExpression {
public:
  RandomExpression(unsigned Seed, std::vector<E> Leaves)
      : R(Seed), Leaves(std::move(Leaves)) {}

  int pick(int Low, int High) {
    return Low + static_cast<int>(R() % static_cast<unsigned>(High - Low + 1));
  }
  E value(int Depth) {
    if (Depth == 0 || pick(0, 5) == 0)
      return pick(0, 2) ? Leaves[R() % Leaves.size()] : E(pick(-4, 4));
    E A = value(Depth - 1);
    switch (pick(0, 9)) {
    case 0:
    case 1:
      return A + value(Depth - 1);
    case 2:
    case 3:
      return A - value(Depth - 1);
    case 4:
      return A * cast(pick(0, 1) ? Int : UInt, E(pick(-3, 3)));
    case 5:
      return A / E(pick(1, 4) * (pick(0, 3) ? 1 : -1));
    case 6:
      return A % E(pick(1, 4) * (pick(0, 3) ? 1 : -1));
    case 7: {
      const IntType Types[] = {Int, UInt, Short, UShort, UChar, Long, ULong};
      return cast(Types[pick(0, 6)], A);
    }
    case 8:
      return select(A < value(Depth - 1), A, value(Depth - 1));
    default: {
      E B = value(Depth - 1);
      convert(A, B);
      return pick(0, 1) ? heddle::test::min(A, B) : heddle::test::max(A, B);
    }
    }
  }

private:
  std::mt19937 R;
  std::vector<E> Leaves;
};

TEST(Access, RandomTypedSubscriptsMeanWhatCxxMeansWhereTheChecksHold) {
  unsigned Built = 0, Compared = 0;
  for (unsigned Round = 0; Round < 250 && !HasFailure(); ++Round) {
    NestBuilder B;
    const IntType Types[] = {Int, UInt, Short, UChar, Long, ULong};
    E N = B.param("n", Types[Round % 6]),
      M = B.param("m", Types[Round / 6 % 6]);
    unsigned A = B.array("a", {E()}, Provenance::Pointer);
    E I = B.loop("i", -1, Relation::Lt, 3);
    RandomExpression Random(Round, {I, I, N, M});
    B.write(A, {Random.value(3)});
    Oracle O(B.build());
    if (!O.built()) {
      EXPECT_TRUE(O.says(DiagID::HD251) || O.says(DiagID::HD252) ||
                  O.says(DiagID::HD253))
          << O.messages();
      continue;
    }
    ++Built;
    auto Edges = [](IntType T) {
      std::vector<__int128> V = {0, 1, 2, 3, 100, maxOf(T), maxOf(T) - 1};
      if (T.Signed)
        V.insert(V.end(), {-1, -2, -7, minOf(T), minOf(T) + 1});
      return V;
    };
    Compared += O.compare({Edges(N.Ref->Type), Edges(M.Ref->Type)});
  }
  EXPECT_GT(Built, 150u);
  EXPECT_GT(Compared, 5000u);
}

TEST(Access, RandomTypedConditionsMeanWhatCxxMeansWhereTheChecksHold) {
  for (unsigned Round = 0; Round < 150 && !HasFailure(); ++Round) {
    NestBuilder B;
    const IntType Types[] = {Int, UInt, Short, UChar, Long, ULong};
    E N = B.param("n", Types[Round % 6]),
      M = B.param("m", Types[Round / 6 % 6]);
    unsigned A = B.array("a", {E()}, Provenance::Pointer);
    E I = B.loop("i", -1, Relation::Lt, 3);
    RandomExpression Random(Round + 1000, {I, I, N, M});
    E C = Random.value(2) < Random.value(2);
    E D = Random.value(2) != Random.value(1);
    B.when(Round % 3 == 0   ? C && D
           : Round % 3 == 1 ? C || !D
                            : !(C && D),
           Round % 5 == 0);
    B.write(A, {I});
    Oracle O(B.build());
    if (!O.built()) {
      EXPECT_TRUE(O.says(DiagID::HD253)) << O.messages();
      continue;
    }
    O.compare({{0, 1, 2, 100, maxOf(N.Ref->Type), minOf(N.Ref->Type)},
               {0, 1, 3, maxOf(M.Ref->Type), minOf(M.Ref->Type)}});
  }
}

TEST(Access, MinimumMaximumAndChoiceAreQuasiAffine) {
  NestBuilder B = loopOver([&](E I, E N, E M) {
    return min(I, M) + max(I - 2, 0) + select(I < M, I * E(2), N - I);
  });
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare({Small, Small}), 50u);
}

TEST(Access, ANumberIsTrueWhereItIsNotZero) {
  Oracle O(loopOver([](E I, E, E M) {
             return cast(Int, cast(Bool, I - 1)) + I * 3 - cast(Int, cast(Bool, M));
           }).build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare({Small, Small}), 50u);
}

TEST(Access, UnsignedSubscriptsThatMayWrapAreChecked) {
  NestBuilder B =
      loopOver([](E I, E, E M) { return cast(ULong, I - M); }, UInt);
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.fast({9, 0}));
  EXPECT_FALSE(O.fast({9, 1})) << "i starts at 0";
  O.compare({{0, 1, 2, 9, UIntMax}, {0, 1, 2, UIntMax}});
  B = loopOver([](E I, E, E M) { return cast(ULong, I + M); }, UInt);
  Oracle P(B.build());
  ASSERT_TRUE(P.built()) << P.messages();
  EXPECT_FALSE(P.fast({2, UIntMax}));
  EXPECT_TRUE(P.fast({1, UIntMax}));
  P.compare({{0, 1, 2, 9}, {0, 1, 2, UIntMax, UIntMax - 1, UIntMax - 8}});
}

TEST(Access, WideUnsignedSubscriptsWrapLikeAddresses) {
  NestBuilder B =
      loopOver([](E I, E N, E M) { return I * M + N - E(1, ULong); }, ULong);
  Oracle O(B.build());
  EXPECT_TRUE(O.built()) << O.messages();
  for (const RuntimeCheck &C : O.affine().Checks)
    EXPECT_EQ(C.Kind, CheckKind::Stride) << C.Reason;
}

TEST(Access, ProductsInNarrowUnsignedArithmeticAreCheckedForTheirLargestValue) {
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N, 1, UInt),
    J = B.loop("j", 0, Relation::Lt, M, 1, UInt);
  B.write(A, {cast(ULong, I * M + J)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.fast({3, 4}));
  EXPECT_EQ(O.affine().Checks.size(), 1u) << "'i * m' is below 'i * m + j'";
  EXPECT_TRUE(O.fast({65536, 65536})) << "the last element is 2^32 - 1";
  EXPECT_FALSE(O.fast({65536, 65537}));
  EXPECT_FALSE(O.fast({UIntMax, UIntMax}));
  std::vector<__int128> V = {0, 1, 2, 5};
  EXPECT_EQ(O.compare({V, V}), 16u);
}

TEST(Access, DifferencesInNarrowUnsignedArithmeticThatMayWrapAreChecked) {
  NestBuilder B;
  E N = B.param("n", UInt), M = B.param("m", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 1, Relation::Lt, N, 1, UInt),
    J = B.loop("j", 0, Relation::Lt, M, 1, UInt);
  B.write(A, {cast(ULong, I * M - J)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  std::vector<__int128> V = {0, 1, 2, 5};
  EXPECT_EQ(O.compare({V, V}), 16u);
  EXPECT_TRUE(O.fast({5, 5}));
}

TEST(Access, AnIntRowLengthInUnsignedArithmeticMustNotBeNegative) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m", UInt), Ld = B.param("ld");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N),
    J = B.loop("j", 0, Relation::Lt, M, 1, UInt);
  B.write(A, {cast(ULong, I * Ld + J)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.fast({3, 4, 4}));
  EXPECT_FALSE(O.fast({3, 4, -4}));
  EXPECT_GT(O.compare({{0, 1, 3}, {0, 1, 2}, {-2, -1, 0, 1, 2, 3}}), 50u);
  B.assume(Ld < 0);
  EXPECT_TRUE(Oracle(B.build()).says(DiagID::HD258));
}

TEST(Access, NarrowingConversionsAreChecked) {
  NestBuilder B =
      loopOver([](E I, E, E M) { return I + cast(Int, cast(UChar, M)); });
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_GT(O.compare({{1, 5}, {0, 1, 254, 255, 256, 257, -1, -256}}), 7u);
  EXPECT_FALSE(O.fast({1, 256}));
  EXPECT_FALSE(O.fast({1, -1}));
}

TEST(Access, ConditionsRestrictTheDomainOrMakeMayAccesses) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N);
  E Data = opaque(Bool, "a[i] > 0", "it depends on array data");
  B.when(I > M && I % E(2) == 0);
  B.write(A, {I});
  B.endWhen();
  B.when(I > M && I % E(2) == 0, true);
  B.read(A, {I + 1});
  B.endWhen();
  B.when(I < M && Data);
  B.read(A, {I + 2});
  B.endWhen();
  B.when(I < M || Data, true);
  B.read(A, {I + 3});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_FALSE(O.affine().Accesses[0].May);
  EXPECT_FALSE(O.affine().Accesses[1].May);
  EXPECT_TRUE(O.affine().Accesses[2].May);
  EXPECT_TRUE(O.affine().Accesses[3].May);
  auto Count = [&](unsigned Access) {
    return O.pointsAt(O.affine().Accesses[Access].Domain, {10, 4}).size();
  };
  EXPECT_EQ(Count(0), 2u);
  EXPECT_EQ(Count(1), 8u);
  EXPECT_EQ(Count(2), 4u);
  EXPECT_EQ(Count(3), 6u);
}

TEST(Access, AConditionWhoseIntegerReadingIsNeverExactIsLeftOpen) {
  NestBuilder B;
  E N = B.param("n", UInt);
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N, 1, UInt);
  B.when(E(0, UInt) - (I + E(1, UInt)) > N);
  B.write(A, {cast(ULong, I)});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Accesses[0].May);
  O.compare({{0, 1, 5}});
}

TEST(Access, InnerLoopsAddDimensionsAndStoresAreProjected) {
  // c[i][j] += a[i * p + k] * ...; a matrix product's inner loop.
  NestBuilder B;
  E N = B.param("n"), P = B.param("p");
  unsigned C = B.array("c", {E()}, Provenance::Pointer),
           A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, N);
  B.write(C, {I * N + J});
  E K = B.loop("k", 0, Relation::Lt, P);
  B.read(A, {I * P + K});
  B.update(C, {I * N + J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.affine().Depth, 2u);
  EXPECT_EQ(O.affine().Accesses[1].InnerLoops, std::vector<unsigned>{2});
  EXPECT_EQ(O.compare({Small, Small}), 64u);
  EXPECT_EQ(O.pointsAt(O.affine().StoreDomain, {2, 0}).size(), 4u);
}

TEST(Access, ALoopWithDataDependentBoundsConfinesItsCounterAsFarAsItCan) {
  NestBuilder B;
  E N = B.param("n");
  unsigned A = B.array("a", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N);
  B.write(A, {I});
  E K = B.loop("k", I, Relation::Lt,
               opaque(Int, "c[i]", "it depends on array data"));
  B.Nest.Loops[1].DataDependent = true;
  B.read(A, {K});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Accesses[1].May);
  isl::Set Below =
      isl::readSet(*O.affine().Isl, "[n] -> { Stmt[i, k] : k < i }");
  EXPECT_EQ(isl::isEmpty(O.affine().Accesses[1].Domain.intersect(Below)),
            isl::Answer::Yes);
}

TEST(Access, ASubscriptCertainlyOutsideItsArrayIsAnErrorWithTheFirstSuch) {
  NestBuilder B;
  unsigned X = B.array("x", {100});
  E I = B.loop("i", 0, Relation::Lt, 200);
  B.write(X, {I});
  Oracle O(B.build());
  EXPECT_EQ(O.messages(), "HD256: the subscript 'i' is 100 in iteration 100, "
                          "outside 'x', whose extent is 100\n"
                          "  note: 'x' is declared here\n");

  NestBuilder C; // possibly inside: C++ demands that it is
  E N = C.param("n");
  X = C.array("x", {100});
  I = C.loop("i", 0, Relation::Lt, N);
  C.write(X, {I});
  EXPECT_TRUE(Oracle(C.build()).built());

  NestBuilder D; // under a condition on data it may be avoided
  X = D.array("x", {100});
  I = D.loop("i", 0, Relation::Lt, 200);
  D.when(opaque(Bool, "b", "it depends on array data"));
  D.write(X, {I});
  EXPECT_TRUE(Oracle(D.build()).built());
}

TEST(Accesses, InnerSubscriptsOfWrittenArraysStayWithinTheirExtents) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E(), E(8)}), Y = B.array("y", {E(), E(8)});
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, N);
  B.read(X, {I, J});
  B.write(Y, {I, J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.affine().Checks.size(), 1u) << O.dumped();
  EXPECT_TRUE(O.hasCheck(CheckKind::Other, "n <= 8")) << O.dumped();
  EXPECT_TRUE(O.fast({8}));
  EXPECT_FALSE(O.fast({9}));
}

TEST(Accesses, WhereDataDecideOnlyAccessesWithinRowsExecute) {
  NestBuilder B;
  E N = B.param("n");
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E(), E(8)});
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, N);
  B.read(X, {J});
  B.when(opaque(Bool, "x[j] > 0", "it depends on array data"));
  B.write(Y, {I, J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty()) << O.dumped();
  // 10 rows of 8 elements.
  EXPECT_EQ(O.pointsAt(O.affine().Accesses[1].Domain, {10}).size(), 80u);
}

// A number of ten binary digits would cost millions of operations.
TEST(Accesses, ManyDeclaredDimensionsKeepTheirSubscripts) {
  NestBuilder B;
  E N = B.param("n");
  std::vector<E> Extents(10, E(2)), At;
  Extents[0] = E();
  unsigned Y = B.array("y", Extents);
  for (int D = 0; D < 10; ++D)
    At.push_back(
        B.loop("i" + std::to_string(D), 0, Relation::Lt, D < 4 ? N : E(2)));
  B.write(Y, At);
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_EQ(O.affine().Arrays[Y].Dims, 10u);
  EXPECT_TRUE(O.fast({2}));
  EXPECT_FALSE(O.fast({3}));
  EXPECT_EQ(O.compare({{0, 1}}), 2u);
}

TEST(Accesses, PointerArithmeticMayRunFromRowToRow) {
  NestBuilder B;
  E N = B.param("n");
  unsigned Y = B.array("y", {E(), E(8)});
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, 8);
  B.write(Y, {0, I * E(8) + J}).Within = 0;
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty()) << O.dumped();
  EXPECT_GT(O.compare({{0, 1, 3, 9}}), 3u);
}

// Rows that do not overlap are a matter of order, and reads have none.
TEST(Accesses, ReadsOfADeclaredArrayNeedNoRowsWhereTheCheckOfRowsIsTooLong) {
  NestBuilder B;
  E N = B.param("n"), Ld = B.param("ld"), P = B.param("p"), Q = B.param("q"),
    R = B.param("r");
  unsigned Y = B.array("y", {E()}), X = B.array("x", {1000});
  E I = B.loop("i", 0, Relation::Lt, N);
  B.write(Y, {I});
  // None of these bounds is implied by others.
  E Columns = P;
  for (int K = 1; K < 9; ++K)
    Columns = min(Columns, E(K) * P + E(K * K) * Q + E(K * K * K) * R);
  E J = B.loop("j", 0, Relation::Lt, Columns);
  B.read(X, {I * Ld + J});
  Oracle O(B.build());
  ASSERT_TRUE(O.built()) << O.messages();
  EXPECT_TRUE(O.affine().Checks.empty()) << O.dumped();
  const std::optional<ElementRange> &Range = O.affine().Arrays[X].Range;
  ASSERT_TRUE(Range);
  EXPECT_EQ(toString(Range->First), "0");
  EXPECT_EQ(toString(Range->Last), "999");
}

} // namespace
