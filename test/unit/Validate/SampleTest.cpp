//===- SampleTest.cpp - Loops that are too long to run as a whole ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Selection/Sample.h"
#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;
using validate::Sample;

namespace {

/// 3990 x 3990 iterations. The squares keep isl out.
const char *Large =
    R"(static __global__ void heddle_large_0(float (*x)[4096], const float (*y)[4096]) {
  const int i_0 = int(::heddle::rt::block_y() * 32 + ::heddle::rt::thread_y());
  if (i_0 >= 3990)
    return;
  const int j_0 = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (j_0 >= 3990)
    return;
  const int i = i_0 + 1;
  const int j = j_0 + 2;
  {
    x[i][j] = y[i - 1][j] + y[i][j + 1] + i * i;
  }
}
void large(float (&x)[4096][4096], const float (&y)[4096][4096]) {
  {
    const ::heddle::rt::site heddle_site{"heddle_large_0", "FILE", 4};
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_y = ::heddle::rt::in(y, 0, 16777215);
    const auto heddle_x = ::heddle::rt::inout(x, 0, 16777215);
    heddle_path = ::heddle::rt::run(heddle_site,
                                    ::heddle::rt::shape{{125, 125, 1}, {32, 32, 1}},
                                    heddle_large_0, heddle_x, heddle_y);
    if (heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 1; i < 3991; ++i)
        for (int j = 2; j < 3992; ++j)
          x[i][j] = y[i - 1][j] + y[i][j + 1] + i * i;
    }
  }
}
)";

TEST(ValidateSampleTest, ComparesSomeIterationsOfLoopsThatAreTooLong) {
  const std::map<std::string, Finding> Found = findings({
      {"large_as_it_is", Large, "", ""},
      {"guard_too_narrow", Large, "i_0 >= 3990", "i_0 >= 3989"},
      {"guard_too_wide", Large, "j_0 >= 3990", "j_0 >= 3991"},
      {"grid_short", Large, "{125, 125, 1}", "{125, 124, 1}"},
      {"lower_bound", Large, "i_0 + 1", "i_0 + 2"},
      {"subscript", Large, "y[i - 1][j]", "y[i][j]"},
      {"value", Large, "+ i * i", "- i * i"},
  });
  for (const auto &[Name, F] : Found)
    if (Name == "large_as_it_is") {
      EXPECT_EQ(F.What, Finding::Same) << F.Text;
      EXPECT_GE(F.Instances, 1u);
    } else {
      EXPECT_EQ(F.What, Finding::Differs) << Name << ": " << F.Text;
    }
}

/// Isl does not follow products.
TEST(ValidateSampleTest, SaysThatOnlySomeIterationsWereCompared) {
  const std::map<std::string, Finding> Found = findings({
      {"guarded", Large, "  const int j_0",
       "  if (i_0 * i_0 < 0)\n    return;\n  const int j_0"},
  });
  EXPECT_EQ(Found.at("guarded").What, Finding::InPart);
  EXPECT_NE(Found.at("guarded").Text.find("only some of their iterations"),
            std::string::npos)
      << Found.at("guarded").Text;
}

TEST(ValidateSampleTest, RunsWhatIsChosenAndWhatNoIterationHas) {
  Sample S(1);
  std::vector<int64_t> Values;
  for (int64_t V = 0; V != 1000; V += 2)
    Values.push_back(V);
  ASSERT_TRUE(S.enter({}, Values));
  for (int64_t V : {0, 2, 996, 998}) {
    EXPECT_TRUE(S.chosen({}, V)) << V;
    EXPECT_TRUE(S.runs({V})) << V;
  }
  EXPECT_TRUE(S.runs({-1}));
  EXPECT_TRUE(S.runs({1}));
  EXPECT_TRUE(S.runs({1000}));
  EXPECT_TRUE(S.mayRun(0, 999, 1 << 20));
  unsigned Chosen = 0;
  for (int64_t V : Values)
    Chosen += S.runs({V});
  EXPECT_LE(Chosen, 8u);
}

} // namespace
