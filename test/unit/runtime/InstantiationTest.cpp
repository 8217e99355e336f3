//===- InstantiationTest.cpp - comparing template arguments ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime.h"
#include "gtest/gtest.h"

namespace named {
enum class color : short { red };
namespace inner {
class widget {};
} // namespace inner
} // namespace named
struct plain {};
struct ain {};

namespace {

using namespace heddle::rt;

TEST(Instantiation, ArgumentsAreComparedWithThoseThatAreKnown) {
  EXPECT_TRUE((among<arguments<int>, arguments<float>, arguments<int>>));
  EXPECT_FALSE((among<arguments<long>, arguments<float>, arguments<int>>));
  EXPECT_FALSE((among<arguments<const int>, arguments<int>>));
  EXPECT_TRUE((among<arguments<value<4>>, arguments<value<4>>>));
  EXPECT_FALSE((among<arguments<value<4>>, arguments<value<4u>>>));
  EXPECT_FALSE((among<arguments<>, arguments<int>>));
  // Where one pack ends and the next begins.
  EXPECT_TRUE((among<arguments<arguments<int, long>, arguments<>>,
                     arguments<arguments<int, long>, arguments<>>>));
  EXPECT_FALSE((among<arguments<arguments<int>, arguments<long>>,
                      arguments<arguments<int, long>, arguments<>>>));
}

TEST(Instantiation, TypesThatAreDeclaredLaterAreComparedByName) {
  using color = called<'n', 'a', 'm', 'e', 'd', ':', ':', 'c', 'o', 'l', 'o',
                       'r'>;
  EXPECT_TRUE((among<arguments<named::color, value<1>>,
                     arguments<color, value<1>>>));
  EXPECT_FALSE((among<arguments<named::color, value<2>>,
                      arguments<color, value<1>>>));
  EXPECT_FALSE((among<arguments<named::color *>, arguments<color>>));
  // Neither the end of a name nor a name without its namespace will do.
  EXPECT_TRUE((among<arguments<plain>, //
                     arguments<called<'p', 'l', 'a', 'i', 'n'>>>));
  EXPECT_FALSE((among<arguments<plain>, arguments<called<'a', 'i', 'n'>>>));
  EXPECT_TRUE((among<arguments<ain>, arguments<called<'a', 'i', 'n'>>>));
  EXPECT_FALSE((among<arguments<named::inner::widget>,
                      arguments<called<'w', 'i', 'd', 'g', 'e', 't'>>>));
}

} // namespace
