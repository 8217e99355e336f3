//===- HeaderTest.cpp - The forms of loop headers -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

std::string loop(const std::string &Header) {
  return lines("void f(double *y, int n, unsigned u, unsigned long s, long l) {"
               " for (" +
                   Header + ") y[i] = 0; }",
               "loop i0");
}

TEST(Header, EveryRelationEitherWayRound) {
  EXPECT_EQ(loop("int i = 0; i < n; ++i"),
            "loop i0 'i' int: from 0 while i0 < p0 step 1 perfect omp "
            "body-line 1\n");
  EXPECT_NE(loop("int i = 0; n > i; ++i").find("while i0 < p0"),
            std::string::npos);
  EXPECT_NE(loop("int i = 0; n >= i; ++i").find("while i0 <= p0"),
            std::string::npos);
  EXPECT_NE(loop("int i = n; 0 < i; --i").find("while i0 > 0"),
            std::string::npos);
  EXPECT_NE(loop("int i = n; 0 <= i; --i").find("while i0 >= 0"),
            std::string::npos);
  EXPECT_NE(loop("int i = 0; n != i; ++i").find("while i0 != p0"),
            std::string::npos);
}

TEST(Header, ElementsOfConstantArraysAreFolded) {
  for (const std::string Before :
       {"constexpr long n[] = {2, 7};", "const long n[] = {2, 7};",
        "struct A { long v[2]; constexpr const long &operator[](int k) const "
        "{ return v[k]; } }; constexpr A a{{2, 7}}; constexpr auto &n = "
        "a.v;"}) {
    const Reading Got = readNest(
        Before + "void f(double *y) {"
                 " for (long i = n[0]; i < n[1]; i += n[0]) y[i] = 0; }");
    ASSERT_TRUE(Got.Nest) << Got.text();
    EXPECT_EQ(Got.Nest->Accesses.size(), 1u) << Before;
    EXPECT_NE(Got.text().find("long: from 2 while i0 < 7 step 2 "),
              std::string::npos)
        << Got.text();
    EXPECT_NE(Got.text().find("'n[1]' -> 'static_cast<long>(7LL)'"),
              std::string::npos)
        << Got.text();
  }
  const Reading Inner =
      readNest("struct S { int w[2][2]; }; void f(double (*y)[4]) {"
               " constexpr S s{{{1, 3}, {4, 5}}};"
               " for (int i = 0; i < s.w[0][1]; ++i)"
               "  for (int j = 0; j < s.w[1][0]; ++j) y[i][j] = s.w[1][1]; }");
  ASSERT_TRUE(Inner.Nest) << Inner.text();
  EXPECT_EQ(Inner.Nest->PerfectDepth, 2u);
  ASSERT_EQ(Inner.Nest->Folded.size(), 2u);
  EXPECT_EQ(Inner.Nest->Folded[0].Text, "s.w[0][1]");
  EXPECT_EQ(Inner.Nest->Folded[0].Value, 3);
  // The body reads the array as before.
  EXPECT_EQ(Inner.Nest->Accesses.size(), 2u);
}

TEST(Header, ElementsThatCannotBeFoldedAreRefused) {
  auto Refused = [](const std::string &Before, const std::string &Bound) {
    return readNest(Before +
                    "void f(double *y, int k) { for (long i = 0; i < " + Bound +
                    "; ++i) y[i] = 0; }")
        .text();
  };
  EXPECT_EQ(Refused("constexpr long n[] = {2, 7};", "n[k + 1]"), "HD208");
  EXPECT_EQ(Refused("constexpr double n[] = {2, 7};", "long(n[1])"), "HD208");
  EXPECT_EQ(
      Refused("enum E : long { two = 2 }; constexpr E n[] = {two};", "n[-k]"),
      "HD208");
}

TEST(Header, ElementsOfArraysAreParameters) {
  const std::string Text =
      readNest("struct S { int n[2][3]; }; int size[3];"
               "void f(const S &s, const int *row, double *y, int k) {"
               " for (int i = s.n[1][2]; i < row[k]; ++i)"
               "  for (int j = 0; j < size[2]; ++j) y[i] = j; }")
          .text();
  for (const char *Param :
       {"'n_1_2' int = s.n[1][2] i32 storage s.n[1][2]",
        "'row_k' int = row[k] i32 storage row[k]",
        "'size_2' int = size[2] i32 storage size[2]"})
    EXPECT_NE(Text.find(Param), std::string::npos) << Text;
}

TEST(Header, ElementsOfInnerLoopsThatMayNotExistAreNoParameters) {
  for (const char *Bound : {"row[1]", "size[3]", "size[k]"})
    EXPECT_EQ(readNest("int size[3];"
                       "void f(const int *row, double *y, int n, int k) {"
                       " for (int i = 0; i < n; ++i)"
                       "  for (int j = 0; j < " +
                       std::string(Bound) + "; ++j) y[i] = j; }")
                  .text()
                  .find("storage"),
              std::string::npos)
        << Bound;
}

TEST(Header, EveryFormOfTheStep) {
  for (const char *Step : {"i += 3", "i = i + 3", "i = 3 + i", "i -= -3"})
    EXPECT_NE(loop(std::string("int i = 0; i < n; ") + Step).find(" step 3 "),
              std::string::npos)
        << Step;
  for (const char *Step : {"i -= 3", "i = i - 3", "i += -3"})
    EXPECT_NE(loop(std::string("int i = n; i > 0; ") + Step).find(" step -3 "),
              std::string::npos)
        << Step;
  EXPECT_NE(loop("int i = 0; i < n; i++").find(" step 1 "), std::string::npos);
  EXPECT_NE(loop("int i = n; i > 0; i--").find(" step -1 "), std::string::npos);
}

TEST(Header, CounterTypesAndTheirConversions) {
  EXPECT_NE(loop("unsigned i = 0; i < u; ++i")
                .find("unsigned int: from 0 while i0 < p0"),
            std::string::npos);
  EXPECT_NE(
      loop("long i = 0; i < n; ++i").find("long: from 0 while i0 < i64(p0)"),
      std::string::npos);
  EXPECT_NE(loop("int i = 0; i < u; ++i").find("while u32(i0) < p0"),
            std::string::npos);
  EXPECT_NE(loop("int i = 0; i < s; ++i").find("while u64(i0) < p0"),
            std::string::npos);
  EXPECT_NE(loop("unsigned long i = l; i != s; ++i")
                .find("from u64(p0) while i0 != p1"),
            std::string::npos);
  EXPECT_NE(loop("auto i = 0u; i < u - 1u; ++i")
                .find("unsigned int: from 0 while i0 < (p0 - 1)"),
            std::string::npos);
}

TEST(Header, AnUnsignedCounterTakesNoStepThatWraps) {
  EXPECT_EQ(loop("unsigned i = u; i > 0; i += -2"), "HD205");
  EXPECT_EQ(loop("int i = 0; i < n; i += 2u"), "HD205");
}

TEST(Header, WhatGxxDoesNotTakeIsNotOmpCanonical) {
  EXPECT_NE(loop("int i = 0; i < n; i += 1").find(" omp "), std::string::npos);
  EXPECT_EQ(loop("int i{0}; i < n; ++i").find(" omp "), std::string::npos);
  EXPECT_EQ(loop("int i = 0; i != n; i += 2").find(" omp "), std::string::npos);
  EXPECT_EQ(loop("int i = 0; (long)i < l; ++i").find(" omp "),
            std::string::npos);
}

TEST(Header, MinimaAndConditionsInBounds) {
  const char *Std =
      "namespace std { template <class T> const T &min(const T &a,"
      " const T &b); }";
  EXPECT_NE(lines(std::string(Std) +
                      "void f(double *y, int n, int m) {"
                      "for (int i = 0; i < std::min(n, m); ++i) y[i] = 0; }",
                  "loop i0")
                .find("while i0 < min(p0, p1)"),
            std::string::npos);
  EXPECT_NE(
      loop("int i = 0; i < (n < 7 ? n : 7); ++i").find("while i0 < min(p0, 7)"),
      std::string::npos);
  EXPECT_NE(loop("int i = n > 0 ? n : 0; i < 9; ++i").find("from max(p0, 0)"),
            std::string::npos);
  EXPECT_NE(
      loop("int i = 0; i < (n > 5 ? 1 : 2); ++i").find("((p0 > 5) ? 1 : 2)"),
      std::string::npos);
}

TEST(Header, InnerLoopsThatAreNotPerfect) {
  const char *Code = R"(
void f(double *y, const double *x, const int *len, int n) {
  for (int i = 0; i < n; ++i) {
    double t = 0;
    for (int k = 0; k < len[i]; ++k) t += x[i * 8 + k];
    for (int k = 0; k < 8 && t < 1; ++k) t += x[i * 8 + k];
    for (int k = 0; k < 8; ++k) { if (x[k] > 0) break; t += 1; }
    y[i] = t;
  }
})";
  EXPECT_EQ(lines(Code, "perfect-depth"), "nest perfect-depth 1 at line 3\n");
  EXPECT_EQ(lines(Code, "loop i1"),
            "loop i1 'k' int: from 0 while i1 < opaque(len[i]) step 1 in 0 "
            "data-dependent omp body-line 5\n");
  EXPECT_EQ(lines(Code, "loop i2"),
            "loop i2 'k' int: from 0 while i2 < 8 step 1 "
            "in 0 data-dependent body-line 6\n");
  EXPECT_EQ(lines(Code, "loop i3"),
            "loop i3 'k' int: from 0 while i3 < 8 step 1 "
            "in 0 data-dependent omp body-line 7\n");
  EXPECT_EQ(lines(Code, "a1["), "s4 read a1[((i0 * 8) + i1)] loops (0 1) may\n"
                                "s6 read a1[((i0 * 8) + i2)] loops (0 2) may\n"
                                "s8 read a1[i3] loops (0 3) may\n");
  // The bound is read once more than the loop runs, and by no counter of it.
  EXPECT_EQ(lines(Code, "read a0["), "s3 read a0[i0] loops (0)\n");
}

TEST(Header, ABoundThatTheConditionReadsFirstDoesNotLimitIt) {
  // x[8] is read before k < 8 ends the loop.
  EXPECT_NE(lines("void f(double *y, const double *x) {"
                  "for (int i = 0; i < 9; ++i) {"
                  "  for (int k = 0; x[k] > 0 && k < 8; ++k) y[i] += 1; } }",
                  "read a0")
                .find("a0[opaque(k)] loops (0) may"),
            std::string::npos);
}

} // namespace
