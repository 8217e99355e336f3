//===- ScansTest.cpp - Values that iterations pass on ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Outcome.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::test;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;

namespace {

/// for (i) { s += x[i]; y[i] = s; }, where y[i] = s is dropped by the slice.
struct RunningSum : NestBuilder {
  RunningSum() {
    S = array("s", {E(1)}, Provenance::Object, "int", 4);
    Nest.Arrays[S].Scalar = Nest.Arrays[S].Integral = true;
    X = array("x", {E()}), Y = array("y", {E()});
    I = loop("i", E(0), Relation::Lt, param("n"));
    read(X, {I});
    update(S, {E(0)});
    read(S, {E(0)}).Dropped = true;
    write(Y, {I}).Dropped = true;
  }
  unsigned S, X, Y;
  E I;
};

} // namespace

TEST(Scans, AVariableThatIsUsedIsPassedOn) {
  RunningSum B;
  const Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_TRUE(O.Nest->scans());
  EXPECT_EQ(O.Nest->rank(), 1u);
  ASSERT_EQ(O.Nest->reductions().size(), 1u);
  EXPECT_EQ(O.Nest->reductions()[0].Array, B.S);
  EXPECT_EQ(O.Nest->reductions()[0].Class, "+");
}

TEST(Scans, AVariableThatNobodyUsesIsReduced) {
  NestBuilder B;
  const unsigned S = B.array("s", {E(1)}, Provenance::Object, "int", 4);
  B.Nest.Arrays[S].Scalar = B.Nest.Arrays[S].Integral = true;
  B.loop("i", E(0), Relation::Lt, B.param("n"));
  B.update(S, {E(0)});
  const Outcome O = check(B);
  ASSERT_TRUE(O.Nest);
  EXPECT_FALSE(O.Nest->scans());
}

TEST(Scans, FloatingPointNeedsTheWord) {
  RunningSum B;
  B.Nest.Arrays[B.S].Integral = false;
  const Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(O.lines(), Contains(HasSubstr("write 'reduce(s)'")));
  RunningSum Permitted;
  Permitted.Nest.Arrays[Permitted.S].Integral = false;
  Permitted.Nest.Annot.Reduce = {Permitted.S};
  EXPECT_TRUE(check(Permitted).Nest);
}

TEST(Scans, StepsMayNotNeedWhatIsPassedOn) {
  RunningSum B;
  for (Access &A : B.Nest.Accesses)
    A.Dropped = false;
  const Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(
      O.lines(),
      Contains(AnyOf(HasSubstr("combined depends on 's'"),
                     HasSubstr("stored in 'y' is no assignment of its own"))));
}

TEST(Scans, StepsMayNotReadWhatTheNestStores) {
  RunningSum B;
  B.read(B.Y, {B.I});
  const Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(O.lines(), Contains(HasSubstr("combined depends on 'y'")));
}

TEST(Scans, OtherConflictsStandInTheWay) {
  RunningSum B;
  B.read(B.Y, {B.I - E(1)}).Dropped = true;
  const Outcome O = check(B);
  EXPECT_FALSE(O.Nest);
  EXPECT_THAT(O.lines(), Contains(HasSubstr("HD402")));
}
