//===- BodyTest.cpp - Guards, order and values of accesses ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReadNest.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

std::string body(const std::string &Body, const std::string &Word) {
  return lines("void f(double *y, const double *x, int n, int m) {"
               " for (int i = 0; i < n; ++i) {" +
                   Body + "} }",
               Word);
}

TEST(Body, GuardsOfBothBranches) {
  std::string Code = "if (i < m && x[i] > 0) y[i] = 1; else y[i] = 2;";
  EXPECT_EQ(body(Code, "guard g"),
            "guard g0 (i0 < p1)\n"
            "guard g1 ((i0 < p1) && opaque(x[i] > 0))\n"
            "guard g2 not ((i0 < p1) && opaque(x[i] > 0))\n");
  EXPECT_EQ(body(Code, " loops"), "s2 read a0[i0] loops (0) guards (0)\n"
                                  "s3 write a1[i0] loops (0) guards (1)\n"
                                  "s4 write a1[i0] loops (0) guards (2)\n");
}

TEST(Body, OperandsThatAreNotAlwaysEvaluated) {
  EXPECT_EQ(body("y[i] = i < m ? x[i] : x[0];", "read"),
            "s2 read a0[i0] loops (0) guards (0)\n"
            "s2 read a0[0] loops (0) guards (1)\n");
  EXPECT_EQ(body("y[i] = i > m || x[i] > 0;", "read"),
            "s2 read a0[i0] loops (0) guards (0)\n");
  EXPECT_EQ(body("y[i] = i > m || x[i] > 0;", "guard g"),
            "guard g0 not (i0 > p1)\n");
  EXPECT_EQ(body("(i < m ? y[i] : y[0]) = 1;", "write"),
            "s2 write a0[i0] loops (0) guards (0)\n"
            "s2 write a0[0] loops (0) guards (1)\n");
}

TEST(Body, ContinueGuardsAllThatFollows) {
  std::string Code = "{ if (i < m) { if (x[i] > 0) continue; y[i] = 1; } "
                     "y[i] = 2; } y[i] = 3;";
  EXPECT_EQ(body(Code, "guard g"),
            "guard g0 (i0 < p1)\n"
            "guard g1 opaque(x[i] > 0)\n"
            "guard g2 not (opaque(x[i] > 0) && 1)\n"
            "guard g3 not ((i0 < p1) && (opaque(x[i] > 0) && 1))\n"
            "guard g4 not ((i0 < p1) && (opaque(x[i] > 0) && 1))\n");
  EXPECT_EQ(body(Code, "write"), "s4 write a1[i0] loops (0) guards (0 2)\n"
                                 "s5 write a1[i0] loops (0) guards (3)\n"
                                 "s6 write a1[i0] loops (0) guards (4)\n");
}

TEST(Body, ContinueOfAnInnerLoopEndsThere) {
  EXPECT_EQ(
      body("for (int k = 0; k < 4; ++k) { if (k > 2) continue; } y[i] = 1;",
           "write"),
      "s4 write a0[i0] loops (0)\n");
}

TEST(Body, GeneralLoopsRunAnyNumberOfTimes) {
  EXPECT_EQ(
      body("double t = 1; while (t < x[i]) { t *= 2; y[i] = t; }", " a1["),
      "s5 write a1[i0] loops (0) may\n");
  EXPECT_EQ(body("int k = 1; do { y[k] = 0; k *= 2; } while (k < m);", "write"),
            "s4 write a0[opaque(k)] loops (0) may\n");
  EXPECT_EQ(body("for (int k = 1; k < m; k *= 2) y[k] = 0;", "write"),
            "s4 write a0[opaque(k)] loops (0) may\n");
}

TEST(Body, ReadsComeBeforeTheWrite) {
  EXPECT_EQ(body("y[i] += x[i];", " loops"),
            "s2 read a0[i0] loops (0)\n"
            "s2 read a1[i0] loops (0) compound op + reduces +\n"
            "s2 write a1[i0] loops (0) compound op + reduces +\n");
  EXPECT_EQ(body("++y[i];", "compound"),
            "s2 read a0[i0] loops (0) compound op + reduces +\n"
            "s2 write a0[i0] loops (0) compound op + reduces +\n");
  EXPECT_EQ(body("y[i] = y[0] = 1;", " a0["), "s2 write a0[0] loops (0)\n"
                                              "s2 read a0[0] loops (0)\n"
                                              "s2 write a0[i0] loops (0)\n");
}

TEST(Body, LocalsWithOneValueAreInlined) {
  EXPECT_EQ(body("int j = 2 * i + 1, k{j + m}; y[k] = 0;", "write"),
            "s3 write a0[(((2 * i0) + 1) + p1)] loops (0)\n");
  // What it has come to is summed up in 64 bits.
  EXPECT_EQ(body("int j = 2 * i; j += m; y[j] = 0;", "write"),
            "s4 write a0[((i64((2 * i0)) + i64(p1)) + 0)] loops (0)\n");
  EXPECT_EQ(body("int j = 2 * i; if (m) j += m; y[j] = 0;", "write"),
            "s5 write a0[opaque(j)] loops (0)\n");
  EXPECT_EQ(body("int j = i; int *p = &j; *p = 3; y[j] = 0;", "write"),
            "s5 write a0[opaque(j)] loops (0)\n");
  EXPECT_EQ(body("int j = x[i]; y[j] = 0;", "write"),
            "s3 write a1[opaque(x[i])] loops (0)\n");
}

TEST(Body, AnInitialiserThatMentionsItselfEnds) {
  EXPECT_NE(body("int j = j + 1; y[j] = 0;", "write").find("opaque"),
            std::string::npos);
}

TEST(Body, DoublingLocalsDoNotGrowWithoutBound) {
  std::string Code = "int a0 = i;";
  for (int I = 1; I < 60; ++I)
    Code += "int a" + std::to_string(I) + " = a" + std::to_string(I - 1) +
            " + a" + std::to_string(I - 1) + ";";
  EXPECT_NE(body(Code + "y[a59] = 0;", "write").find("opaque"),
            std::string::npos);
}

TEST(Body, ReferencesAreTheirElements) {
  EXPECT_EQ(
      body("const double &a = x[i]; double &b = y[i + 1]; b = a;", " a1["),
      "s4 write a1[(i0 + 1)] loops (0)\n");
}

TEST(Body, AccessesInUnusualPlacesAreSeen) {
  EXPECT_EQ(body("if (double t = x[i]) y[i] = t;", "read"),
            "s1 read a0[i0] loops (0)\n");
  EXPECT_EQ(body("if (int k = i; x[k] > 0) y[i] = 1;", "read"),
            "s3 read a0[i0] loops (0)\n");
  EXPECT_EQ(body("x[i], y[i] = 1;", "read"), "s2 read a0[i0] loops (0)\n");
  EXPECT_EQ(body("(void)x[i]; y[i] = 1;", "read"),
            "s2 read a0[i0] loops (0)\n");
  EXPECT_EQ(body("x[i]; y[i] = 1;", "read"), "s2 read a0[i0] loops (0)\n");
  EXPECT_EQ(body("double t[2] = {x[i], x[m]}; y[i] = t[0];", "read"),
            "s2 read a0[i0] loops (0)\ns2 read a0[p1] loops (0)\n");
  EXPECT_EQ(body("double t[4]; y[i] = t[(int)x[i]];", "read"),
            "s3 read a0[i0] loops (0)\n");
  EXPECT_EQ(body("bool b = !x[i]; y[i] = -x[m] + b;", "read"),
            "s2 read a0[i0] loops (0)\ns3 read a0[p1] loops (0)\n");
  EXPECT_EQ(body("double t{x[i]}; y[i] = double{t};", "read"),
            "s2 read a0[i0] loops (0)\n");
}

TEST(Body, AssumptionsInTheBodyAreReadByOtherCompilers) {
  EXPECT_EQ(body("__builtin_assume(x[m] > 0); y[i] = 1;", "read"),
            "s2 read a0[p1] loops (0)\n");
  EXPECT_EQ(body("[[assume(x[m] > 0)]]; y[i] = 1;", "read"),
            "s1 read a0[p1] loops (0)\n");
}

TEST(Body, CountersOfOneNameAreNotMappedTogether) {
  EXPECT_EQ(body("for (int i = 0; i < 4; ++i) y[i] = 1;", "perfect-depth"),
            "nest perfect-depth 1 at line 1\n");
}

TEST(Body, ConstantsAreFolded) {
  EXPECT_EQ(
      lines("constexpr int N = 3; enum { K = 2 };"
            "template <int M> struct T { static constexpr int v = M; };"
            "void f(double *y) { constexpr int L = N + 1;"
            " for (int i = 0; i < T<7>::v; ++i)"
            " y[i * N + K + L + int(sizeof(int))] = 0; }",
            "i0"),
      "loop i0 'i' int: from 0 while i0 < 7 step 1 perfect omp body-line 1\n"
      "s2 write a0[((((i0 * 3) + 2) + 4) + 4)] loops (0)\n");
}

TEST(Body, AssumptionsAboutLocalsThatStay) {
  auto Facts = [](const std::string &Before, const std::string &After = "") {
    return lines("int g; void f(double *y, int n, const int &r) {" + Before +
                     "for (int i = 0; i < n; ++i) y[i] = 0; " + After + "}",
                 "assume");
  };
  EXPECT_EQ(Facts("__builtin_assume(n % 32 == 0);"),
            "assume ((p0 % 32) == 0)\n");
  EXPECT_EQ(Facts("[[assume(n > 0)]];"), "assume (p0 > 0)\n");
  EXPECT_EQ(
      Facts("do { if (!(n > 0)) __builtin_unreachable(); } while (false);"),
      "assume (p0 > 0)\n");
  EXPECT_EQ(Facts("__builtin_assume(n > 0); if (g) {", "}"),
            "assume (p0 > 0)\n");
  EXPECT_EQ(Facts("__builtin_assume(n > 0); n = 5;"), "");
  EXPECT_EQ(Facts("if (g) { __builtin_assume(n > 0); }"), "");
  EXPECT_EQ(Facts("__builtin_assume(r > 0);"), "");
  EXPECT_EQ(Facts("__builtin_assume(g > 0);"), "");
  EXPECT_EQ(Facts("if (g) goto in; __builtin_assume(n > 0); in:;"), "");
  EXPECT_EQ(Facts("__builtin_assume(n > 0); { int n = g;", "}"), "");
}

} // namespace
