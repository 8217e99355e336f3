//===- SegmentsTest.cpp - The nest over elements --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Legality/Segments.h"
#include "../Emit/TextNest.h"
#include "Affine/AffineNest.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

/// The lines of N's dump that contain Word.
std::string linesWith(const LoopNest &N, llvm::StringRef Word) {
  std::string All, Found;
  llvm::raw_string_ostream OS(All);
  N.dump(OS);
  for (llvm::StringRef Line : llvm::split(OS.str(), '\n'))
    if (Line.contains(Word))
      Found += Line.trim().str() + "\n";
  return Found;
}

/// for i for j h[(i + j) % 8] += 1, where h has so many elements.
LoopNest histogram(const E &Elements) {
  NestBuilder B;
  const E N = B.param("n");
  const unsigned H = B.array("h", {Elements});
  const E I = B.loop("i", 0, Relation::Lt, N),
          J = B.loop("j", I, Relation::Lt, N);
  B.update(H, {(I + J) % E(8)});
  setText(B.Nest, "for (i) for (j) h[(i + j) % 8] += 1;");
  for (Loop &L : B.Nest.Loops) {
    L.NameIsUnique = true;
    L.HeaderEnd = L.BodyBegin - 1;
  }
  Value Updated;
  Updated.Kind = ValueKind::Element;
  Updated.Where = {16, 28}; // h[(i + j) % 8]
  Updated.Accesses = {0, 1};
  B.Nest.Code = assembleValues(B.Nest, tablesOf(B.Nest), {Updated}).Code;
  return *B.build();
}

std::shared_ptr<const AffineNest> segmentsOf(const LoopNest &N,
                                             NoSegments &Not) {
  Report R;
  const auto Affine = buildAffineNest(std::make_shared<LoopNest>(N), R);
  return Affine ? withSegments(*Affine, Not) : nullptr;
}

TEST(Segments, HaveTheLoopOverElementsAroundTheOthers) {
  NoSegments Not;
  const auto Made = segmentsOf(histogram(E(8)), Not);
  ASSERT_TRUE(Made) << Not.Why;
  EXPECT_EQ(
      linesWith(*Made->Nest, "loops ("),
      "s0 read a0[((i1 + i2) % 8)] loops (0 1 2) compound op + reduces +\n"
      "s0 write a0[((i1 + i2) % 8)] loops (0 1 2) compound op + reduces "
      "+\n");
  EXPECT_EQ(linesWith(*Made->Nest, "'j'"),
            "loop i2 'j' int: from i1 while i2 < p0 step 1 perfect body-line "
            "10\n");
}

TEST(Segments, AreNotMadeOfElementsThatNobodyHasCounted) {
  NoSegments Not;
  LoopNest Nest = histogram(E());
  Nest.Step = {StepRole::Part, 1, 2}; // which no pass looks at
  EXPECT_FALSE(segmentsOf(Nest, Not));
  EXPECT_EQ(Not.Why, "it is not known how many elements 'h' has; write "
                     "'extent(h, n)'");
}

} // namespace
