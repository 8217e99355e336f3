//===- SecondUnitTest.cpp - All headers in a second translation unit ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A program of two files that both include the headers must link, and share
// their constants. Includes heddle.h alone, as users do.
//
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

#include <gtest/gtest.h>
#include <type_traits>

using namespace heddle;

const mapping *genOfFirstUnit();
const strategy *jingOfFirstUnit();

namespace {

TEST(Headers, TwoTranslationUnitsShareTheConstants) {
  EXPECT_EQ(genOfFirstUnit(), &Gen);
  EXPECT_EQ(jingOfFirstUnit(), &Jing);
}

float scaledSum(int N, const float *X) {
  HEDDLE_ASSUME(N % 2 == 0);
  float Sum = 0;
  HEDDLE(bounds(N), map(GridBlock(1, SplitLast(32, ShiftLB(Gen)))))
  for (int I = 0; I < N; ++I)
    Sum += 2 * X[I];
  return Sum;
}

TEST(Headers, AnnotationsAreLeftOutByOtherCompilers) {
  const float X[] = {1, 2, 3, 4};
  EXPECT_EQ(scaledSum(4, X), 20);
}

// With commas, and as a statement of its own.
constexpr int assumed(int N) {
  if (N > 0)
    HEDDLE_ASSUME(std::is_same<int, decltype(N)>::value && N > 0);
  else
    return 0;
  return N;
}
static_assert(assumed(4) == 4 && assumed(-1) == 0);

} // namespace
