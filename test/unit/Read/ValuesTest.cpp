//===- ValuesTest.cpp - Statements of the source as values ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace heddle;
using testing::HasSubstr;
using testing::Not;

namespace {

/// The tree of one loop over i with this body, without the bytes.
std::string tree(const std::string &Body, const std::string &Before = "") {
  Reading Read =
      readNest(Before +
               "void f(double *y, const double *x, double a, int n) {"
               " for (int i = 0; i < n; ++i) { " +
               Body + " } }");
  if (!Read.Nest)
    return Read.text();
  std::string Text, Out;
  llvm::raw_string_ostream OS(Text);
  dump(*Read.Nest->Code, OS);
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text.compare(I, 2, " [") == 0)
      I = Text.find(')', I) + 1;
    Out += Text[I];
  }
  return Out;
}

} // namespace

TEST(Values, OperatorsNestAsTheyBind) {
  EXPECT_THAT(tree("y[i] = a * x[i] + 2;"),
              HasSubstr("        assign '='\n"
                        "          element for accesses 1\n"
                        "            subscript\n"
                        "              array 1 for accesses 1\n"
                        "              name 'i', counter\n"
                        "          binary '+'\n"
                        "            binary '*'\n"
                        "              name 'a', outside\n"
                        "              element for accesses 0\n"
                        "                subscript\n"
                        "                  array 0 for accesses 0\n"
                        "                  name 'i', counter\n"
                        "            constant '2'\n"));
}

TEST(Values, LocalsBranchesCastsAndCallsAreTold) {
  const std::string Text =
      tree("double s = -x[i]; if (s > 0) y[i] = float(g(s)); else y[i] = i ? s "
           ": a;",
           "inline double g(double v) { return v * v; }\n");
  EXPECT_THAT(
      Text,
      HasSubstr("name 's' of type 'double', local\n          unary '-'\n"));
  EXPECT_THAT(Text, HasSubstr("          binary '>'\n"
                              "            name 's', local\n"
                              "            constant '0'\n"));
  EXPECT_THAT(Text, HasSubstr("cast of type 'float'\n"));
  EXPECT_THAT(Text, HasSubstr("call 'g'\n"));
  EXPECT_THAT(Text, HasSubstr("select\n"));
}

TEST(Values, CodeOfAMacroHasNoBytesOfItsOwnButItsArgumentHas) {
  const std::string Text =
      tree("y[i] = TWICE(x[i]);", "#define TWICE(v) (2 * (v))\n");
  EXPECT_THAT(Text, HasSubstr("array 0 for accesses 0"));
  EXPECT_THAT(Text, Not(HasSubstr("binary '*'")));
}

TEST(Values, AReplacementThatIsLostIsAnInternalError) {
  const char *Code = "void f(double *y, int n) {"
                     " for (int i = 0; i < n; ++i) y[i] = n; }";
  EXPECT_FALSE(replaceInNest(Code, {{28, 29, "x"}, {35, 36, "m"}}).hasErrors());
  const Report R = replaceInNest(Code, {{28, 32, "x"}, {30, 36, "m"}});
  ASSERT_EQ(R.Diagnostics.size(), 1u);
  EXPECT_EQ(R.Diagnostics[0].ID, DiagID::HD992);
  EXPECT_THAT(R.Diagnostics[0].Text, HasSubstr("'i] = n' was to read 'm'"));
}

TEST(Values, WhatKernelsSpellOtherwiseKeepsBothReadings) {
  const std::string Text =
      tree("y[i] = s.x[i];", "struct { double x[9]; } s;\n");
  EXPECT_THAT(Text, HasSubstr("respelled\n"));
  EXPECT_THAT(Text, HasSubstr("sequence\n"));
}
