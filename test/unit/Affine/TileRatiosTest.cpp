//===- TileRatiosTest.cpp - Ratios of tiles over several statements -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/TileRatios.h"
#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace heddle;

namespace {

using Chosen = std::map<std::string, TileRatios>;

/// The array at these subscripts, by dimension: coefficients of indices.
RatioRead at(const char *Array, std::vector<std::vector<int64_t>> Indices,
             std::vector<int64_t> OfParam = {}) {
  RatioRead R{Array, {}};
  for (size_t D = 0; D != Indices.size(); ++D) {
    R.Function.push_back({Indices[D], {}, 0});
    if (D < OfParam.size())
      R.Function.back().OfParams = {OfParam[D]};
  }
  return R;
}

TEST(TileRatios, OfAProductAreThoseOfThePaper) {
  // C[i, j] is the sum over k of A[i, k] * B[k, j]; an iteration is i, j, k.
  const RatioEquation Product{
      "C",
      3,
      1,
      {at("A", {{1, 0, 0}, {0, 0, 1}}), at("B", {{0, 0, 1}, {0, 1, 0}})}};
  UnfitRatios Unfit;
  for (const bool IsChosen : {true, false}) {
    Chosen Of{{"A", {2, 2}}, {"B", {2, 1}}};
    if (IsChosen)
      Of["C"] = {2, 1};
    const auto Found = deriveRatios(Product, Of, Unfit);
    ASSERT_TRUE(Found);
    EXPECT_EQ(Found->Iterations[0], (TileRatios{2, 1, 2}));
    EXPECT_EQ(Found->Arrays.at("C"), (TileRatios{2, 1}));
  }
}

/// Temp[i] = A[i + 1] + B[3 i]; Out[i] = Temp[i].
std::vector<RatioEquation> twoStatements() {
  return {{"Temp", 1, 0, {at("A", {{1}}), at("B", {{3}})}},
          {"Out", 1, 0, {at("Temp", {{1}})}}};
}

TEST(TileRatios, ThatDoNotFitNameTheAccess) {
  UnfitRatios Unfit;
  EXPECT_FALSE(deriveRatios(twoStatements(),
                            {{"A", {2}}, {"B", {3}}, {"Out", {1}}}, Unfit));
  EXPECT_EQ(Unfit.Equation, 1u);
  EXPECT_EQ(Unfit.Read, 0u);
  ASSERT_TRUE(Unfit.Of);
  EXPECT_EQ(Unfit.Of->Added, 1);
  EXPECT_FALSE(Unfit.Of->IsParam);
}

TEST(TileRatios, MultiplesOfTheLeastOnesFit) {
  UnfitRatios Unfit;
  for (const int64_t Out : {2, 4, 6}) {
    const auto Found = deriveRatios(
        twoStatements(), {{"A", {2}}, {"B", {3}}, {"Out", {Out}}}, Unfit);
    ASSERT_TRUE(Found);
    EXPECT_EQ(Found->Arrays.at("Temp"), TileRatios{2});
    EXPECT_EQ(Found->Arrays.at("Out"), TileRatios{Out});
  }
}

TEST(TileRatios, ASumOfIndicesNeedsItOfBoth) {
  // S[i, j, k] of T[i, k + j].
  UnfitRatios Unfit;
  const auto Found =
      deriveRatios(RatioEquation{"S", 3, 0, {at("T", {{1, 0, 0}, {0, 1, 1}})}},
                   {{"T", {1, 2}}}, Unfit);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Arrays.at("S"), (TileRatios{1, 2, 2}));
}

TEST(TileRatios, ParametersNeedTheRatioInTheirCoefficients) {
  UnfitRatios Unfit;
  const auto Shifted = [](int64_t Times) {
    return RatioEquation{"S", 1, 0, {at("T", {{1}}, {Times})}};
  };
  EXPECT_FALSE(deriveRatios(Shifted(1), {{"T", {2}}}, Unfit));
  EXPECT_TRUE(Unfit.Of && Unfit.Of->IsParam);
  EXPECT_TRUE(deriveRatios(Shifted(4), {{"T", {2}}}, Unfit));
  EXPECT_TRUE(deriveRatios(Shifted(1), {{"T", {1}}}, Unfit));
}

TEST(TileRatios, AnArrayThatDependsOnItselfNeedsOne) {
  // Temp[t, i] of Temp[t - 1, i - 1 .. i + 1].
  const RatioEquation Jacobi{"Temp", 2, 0, {at("Temp", {{1, 0}, {0, 1}})}};
  UnfitRatios Unfit;
  EXPECT_FALSE(deriveRatios(Jacobi, {}, Unfit));
  EXPECT_FALSE(Unfit.Of);
  const auto Found = deriveRatios(Jacobi, {{"Temp", {1, 3}}}, Unfit);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Iterations[0], (TileRatios{1, 3}));
  // Turned: both dimensions need one ratio.
  const RatioEquation Turned{"Temp", 2, 0, {at("Temp", {{0, 1}, {1, 0}})}};
  EXPECT_FALSE(deriveRatios(Turned, {{"Temp", {1, 3}}}, Unfit));
  EXPECT_TRUE(Unfit.Of);
}

/// Each access fits: D_T divides Q D_S, by theorem 4.8.
bool fits(const RatioEquation &E, const TileRatios &Iteration,
          const std::map<std::string, TileRatios> &Arrays) {
  for (const RatioRead &R : E.Reads)
    for (size_t I = 0; I != R.Function.size(); ++I)
      for (size_t J = 0; J != Iteration.size(); ++J)
        if (R.Function[I].OfIndices[J] * Iteration[J] % Arrays.at(R.Array)[I] !=
            0)
          return false;
  return true;
}

TEST(TileRatios, AreTheLeastThatFitInRandomPrograms) {
  // Three arrays in a row, of two dimensions; the first and the last chosen.
  std::mt19937 Random(7);
  const auto Any = [&](int From, int To) {
    return std::uniform_int_distribution<int>(From, To)(Random);
  };
  unsigned Refused = 0, Taken = 0;
  for (int Round = 0; Round != 400; ++Round) {
    const auto Access = [&](const char *Array) {
      return at(Array, {{Any(-3, 4), Any(-3, 4)}, {Any(-3, 4), Any(-3, 4)}});
    };
    const std::vector<RatioEquation> Program{
        {"Temp", 2, 0, {Access("A"), Access("A")}},
        {"Out", 2, 0, {Access("Temp")}}};
    const Chosen Of{{"A", {Any(1, 4), Any(1, 4)}},
                    {"Out", {Any(1, 6), Any(1, 6)}}};
    // All ratios of Temp up to 12, which 3 * 4 bounds.
    std::vector<TileRatios> Good;
    for (int64_t P = 1; P <= 12; ++P)
      for (int64_t Q = 1; Q <= 12; ++Q) {
        Chosen All = Of;
        All["Temp"] = {P, Q};
        if (fits(Program[0], {P, Q}, All) &&
            fits(Program[1], Of.at("Out"), All))
          Good.push_back({P, Q});
      }
    UnfitRatios Unfit;
    const auto Found = deriveRatios(Program, Of, Unfit);
    ASSERT_EQ(Found.has_value(), !Good.empty()) << Round;
    ++(Found ? Taken : Refused);
    if (!Found)
      continue;
    const TileRatios &Temp = Found->Arrays.at("Temp");
    for (const TileRatios &Other : Good)
      for (int D = 0; D != 2; ++D)
        EXPECT_EQ(Other[D] % Temp[D], 0) << Round;
  }
  EXPECT_GT(Refused, 50u);
  EXPECT_GT(Taken, 50u);
}

} // namespace
