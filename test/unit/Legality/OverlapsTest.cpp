//===- OverlapsTest.cpp - Which memory is checked at the launch -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Overlaps.h"
#include "../Affine/NestBuilder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Memory {
  NestBuilder B;
  std::vector<Footprint> Touched;

  unsigned array(std::string Name, Provenance Origin, bool Written,
                 std::string Key = "", std::string Storage = "") {
    unsigned A = B.array(Name, {E()}, Origin);
    B.Nest.Arrays[A].ObjectKey = Origin == Provenance::Object ? Key : "";
    B.Nest.Arrays[A].StorageText = Storage;
    Footprint F;
    F.Array = A;
    F.Read = !Written;
    F.Written = Written;
    Touched.push_back(F);
    return A;
  }

  void param(std::string Name, std::string Storage) {
    B.param(Name);
    B.Nest.Params.back().StorageText = Storage;
  }

  /// "x|y" for two arrays, "x|&n" for an array and a variable.
  std::vector<std::string> pairs() {
    std::vector<std::string> Text;
    for (const OverlapCheck &C : findOverlaps(B.Nest, Touched))
      Text.push_back(B.Nest.Arrays[C.A].Name + "|" +
                     (C.B ? B.Nest.Arrays[*C.B].Name : "&" + C.Storage));
    return Text;
  }
};

TEST(Overlaps, DistinctObjectsAreKnownApart) {
  Memory M;
  M.array("x", Provenance::Object, true, "x");
  M.array("y", Provenance::Object, false, "y");
  EXPECT_THAT(M.pairs(), IsEmpty());
}

TEST(Overlaps, OneObjectReachedTwiceIsChecked) {
  Memory M;
  M.array("x", Provenance::Object, true, "u");
  M.array("y", Provenance::Object, false, "u");
  EXPECT_THAT(M.pairs(), ElementsAre("x|y"));
}

TEST(Overlaps, PointersAreCheckedWhereOneIsWritten) {
  Memory M;
  M.array("x", Provenance::Pointer, false);
  M.array("y", Provenance::Pointer, true);
  M.array("z", Provenance::Pointer, false);
  EXPECT_THAT(M.pairs(), ElementsAre("x|y", "y|z"));
}

TEST(Overlaps, APointerMayPointIntoAnObject) {
  Memory M;
  M.array("x", Provenance::Object, true, "x");
  M.array("p", Provenance::Pointer, false);
  EXPECT_THAT(M.pairs(), ElementsAre("x|p"));
}

TEST(Overlaps, RestrictIsKnownApartFromRestrictAndFromObjects) {
  Memory M;
  M.array("r", Provenance::Restrict, true);
  M.array("s", Provenance::Restrict, true);
  M.array("x", Provenance::Object, false, "x");
  EXPECT_THAT(M.pairs(), IsEmpty());
}

TEST(Overlaps, APointerMayBeComputedFromARestrictPointer) {
  Memory M; // double *q; q = r + 1;
  M.array("r", Provenance::Restrict, true);
  M.array("q", Provenance::Pointer, false);
  EXPECT_THAT(M.pairs(), ElementsAre("r|q"));
}

TEST(Overlaps, StorageOfParametersIsCheckedAgainstEveryWrittenArray) {
  Memory M;
  M.array("x", Provenance::Object, true, "x");
  M.array("r", Provenance::Restrict, true);
  M.array("y", Provenance::Object, false, "y");
  M.param("n", "n");
  M.param("m", "");
  EXPECT_THAT(M.pairs(), ElementsAre("x|&n", "r|&n"));
}

TEST(Overlaps, StorageOfThePointersThemselvesIsChecked) {
  Memory M; // two global pointers; the write must not change either
  M.array("x", Provenance::Pointer, true, "", "x");
  M.array("y", Provenance::Pointer, false, "", "y");
  EXPECT_THAT(M.pairs(), ElementsAre("x|y", "x|&x", "x|&y"));
}

TEST(Overlaps, OneStorageIsCheckedOnce) {
  Memory M;
  M.array("x", Provenance::Pointer, true);
  M.param("n", "this->n");
  M.param("n2", "this->n");
  EXPECT_THAT(M.pairs(), ElementsAre("x|&this->n"));
}

} // namespace
