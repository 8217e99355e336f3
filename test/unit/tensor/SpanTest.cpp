//===- SpanTest.cpp - with C++20's spans ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heddle/tensor.h"

#include <gtest/gtest.h>

#include <version>
#ifdef __cpp_lib_span
#include <span>

using namespace heddle;

TEST(Span, GoesToAndFromTensors) {
  tensor<int, 2, 2> t{1, 2, 3, 4};
  std::span<int> elements = t;
  std::span<const int> read = std::as_const(t);
  elements[3] = 7;
  EXPECT_EQ(t(1, 1), 7);
  EXPECT_EQ(read.size(), 4u);
  auto view = view_of(elements);
  view = 2 * view;
  EXPECT_EQ(t(1, 1), 14);
  tensor<int, 4> copy = view_of(read);
  EXPECT_EQ(copy(0), 2);
}
#endif
