//===- CostTest.cpp - Tests of layouts and what they cost -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Candidates.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

TEST(Devices, AnArchitectureThatIsNotListedHasTheRowBeforeIt) {
  EXPECT_STREQ(deviceOf("sm_80")->Architecture, "sm_80");
  EXPECT_STREQ(deviceOf("sm_87")->Architecture, "sm_86");
  EXPECT_STREQ(deviceOf("sm_90a")->Architecture, "sm_90");
  EXPECT_STREQ(deviceOf("sm_999")->Architecture, "sm_120");
  EXPECT_EQ(deviceOf("sm_70"), nullptr);
  EXPECT_EQ(deviceOf("gfx90a"), nullptr);
  EXPECT_STREQ(deviceOf("sm_100f")->Architecture, "sm_100");
  EXPECT_EQ(deviceOf("sm_80x"), nullptr);
}

} // namespace
