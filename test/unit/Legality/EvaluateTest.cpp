//===- EvaluateTest.cpp - Source expressions at one iteration -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Evaluate.h"
#include "../Affine/NestBuilder.h"
#include "../Affine/NestRunner.h"
#include <gtest/gtest.h>
#include <random>

using namespace heddle;
using namespace heddle::test;

namespace {

std::optional<int64_t> value(const E &X) {
  return evaluate(*X.Ref, SourceValues());
}

E constant(int64_t Value, IntType Type) { return E(Value, Type); }

TEST(Evaluate, DivisionTruncatesTowardsZero) {
  EXPECT_EQ(value(E(-7) / E(2)), -3);
  EXPECT_EQ(value(E(-7) % E(2)), -1);
  EXPECT_EQ(value(E(7) % E(-2)), 1);
  EXPECT_EQ(value(E(1) / E(0)), std::nullopt);
}

TEST(Evaluate, UnsignedArithmeticWrapsAndConversionsTruncate) {
  EXPECT_EQ(value(constant(3, UInt) - constant(5, UInt)), 4294967294);
  EXPECT_EQ(value(cast(UChar, E(300))), 44);
  EXPECT_EQ(value(cast(Short, E(40000))), -25536);
  EXPECT_EQ(value(cast(Bool, E(2))), 1);
}

TEST(Evaluate, WhatHasNoValueIsEmpty) {
  EXPECT_EQ(value(E(2147483647) + E(1)), std::nullopt);
  EXPECT_EQ(value(opaque(Int, "f()", "it is a call")), std::nullopt);
  EXPECT_EQ(value(cast(ULong, E(-1))), std::nullopt);
  EXPECT_EQ(value(E::leaf(ExprKind::Counter, Int, 0, "i")), std::nullopt);
}

TEST(Evaluate, OnlyTheChosenOperandCounts) {
  E None = opaque(Bool, "f()", "it is a call");
  EXPECT_EQ(value(E(0) > E(1) && None), 0);
  EXPECT_EQ(value(E(1) > E(0) || None), 1);
  EXPECT_EQ(value(E(1) > E(0) && None), std::nullopt);
  EXPECT_EQ(value(select(E(1) > E(0), E(5), E(1) / E(0))), 5);
}

/// Random typed trees against the oracle, whose arithmetic is its own.
class TreeMaker {
public:
  explicit TreeMaker(unsigned Seed) : Random(Seed) {}

  E make(unsigned Depth, const std::vector<E> &Leaves) {
    if (Depth == 0 || range(1, 5) == 1)
      return range(1, 2) == 1 ? Leaves[static_cast<size_t>(range(
                                    0, static_cast<int>(Leaves.size()) - 1))]
                              : E(range(-9, 9));
    E A = make(Depth - 1, Leaves), B = make(Depth - 1, Leaves);
    switch (range(0, 9)) {
    case 0:
      return A + B;
    case 1:
      return A - B;
    case 2:
      return A * B;
    case 3:
      return A / B;
    case 4:
      return A % B;
    case 5:
      return -A;
    case 6:
      return cast(types()[range(0, 5)], A);
    case 7:
      return select(A < B, A, B);
    case 8:
      return select(!(A == B) && B >= A, B, A);
    default:
      convert(A, B);
      return range(1, 2) == 1 ? min(A, B) : max(A, B);
    }
  }

  int range(int Low, int High) {
    return Low + static_cast<int>(Random() % unsigned(High - Low + 1));
  }

private:
  std::mt19937 Random;
  static const IntType *types() {
    static const IntType All[] = {Int, UInt, Long, Short, UShort, UChar};
    return All;
  }
};

TEST(Evaluate, AgreesWithTheOracleOnRandomExpressions) {
  NestBuilder B;
  std::vector<E> Leaves{B.param("i", Int), B.param("u", UInt),
                        B.param("l", Long), B.param("c", UChar)};
  TreeMaker Maker(7);
  unsigned Defined = 0;
  for (unsigned I = 0; I < 20000; ++I) {
    E X = Maker.make(4, Leaves);
    std::vector<__int128> Params{Maker.range(-50, 50), Maker.range(0, 50),
                                 Maker.range(-50, 50), Maker.range(0, 255)};
    SourceValues At;
    for (__int128 P : Params)
      At.Params.push_back(static_cast<int64_t>(P));
    bool Undefined = false;
    __int128 Want = NestRunner::evaluate(B.Nest, *X.Ref, Params, Undefined);
    std::optional<int64_t> Got = evaluate(*X.Ref, At);
    // The oracle computes min and max of both operands, so it may be undefined
    // where this is not; the other way round is an error.
    if (Undefined)
      continue;
    ASSERT_TRUE(Got.has_value()) << X.text();
    ASSERT_EQ(*Got, static_cast<int64_t>(Want)) << X.text();
    ++Defined;
  }
  EXPECT_GT(Defined, 10000u);
}

} // namespace
