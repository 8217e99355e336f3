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

// Where nothing else is said, an expression may be evaluated for all
// parameters of the context, and for no others.
TEST(ExprReader, KnowsTheSignsThatTheContextSays) {
  NestBuilder B;
  E Third = B.param("m") / E(3);
  auto Nest = B.build();
  isl::Context Isl;
  AtomTable Atoms(*Nest);
  for (auto [Context, Pieces] : {std::pair("[m] -> { : m >= 0 }", 1),
                                 {"[m] -> { : m <= 0 }", 1},
                                 {"[m] -> { : }", 2}}) {
    Frame F;
    F.Context =
        isl::take(isl_set_params(isl_set_read_from_str(Isl.get(), Context)));
    F.Space = isl::take(isl_space_set_tuple_name(
        isl_space_set_from_params(isl_set_get_space(F.Context.get())),
        isl_dim_set, "Stmt"));
    ExprReader Reader(*Nest, Atoms, F);
    isl::PwAff Value = Reader.value(*Third.Ref);
    ASSERT_FALSE(Value.isNull()) << Context;
    EXPECT_EQ(isl_pw_aff_n_piece(Value.get()), Pieces) << Context;
  }
}

} // namespace
