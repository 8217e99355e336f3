//===- PhaseTextTest.cpp - The text of kernels of several phases ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/PhaseText.h"
#include "../Kernel/PhaseKernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::phases;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(PhaseText, HasOnePhaseAfterTheOtherUnderUniformLoops) {
  const std::string Text = phasesText(transposeInPhases(), Dialect::Written);
  EXPECT_EQ(Text, R"(static __global__ void transpose(double *__restrict__ to,
                                 const double *__restrict__ from, int n, int m) {
  HEDDLE_SHARED ::heddle::rt::shared<double[32][33]> tile;
  const int bx = static_cast<int>(::heddle::rt::block_x());
  const int by = static_cast<int>(::heddle::rt::block_y());
  ::heddle::rt::phase([&](int x, int y) {
    const int i = by * 32 + y;
    const int j = bx * 32 + x;
    HEDDLE_UNROLL
    for (int r = 0; r < 4; ++r) {
      if (i + r * 8 < n && j < m) {
        tile[y + r * 8][x] = from[(i + r * 8) * m + j];
      }
    }
  });
  ::heddle::rt::each([&](int x, int y) {
    const int i = by * 32 + x;
    const int j = bx * 32 + y;
    if (i < n) {
      HEDDLE_UNROLL
      for (int r = 0; r < 4; ++r) {
        if (j + r * 8 < m) {
          to[(j + r * 8) * n + i] = tile[x][y + r * 8];
        }
      }
    }
  });
}
)");
}

TEST(PhaseText, TemplatesRegistersAndLoopsOverPhases) {
  const std::string Text = phasesText(productInPhases(), Dialect::Written);
  EXPECT_THAT(Text, HasSubstr("template <int b>\nstatic __global__ void "
                              "product(float *__restrict__ c,"));
  EXPECT_THAT(Text, HasSubstr("rt::shared<float[b * 4][b + 1]> as;"));
  EXPECT_THAT(Text, HasSubstr("  ::heddle::rt::per_thread<float[4][4]> s;"));
  EXPECT_THAT(Text, HasSubstr("  for (int k0 = 0; k0 < n; k0 += b) {\n"
                              "    ::heddle::rt::phase(["));
  EXPECT_THAT(Text, HasSubstr("s(x, y)[p][q] += as[y + p * b][k] * "
                              "ds[k][x + q * b];"));
  EXPECT_THAT(Text, HasSubstr("const int ks = b < n - k0 ? b : n - k0;"));
  EXPECT_THAT(Text, HasSubstr("as[y + p * b][x] = i + p * b < n && k0 + x < n "
                              "? a[(i + p * b) * n + k0 + x] : 0.0f;"));
}

TEST(PhaseText, HasThreeDimensionsAndWideIndices) {
  const std::string Text = phasesText(turnInPhases(), Dialect::Written);
  EXPECT_THAT(Text, HasSubstr("(long long x, long long y, long long z) {"));
  EXPECT_THAT(Text, HasSubstr("to[(k * m + j) * n + i] = cube[x][y][z] + "
                              "own(x, y, z);"));
}

TEST(PhaseText, NamesNoCoordinateThatAPhaseDoesNotUse) {
  Kernel K = transposeInPhases();
  Phase P;
  P.Statements = {set({"tile", {0, 0}}, literal("0"))};
  K.Body = {run(P)};
  EXPECT_THAT(phasesText(K, Dialect::Host), HasSubstr("phase([&](int, int) {"));
}

TEST(PhaseText, HasNoMacrosForTheCompiler) {
  const std::string Cuda = phasesText(smoothInPhases(), Dialect::Cuda);
  EXPECT_THAT(Cuda, HasSubstr("static __attribute__((global)) void smooth("));
  EXPECT_THAT(Cuda, HasSubstr("  __attribute__((shared)) "
                              "::heddle::rt::shared<float[33]> row;"));
  const std::string Host = phasesText(productInPhases(), Dialect::Host);
  EXPECT_THAT(Host, HasSubstr("\n  ::heddle::rt::shared<float[b * 4][b + 1]>"));
  for (const std::string &Text : {Cuda, Host}) {
    EXPECT_THAT(Text, Not(HasSubstr("HEDDLE")));
    EXPECT_THAT(Text, Not(HasSubstr("__global__")));
  }
  EXPECT_THAT(phasesText(productInPhases(), Dialect::Cuda),
              HasSubstr("    #pragma unroll\n    for (int p"));
}

TEST(PhaseText, KeepsTheTreeOfAnExpression) {
  const phases::Value A = read("half"), B = read("row", {0}), C = read("next");
  Kernel K = smoothInPhases();
  const auto Text = [&](phases::Value V) {
    Phase P;
    P.Statements = {set({"next", {}}, std::move(V))};
    K.Body = {run(P)};
    const std::string All = phasesText(K, Dialect::Written);
    const size_t At = All.find("next(x) = ") + 10;
    return All.substr(At, All.find(';', At) - At);
  };
  const auto Of = [](phases::Value::Kind What, phases::Value L, phases::Value R) {
    return operation(What, std::move(L), std::move(R));
  };
  EXPECT_EQ(Text(Of(phases::Value::Add, Of(phases::Value::Add, A, B), C)),
            "half + row[0] + next(x)");
  EXPECT_EQ(Text(Of(phases::Value::Add, A, Of(phases::Value::Add, B, C))),
            "half + (row[0] + next(x))");
  EXPECT_EQ(Text(Of(phases::Value::Divide, A, Of(phases::Value::Multiply, B, C))),
            "half / (row[0] * next(x))");
  EXPECT_EQ(Text(Of(phases::Value::Multiply, choose(less(0, Sym::leaf("x")), A, B), C)),
            "(0 < x ? half : row[0]) * next(x)");
  phases::Value Minus;
  Minus.What = phases::Value::Negate;
  Minus.Operands = {literal("-1.0f")};
  EXPECT_EQ(Text(Of(phases::Value::Subtract, A, Minus)), "half - -(-1.0f)");
  phases::Value Call;
  Call.What = phases::Value::Call;
  Call.Text = "fmaxf";
  Call.Operands = {A, index(Sym::leaf("x") + 1)};
  EXPECT_EQ(Text(Of(phases::Value::Multiply, Call, index(Sym::leaf("x") + 1))),
            "fmaxf(half, x + 1) * (x + 1)");
}

} // namespace
