//===- AllSizesTest.cpp - Launches compared for all parameters ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "Texts.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

std::string shown(const Finding &F) {
  std::string Text;
  for (bool One : F.ForAll)
    Text += One ? 'y' : 'n';
  return Text;
}

TEST(ValidateAllSizesTest, ShowsAffineLaunchesForAllSizes) {
  const std::map<std::string, Finding> Found = findings({
      {"stencil", texts::Stencil, "", ""},
      {"sweep", texts::Sweep, "", ""},
      {"strided", texts::Strided, "", ""},
      {"columns", texts::Columns, "", ""},
      {"sum", texts::Sum, "", ""},
      {"runs", texts::Runs, "", ""},
      {"dealt", texts::Dealt, "", ""},
  });
  EXPECT_EQ(shown(Found.at("stencil")), "y");
  EXPECT_EQ(shown(Found.at("runs")), "y");
  EXPECT_EQ(shown(Found.at("dealt")), "y");
  // Threads of folded grids divide by parameters.
  EXPECT_EQ(shown(Found.at("sweep")), "ynn");
  EXPECT_EQ(shown(Found.at("columns")), "y");
}

TEST(ValidateAllSizesTest, DoesNotShowWhatIsNotSo) {
  const std::map<std::string, Finding> Found = findings({
      {"guard_wide", texts::Stencil, "i >= n", "i > n"},
      {"guard_narrow", texts::Stencil, "i >= n", "i >= n - 1"},
      {"guard_from_afar", texts::Stencil, "i >= n", "i >= n || i == 123456"},
      {"grid_short", texts::Stencil,
       "::heddle::rt::ceil_div(heddle_n, 256), 1, 1}",
       "::heddle::rt::floor_div(heddle_n, 256), 1, 1}"},
      {"block_small", texts::Stencil, "{256, 1, 1}", "{128, 1, 1}"},
      {"swapped", texts::Sweep, "heddle_u, heddle_v, n, m)",
       "heddle_u, heddle_v, m, n)"},
      {"threads_twice", texts::Sweep, "::heddle::rt::thread_y()",
       "::heddle::rt::thread_x()"},
      {"another_subscript", texts::Sweep, "u[i * m + j - 1]",
       "u[i * m + j + 1]"},
      {"another_operator", texts::Sweep, "- u[i * m", "+ u[i * m"},
      {"inner_loop", texts::Columns, "k < l", "k < l - 1"},
      {"long_run", texts::Runs, "heddle_serial < 2", "heddle_serial < 3"},
      {"rest_without_end", texts::Runs,
       "      if (i >= n)\n        continue;\n", ""},
      {"rest_from_afar", texts::Runs, "i >= n", "i >= n || i == 123456"},
      {"whole_from_afar", texts::Runs, "i_0 < i_whole",
       "i_0 < i_whole || i_0 == 1234567"},
      {"one_turn_more", texts::Dealt, "i >= n", "i > n"},
      {"one_turn_less", texts::Dealt,
       "::heddle::rt::ceil_div(heddle_i_0_end, 512)",
       "::heddle::rt::floor_div(heddle_i_0_end, 512)"},
      {"turns_from_afar", texts::Dealt, "heddle_serial < serial_end",
       "heddle_serial < serial_end && heddle_serial < 1000"},
      {"turns_apart", texts::Dealt, "heddle_serial * 512",
       "heddle_serial * 511"},
      {"lower_bound", texts::Backward, "const int i = i_0 + 1;",
       "const int i = i_0;"},
  });
  for (const auto &[Name, F] : Found)
    EXPECT_NE(shown(F).substr(0, 1), "y") << Name;
}

} // namespace
