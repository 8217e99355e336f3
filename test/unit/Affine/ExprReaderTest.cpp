//===- ExprReaderTest.cpp - Expressions as functions of parameters --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Affine/ExprReader.h"
#include "Affine/Atoms.h"
#include "NestBuilder.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

/// For all parameters of the context, in a space of so many loops.
Frame frameOf(isl::Context &Isl, const char *Context, unsigned Loops = 0) {
  Frame F;
  F.Context = isl::readSet(Isl, Context).params();
  F.Space = F.Context.space().withSetDims(Loops).named("Stmt");
  return F;
}

// Where nothing else is said, an expression may be evaluated for all
// parameters of the context, and for no others.
TEST(ExprReader, KnowsTheSignsThatTheContextSays) {
  NestBuilder B;
  E Third = B.param("m") / E(3);
  auto Nest = B.build();
  isl::Context Isl;
  AtomTable Atoms(*Nest);
  for (auto [Context, Pieces] : {std::pair("[m] -> { : m >= 0 }", 1u),
                                 {"[m] -> { : m <= 0 }", 1u},
                                 {"[m] -> { : }", 2u}}) {
    ExprReader Reader(*Nest, Atoms, frameOf(Isl, Context));
    isl::PwAff Value = valueOf(Reader, *Third.Ref);
    ASSERT_FALSE(Value.isNull()) << Context;
    EXPECT_EQ(isl::pieces(Value), Pieces) << Context;
  }
}

TEST(ExprReader, TellsTheLaunchProductsOfParametersAlone) {
  NestBuilder B;
  const E N = B.param("n"), M = B.param("m");
  const E I = B.loop("i", 0, Relation::Lt, N);
  const E Known = N * M + E(1), Unknown = I * M + E(1);
  auto Nest = B.build();
  isl::Context Isl;
  AtomTable Atoms(*Nest);
  ExprReader Reader(*Nest, Atoms, frameOf(Isl, "[n, m] -> { : }", 1));
  const std::optional<Sym> Value = symOf(Reader, *Known.Ref);
  ASSERT_TRUE(Value);
  EXPECT_EQ(toString(*Value), "n_x_m + 1");
  EXPECT_FALSE(symOf(Reader, *Unknown.Ref));
}

TEST(ExprReader, GivesAPolynomialThatIsTooLargeNoValue) {
  NestBuilder B;
  B.param("m");
  auto Nest = B.build();
  isl::Context Isl;
  AtomTable Atoms(*Nest);
  ExprReader Reader(*Nest, Atoms, frameOf(Isl, "[m] -> { : }"));
  Polynomial P(int64_t(1) << 40);
  EXPECT_FALSE(affineOf(Reader, P).isNull());
  EXPECT_TRUE(affineOf(Reader, P * P).isNull());
}

} // namespace
