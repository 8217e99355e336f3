//===- EmitTest.cpp - Text of kernels and launches ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Instantiations.h"
#include "Emit/SourceLines.h"
#include "TextNest.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using testing::HasSubstr;
using testing::Not;

namespace {

const ParamRange Ints{INT32_MIN, INT32_MAX};
const Sym N = Sym::leaf("n"), M = Sym::leaf("m");

KernelSource emitOf(const NestBuilder &B, const std::vector<HandDim> &Dims) {
  Report R;
  std::vector<ParamRange> Ranges;
  for (const Param &P : B.Nest.Params)
    Ranges.push_back(P.Type.Bits == 64 && P.Type.Signed
                         ? ParamRange{INT64_MIN, INT64_MAX}
                     : P.Type.Bits == 64 ? ParamRange{0, INT64_MAX}
                                         : Ints);
  auto Plan = planOf(B.Nest, Dims, Ranges, R);
  for (const Diagnostic &D : R.Diagnostics)
    ADD_FAILURE() << D.Text;
  if (!Plan)
    return {};
  std::optional<KernelSource> Source = emit(*Plan, Dialect::Written, true, R);
  return Source ? *Source : KernelSource();
}

/// y[i] += 2 * x[i] over 0 <= i < n, counter and n of one type.
NestBuilder saxpy(IntType Type) {
  NestBuilder B;
  E N = B.param("n", Type);
  unsigned Y = B.array("y", {E()}, Provenance::Pointer);
  unsigned X = B.array("x", {E()}, Provenance::Pointer);
  E I = B.loop("i", 0, Relation::Lt, N, 1, Type);
  B.read(X, {I});
  B.update(Y, {I});
  setText(B.Nest, "for (" + typeName(Type) +
                      " i = 0; i < n; ++i)\n    y[i] += 2 * x[i];");
  return B;
}

/// y[i][j] = x[i][j], 1 <= i < n, 0 <= j < m.
NestBuilder plane(const mapping &Map) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m");
  unsigned Y = B.array("y", {E(), E(100)}, Provenance::Pointer);
  unsigned X = B.array("x", {E(), E(100)}, Provenance::Pointer);
  for (ArrayInfo &A : B.Nest.Arrays) {
    A.DeclPrefix = "double (*";
    A.DeclSuffix = ")[100]";
  }
  E I = B.loop("i", 1, Relation::Lt, N);
  E J = B.loop("j", 0, Relation::Lt, M);
  B.read(X, {I, J});
  B.write(Y, {I, J});
  B.map(Map);
  setText(B.Nest, "for (int i = 1; i < n; ++i) {\n"
                  "    for (int j = 0; j < m; ++j) {\n"
                  "      y[i][j] = x[i][j];\n"
                  "    }\n"
                  "  }");
  return B;
}

std::string kernels(const KernelSource &S) { return allKernels(S); }
std::string launch(const KernelSource &S) { return wholeLaunch(S); }

NestBuilder folded(NestBuilder B) {
  B.Nest.Annot.Strategy = FoldAll;
  return B;
}

TEST(Emit, OneDimensionOfIntsTakesOneKernelIn32Bits) {
  KernelSource S = emitOf(folded(saxpy(Int)), {{0, N}});
  EXPECT_THAT(kernels(S), HasSubstr(R"(
  const int i = int(::heddle::rt::block_x() * 256 + ::heddle::rt::thread_x());
  if (i >= n)
    return;
  heddle_f_0_body(y, x, i);
}

#line 1 "file.cpp"
)"));
  EXPECT_THAT(kernels(S), HasSubstr(R"(
static HEDDLE_BODY void heddle_f_0_body(double *y, double *x, int i) {
#line 11 "file.cpp"
    y[i] += 2 * x[i];
}
)"));
  EXPECT_THAT(kernels(S), HasSubstr("//   index space   0 <= i < n\n"));
  EXPECT_THAT(
      kernels(S),
      HasSubstr(
          "GridBlock(1, SplitLast(256, ShiftLB(Gen))), chosen by FoldAll\n"));
  EXPECT_THAT(kernels(S), Not(HasSubstr("_fold")));
}

TEST(Emit, ALoopVariableKeepsItsTypeAndIsGuardedBeforeItIsConverted) {
  KernelSource S = emitOf(folded(saxpy(ULong)), {{0, N}});
  EXPECT_THAT(kernels(S), HasSubstr(R"(
  const long long i_0 = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (i_0 >= static_cast<long long>(n))
    return;
  const unsigned long i = static_cast<unsigned long>(i_0);
)"));
  // 2^64 - 1 blocks of 256 do not fit a grid along x.
  EXPECT_THAT(kernels(S), HasSubstr("heddle_f_0_fold3d("));
}

TEST(Emit, ChecksStandInTheirOrder) {
  KernelSource S =
      emitOf(plane(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen))))),
             {{1, N}, {0, M}});
  size_t Nothing = launch(S).find("::heddle::rt::nothing(");
  size_t Overlap = launch(S).find("!::heddle::rt::disjoint(");
  size_t Fits = launch(S).find("heddle_shape.fits()");
  size_t Fallback = launch(S).find("heddle_f_0_fold3d");
  ASSERT_NE(Fallback, std::string::npos);
  EXPECT_LT(Nothing, Overlap);
  EXPECT_LT(Overlap, Fits);
  EXPECT_LT(Fits, Fallback);
}

TEST(Emit, FoldsDivideByMultiplyHighAndTakeTheRemainderFromTheQuotient) {
  KernelSource S =
      emitOf(plane(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen))))),
             {{1, N}, {0, M}});
  EXPECT_THAT(kernels(S), HasSubstr(R"(
  const int i_0 = by_m.div(i_j);
  const int j = i_j - i_0 * int(by_m.value());
  const int i = i_0 + 1;
)"));
  EXPECT_THAT(kernels(S), HasSubstr(R"(
  const long long i_0 = by_m.div(i_j_2);
  const int j = int(i_j_2 - i_0 * static_cast<long long>(by_m.value()));
  const int i = int(i_0 + 1);
)"));
  EXPECT_THAT(kernels(S), Not(HasSubstr(" % ")));
  EXPECT_THAT(kernels(S), HasSubstr("proved by theorem"));
}

TEST(Emit, LinesAndColumnsOfTheUsersFileAreKept) {
  KernelSource S = emitOf(
      plane(GridBlock(
          2, Permute({2, 0, 3, 1},
                     SplitLast(32, Permute({1, 2, 0},
                                           SplitLast(32, ShiftLB(Gen))))))),
      {{1, N}, {0, M}});
  EXPECT_THAT(kernels(S), HasSubstr("#line 12 \"file.cpp\"\n      y[i][j] ="));
  EXPECT_THAT(launch(S), HasSubstr("#line 10 \"file.cpp\"\n  for (int i = 1;"));
  // The last brace stands on line 14, column 3, as in the nest.
  EXPECT_TRUE(
      llvm::StringRef(launch(S)).ends_with("#line 14 \"file.cpp\"\n  }"));
  EXPECT_THAT(launch(S), HasSubstr("#pragma omp parallel for collapse(2)\n"));
}

TEST(Emit, NamesOfFilesAreEscaped) {
  NestBuilder B = saxpy(Int);
  B.Nest.Place.Nest.File = "a \"b\\c.cpp";
  KernelSource S = emitOf(B, {{0, N}});
  EXPECT_THAT(kernels(S), HasSubstr("\n#line 11 \"a \\\"b\\\\c.cpp\"\n"));
}

// 2^16 * 2^16 iterations are none in 32 bits.
TEST(Emit, CollapsedLoopsAreCountedInAWideType) {
  KernelSource S =
      emitOf(plane(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen))))),
             {{1, N}, {0, M}});
  EXPECT_THAT(launch(S), HasSubstr(R"(
#if defined(_OPENMP) && defined(__clang__)
#pragma omp parallel for collapse(2)
#elif defined(_OPENMP)
// g++ counts the iterations in the widest type of the counters
#pragma omp parallel for collapse(3)
      for (long long heddle_once = 0; heddle_once < 1; ++heddle_once)
#endif
)"));
}

TEST(Emit, ContinueLeavesTheThread) {
  NestBuilder B = saxpy(Int);
  setText(B.Nest,
          "for (int i = 0; i < n; ++i) {\n"
          "    if (i == 3)\n      SKIP;\n    y[i] += 2 * x[i];\n  }");
  B.Nest.Continues = true; // in a macro
  KernelSource S = emitOf(B, {{0, N}});
  EXPECT_THAT(kernels(S), HasSubstr("  do {\n#line 11"));
  EXPECT_THAT(kernels(S), HasSubstr("  } while (false);\n"));
}

TEST(Emit, NamesOfTheUserAreAvoided) {
  NestBuilder B = plane(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen)))));
  setText(B.Nest, "for (int i = 1; i < n; ++i)\n"
                  "    for (int j = 0; j < m; ++j) {\n"
                  "      int i_j = j, by_m = i, heddle_site = 0;\n"
                  "      y[i][i_j] = x[by_m][j + heddle_site];\n"
                  "    }");
  KernelSource S = emitOf(B, {{1, N}, {0, M}});
  EXPECT_THAT(kernels(S), HasSubstr("const long long i_j_1 = "));
  EXPECT_THAT(kernels(S), HasSubstr("::heddle::rt::divisor64 by_m_1"));
  EXPECT_THAT(launch(S), HasSubstr("::heddle::rt::site heddle_site_1{"));
}

TEST(Emit, AHeaderThatOpenMPRefusesIsCountedByTrips) {
  NestBuilder B = saxpy(Int);
  B.Nest.Loops[0].OmpCanonical = false;
  KernelSource S = emitOf(B, {{0, N}});
  EXPECT_THAT(launch(S),
              HasSubstr("for (long long heddle_trip = 0; heddle_trip < "
                        "heddle_trips; ++heddle_trip) {\n"));
  EXPECT_THAT(launch(S),
              HasSubstr("const int i = static_cast<int>(heddle_first "
                        "+ heddle_trip);\n"));
}

TEST(Emit, AConstexprFunctionEvaluatesTheLoopAsWritten) {
  NestBuilder B = saxpy(Int);
  B.Nest.Place.Constexpr = true;
  KernelSource S = emitOf(B, {{0, N}});
  EXPECT_TRUE(llvm::StringRef(launch(S)).starts_with(
      "if (__builtin_is_constant_evaluated()) {\n#line 10 \"file.cpp\"\n  "
      "for"));
  EXPECT_THAT(launch(S), Not(HasSubstr("#pragma")));
}

TEST(Emit, AnInstantiationIsComparedWithTheVerifiedOnes) {
  NestBuilder B = saxpy(Int);
  B.Nest.Place.Parameters = "P";
  B.Nest.Place.Arguments = "A";
  KernelSource S = emitOf(B, {{0, N}});
  InstantiationText Same = S.Instantiations[0], Other = Same;
  Same.Arguments = {"B"};
  Other.Arguments = {"C"};
  Other.Kernels += "// heddle_f_0 f_heddle_f_0 heddle_f_0_fold heddle_f_01\n";
  ASSERT_TRUE(addInstantiations(S.Instantiations, {Same, Other, Same}));
  ASSERT_EQ(S.Instantiations.size(), 2u);
  EXPECT_THAT(kernels(S), HasSubstr("// heddle_f_0v2 f_heddle_f_0 "
                                    "heddle_f_0v2_fold heddle_f_01\n"));
  std::string Text = launch(S);
  EXPECT_TRUE(llvm::StringRef(Text).starts_with(
      "{\n    if constexpr (::heddle::rt::among<P,\n        A,\n        B>) "
      "{\n"));
  EXPECT_THAT(Text,
              HasSubstr("    } else if constexpr (::heddle::rt::among<P,\n"
                        "        C>) {\n"));
  EXPECT_TRUE(llvm::StringRef(Text).ends_with("y[i] += 2 * x[i];\n    }\n"
                                              "    ::heddle::rt::loops_ended("
                                              "heddle_site);\n    }\n"
                                              "#line 11 \"file.cpp\"\n"
                                              "                    }"))
      << Text;
  // One instantiation has one text.
  Other.Arguments = {"A"};
  EXPECT_FALSE(addInstantiations(S.Instantiations, {Other}));
}

TEST(Emit, TheSameNestGivesTheSameBytes) {
  KernelSource A = emitOf(saxpy(Long), {{0, N}});
  KernelSource B = emitOf(saxpy(Long), {{0, N}});
  EXPECT_EQ(kernels(A), kernels(B));
  EXPECT_EQ(launch(A), launch(B));
}

TEST(SourceLines, AFileIsRenamedWhereTheTextNamesItAndNotInLiterals) {
  EXPECT_EQ(withFileNamed("#line 3 \"a.h\"\n"
                          "static_assert(true, \"a.h\");\n"
                          "const ::heddle::rt::site s{\"k\", \"a.h\", 4};\n"
                          "static_assert(true, \"a.h\");\n",
                          "a.h", "b/a.h"),
            "#line 3 \"b/a.h\"\n"
            "static_assert(true, \"a.h\");\n"
            "const ::heddle::rt::site s{\"k\", \"b/a.h\", 4};\n"
            "static_assert(true, \"a.h\");\n");
}

} // namespace
