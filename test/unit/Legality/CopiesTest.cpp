//===- CopiesTest.cpp - Which reads take a copy -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outcome.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// "x[i + 1]", or "x[i + 1] where ..." for each redirected read.
std::vector<std::string> redirected(const Outcome &O) {
  std::vector<std::string> Reads;
  if (!O.Nest)
    return {"refused"};
  for (const ArrayCopy &C : O.Nest->copies())
    for (const RedirectedRead &R : C.Reads)
      Reads.push_back(
          O.Nest->source()
              .Accesses[O.Nest->affine().Accesses[R.Access].Source]
              .Text +
          (R.Where.isConst(1) ? "" : " where " + toString(R.Where)));
  return Reads;
}

std::string dumped(const Outcome &O) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  dump(*O.Nest, OS);
  return Text;
}

TEST(Copies, ReadingAheadIsWarnedOfWithElementsBytesAndWitness) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.read(X, {I + E(1)});
  B.write(X, {I});
  Outcome O = check(B);
  EXPECT_THAT(
      O.lines(),
      ElementsAre("HD401 iteration (i = 0) reads 'x[1]', which iteration (i = "
                  "1) writes later: elements 1 to 99 of 'x' are copied before "
                  "the launch, 99 * 8 = 792 bytes",
                  "note 'x[1]' is written here by iteration (i = 1)",
                  "note 'copy(x)' says that this is fine, 'inplace(x)' makes "
                  "it an error"));
  EXPECT_EQ(dumped(O), "legality\n"
                       "  rank 1\n"
                       "  loop i: mapped\n"
                       "  array x: copied, elements 0 to 99, in, out\n"
                       "  copy of x: elements 1 to 99\n"
                       "    for x[i + 1]\n");
}

TEST(Copies, OnlyTheReadsThatNeedItAreRedirected) {
  // x[i] = x[i] + x[i + 1] + x[i + 200]: the last is never written.
  NestBuilder B;
  unsigned X = B.array("x", {E(400)});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.read(X, {I});
  B.read(X, {I + E(1)});
  B.read(X, {I + E(200)});
  B.write(X, {I});
  Outcome O = check(B);
  EXPECT_THAT(redirected(O), ElementsAre("x[i + 1]"));
  EXPECT_THAT(dumped(O), HasSubstr("copy of x: elements 1 to 99\n"));
}

TEST(Copies, WhatTheIterationWroteItselfIsReadFromTheArray) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)}), Y = B.array("y", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.write(X, {I});
  B.read(X, {I});
  B.read(X, {I + E(1)});
  B.write(Y, {I});
  EXPECT_THAT(redirected(check(B)), ElementsAre("x[i + 1]"));
}

TEST(Copies, EqualSubscriptsOfDifferentShapeAreCompatible) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 40);
  B.read(X, {I + I});
  B.write(X, {E(2) * I});
  Outcome O = check(B);
  EXPECT_THAT(redirected(O), IsEmpty());
  EXPECT_THAT(O.lines(), IsEmpty());
}

TEST(Copies, DisjointPartsOfOneArrayNeedNone) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 40);
  B.read(X, {E(2) * I + E(3)});
  B.write(X, {E(2) * I});
  Outcome O = check(B);
  EXPECT_THAT(redirected(O), IsEmpty());
  EXPECT_THAT(O.lines(), IsEmpty());
}

TEST(Copies, InnerLoopsRunInOrderWithinTheirThread) {
  // for i: for j: x[i][j] = x[i][j + 1] + x[i + 1][j], i mapped: what the
  // thread reads ahead in its own row is still there.
  NestBuilder B;
  unsigned X = B.array("x", {E(50), E(50)});
  E I = B.loop("i", 0, Relation::Lt, 40);
  E J = B.loop("j", 0, Relation::Lt, 40);
  B.read(X, {I, J + E(1)});
  B.read(X, {I + E(1), J});
  B.write(X, {I, J});
  EXPECT_THAT(redirected(check(B, 1)), ElementsAre("x[i + 1][j]"));
  EXPECT_THAT(redirected(check(B, 2)),
              ElementsAre("x[i][j + 1]", "x[i + 1][j]"));
}

/// for i < 30: x[i] = ..; y[i] = x[S(i)], where S(i) is i or a later element.
Outcome readBehindWrite(const std::function<E(const E &)> &Subscript,
                        bool Unique = true) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)}), Y = B.array("y", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 30);
  B.write(X, {I});
  B.read(X, {Subscript(I)});
  B.write(Y, {I});
  auto Nest = std::make_shared<LoopNest>(*B.build());
  Nest->Loops[0].NameIsUnique = Unique;
  Report R;
  auto Affine = buildAffineNest(Nest, R);
  Outcome O;
  O.Nest = verify(Affine, O.R);
  return O;
}

TEST(Copies, AnAccessOfBothKindsChoosesByACondition) {
  Outcome O = readBehindWrite(
      [](const E &I) { return select(I < E(10), I, I + E(1)); });
  EXPECT_THAT(redirected(O),
              ElementsAre("x[i < 10 ? i : i + 1] where 10 <= i"));
  EXPECT_TRUE(O.Nest->copies()[0].Reads[0].Narrow);
  EXPECT_THAT(redirected(readBehindWrite([](const E &I) {
                return select(I % E(3) == E(0), I, I + E(2));
              })),
              ElementsAre("x[i % 3 == 0 ? i : i + 2] where 1 <= i mod 3"));
}

TEST(Copies, AConditionNeedsTheLoopVariablesName) {
  Outcome O =
      readBehindWrite([](const E &I) { return select(I < E(10), I, I + E(1)); },
                      /*Unique=*/false);
  EXPECT_THAT(redirected(O), ElementsAre("refused"));
  EXPECT_THAT(
      O.lines(),
      ElementsAre("HD410 'x[i < 10 ? i : i + 1]' reads elements of 'x' that "
                  "its own iteration has written, and others that a later "
                  "iteration overwrites, and the kernel cannot tell them apart "
                  "by the loop variables; read them in statements of their "
                  "own"));
}

TEST(Copies, WhatComesByAgainMayHaveBeenWrittenBefore) {
  // for i < 30: while (..) { .. = x[i < 10 ? i : i + 1]; x[i] = ..; }
  for (bool Repeated : {false, true}) {
    NestBuilder B;
    unsigned X = B.array("x", {E(100)});
    E I = B.loop("i", 0, Relation::Lt, 30);
    B.read(X, {select(I < E(10), I, I + E(1))}).May = Repeated;
    B.write(X, {I}).May = Repeated;
    Report R;
    Outcome O;
    O.Nest = verify(buildAffineNest(B.build(), R), O.R);
    EXPECT_THAT(redirected(O),
                ElementsAre(Repeated ? "x[i < 10 ? i : i + 1] where 10 <= i"
                                     : "x[i < 10 ? i : i + 1]"));
  }
}

TEST(Copies, WideLoopVariablesAreComparedIn64Bits) {
  NestBuilder B;
  E N = B.param("n", Long);
  unsigned X = B.array("x", {E()}), Y = B.array("y", {E()});
  E I = B.loop("i", 0, Relation::Lt, N, 1, Long);
  B.write(X, {I});
  B.read(X, {select(I < E(10), I, I + E(1))});
  B.write(Y, {I});
  Report R;
  Outcome O;
  O.Nest = verify(buildAffineNest(B.build(), R), O.R);
  ASSERT_TRUE(O.Nest);
  EXPECT_FALSE(O.Nest->copies()[0].Reads[0].Narrow);
}

TEST(Copies, ReadsWhoseTextCannotBeChangedAreRefused) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.read(X, {I + E(1)});
  B.write(X, {I});
  auto Refused = [&](const std::function<void(LoopNest &, TextTables &)> &Damage) {
    auto Nest = std::make_shared<LoopNest>(*B.build());
    TextTables Tables = tablesOf(*Nest);
    Damage(*Nest, Tables);
    Nest->Code = assembleValues(*Nest, Tables).Code;
    Report R;
    Outcome O;
    O.Nest = verify(buildAffineNest(Nest, R), O.R);
    return O.lines();
  };
  auto Says = ElementsAre(
      "HD411 'x[i + 1]' has to read a copy of 'x', but its text cannot be "
      "changed: it comes out of a macro or stands in a function, or stands for "
      "something else as well; write it in the loop itself");
  EXPECT_THAT(Refused([](LoopNest &, TextTables &T) {
                T.Bases[0].End = T.Bases[0].Begin;
              }),
              Says);
  // One text that reads and writes.
  EXPECT_THAT(Refused([](LoopNest &, TextTables &T) {
                T.Bases[1] = T.Bases[0];
              }),
              Says);
  // A part of the text that is replaced as a whole.
  EXPECT_THAT(Refused([](LoopNest &, TextTables &T) {
                T.Replacements.push_back({0, T.Bases[0].End + 3, "1"});
              }),
              Says);
  // Not in the kernel.
  EXPECT_THAT(Refused([](LoopNest &N, TextTables &T) {
                N.Loops[0].BodyBegin = T.Bases[0].Begin + 1;
              }),
              Says);
  EXPECT_THAT(Refused([](LoopNest &, TextTables &) {})[0], HasSubstr("HD401"));
}

TEST(Copies, OneTextOfSeveralReadsIsRedirectedOnce) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 99);
  B.read(X, {I + E(1)});
  B.when(opaque(Bool, "a > b", "it depends on array data"));
  B.read(X, {I + E(1)});
  B.endWhen();
  B.write(X, {I});
  auto Nest = std::make_shared<LoopNest>(*B.build());
  TextTables Tables = tablesOf(*Nest);
  Tables.Bases[1] = Tables.Bases[0];
  Nest->Code = assembleValues(*Nest, Tables).Code;
  Report R;
  Outcome O;
  O.Nest = verify(buildAffineNest(Nest, R), O.R);
  EXPECT_THAT(redirected(O), ElementsAre("x[i + 1]", "x[i + 1]"));
}

TEST(Copies, TheAnnotationSilencesOrForbids) {
  auto Lines = [](std::vector<unsigned> Copy, std::vector<unsigned> InPlace) {
    NestBuilder B;
    unsigned X = B.array("x", {E(100)}), Y = B.array("y", {E(100)});
    E I = B.loop("i", 0, Relation::Lt, 99);
    B.read(X, {I + E(1)});
    B.write(X, {I});
    B.write(Y, {I});
    B.Nest.Annot.Copy = std::move(Copy);
    B.Nest.Annot.InPlace = std::move(InPlace);
    return check(B).lines();
  };
  EXPECT_THAT(Lines({0}, {}), IsEmpty());
  EXPECT_THAT(Lines({0, 1}, {}),
              ElementsAre("HD409 the nest needs no copy of 'y', so 'copy' says "
                          "nothing about it"));
  EXPECT_THAT(Lines({1}, {0})[0], HasSubstr("HD405"));
}

TEST(Copies, TheRangeStaysWhereMemoryIsKnownToBe) {
  // if (..) .. = x[i + 30]: within what is declared.
  NestBuilder B;
  unsigned X = B.array("x", {E(100)}), Y = B.array("y", {E(100)});
  E I = B.loop("i", 0, Relation::Lt, 90);
  B.read(Y, {I});
  B.when(opaque(Bool, "y[i] > 0", "it depends on array data"));
  B.read(X, {I + E(30)});
  B.endWhen();
  B.write(X, {I});
  Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_THAT(dumped(O), HasSubstr("copy of x: elements 30 to 99\n"));
  EXPECT_THAT(O.lines()[0], HasSubstr("70 * 8 = 560 bytes"));
}

TEST(Copies, OtherErrorsAreToldWithoutWarningsOfCopies) {
  NestBuilder B;
  unsigned X = B.array("x", {E(100)}), Y = B.array("y", {E(100)});
  E I = B.loop("i", 1, Relation::Lt, 90);
  B.read(X, {I + E(1)});
  B.write(X, {I});
  B.read(Y, {I - E(1)});
  B.write(Y, {I});
  Outcome O = check(B, 1);
  EXPECT_FALSE(O.Nest);
  EXPECT_EQ(O.R.Diagnostics.size(), 1u);
  EXPECT_THAT(O.lines()[0], HasSubstr("HD402"));
}

} // namespace
