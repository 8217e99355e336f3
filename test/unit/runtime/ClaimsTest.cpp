//===- ClaimsTest.cpp - claims of annotations, checked on request ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include "gmock/gmock.h"

namespace {

using heddle::rt::claimed_apart;
using heddle::rt::in;
using heddle::rt::out;
using testing::ContainsRegex;
using testing::HasSubstr;

const heddle::rt::site Site{"scale", "main.cpp", 7};
double x[64];

bool meets(int first, int last) {
  return !claimed_apart(Site, out(x, 20, 29), "x", in(x, first, last), "y");
}

using Claims = EnvironmentTest;

TEST_F(Claims, AreBelievedUnlessTheProgramIsToCheck) {
  EXPECT_FALSE(meets(25, 40));
  set("HEDDLE_CHECK", "0");
  EXPECT_FALSE(meets(25, 40));
}

TEST_F(Claims, ThatAreWrongNameBothRanges) {
  set("HEDDLE_CHECK", "1");
  const std::string text = thrown<heddle::error>([] { meets(29, 29); });
  EXPECT_THAT(text, HasSubstr("heddle: main.cpp:7: scale: noalias(x, y) is "
                              "wrong: 'x' (bytes 0x"));
  EXPECT_THAT(text, ContainsRegex("overlaps 'y' .bytes 0x[0-9a-f]+ to 0x"));
}

TEST_F(Claims, AreRightAtEveryOffsetThatDoesNotTouch) {
  set("HEDDLE_CHECK", "1");
  for (int first = 0; first < 50; ++first)
    for (int count = 0; count <= 12; ++count) {
      const int last = first + count - 1;
      const bool apart = count == 0 || last < 20 || first > 29;
      const std::string text =
          thrown<heddle::error>([&] { EXPECT_FALSE(meets(first, last)); });
      EXPECT_EQ(text == "nothing was thrown", apart) << first << " to " << last;
    }
}

TEST_F(Claims, AboutBytesBeyondTheAddressSpaceAreWrong) {
  set("HEDDLE_CHECK", "1");
  EXPECT_THAT(thrown<heddle::error>([] {
                claimed_apart(Site, out(x, 20, 29), "x",
                              in(x, 0, heddle::rt::checked::unknown()), "y");
              }),
              HasSubstr("overlaps 'y' (bytes beyond the address space)"));
}

} // namespace
