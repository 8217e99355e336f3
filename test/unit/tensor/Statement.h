//===- Statement.h - a statement against its definition -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_TENSOR_STATEMENT_H
#define HEDDLE_TEST_TENSOR_STATEMENT_H

#include "Naive.h"
#include "heddle/tensor.h"

#include <gtest/gtest.h>

#include <string>

/// What is known of the rules after many statements.
struct Tally {
  int statements = 0;
  int compatible = 0;              // by brute force
  std::vector<std::string> missed; // of them: the rules say no
  unsigned seed = 1;
};

template <class Tensor> naive::Node copy_of(const Tensor &tensor) {
  naive::Node node(
      naive::Shape(tensor.extents().begin(), tensor.extents().end()));
  std::copy(tensor.begin(), tensor.end(), node.values.begin());
  return node;
}

template <class Tensor> void fill(Tensor &tensor, unsigned &seed) {
  for (unsigned &value : tensor) {
    seed = seed * 1664525u + 1013904223u;
    value = seed >> 20;
  }
}

/// Computes target(tensors...) = expression(tensors...) by the library and by
/// definition. Both functions are generic: applied to tensors they give a view
/// and an expression, applied to naive::Node they compute. The first tensor is
/// the one that holds the target.
template <class Target, class Expression, class First, class... Rest>
void check_statement(const char *text, Tally &tally, Target target,
                     Expression expression, First &first, Rest &...rest) {
  fill(first, tally.seed);
  (fill(rest, tally.seed), ...);
  naive::Node tagged = copy_of(first);
  ASSERT_LE(tagged.values.size(), naive::Reads().size());
  for (std::size_t n = 0; n < tagged.reads.size(); ++n)
    tagged.reads[n].set(n);
  naive::Node whole = tagged;
  const naive::Node e = expression(tagged, copy_of(rest)...);
  const naive::Node left = target(tagged);
  for (std::size_t n = 0; n < e.values.size(); ++n)
    for (std::size_t place = 0; place < whole.values.size(); ++place)
      if (left.reads[n].test(place))
        whole.values[place] = e.values[n];

  auto &&x = target(first);
  const bool rules = heddle::is_compatible(x, expression(first, rest...));
  const bool truth = naive::compatible(left, e);
  EXPECT_TRUE(truth || !rules) << "wrongly said to be compatible: " << text;
  ++tally.statements;
  tally.compatible += truth ? 1 : 0;
  if (truth && !rules)
    tally.missed.push_back(text);

  x = expression(first, rest...);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), whole.values.begin()))
      << "another value: " << text;
}

#endif // HEDDLE_TEST_TENSOR_STATEMENT_H
