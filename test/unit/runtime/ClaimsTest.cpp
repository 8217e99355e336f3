//===- ClaimsTest.cpp - claims of annotations, checked on request ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include "gmock/gmock.h"

#include <string>
#include <vector>

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

using heddle::rt::claimed_array;
using heddle::rt::claimed_iterations;

struct record {
  int a, b;
};

/// The error of iterations 0, 1, ... that each touch an element of y, of which
/// there are `most`; "nothing was thrown" where there is none.
struct ClaimsOfElements : EnvironmentTest {
  static std::string touch(const std::vector<int> &elements, int most,
                           bool writes) {
    static int y[64];
    return thrown<heddle::error>([&] {
      claimed_iterations at(Site, {"i", "j"});
      claimed_array claim(at, "y", y + 8);
      claim.extent(most).independent();
      int i = 0;
      for (const int e : elements) {
        at.next(i / 2, i % 2);
        ++i;
        if (writes)
          claim.write(y[8 + e], "y[e]") = 1;
        else
          (void)claim.read(y[8 + e], "y[e]");
      }
    });
  }
};

TEST_F(ClaimsOfElements, NameTheIterationThatIsOutside) {
  EXPECT_EQ(touch({0, 4, 9}, 10, true), "nothing was thrown");
  EXPECT_THAT(touch({0, 4, 10}, 10, true),
              HasSubstr("main.cpp:7: scale: extent(y, 10) is wrong: iteration "
                        "i = 1, j = 0 touches 'y[e]', element 10"));
  EXPECT_THAT(touch({-3}, 10, false), HasSubstr("element -3"));
  EXPECT_THAT(touch({0}, 0, false), HasSubstr("extent(y, 0) is wrong"));
  EXPECT_THAT(touch({0}, -5, false), HasSubstr("extent(y, -5) is wrong"));
  EXPECT_EQ(touch({}, -5, false), "nothing was thrown");
}

TEST_F(ClaimsOfElements, OfIndependenceNameBothIterations) {
  EXPECT_EQ(touch({3, 3, 3}, 10, false), "nothing was thrown");
  EXPECT_THAT(
      touch({3, 5, 3}, 10, true),
      HasSubstr("independent(y) is wrong: iteration i = 1, j = 0 writes "
                "'y[e]', element 3, which iteration i = 0, j = 0 has "
                "written"));
}

TEST_F(ClaimsOfElements,
       OfIndependenceSeeReadsOfSeveralIterationsBeforeAWrite) {
  int y[4] = {};
  claimed_iterations at(Site, {"i"});
  claimed_array claim(at, "y", y);
  claim.independent();
  for (int i = 0; i < 2; ++i) {
    at.next(i);
    (void)claim.read(y[1], "y[1]");
    claim.write(y[2 + i], "y[2 + i]") = i;
    claim.write(y[2 + i], "y[2 + i]") += 1;
  }
  at.next(0);
  EXPECT_THAT(thrown<heddle::error>([&] { claim.write(y[1], "y[1]"); }),
              HasSubstr("which iteration i = 0 has read"));
}

TEST_F(ClaimsOfElements, OfIndependenceTellMembersApart) {
  record y[4] = {};
  claimed_iterations at(Site, {"i"});
  claimed_array claim(at, "y", y);
  claim.extent(4).independent();
  at.next(0);
  claim.write(y[1].a, "y[1].a") = 1;
  at.next(1);
  claim.write(y[1].b, "y[1].b") = 1;
  at.next(2);
  EXPECT_THAT(thrown<heddle::error>([&] { claim.read(y[1], "y[1]"); }),
              HasSubstr("reads 'y[1]', element 1, which iteration i = 0 has "
                        "written"));
}

TEST_F(ClaimsOfElements, OfRowsSeeAccessesBesideThem) {
  int memory[3][8] = {};
  int *rows[3] = {memory[2], memory[0], memory[1]};
  int **table = rows;
  claimed_iterations at(Site, {"i"});
  claimed_array claim(at, "a", table);
  claim.rows(table, {3, 5});
  at.next(1);
  for (auto &row : memory)
    for (int j = 0; j < 5; ++j)
      claim.write(row[j], "a[i][j]") = 1;
  for (int *outside : {&memory[1][5], &memory[1][7]})
    EXPECT_THAT(thrown<heddle::error>([&] { claim.read(*outside, "a[i][j]"); }),
                HasSubstr("rows(a, ...) is wrong: iteration i = 1 touches "
                          "'a[i][j]', which is in none of the rows"));
  EXPECT_THAT(thrown<heddle::error>([&] {
                rows[1] = nullptr;
                claimed_array(at, "a", table).rows(table, {3, 5});
              }),
              HasSubstr("rows(a, ...) is wrong: a row is null"));
}

using heddle::rt::claimed_private;

struct ClaimsOfVariables : EnvironmentTest {};

TEST_F(ClaimsOfVariables, NameTheFirstReadOfWhatTheIterationHasNotSet) {
  claimed_iterations at(Site, {"i"});
  claimed_private claim(at, "private", "t");
  int t[2] = {};
  at.next(4);
  claim.write(t[0], "t[0]") = 1;
  claim.read_write(t[0], "t[0]") += claim.read(t[0], "t[0]");
  EXPECT_EQ(t[0], 2);
  EXPECT_THAT(thrown<heddle::error>([&] { (void)claim.read(t[1], "t[1]"); }),
              HasSubstr("main.cpp:7: scale: private(t) is wrong: iteration "
                        "i = 4 reads 't[1]' before it has set it"));
  at.next(5);
  EXPECT_THAT(thrown<heddle::error>([&] { claim.read_write(t[0], "t[0]")++; }),
              HasSubstr("iteration i = 5 reads 't[0]'"));
}

TEST_F(ClaimsOfVariables, OfLastValuesNameALastIterationThatSetsNone) {
  claimed_iterations at(Site, {"i"});
  claimed_private claim(at, "lastprivate", "t");
  int t = 0;
  EXPECT_EQ(thrown<heddle::error>([&] { claim.ended(); }),
            "nothing was thrown");
  at.next(0);
  claim.write(t, "t") = 1;
  EXPECT_EQ(thrown<heddle::error>([&] { claim.ended(); }),
            "nothing was thrown");
  at.next(1);
  EXPECT_THAT(thrown<heddle::error>([&] { claim.ended(); }),
              HasSubstr("lastprivate(t) is wrong: iteration i = 1, the last "
                        "one, does not set 't'"));
}

} // namespace
