//===- ReportTest.cpp - The table and the report --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Diagnostics/Report.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

TEST(Table, IsFoundByNameInAnyCaseAndWithItsTag) {
  for (const char *Name : {"HD101", "hd101", "heddle-HD101", "HEDDLE-hd101"}) {
    const DiagInfo *Info = findDiagnostic(Name);
    ASSERT_NE(Info, nullptr) << Name;
    EXPECT_EQ(Info->ID, DiagID::HD101);
  }
  for (const char *Name : {"", "HD", "HD000", "101", "HD1010"})
    EXPECT_EQ(findDiagnostic(Name), nullptr) << Name;
}

TEST(Table, EveryRowIsItsOwn) {
  ASSERT_FALSE(allDiagnostics().empty());
  for (const DiagInfo &Info : allDiagnostics()) {
    EXPECT_EQ(&getDiagInfo(Info.ID), &Info);
    EXPECT_EQ(findDiagnostic(Info.Name), &Info);
    EXPECT_FALSE(Info.Format.empty());
    EXPECT_FALSE(Info.Explanation.empty());
  }
}

TEST(Table, InternalErrorsAskToBeReported) {
  for (DiagID ID : {DiagID::HD990, DiagID::HD991})
    EXPECT_NE(getDiagInfo(ID).Explanation.find("please report it"),
              llvm::StringRef::npos);
}

TEST(Report, FillsTheFormatAndKeepsTheOrder) {
  Report R;
  EXPECT_FALSE(R.hasErrors());
  R.add(DiagID::HD633, {1, 1});
  EXPECT_FALSE(R.hasErrors()) << "a warning";
  R.add(DiagID::HD111, {2, 3}, "3", "2").note({4, 4}, "here").fix({5, 5}, "2");
  EXPECT_TRUE(R.hasErrors());
  ASSERT_EQ(R.Diagnostics.size(), 2u);
  EXPECT_EQ(R.Diagnostics[1].Text, "the width 3 is above the step 2");
  EXPECT_EQ(R.Diagnostics[1].Notes.size(), 1u);
  EXPECT_EQ(R.Diagnostics[1].FixIts.size(), 1u);
}

} // namespace
